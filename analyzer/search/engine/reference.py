"""The plain reference solver: slow, without pruning, and the meaning of every answer.

It walks every move of every state exactly as :class:`Question` gives them; the only economy is that a
state seen before is not walked again. Whatever the native core says must agree with it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

from analyzer.rules.actions import Action
from analyzer.rules.ledger import Pots
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.backup import achieved_in, combined, preceded, sets_with, standing
from analyzer.search.engine.question import Budget, Payoff, Question
from analyzer.search.engine.results import by_seats

Value = TypeVar("Value")


class ReferenceEngine:
    """The :class:`~analyzer.search.engine.question.Engine` that is the oracle for every other."""

    def goals(
        self, question: Question, wanted: Sequence[tuple[int, Goal]], budget: Budget
    ) -> Mapping[tuple[int, Goal], int]:
        """For each (seat, goal): bit S is set when the players in mask S force the goal from here.

        Source: "What the words mean" on goals: a set of players on one side, all others on the other.
        """
        walk = GoalSeeker(tuple(wanted), question.players, budget)
        return dict(zip(wanted, walk.value(question), strict=True))

    def guarantee(self, question: Question, seat: int, budget: Budget) -> int:
        """The most future tokens the seat is sure of against all others together."""
        return Guarantee(seat, budget).value(question)

    def equilibria(self, question: Question, budget: Budget) -> tuple[Payoff, ...]:
        """Every subgame-perfect payoff in pure strategies, in the order of the first line to each."""
        return Equilibria(budget).value(question)

    def forces(self, question: Question, goal: Goal, seat: int, by: int, budget: Budget) -> bool:
        """Whether the players in mask `by` force the seat's goal from here."""
        return bool(self.goals(question, [(seat, goal)], budget)[seat, goal] >> by & 1)


class GoalSeeker:
    """One walk for several goals; a value is a tuple of forcing masks, one per goal wanted."""

    def __init__(self, wanted: tuple[tuple[int, Goal], ...], players: int, budget: Budget) -> None:
        self._wanted = wanted
        self._budget = budget
        self._memo: dict[Hashable, tuple[int, ...]] = {}
        self._all = (1 << (1 << players)) - 1
        self._with = [sets_with(by_seats(players), seat) for seat in range(players)]

    def value(self, question: Question) -> tuple[int, ...]:
        """The forcing masks of a state that is not over."""
        return _remembered(self._memo, state(question, with_piles=False), lambda: self._walk(question))

    def _walk(self, question: Question) -> tuple[int, ...]:
        self._budget.spend()
        below = [self._below(question, move) for move in question.moves()]
        with_mover = self._with[question.to_move]
        return tuple(combined(masks, with_mover) for masks in zip(*below, strict=True))

    def _below(self, question: Question, move: Action) -> tuple[int, ...]:
        after, _, trick = question.after_trick(move)
        if not after.over:
            return self.value(after)
        assert trick is not None
        achieved = achieved_in(trick)
        return tuple(self._all if each in achieved else 0 for each in self._wanted)


class Guarantee:
    """One walk for the most tokens a seat is sure of: it maximises them, all others minimise them."""

    def __init__(self, seat: int, budget: Budget) -> None:
        self._seat = seat
        self._budget = budget
        self._memo: dict[Hashable, int] = {}

    def value(self, question: Question) -> int:
        """The seat's future tokens from a state; 0 when it is over."""
        if question.over:
            return 0
        return _remembered(self._memo, state(question), lambda: self._walk(question))

    def _walk(self, question: Question) -> int:
        self._budget.spend()
        best = max if question.to_move == self._seat else min
        return best(self._below(question, move) for move in question.moves())

    def _below(self, question: Question, move: Action) -> int:
        after, tokens = question.after(move)
        return tokens[self._seat] + self.value(after)


class Equilibria:
    """One walk for the set of subgame-perfect payoffs."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._memo: dict[Hashable, tuple[Payoff, ...]] = {}

    def value(self, question: Question) -> tuple[Payoff, ...]:
        """The future payoffs of a state: each token vector once, with the first line found to it."""
        if question.over:
            return (Payoff((0,) * question.players, Pots(0, 0), ()),)
        return _remembered(self._memo, state(question), lambda: self._walk(question))

    def _walk(self, question: Question) -> tuple[Payoff, ...]:
        self._budget.spend()
        below = [self._below(question, move) for move in question.moves()]
        return standing(below, question.to_move)

    def _below(self, question: Question, move: Action) -> tuple[Payoff, ...]:
        after, tokens = question.after(move)
        paid = Pots(after.pots.king - question.pots.king, after.pots.pagat - question.pots.pagat)
        return tuple(preceded(question.to_move, move, tokens, paid, payoff) for payoff in self.value(after))


def state(question: Question, *, with_piles: bool = True) -> Hashable:
    """Everything that differs between two states of one hand; pots and piles only where they matter."""
    table = question.table
    cards = (
        table.hands,
        table.lead,
        tuple((laid.card, laid.names) for laid in table.trick),
        table.picked,
        table.passed,
        table.demanded,
    )
    return (cards, question.pots, question.taken) if with_piles else cards


def _remembered(memo: dict[Hashable, Value], key: Hashable, work: Callable[[], Value]) -> Value:
    if key not in memo:
        memo[key] = work()
    return memo[key]
