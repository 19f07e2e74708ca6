"""What a search answers in a game of card points: goals over groups of seats, exact values, equilibria.

Seats and sides are numbers; a set of seats is an int mask. Groups are the players of a question of who can
force what: the sides, or single seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from analyzer.cards.card import Card, Suit
from analyzer.messages import Message
from analyzer.rules.score.pointgoals import PointGoal
from analyzer.rules.sides import Sides
from analyzer.rules.spec.grounds import STATED, Grounds, OnGrounds
from analyzer.search.engine.results import Play, Status, YesOrNo, members

Key = tuple[int, PointGoal]
"""A goal and the seat it is asked of: of a side its leader."""


class Sense(Enum):
    """Whether much of a number is wanted, or little."""

    MOST = "most"
    FEWEST = "fewest"


Groups = tuple[int, ...]
"""Masks of seats that decide as one; every seat is in one of them."""


def by_sides(sides: Sides) -> Groups:
    """Every side decides as one."""
    return tuple(sum(1 << seat for seat in sides.seats(side)) for side in range(sides.count))


def by_seats(players: int) -> Groups:
    """Every seat decides for itself."""
    return tuple(1 << seat for seat in range(players))


def seats_of(groups: Groups, chosen: int) -> int:
    """The seats of a set of groups, as a mask."""
    return sum(mask for group, mask in enumerate(groups) if chosen >> group & 1)


@dataclass(frozen=True, slots=True)
class GroupAnswer:
    """Who can force a goal: bit S of `forcing` is set when the groups in mask S force it."""

    seat: int
    goal: PointGoal
    forcing: int
    groups: Groups

    def forces(self, chosen: int) -> bool:
        return bool(self.forcing >> chosen & 1)

    @property
    def own(self) -> int:
        """The group of the seat itself, as a mask of groups."""
        return next(1 << group for group, mask in enumerate(self.groups) if mask >> self.seat & 1)

    @property
    def forced_by(self) -> tuple[int, ...]:
        """The minimal forcing sets as masks of seats, fewest groups first, then in table order."""
        return self._minimal([chosen for chosen in self._all() if self.forces(chosen)])

    @property
    def prevented_by(self) -> tuple[int, ...]:
        """The minimal sets that can prevent it: those whose outsiders do not force it."""
        every = (1 << len(self.groups)) - 1
        return self._minimal([chosen for chosen in self._all() if not self.forces(every ^ chosen)])

    @property
    def status(self) -> Status:
        if self.forces(0):
            return Status.AUTOMATIC
        if self.forces(self.own):
            return Status.FORCED
        return Status.DEPENDS if self.forcing else Status.IMPOSSIBLE

    def _all(self) -> range:
        return range(1 << len(self.groups))

    def _minimal(self, found: list[int]) -> tuple[int, ...]:
        least = [m for m in found if not any(other != m and other & m == other for other in found)]
        masks = [(mask.bit_count(), seats_of(self.groups, mask)) for mask in least]
        return tuple(seats for _, seats in sorted(masks, key=lambda each: (each[0], members(each[1]))))


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

    goals: Mapping[Key, GroupAnswer] | None = None
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
class PointSolution(OnGrounds):
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
    nodes: int
    seconds: float
    unfinished: tuple[str, ...] = ()
    reason: Message | None = None
    """Why it stopped early, where it did."""
    grounds: Grounds = field(default=STATED, compare=False, kw_only=True)

    @property
    def complete(self) -> bool:
        return not self.unfinished

    def leader(self, side: int) -> int:
        """The seat a side is called by."""
        return self.sides.leader(side, self.declarer)


@dataclass(frozen=True, slots=True)
class PointForced(YesOrNo[GroupAnswer]):
    """The answer of `forced` in a game of card points."""
