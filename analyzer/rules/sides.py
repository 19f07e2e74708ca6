"""The sides of a table: its seats divided into partners and opponents.

A side is a set of seats that decides and is paid as one. Sides are numbered: the declarer's is the first
if there is one, otherwise the first seat's, and the rest follow in order of play.
"""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import say


class Sides(Record, frozen=True):
    """The sides of a table: the number of its side for each seat."""

    of: tuple[int, ...]

    @classmethod
    def alone(cls, seats: int) -> Sides:
        """Return sides of one player each."""
        return cls(tuple(range(seats)))

    @classmethod
    def partners(cls, seats: int) -> Sides:
        """Return sides of players opposite each other."""
        return cls(tuple(seat % 2 for seat in range(seats)))

    @classmethod
    def against(cls, seats: int, declarer: int, partner: int | None) -> Sides:
        """Return the sides of a declarer, with the partner if there is one, and all the rest."""
        return cls(tuple(0 if seat in (declarer, partner) else 1 for seat in range(seats)))

    @property
    def count(self) -> int:
        """The number of sides."""
        return max(self.of) + 1

    def seats(self, side: int) -> tuple[int, ...]:
        """Return the seats of a side, in order of play."""
        return tuple(seat for seat, its in enumerate(self.of) if its == side)

    def others(self, side: int) -> tuple[int, ...]:
        """Return the seats that are not in a side, in order of play."""
        return tuple(seat for seat, its in enumerate(self.of) if its != side)

    def leader(self, side: int, declarer: int | None = None) -> int:
        """Return the seat that a side is named after: the declarer, otherwise its first seat.

        Raises: UsageError for an unknown side.
        """
        seats = self.seats(side)
        if not seats:
            raise UsageError(say("unknown side {side}; there are {sides}", side=side, sides=self.count))
        return declarer if declarer in seats and declarer is not None else seats[0]


Groups = tuple[int, ...]
"""Masks of seats that decide as one; every seat is in one of them."""


def names_in(players: Sequence[str], seats: int) -> frozenset[str]:
    """Return the names of a set of players; bit i of `seats` is seat i."""
    return frozenset(name for seat, name in enumerate(players) if seats >> seat & 1)


def by_seats(players: int) -> Groups:
    """Return a group for every seat."""
    return tuple(1 << seat for seat in range(players))


def by_sides(sides: Sides) -> Groups:
    """Return a group for every side."""
    return tuple(sum(1 << seat for seat in sides.seats(side)) for side in range(sides.count))
