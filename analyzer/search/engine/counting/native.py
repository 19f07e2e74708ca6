"""The native core of card points behind the :class:`~analyzer.search.engine.engine.Engine` protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from analyzer.core import fastest
from analyzer.position.hand import Hand
from analyzer.rules.actions import Groups, by_sides
from analyzer.rules.book import Book
from analyzer.rules.score.goals import Aim, Goal, Sense
from analyzer.rules.score.hand import HandCame
from analyzer.rules.score.sheets import rounded
from analyzer.rules.score.steps import score_hand
from analyzer.search.engine.counting.coreasked import CoreAsk, CoreAsking, NotPut
from analyzer.search.engine.counting.feeding import counting_past, counting_play, rules_of_hand
from analyzer.search.engine.counting.paying import Paying
from analyzer.search.engine.counting.short import (
    PAID_STATES,
    PLAIN_STATES,
    by_margin,
    is_plain,
    is_short,
    pagat_may_go_before,
    paid_by_points,
)
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.results import Equilibrium, seats_of
from analyzer.search.engine.results import Key as AnyKey
from analyzer.search.engine.spending import account, bytes_of, nodes_of, seconds_of

if TYPE_CHECKING:
    from analyzer.core import _core
else:
    _core = fastest()


T = TypeVar("T")
Key = tuple[int, Goal]


class CountingEngine:
    """The fast engine; what it is not asked, the plain reference answers, of short endings as a rule."""

    def __init__(self) -> None:
        self._plain = ReferenceEngine()
        self._hand: Hand | None = None
        self._rules: _core.SumRules | None = None
        self._solver: _core.SumSolver | None = None
        self._payer: Paying | None = None

    def goals(
        self, question: Hand, wanted: Sequence[Key], budget: Budget, groups: Groups | None = None
    ) -> Mapping[AnyKey, int]:
        """For each goal and its seat: bit S is set when the groups in mask S, else the sides, force it."""
        groups = groups or by_sides(question.sides)
        return {key: self._forcing(question, key, groups, budget) for key in wanted}

    def _forcing(self, question: Hand, key: Key, groups: Groups, budget: Budget) -> int:
        """A larger set forces what a smaller one does, so that few of them are asked."""
        seat, goal = key
        known: dict[int, bool] = {}
        chosen = range(1 << len(groups))
        for asked in sorted(chosen, key=lambda mask: abs(2 * mask.bit_count() - len(groups))):
            if asked in known:
                continue
            holds = self.forces(question, goal, seat, seats_of(groups, asked), budget)
            known.update((each, holds) for each in chosen if (each & asked) == (asked if holds else each))
        return sum(1 << mask for mask in chosen if known[mask])

    def forces(self, question: Hand, goal: Goal, seat: int, by: int, budget: Budget) -> bool:
        """Whether the seats in mask `by` force the seat's goal from here."""
        try:
            asked = CoreAsking(question).asked(goal, seat)
        except NotPut:
            most = None if is_plain(question) else PLAIN_STATES
            return _within(budget, most, lambda own: self._plain.forces(question, goal, seat, by, own))
        if isinstance(asked, bool):
            return asked
        return self._holds(question, asked, by, budget)

    def value(self, question: Hand, aim: Aim, side: int, sense: Sense, budget: Budget) -> Fraction:
        """How much of a number a side is sure of, or has to take, against all others, the past included."""
        return Fraction(self._units(question, aim, side, sense, budget), question.unit(aim))

    def _units(self, question: Hand, aim: Aim, side: int, sense: Sense, budget: Budget) -> int:
        """How much of a number a side is sure of, in units of the game; tricks are counted whole."""
        asking = CoreAsking(question)
        own = by_sides(question.sides)[side]
        high = own if sense is Sense.MOST else ((1 << question.players) - 1) & ~own
        if aim is Aim.TRICKS:
            past = sum(question.won[seat] for seat in question.sides.seats(side))
            return past + self._exact(question, asking.number(aim, side), high, budget)
        past = question.reckoning.units(side)
        if aim is Aim.MARGIN and question.game.target is not None:
            held = asking.trull_held(side)
            return past + self._exact(question, asking.number(aim, side), high, budget, held)
        units = past + self._exact(question, asking.number(Aim.POINTS, side), high, budget)
        return units if aim is Aim.POINTS else _margin(question, units)

    def guarantee(self, question: Hand, side: int, budget: Budget) -> int:
        """The most future tokens, or points on the sheet, that a side is sure of against all others."""
        if not paid_by_points(question):
            paying = self._plain if pagat_may_go_before(question) else self._paying(question, budget)
            return _within(budget, _most(question), lambda own: paying.guarantee(question, side, own))
        if question.sides.count != 2:
            return _worth(question, side, self._units(question, Aim.POINTS, side, Sense.MOST, budget))
        # Two sides want the opposite, so that what one is sure of is all that the other can have.
        declarer = question.sides.of[question.told.declarer or 0]
        aim = Aim.MARGIN if by_margin(question) else Aim.POINTS
        return _worth(question, side, self._units(question, aim, declarer, Sense.MOST, budget), of=declarer)

    def equilibria(self, question: Hand, budget: Budget) -> tuple[Equilibrium, ...]:
        """Every subgame-perfect payoff of the future over the sides."""
        paying = self._plain if pagat_may_go_before(question) else self._paying(question, budget)
        return _within(budget, _most(question), lambda own: paying.equilibria(question, own))

    def _paying(self, question: Hand, budget: Budget) -> Paying:
        """What the hand pays, with what is remembered of it; another hand begins anew."""
        if self._payer is None or not self._payer.is_of(question):
            self._payer = Paying(question, budget)
        return self._payer

    def _holds(self, question: Hand, asked: CoreAsk, by: int, budget: Budget) -> bool:
        solver, rules = self._of(question, budget)
        high = by if not asked.denied else ((1 << question.players) - 1) & ~by
        play = _play(rules, question, asked.held)
        value, nodes, reason = solver.search(
            play, asked.question, high, asked.threshold, nodes_of(budget), seconds_of(budget)
        )
        account(budget, nodes, reason)
        met = value == 1 if asked.question.width >= 0 else value >= asked.threshold
        return met is not asked.denied

    def _exact(
        self, question: Hand, number: _core.SumQuestion, high: int, budget: Budget, held: int = 0
    ) -> int:
        solver, rules = self._of(question, budget)
        play = _play(rules, question, held)
        value, nodes, reason = solver.exact(play, number, high, nodes_of(budget), seconds_of(budget))
        account(budget, nodes, reason)
        return value

    def _of(self, question: Hand, budget: Budget) -> tuple[_core.SumSolver, _core.SumRules]:
        """The solver of a hand, with what it remembers of it; another hand begins anew."""
        if self._hand is None or self._solver is None or not self._hand.same_hand(question):
            self._hand = question
            self._rules = rules_of_hand(question)
            size = min(bytes_of(budget.table_mb), 1 << (question.table.tricks_left + 16))
            self._solver = _core.SumSolver(self._rules, size, _core.SumSwitches())
        assert self._rules is not None
        return self._solver, self._rules


def _within(budget: Budget, most: int | None, ask: Callable[[Budget], T]) -> T:
    """An answer that takes more with every card; where no other limit is set, with so many nodes at the most.

    Raises: LimitReached.
    """
    if most is None or budget.max_nodes is not None:
        return ask(budget)
    with budget.apart(most) as own:
        return ask(own)


def _most(question: Hand) -> int | None:
    return None if is_short(question) else PAID_STATES


def _play(rules: _core.SumRules, question: Hand, held: int) -> _core.SumPlay:
    past = counting_past(question.spec, question.reckoning.piles, question.table.course, held)
    return counting_play(rules, question.table, past)


def _margin(question: Hand, units: int) -> int:
    """What a side that needs half of the points has beyond it, in units."""
    game, unit = question.game, question.game.piles.unit
    if game.bonus_sheet is not None:
        return (rounded(Fraction(units, unit)) - game.bonus_sheet.half) * unit
    rule = game.stake or game.difference_sheet
    assert rule is not None
    return units - rule.half * unit


def _worth(question: Hand, side: int, units: int, of: int | None = None) -> int:
    """What the end of a hand pays or writes for a side where it, or side `of`, has so much.

    Two sides share everything. In a game with a target the units are those beyond it.
    """
    sides, game, told = question.sides, question.game, question.told
    if game.target is not None:
        # How much of the Trull it is makes no difference to a margin.
        units, told = units + game.piles.unit * game.target.by_trull[0], replace(told, trull=0)
    every: list[int | None] = [game.piles.total - units if sides.count == 2 else 0] * sides.count
    every[side if of is None else of] = units
    if not question.reckoning.counted:
        every = [None] * sides.count
    came = HandCame(
        seats=question.players,
        sides=sides,
        told=told,
        dealer=question.dealer,
        partner=question.partner,
        units=tuple(every),
        tricks=(None,) * question.players,
        held=question.held or {},
    )
    book = Book(question.players)
    score_hand(question.game, came, book)
    amounts = book.sheet if question.game.on_a_sheet else book.tokens
    return sum(amounts[seat] for seat in sides.seats(side))
