"""Who plays with whom: the seats of a table divided into sides.

A side is a set of seats that decides and is paid as one. Sides are numbered: the declarer's is the first
where there is one, else the first seat's, and the others follow in order of play.
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
        """Everybody for himself."""
        return cls(tuple(range(seats)))

    @classmethod
    def partners(cls, seats: int) -> Sides:
        """Those who sit opposite each other together."""
        return cls(tuple(seat % 2 for seat in range(seats)))

    @classmethod
    def against(cls, seats: int, declarer: int, partner: int | None) -> Sides:
        """A declarer, with a partner where he has one, against all the others."""
        return cls(tuple(0 if seat in (declarer, partner) else 1 for seat in range(seats)))

    @property
    def count(self) -> int:
        """How many sides there are."""
        return max(self.of) + 1

    def seats(self, side: int) -> tuple[int, ...]:
        """The seats of a side, in order of play."""
        return tuple(seat for seat, its in enumerate(self.of) if its == side)

    def others(self, side: int) -> tuple[int, ...]:
        """The seats that are not of a side, in order of play."""
        return tuple(seat for seat, its in enumerate(self.of) if its != side)

    def leader(self, side: int, declarer: int | None = None) -> int:
        """The seat that a side is called by: the declarer, else its first seat.

        Raises: UsageError for a side that there is not.
        """
        seats = self.seats(side)
        if not seats:
            raise UsageError(say("unknown side {side}; there are {sides}", side=side, sides=self.count))
        return declarer if declarer in seats and declarer is not None else seats[0]


Groups = tuple[int, ...]
"""Masks of seats that decide as one; every seat is in one of them."""


def names_in(players: Sequence[str], seats: int) -> frozenset[str]:
    """The names of a set of players. bit i of `seats` = seat i."""
    return frozenset(name for seat, name in enumerate(players) if seats >> seat & 1)


def by_seats(players: int) -> Groups:
    """Every seat decides for itself."""
    return tuple(1 << seat for seat in range(players))


def by_sides(sides: Sides) -> Groups:
    """Every side decides as one."""
    return tuple(sum(1 << seat for seat in sides.seats(side)) for side in range(sides.count))
