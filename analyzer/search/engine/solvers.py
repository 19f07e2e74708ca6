"""The core's solvers, kept by threads, what they are fed of a game, and what they may still use."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, assert_never

from analyzer.cards.card import COURTS, DECK, FOOL, KINGS, MONDO, PAGAT, Card, Suit
from analyzer.core import fastest
from analyzer.errors import MOST_OF_ALL, TIME_LIMIT, LimitReached, UsageError, limit_of_nodes, table_full
from analyzer.frozenrecord import Record
from analyzer.messages import ClauseId, Message, Verbatim, say
from analyzer.position.hand import Hand
from analyzer.rules.book import Pot, Pots
from analyzer.rules.spec.game import Beat, FoolHome, FoolKind, GameSpec, WinsBy
from analyzer.rules.spec.kinds.paying import Doubling, Entry, PlayStep, When
from analyzer.search.engine.engine import Budget

if TYPE_CHECKING:
    from analyzer.core import _core
else:
    _core = fastest()


# The part of a budget that the core may still use, and what it has used, in the core's own numbers.


def bytes_of(table_mb: int) -> int:
    """The memory of a table, as a number the core can take."""
    return min(table_mb << 20, MOST_OF_ALL)


def nodes_of(budget: Budget) -> int:
    """The nodes that are still allowed."""
    return MOST_OF_ALL if budget.nodes_left is None else budget.nodes_left


def seconds_of(budget: Budget) -> float:
    """The seconds that are still allowed; less than nothing for no limit."""
    return -1.0 if budget.seconds_left is None else budget.seconds_left


def account(budget: Budget, nodes: int, reason: str) -> None:
    """Count the core's nodes. Raises: LimitReached with the reason the core stopped for, if it did."""
    if reason == "memory":
        budget.spent += nodes
        raise LimitReached(table_full(budget.table_mb), budget.spent)
    if reason:
        budget.spent += nodes
        limited = (
            TIME_LIMIT if budget.max_nodes is None or reason == "time" else limit_of_nodes(budget.max_nodes)
        )
        raise LimitReached(limited, budget.spent)
    budget.spend(nodes)


# The core's solvers, kept by threads, and what they are fed of a game.


# What the core is fed of a game: amounts by kind of prize card, duties and the count, as integers.
#
# The core knows two kinds of prize cards, the kings and the Pagat, each with its pot, and one order of
# settlement. A game that asks for more is refused here by name, and only where the question hangs on it.


PRIZES: Final = ((frozenset(KINGS), Pot.KING), (frozenset({PAGAT}), Pot.PAGAT))
"""The core's kinds of prize cards, each with its pot."""
WINNERS: Final = (WinsBy.HIGHEST_TRUMP, WinsBy.HIGHEST_OF_SUIT_LED)
_STEPS: Final = (PlayStep.COUNT_POT, PlayStep.ULTIMO, PlayStep.BAGUD, PlayStep.FOUNDATION)


def number_in(spec: GameSpec, card: Card) -> int:
    """The core's number of a card: its place in a deck whose suits go down as the game ranks them."""
    return card.index + card.height - spec.height(card)


def numbers_in(spec: GameSpec) -> tuple[int, ...]:
    """The core's numbers of all cards, in the order of the deck."""
    # Not kept by the game: one whose readings are watched equals others once nobody watches, and a table of
    # least use that drops one of two equal keys gives the other's place to a third.
    ranks = spec.table.turned, spec.fool.kind
    if ranks not in _numbers:
        _numbers[ranks] = tuple(number_in(spec, card) for card in DECK)
    return _numbers[ranks]


_numbers: Final[dict[tuple[frozenset[Suit], FoolKind], tuple[int, ...]]] = {}
"""By all that says how cards rank in their suits."""


def card_in(spec: GameSpec, number: int) -> Card:
    """The card that the core calls by a number."""
    return DECK[number_in(spec, DECK[number])]  # turned twice a suit is as it was


def core_stakes(question: Hand) -> _core.Stakes:
    """What a whole question is about beside the cards."""
    stakes = _core.Stakes()
    stakes.dealer = -1 if question.dealer is None else question.dealer
    stakes.count = question.count
    stakes.announced = question.announced_tout
    stakes.absent = question.sitting_out and question.spec.table.founds
    stakes.pots = [question.pots.king, question.pots.pagat]
    return stakes


def core_rules(question: Hand) -> _core.Rules:
    """The game of a question as the core's amounts.

    Raises: UsageError for what the core does not know and the question hangs on.
    """
    spec = question.spec
    for unknown in _unknown(question):
        raise UsageError(unknown, say("not {ruleset}", ruleset=Verbatim(spec.name)))
    out = _core.Rules()
    _feed_payments(spec, out)
    _feed_count(spec, out)
    out.banned_trick = spec.fool.banned_trick or 0
    out.excuse_names = sum(1 << place for place, suit in enumerate(Suit) if suit in spec.fool.names)
    out.call_trick = (spec.fool.demand_trick or 0) if question.table.fool_demand else 0
    return out


def lost_into(spec: GameSpec) -> dict[Pot, int]:
    """What a prize card lost early puts into each pot."""
    return {pot: amount for entry in spec.due(When.LOST_EARLY) if entry.adds for pot, amount in [entry.adds]}


def _unknown(question: Hand) -> Iterator[Message]:
    """What the core would have to know for this question and does not."""
    spec, duty = question.spec, question.spec.duty
    if not (duty.follow and duty.trump) or duty.beat is not Beat.NONE:
        yield say("the search knows only rule sets that follow suit, then trump, without beating")
    if spec.winner != WINNERS:
        yield say(
            "the search knows only rule sets in which the highest trump wins, otherwise the "
            "highest card of the suit led"
        )
    yield from (
        say(
            "the search knows no other early payments than for kings and Pagat ({clause})",
            clause=ClauseId(entry.clause),
        )
        for entry in spec.the_pots.entries
        if not _is_known(spec, entry)
    )
    if spec.the_pots.order != (_STEPS if spec.the_pots.accounts.refill.pots else _STEPS[:-1]):
        yield say(
            "the search knows only rule sets that count the pots, pay the winner, then Baguds, then found"
        )
    if question.announced_tout and not spec.the_pots.failed_tout.last_trick:
        yield say("the search knows no failed Tout that leaves the plain last trick unpaid")
    if question.announced_tout and spec.the_pots.failed_tout.doubling is not Doubling.COUNTED:
        yield say("the search knows no failed Tout that doubles more than was counted in a pot")
    if question.count and any(spec.piles.card_units(card) != _worth(spec, card) for card in spec.table.deck):
        yield say("the search knows only counts by courts, Mondo, Pagat and Fool")


def _is_known(spec: GameSpec, entry: Entry) -> bool:
    """Whether the core knows such a payment; whoever adds a moment says here whether it does."""
    match entry.when:
        case When.LOST_EARLY | When.WON_EARLY:
            return _is_of_a_prize(spec, entry)
        case When.ULTIMO | When.BAGUD | When.LAST_TRICK | When.TOUT | When.NOLO | When.FAILED_TOUT:
            return True
        case _:
            assert_never(entry.when)


def _worth(spec: GameSpec, card: Card) -> int:
    """What the core counts a card for."""
    points = spec.piles.values
    if card.is_court:
        return points.get(card.face, 0)
    return points.get(str(card), 0) if card in (MONDO, PAGAT, FOOL) else 0


def _kind_of(spec: GameSpec, entry: Entry) -> int | None:
    """The kind of prize an entry is for, by its number in the core."""
    deck = frozenset(spec.table.deck)
    return next((kind for kind, (cards, _) in enumerate(PRIZES) if entry.cards == cards & deck), None)


def _is_of_a_prize(spec: GameSpec, entry: Entry) -> bool:
    kind = _kind_of(spec, entry)
    alone = kind is not None and sum(_kind_of(spec, each) == kind for each in spec.due(entry.when)) == 1
    return alone and (entry.adds is None or kind is None or entry.adds[0] is PRIZES[kind][1])


def _amounts_by_kind(spec: GameSpec, when: When) -> list[int]:
    amounts = {_kind_of(spec, entry): entry.amount for entry in spec.due(when)}
    return [amounts.get(kind, 0) for kind in range(len(PRIZES))]


def _amount(spec: GameSpec, when: When) -> int:
    return sum(entry.amount for entry in spec.due(when))


def _feed_payments(spec: GameSpec, out: _core.Rules) -> None:
    into = lost_into(spec)
    out.lost_early = _amounts_by_kind(spec, When.LOST_EARLY)
    out.lost_early_pot = [into.get(pot, 0) for _, pot in PRIZES]
    out.won_early = _amounts_by_kind(spec, When.WON_EARLY)
    out.last = _amounts_by_kind(spec, When.ULTIMO)
    out.last_plain = _amount(spec, When.LAST_TRICK)
    out.sweep, out.blank = _amount(spec, When.TOUT), _amount(spec, When.NOLO)
    taken = {pot for entry in spec.due(When.TOUT) for pot in entry.takes}
    out.sweep_takes = [pot in taken for _, pot in PRIZES]
    out.failed_sweep = _amount(spec, When.FAILED_TOUT)
    out.failed_sweep_doubles = any(entry.doubles for entry in spec.due(When.FAILED_TOUT))
    out.failed_sweep_pays_prize = spec.the_pots.failed_tout.ultimo
    refill = spec.the_pots.accounts.refill
    out.refill = [refill.amount if pot in refill.pots else 0 for _, pot in PRIZES]


def _feed_count(spec: GameSpec, out: _core.Rules) -> None:
    count, points = spec.the_pots.count, spec.piles.values
    out.excuse_home = spec.fool.home is FoolHome.STAYS
    out.excuse_lost = spec.fool.lost_in_last
    out.court_points = [points.get(face, 0) for face in COURTS]
    out.top_trump_points = points.get(str(MONDO), 0)
    out.low_trump_points = points.get(str(PAGAT), 0)
    out.excuse_points = points.get(str(FOOL), 0)
    out.trick_points = spec.piles.trick
    out.par, out.rounding = count.par, count.rounding
    out.count_own, out.next_dealer = count.own, spec.table.next_dealer
    out.count_after_sweep, out.count_after_blank = count.after_tout, count.after_nolo


# The core's solvers: made for what is at stake, and kept by threads that answer many positions.
#
# A new table costs more than a small search: its pages are found and filled with zeros one by one. An emptied
# table is the same as a new one, of any size up to its own.


MOST_KEPT: Final = 1 << 26
"""Bytes of the largest table that is kept until the next question."""

Stakes = tuple[object, ...]
"""What a solver is made for, but for its table and what lies in the pots."""


def stakes_of(question: Hand) -> Stakes:
    """What the solver of a question must have been made for."""
    return (
        question.players,
        question.spec,
        question.dealer if question.count or question.announced_tout else None,
        question.count,
        question.announced_tout,
        question.sitting_out,
        question.table.fool_demand,
    )


def make_solver(question: Hand, size: int, switches: _core.Switches | None = None) -> _core.Solver:
    """A solver for what is at stake in a question, with a table of so many bytes."""
    return _core.Solver(
        core_rules(question), core_stakes(question), size, switches or _core.Switches(), question.players
    )


class PooledSolver(Record, frozen=True):
    """A solver, what it was made for, and how many bytes its table has."""

    solver: _core.Solver
    stakes: Stakes
    pots: Pots
    room: int


class _Spare(threading.local):
    """The one solver that a thread keeps, if it keeps any."""

    wanted = False
    kept: PooledSolver | None = None


_spare: Final = _Spare()


def pool_tables() -> None:
    """From now on this thread keeps the table of a search that is over for the next one."""
    _spare.wanted = True


def lent_solver(question: Hand, stakes: Stakes, size: int) -> PooledSolver:
    """A solver with an empty table of so many bytes for the question: the one kept here, or a new one."""
    kept = _spare.kept
    if kept is None or kept.room < size or (kept.stakes, kept.pots) != (stakes, question.pots):
        return PooledSolver(make_solver(question, size), stakes, question.pots, size)
    _spare.kept = None
    kept.solver.forget(size)
    return kept


def return_solver(lent: PooledSolver) -> None:
    """Nobody asks the solver any more."""
    if _spare.wanted and lent.room <= MOST_KEPT:
        _spare.kept = lent
