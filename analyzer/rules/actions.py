"""Events at a table, in one vocabulary for search, lines and files, and the sides of the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cache
from typing import ClassVar, Final

from msgspec.structs import replace

from analyzer.cards.card import Card, Suit
from analyzer.errors import UsageError, Where
from analyzer.frozenrecord import Record, RecordWithMetadata
from analyzer.messages import Verbatim, say

# Events at a table, in one vocabulary for search moves, words of a line and events of disputes.
#
# An :class:`Action` says what is done, not if it may be done. Its readers know how much of it is given: a
# search move belongs to the player to move and names no seat, a word of a line names a seat only if it is in
# brackets, and an event of a trick always names the player.


class ActionKind(Enum):
    """Actions and statements in a trick, and their results; the value is the word that answers write."""

    LEAD = "lead"
    PLAY = "play"
    DEMAND = "demand"
    NEEDLESS_DEMAND = "needless-demand"
    """The Fool is demanded in error, and nobody has to obey."""
    ALLOW = "allow"
    """The card picked instead of the Fool may pass: no demand is made."""
    VOID = "void"
    """The player says that they cannot follow."""
    HOLDS = "holds"
    """The player says that they can follow."""
    CLAIM = "claim"
    """The player names a led Fool again, or only announces the intention."""
    TAKE_BACK = "take-back"
    LOST_RIGHT = "lost-right"
    """The player can no longer name the Fool."""
    NAMING = "naming"
    """A card names the Fool, without a word from its player."""


class Action(RecordWithMetadata, frozen=True):
    """A statement or action: the card it is about, and the suit named by a led Fool or claimed.

    `seat` is the player who did it, or for a take-back the player whose card goes back; None for the player
    to move. `clause` is the rule behind it, if there is one to name. `where` and `text` are the place of a
    word in a file and the word as written there; equal actions may be written in different places.
    """

    NOTES: ClassVar[tuple[str, ...]] = ("where", "text", "item")

    kind: ActionKind
    card: Card | None = None
    suit: Suit | None = None
    seat: int | None = None
    clause: str | None = None
    where: Where | None = None
    text: str = ""
    item: int | None = None
    """The trick it is written in, if the file lists tricks; a card is put right in its own trick."""

    @property
    def actor(self) -> int:
        """The seat that did it. Raises: UsageError for an action that names nobody."""
        if self.seat is None:
            raise UsageError(say("no player is given for this action: {move}", move=Verbatim(self)))
        return self.seat

    def __str__(self) -> str:
        """Return the word for it in a line: `hR`, `fool=h`, `demand`."""
        if self.text:
            return self.text
        word = self.kind.value if self.card is None else str(self.card)
        return word if self.suit is None else f"{word}={self.suit}"


@cache
def lay(card: Card, suit: Suit | None = None) -> Action:
    """Return the action of playing a card; a led Fool names a suit."""
    return Action(ActionKind.PLAY, card, suit)


DEMAND: Final = Action(ActionKind.DEMAND)
ALLOW: Final = Action(ActionKind.ALLOW)


Line = Iterable[tuple[int, Action]]
"""Pairs of the seat to move and its action, as search results give them."""
Play = tuple[tuple[int, Action], ...]
"""The moves of a line of play in order, each with the seat that makes it."""


def move_word(seat: int, move: Action, players: Sequence[str]) -> str:
    """Return a move as a position file's `play` writes it: `hR`, `fool=h`, `demand[C]`."""
    return f"demand[{players[seat]}]" if move.kind is ActionKind.DEMAND else str(move)


def line_words(line: Line, players: Sequence[str]) -> list[str]:
    """Return a line of play in the words of a position file, which leave out letting a card pass."""
    return [move_word(seat, move, players) for seat, move in line if move.kind is not ActionKind.ALLOW]


def line_moves(line: Line) -> tuple[Action, ...]:
    """Return a line of play as the moves of a file's line: a demand names its player, allowing is no move."""
    return tuple(
        replace(move, seat=seat) if move.kind is ActionKind.DEMAND else move
        for seat, move in line
        if move.kind is not ActionKind.ALLOW
    )


# The sides of a table: its seats divided into partners and opponents.
#
# A side is a set of seats that decides and is paid as one. Sides are numbered: the declarer's is the first
# if there is one, otherwise the first seat's, and the rest follow in order of play.


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


def seat_groups(players: int) -> Groups:
    """Return a group for every seat."""
    return tuple(1 << seat for seat in range(players))


def side_groups(sides: Sides) -> Groups:
    """Return a group for every side."""
    return tuple(sum(1 << seat for seat in sides.seats(side)) for side in range(sides.count))
