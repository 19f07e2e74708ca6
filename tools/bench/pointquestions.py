"""Questions about card points on seeded deals of every sort of game, put to the core with an empty table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from analyzer.cards.card import Card, Suit
from analyzer.core import fastest
from analyzer.rules.actions import Sides
from analyzer.rules.play.table import Course, Table
from analyzer.rules.score.reckoning import SidePile
from analyzer.rules.spec.game import GameSpec, apply_contract
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import in_form
from analyzer.search.engine.points import counting_number, counting_past, counting_play, counting_rules
from bench.deals import rng_of

if TYPE_CHECKING:
    from analyzer.core import _core
else:
    _core = fastest()

_POINTS: Final = 0
_TRICKS: Final = 1
_MARGIN: Final = 3
_NO_TIME_LIMIT: Final = -1.0
TABLE_BYTES: Final = 256 << 20

PointRun = tuple[int, str | None]
"""Nodes, and the answer as text; None: the nodes ran out."""


class BenchWanted(Enum):
    """What is asked about a deal."""

    CONTRACT = "contract"
    """Whether the declarer's side makes it; of less than a whole hand, whether it has more than half."""
    EXACT = "exact"
    CARDS = "cards"
    """The exact points after each card of the player to move."""


@dataclass(frozen=True, slots=True)
class BenchPointRequest:
    """One deal of a game, and what is asked about it; the declarer is seat 0."""

    spec: GameSpec
    hands: tuple[frozenset[Card], ...]
    lead: int
    aside: tuple[Card, ...]
    sides: Sides
    contract: str | None
    wanted: BenchWanted


def point_request(
    game: str, seats: int, contract: str | None, tricks: int, wanted: BenchWanted, seed: int
) -> BenchPointRequest:
    """The question of that seed; who declares with a partner has him in turn at each seat."""
    spec = apply_contract(in_form(load_ruleset(game), seats).game, contract)
    rng = rng_of(game, seats, tricks, seed)
    plain = [c for c in spec.table.deck if c.suit not in (None, Suit.TRUMPS) and not c.is_king]
    aside = tuple(rng.sample(plain, spec.table.skat_size))
    cards = rng.sample([card for card in spec.table.deck if card not in aside], seats * tricks)
    hands = tuple(frozenset(cards[place::seats]) for place in range(seats))
    told = spec.contract(contract)
    partner = None if told is None or told.alone else 1 + seed % (seats - 1)
    beggar = told is not None and told.aim is ContractAim.NO_TRICK
    lead = 0 if beggar else rng.randrange(seats)
    sides = Sides.alone(seats) if contract is None else Sides.against(seats, 0, partner)
    return BenchPointRequest(spec, hands, lead, aside, sides, contract, wanted)


def prepare_points(request: BenchPointRequest, max_nodes: int) -> Callable[[], PointRun]:
    """The search of a question, with an empty table ready: the search alone is left to do."""
    game = request.spec
    whole = len(request.hands[0]) == request.spec.table.hand_size
    course = Course(sides=request.sides, first=whole)
    table = Table(request.spec, request.hands, request.lead, course=course)
    rules = counting_rules(request.spec, request.sides, course)
    play = counting_play(rules, table, counting_past(request.spec, _piles(request, whole=whole), course))
    solver = _core.SumSolver(rules, TABLE_BYTES, _core.SumSwitches())
    of = sum(1 << seat for seat in request.sides.seats(0))
    everybody = (1 << len(request.hands)) - 1
    question = _core.SumQuestion()
    question.of = of

    def contract() -> PointRun:
        told = game.contract(request.contract)
        beggar = told is not None and told.aim is ContractAim.NO_TRICK
        question.kind = _TRICKS if beggar else _MARGIN if game.target is not None else _POINTS
        by, least = (everybody & ~of, 1) if beggar else (of, needed(request, whole=whole))
        value, nodes, stopped = solver.search(play, question, by, least, max_nodes, _NO_TIME_LIMIT)
        return nodes, None if stopped else str(value >= least)

    def exact() -> PointRun:
        value, nodes, stopped = solver.exact(play, question, of, max_nodes, _NO_TIME_LIMIT)
        return nodes, None if stopped else str(value)

    def cards() -> PointRun:
        spent, values = 0, list[int]()
        for move in table.moves():
            assert move.card is not None
            named = -1 if move.suit is None else list(Suit).index(move.suit)
            after, _, gain = solver.after(play, question, counting_number(request.spec, move.card), named)
            value, nodes, stopped = solver.exact(
                after, question, of, max(1, max_nodes - spent), _NO_TIME_LIMIT
            )
            spent += nodes
            if stopped:
                return spent, None
            values.append(gain + value)
        return spent, str(values)

    return {BenchWanted.CONTRACT: contract, BenchWanted.EXACT: exact, BenchWanted.CARDS: cards}[
        request.wanted
    ]


def _piles(request: BenchPointRequest, *, whole: bool) -> list[SidePile]:
    """What lies in the piles: nothing at the start of a hand, else each side has tricks and can pay."""
    return [SidePile(tricks=0 if whole else 1, gives=not whole) for _ in range(request.sides.count)]


def needed(request: BenchPointRequest, *, whole: bool) -> int:
    """The units that the declarer's side must still win."""
    game = request.spec
    piles, told = game.piles, game.contract(request.contract)
    takes = told.takes if told is not None else 0
    laid_away = sum(map(piles.card_units, request.aside[:takes])) + (piles.discard if takes else 0)
    if game.target is not None:
        return -laid_away if whole else -game.target.by_trull[2] * piles.unit // 2
    held = sum(map(piles.card_units, frozenset().union(*request.hands))) + len(request.hands[0]) * piles.trick
    if not whole:
        return held // 2 + 1
    # What the declarer laid away counts for him, what else lies aside for the others.
    everything = held + sum(map(piles.card_units, request.aside)) + piles.discard
    return everything // 2 + 1 - laid_away
