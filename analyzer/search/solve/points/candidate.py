"""One state of a game of card points to be valued, and what has been found about it so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from analyzer.cards.card import Card
from analyzer.position.pointquestion import PointQuestion
from analyzer.position.question import Amounts
from analyzer.rules.actions import Action
from analyzer.rules.score.pointgoals import Aimed
from analyzer.search.engine.points.amounts import before_move, exact, scale
from analyzer.search.engine.points.engine import PointEngine
from analyzer.search.engine.points.results import Key, PointPayoff, PointValues, Sense
from analyzer.search.engine.question import Budget
from analyzer.search.engine.results import GoalAnswer, Groups

Number = tuple[Aimed, int]
"""A number and the side it is asked of."""


@dataclass(slots=True)
class PointCandidate:
    """A state, how it came about, and its values; amounts count from where `paid` starts.

    `move` is the mover's card that led to it, None for the position itself. Values are found part by part;
    what is missing was not asked for, or not found in time.
    """

    question: PointQuestion
    paid: Amounts
    """What was paid before the state, by seat."""
    start: PointQuestion
    """The state before the move."""
    move: Action | None = None
    equals: tuple[Card, ...] = ()
    goals: dict[Key, int] = field(default_factory=dict)
    """Forcing masks over the groups."""
    numbers: dict[Number, int] = field(default_factory=dict)
    """In units."""
    guarantee: dict[int, int] = field(default_factory=dict)
    """By side."""
    equilibria: tuple[PointPayoff, ...] | None = None

    @classmethod
    def at(cls, question: PointQuestion, paid: Amounts) -> PointCandidate:
        """The candidate of the state itself."""
        return cls(question, paid, question)

    @classmethod
    def after(
        cls, question: PointQuestion, paid: Amounts, move: Action, equals: tuple[Card, ...] = ()
    ) -> PointCandidate:
        """The candidate after one card of the player to move."""
        after, now = question.after(move)
        total = tuple(before + more for before, more in zip(paid, now, strict=True))
        return cls(after, total, question, move, equals)

    def seek_goal(self, key: Key, groups: Groups, engine: PointEngine, budget: Budget) -> None:
        """Find who forces a goal from here. Raises: LimitReached."""
        if not self.question.over:
            self.goals[key] = engine.goals(self.question, [key], groups, budget)[key]
            return
        seat, goal = key
        everybody = (1 << (1 << len(groups))) - 1
        self.goals[key] = everybody if self.question.scored()[0].reached(goal, seat) else 0

    def seek_number(self, number: Number, sense: Sense, engine: PointEngine, budget: Budget) -> None:
        """Find how much of something a side is sure of, or has to take. Raises: LimitReached."""
        (aim, side), question = number, self.question
        if not question.over:
            self.numbers[number] = engine.value(question, aim, side, sense, budget)
            return
        found = question.scored()[0].number(aim, question.sides.seats(side)[0])
        assert found is not None
        self.numbers[number] = int(found * scale(question, aim))

    def seek_guarantee(self, side: int, engine: PointEngine, budget: Budget) -> None:
        """Find what a side is sure of, what was paid before included. Raises: LimitReached."""
        before = sum(self.paid[seat] for seat in self.question.sides.seats(side))
        later = 0 if self.question.over else engine.guarantee(self.question, side, budget)
        self.guarantee[side] = before + later

    def seek_equilibria(self, engine: PointEngine, budget: Budget) -> None:
        """Find the equilibrium payoffs, what was paid before included. Raises: LimitReached."""
        nothing = (PointPayoff((0,) * self.question.sides.count, ()),)
        later = nothing if self.question.over else engine.equilibria(self.question, budget)
        mover = self.start.to_move
        self.equilibria = tuple(
            before_move(self.question, mover, self.move, self.paid, each) for each in later
        )

    def values(self, view: int, groups: Groups) -> PointValues:
        """What was found; equilibria are best first for the side `view`."""
        question, sides = self.question, range(self.question.sides.count)
        goals = {key: GoalAnswer(*key, forcing=mask, groups=groups) for key, mask in self.goals.items()}
        exactly = {number: exact(question, number[0], units) for number, units in self.numbers.items()}
        return PointValues(
            goals=goals or None,
            points=_by_side(exactly, Aimed.POINTS, sides),
            tricks=_by_side(exactly, Aimed.TRICKS, sides),
            margin=exactly.get((Aimed.MARGIN, 0)),
            guarantee=tuple(map(self.guarantee.get, sides)) if self.guarantee else None,
            equilibria=None if self.equilibria is None else _best_first(self.equilibria, view),
        )


def _by_side(
    found: Mapping[Number, Fraction], aim: Aimed, sides: range
) -> tuple[Fraction | None, ...] | None:
    known = tuple(found.get((aim, side)) for side in sides)
    return None if all(each is None for each in known) else known


def _best_first(payoffs: tuple[PointPayoff, ...], view: int) -> tuple[PointPayoff, ...]:
    return tuple(sorted(payoffs, key=lambda each: (-each.tokens[view], [-n for n in each.tokens])))
