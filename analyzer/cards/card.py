"""The 78 cards, their suits and faces, and the order within a suit.

Cards know no rules. A smaller tarot deck is a subset of these 78. A rule set says what a card is worth and
when it may be played. Reading and writing cards is in :mod:`analyzer.cards.notation`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Final


class Suit(Enum):
    """The four plain suits and the trumps; the value is the canonical letter."""

    HEARTS = "h"
    DIAMONDS = "d"
    SPADES = "s"
    CLUBS = "c"
    TRUMPS = "T"

    def __str__(self) -> str:
        return self.value

    @property
    def sign(self) -> str:
        return self.value


COURTS: Final = ("R", "D", "C", "V")
"""King, queen, knight, jack: the court faces from high to low."""

RED: Final = frozenset({Suit.HEARTS, Suit.DIAMONDS})
"""The suits whose spot cards run the other way: the 1 is the highest of them, the 10 the lowest."""


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A card of the 78.

    Cards compare by ``index``: the canonical order h, d, s, c, T, fool, each suit from high to low.
    ``height`` orders the cards within one suit: of two cards of a suit the one with the greater
    height wins. The Fool has no suit, and a height below every other card.
    """

    index: int
    suit: Suit | None = field(compare=False)
    face: str = field(compare=False)
    height: int = field(compare=False)

    def __str__(self) -> str:
        return self.face if self.suit is None else f"{self.suit.value}{self.face}"

    @property
    def sign(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"<{self}>"

    def __hash__(self) -> int:
        return self.index

    @property
    def is_trump(self) -> bool:
        """True for a numbered trump, Pagat to Mondo. The Fool is not one."""
        return self.suit is Suit.TRUMPS

    @property
    def is_king(self) -> bool:
        return self.face == "R"

    @property
    def is_court(self) -> bool:
        return self.face in COURTS

    @property
    def is_fool(self) -> bool:
        return self.suit is None


def _make_deck() -> tuple[Card, ...]:
    spots = [str(n) for n in range(1, 11)]
    faces: list[tuple[Suit | None, str, int]] = []
    for suit in (Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES, Suit.CLUBS):
        order = [*COURTS, *(spots if suit in RED else reversed(spots))]
        faces += [(suit, face, 13 - place) for place, face in enumerate(order)]
    faces += [(Suit.TRUMPS, str(n), n - 1) for n in range(21, 0, -1)]
    faces.append((None, "fool", -1))
    return tuple(Card(i, suit, face, height) for i, (suit, face, height) in enumerate(faces))


DECK: Final = _make_deck()
"""All 78 cards in canonical order; ``DECK[i].index == i``.

Source: main rule text, "Cards".
"""

BY_TEXT: Final = {str(card): card for card in DECK}
"""Every card by its canonical text."""

FOOL: Final = BY_TEXT["fool"]
PAGAT: Final = BY_TEXT["T1"]
MONDO: Final = BY_TEXT["T21"]
KINGS: Final = tuple(card for card in DECK if card.is_king)


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a canonical, space-separated text such as ``"hR d9 T7 fool"``, in that order.

    This is for code and tests; :mod:`analyzer.cards.notation` reads the cards that people type.

    Raises: KeyError for anything that is not canonical.
    """
    return tuple(BY_TEXT[word] for word in text.split())
