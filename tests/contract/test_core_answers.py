"""The core's answers about endings of every game, held against all lines of play grown whole."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from contract.core_play import (
    HOLDS,
    LAST,
    MARGIN,
    NO_LIMIT,
    POINTS,
    TRICKS,
    Moment,
    moment_of,
    play_of,
    question,
    rules_of,
    seats_of,
    solver_of,
)
from contract.dealing import dealt
from effort import part, tries
from rulesets import FORMS, POINT_RULES

from analyzer.cards.card import PAGAT, Card
from analyzer.core import fastest
from analyzer.rules.play.table import Trick
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.target import TargetScore
from analyzer.search.engine.points import counting_number

if TYPE_CHECKING:
    from analyzer.core import _core
else:
    _core = fastest()

POINT_FORMS = [each for each in FORMS if each[0] in POINT_RULES]
every_form = pytest.mark.parametrize(("name", "seats"), part(POINT_FORMS, 3))

Ending = Callable[[Moment, Moment, int, Trick], int]
"""What a line comes to: from its start, its end, the tricks that some seats won, and the last trick."""


@dataclass(frozen=True)
class Asked:
    """A question as the core is asked it, and as the whole tree is."""

    core: _core.SumQuestion
    seats: int
    """Whose tricks count."""
    value: Ending
    held: int = 0


def grown(moment: Moment, asked: Asked, high: int) -> int:
    """The value that the seats who want it high are sure of, from all lines of play."""
    start = moment

    def below(now: Moment, won: int, last: Trick | None) -> int:
        if now.over:
            assert last is not None
            return asked.value(start, now, won, last)
        chosen = max if high >> now.table.to_move & 1 else min
        return chosen(further(now, won, last))

    def further(now: Moment, won: int, last: Trick | None) -> Iterator[int]:
        for move in now.table.moves():
            after, trick = now.after(move)
            more = trick is not None and bool(asked.seats >> trick.winner & 1)
            yield below(after, won + more, trick or last)

    return below(moment, 0, None)


def ending(name: str, seats: int, seed: int, tricks: int) -> Moment:
    """A hand played at random until so many tricks are left, or a little further."""
    rng = random.Random(seed)
    moment = moment_of(dealt(name, seats, seed))
    cards = rng.randrange(seats)
    while moment.table.tricks_left > tricks or (
        len(moment.table.trick) < cards and moment.table.tricks_left == tricks
    ):
        moment, _ = moment.after(rng.choice(moment.table.moves()))
    return moment


def units(moment: Moment, of: int) -> int:
    sides = moment.sides
    chosen = [side for side in range(sides.count) if seats_of(sides, side) & of]
    return sum(moment.reckoning.piles[side].units or 0 for side in chosen)


def holding(moment: Moment, of: int, cards: frozenset[Card]) -> int:
    sides = moment.sides
    chosen = [side for side in range(sides.count) if seats_of(sides, side) & of]
    return sum(len(cards & moment.reckoning.piles[side].cards) for side in chosen)


def asked_of(moment: Moment, rng: random.Random) -> Iterator[Asked]:
    """Questions of every kind about an ending."""
    spec, sides = moment.table.spec, moment.sides
    game = spec
    of = seats_of(sides, rng.randrange(sides.count))
    seat = 1 << rng.randrange(len(sides.of))
    yield Asked(question(POINTS, of), of, lambda start, end, _w, _l: units(end, of) - units(start, of))
    yield Asked(question(TRICKS, seat), seat, lambda _s, _e, won, _l: won)
    goal = rng.randrange(3)
    yield Asked(question(TRICKS, seat, width=1), seat, lambda _s, _e, won, _l: goal <= won <= goal + 1, goal)
    trull = game.trull
    numbers = [counting_number(spec, card) for card in trull]
    yield Asked(
        question(HOLDS, of, cards=numbers),
        of,
        lambda start, end, _w, _l: holding(end, of, trull) - holding(start, of, trull),
    )
    kings = [card for card in spec.table.deck if card.is_king]
    wanted = frozenset(rng.choice([[*kings, PAGAT], [PAGAT], kings[:1], []]))
    yield from _about_the_last(spec, wanted, of, seat, rng.randrange(3))
    if game.target is not None and moment.declarer is not None:
        yield _margin(moment, game.target, trull)


def _about_the_last(spec: GameSpec, wanted: frozenset[Card], of: int, by: int, how: int) -> Iterator[Asked]:
    numbers = [counting_number(spec, card) for card in wanted]

    def ends(_s: Moment, _e: Moment, _w: int, last: Trick) -> int:
        won = bool(of >> last.winner & 1)
        laid = [each for each in last.laid if each.card in wanted]
        if how == 0:
            return won and (not wanted or any(by >> each.seat & 1 for each in laid))
        if how == 1:
            return won and any(each.seat == last.winner for each in laid)
        return won and any(by >> each.seat & 1 and each.seat != last.winner for each in laid)

    if wanted or how == 0:
        yield Asked(question(LAST, of, cards=numbers, by=by, how=how), of, ends)


def _margin(moment: Moment, rule: TargetScore, trull: frozenset[Card]) -> Asked:
    sides, game = moment.sides, moment.table.spec
    assert moment.declarer is not None
    side = sides.of[moment.declarer]
    of = seats_of(sides, side)

    def value(start: Moment, end: Moment, _w: int, last: Trick) -> int:
        target = rule.by_trull[holding(end, of, trull)]
        pagat = next((each for each in last.laid if each.card is PAGAT), None)
        if pagat is not None:
            own = sides.of[last.winner] == side
            partner = pagat.seat != last.winner and sides.of[pagat.seat] == sides.of[last.winner]
            target += (
                0 if partner and not rule.pagat_by_partner else -rule.pagat_shift if own else rule.pagat_shift
            )
        return units(end, of) - units(start, of) - game.piles.unit * target

    return Asked(question(MARGIN, of), of, value, holding(moment, of, trull))


@every_form
def test_the_core_answers_as_all_lines_of_play_do(name: str, seats: int) -> None:
    for seed in range(tries(8)):
        rng = random.Random(seed)
        moment = ending(name, seats, seed, 3 if seats < 5 else 2)
        rules = rules_of(moment)
        solver = solver_of(rules)
        for asked in asked_of(moment, rng):
            margin = asked.core.kind == MARGIN
            play = play_of(moment, rules, asked.held if margin else 0)
            high = rng.randrange(1 << seats)
            wanted = grown(moment, asked, high)
            if asked.core.width >= 0:
                value, _, _ = solver.search(play, asked.core, high, asked.held, NO_LIMIT, -1)
            else:
                value, _, _ = solver.exact(play, asked.core, high, NO_LIMIT, -1)
            assert value == wanted, (seed, asked.core.kind)


RULES = (
    "table", "partition", "merge", "rank_pruning", "bounds", "sure", "either", "lost", "quasi",
    "worths", "shortfalls", "ordering", "crowds",
)  # fmt: skip
"""Everything that makes the search for card points smaller."""


def test_every_rule_of_the_search_for_card_points_has_its_switch_here() -> None:
    assert set(RULES) == {name for name in dir(_core.SumSwitches()) if not name.startswith("_")}


@pytest.mark.parametrize("rule", RULES)
def test_the_points_of_longer_endings_do_not_rest_on_a_rule(rule: str) -> None:
    switches = _core.SumSwitches()
    setattr(switches, rule, False)
    for name, seats in POINT_FORMS:
        moment = ending(name, seats, 5, 4)
        rules = rules_of(moment)
        play, of = play_of(moment, rules), seats_of(moment.sides, 0)
        asked = question(POINTS, of)
        value, _, _ = solver_of(rules).exact(play, asked, of, NO_LIMIT, -1)
        assert solver_of(rules, switches).exact(play, asked, of, NO_LIMIT, -1)[0] == value
