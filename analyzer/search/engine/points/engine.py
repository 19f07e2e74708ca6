"""What can search in a game of card points: the questions, and who answers where nobody is named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from analyzer.position.pointquestion import PointQuestion
from analyzer.rules.score.pointgoals import Aimed, PointGoal
from analyzer.search.engine.points.results import Key, PointPayoff, Sense
from analyzer.search.engine.question import Budget
from analyzer.search.engine.results import Groups


class PointEngine(Protocol):
    """Every answer is about the end of the hand, the past included as far as the question knows it.

    Amounts are those of the future alone. Every method raises LimitReached when the budget is used up.
    """

    def goals(
        self, question: PointQuestion, wanted: Sequence[Key], groups: Groups, budget: Budget
    ) -> Mapping[Key, int]:
        """For each goal: bit S is set when the groups in mask S force it from here."""
        ...

    def forces(self, question: PointQuestion, goal: PointGoal, seat: int, by: int, budget: Budget) -> bool:
        """Whether the seats in mask `by` force the seat's goal from here."""
        ...

    def value(self, question: PointQuestion, aim: Aimed, side: int, sense: Sense, budget: Budget) -> int:
        """How much of a number a side is sure of, or has to take, against all others, in units.

        Tricks are counted whole, everything else in the units of the game.
        """
        ...

    def guarantee(self, question: PointQuestion, side: int, budget: Budget) -> int:
        """The most future tokens, or points on the sheet, that a side is sure of against all others."""
        ...

    def equilibria(self, question: PointQuestion, budget: Budget) -> tuple[PointPayoff, ...]:
        """Every subgame-perfect payoff of the future over the sides, each once, with one line to it."""
        ...


def default_point_engine() -> PointEngine:
    """A native engine that remembers nothing yet."""
    # Imported where it is used: the reference needs no compiled core.
    from analyzer.search.engine.points.native import PointNative  # noqa: PLC0415

    return PointNative()


def plain_point_engine() -> PointEngine:
    """The engine that searches by the rules alone, however long it takes."""
    from analyzer.search.engine.points.reference import PointReference  # noqa: PLC0415

    return PointReference()
