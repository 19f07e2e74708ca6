"""Events at a table, in one vocabulary for search moves, words of a line and events of disputes.

An :class:`Action` says what is done, not if it may be done. Its readers know how much of it is given: a
search move belongs to the player to move and names no seat, a word of a line names a seat only if it is in
brackets, and an event of a trick always names the player.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cache
from typing import ClassVar, Final

from analyzer.cards.card import Card, Suit
from analyzer.errors import UsageError, Where
from analyzer.frozenrecord import NotedRecord
from analyzer.messages import Verbatim, say


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


class Action(NotedRecord, frozen=True):
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
    def by(self) -> int:
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


def move_word(seat: int, move: Action, players: Sequence[str]) -> str:
    """Return a move as a position file's `play` writes it: `hR`, `fool=h`, `demand[C]`."""
    return f"demand[{players[seat]}]" if move.kind is ActionKind.DEMAND else str(move)


def line_words(line: Line, players: Sequence[str]) -> list[str]:
    """Return a line of play in the words of a position file, which leave out letting a card pass."""
    return [move_word(seat, move, players) for seat, move in line if move.kind is not ActionKind.ALLOW]
