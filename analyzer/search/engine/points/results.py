"""What a search answers in a game of card points: goals over groups of seats, exact values, equilibria.

Seats and sides are numbers; a set of seats is an int mask. Groups are the players of a question of who can
force what: the sides, or single seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from analyzer.cards.card import Card, Suit
from analyzer.rules.score.pointgoals import PointGoal
from analyzer.rules.sides import Sides
from analyzer.search.engine.results import GoalAnswer, Groups, Play, Searched

Key = tuple[int, PointGoal]
"""A goal and the seat it is asked of: of a side its leader."""


class Sense(Enum):
    """Whether much of a number is wanted, or little."""

    MOST = "most"
    FEWEST = "fewest"


def by_sides(sides: Sides) -> Groups:
    """Every side decides as one."""
    return tuple(sum(1 << seat for seat in sides.seats(side)) for side in range(sides.count))


@dataclass(frozen=True, slots=True)
class PointPayoff:
    """One equilibrium: what each side is paid, or what is written for it, and a line of play to it."""

    tokens: tuple[int, ...]
    """By side."""
    line: Play


@dataclass(frozen=True, slots=True)
class PointValues:
    """Everything asked of one state; a part that was not asked for, or not finished, is None.

    What is by side has None for a side that was not asked about.
    """

    goals: Mapping[Key, GoalAnswer[PointGoal]] | None = None
    points: tuple[Fraction | None, ...] | None = None
    """What each side is sure of; the fewest where little is wanted."""
    tricks: tuple[Fraction | None, ...] | None = None
    margin: Fraction | None = None
    """What the declarer's side is sure of beyond what it needs."""
    guarantee: tuple[int | None, ...] | None = None
    equilibria: tuple[PointPayoff, ...] | None = None


@dataclass(frozen=True, slots=True)
class PointCard:
    """The values of the position after one legal card, with the cards that cannot be told from it."""

    card: Card
    names: Suit | None
    equals: tuple[Card, ...]
    values: PointValues


@dataclass(frozen=True, slots=True)
class PointSolution(Searched):
    """The answer of `solve` in a game of card points."""

    to_play: int
    tricks_left: int
    sides: Sides
    declarer: int | None
    contract: str | None
    past_known: bool
    """Whether points and tricks count what was won before the position."""
    on_a_sheet: bool
    """Whether guarantee and equilibria are of what is written, and not of what is paid."""
    values: PointValues
    cards: tuple[PointCard, ...]

    def leader(self, side: int) -> int:
        """The seat a side is called by."""
        return self.sides.leader(side, self.declarer)
