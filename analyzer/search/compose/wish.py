"""What a problem is to be beside its property: of which cards its key is, and who holds what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import field

from analyzer.cards.card import DECK, FOOL, Card, Suit, cards_of, suits_of
from analyzer.cards.notation import read_card
from analyzer.errors import CardError, UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import Verbatim, say
from analyzer.position.model import Position
from analyzer.rules.actions import Action

_HALF: Final = 11
"""The lowest of the high trumps."""
_KINDS: Final[Mapping[str, frozenset[Card]]] = {
    "low": frozenset(
        card
        for card in DECK
        if not card.is_fool and (int(card.face) < _HALF if card.is_trump else not card.is_court)
    ),
    "high": frozenset(card for card in DECK if (card.is_trump and int(card.face) >= _HALF) or card.is_court),
    "king": frozenset(card for card in DECK if card.is_king),
    "court": frozenset(card for card in DECK if card.is_court),
    "fool": frozenset({FOOL}),
    "plain": frozenset(card for card in DECK if not card.is_trump and not card.is_fool),
}


_DANISH: Final = {"lav": "low", "høj": "high", "konge": "king", "billede": "court", "narren": "fool"}


class Wish(Record, frozen=True):
    """The cards that the key may be, None for any, and the cards that players are to hold, by name."""

    key: frozenset[Card] | None = None
    holders: Mapping[str, frozenset[Card]] = field(default_factory=dict)

    @classmethod
    def of(cls, key: str | None, holders: Iterable[str] = ()) -> Wish:
        """What is asked for by words: `low trump`, `king`, `hR`; and `B:T1`, `A: hR dR`.

        Raises: UsageError for words that are none.
        """
        held: dict[str, frozenset[Card]] = {}
        for told in holders:
            name, colon, cards = told.partition(":")
            words = cards.replace(",", " ").split()
            if not colon or not words:
                raise UsageError(
                    say("{word} names no holder", word=Verbatim(repr(told))),
                    say("expected PLAYER:CARDS, as B:T1"),
                )
            held[name.strip()] = held.get(name.strip(), frozenset()) | frozenset(map(_one, words))
        return cls(None if key is None else _of_words(key), held)

    def draws(self, position: Position) -> bool:
        """Whether the players hold what they are to hold. Raises: UsageError for one who is not there."""
        return all(cards <= position.hands[position.seat(name)] for name, cards in self.holders.items())

    def takes(self, key: Action) -> bool:
        """Whether the key is of the cards it may be."""
        return self.key is None or key.card in self.key


def _of_words(text: str) -> frozenset[Card]:
    """The cards that all words of a text are true of."""
    found = frozenset(DECK)
    for word in text.lower().replace(",", " ").split():
        found &= _meant(word)
    if not found:
        raise UsageError(say("no card is {words}", words=Verbatim(repr(text))))
    return found


def _meant(word: str) -> frozenset[Card]:
    word = _DANISH.get(word, word)
    suits: frozenset[Suit] = suits_of(word)
    single = word.removesuffix("s")
    if suits:
        return frozenset(card for card in DECK if card.suit in suits)
    return _KINDS.get(word) or _KINDS.get(single) or cards_of((word,)) or frozenset({_one(word)})


def _one(word: str) -> Card:
    """The card of a word. Raises: UsageError."""
    try:
        return read_card(word)
    except CardError as error:
        kinds = Verbatim(", ".join(_KINDS))
        expected = say("expected a card, a suit or one of {kinds}", kinds=kinds)
        raise UsageError(say("{word} is not a card", word=Verbatim(repr(word))), expected) from error
