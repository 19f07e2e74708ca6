"""Cards by their full names, as they are read aloud: `king of hearts`, `7 of trumps`, `the Fool`."""

from __future__ import annotations

from analyzer.cards.card import Card, Suit
from analyzer.messages import Message, Verbatim, say
from analyzer.rules.deal.combinations import FACE_WORDS, SUIT_WORDS


def card_name(card: Card, names: Suit | None = None) -> Message:
    """The name of a card; that of a led Fool with the suit it names."""
    if card.suit is None:
        return say("the Fool") if names is None else say("the Fool, naming {suit}", suit=SUIT_WORDS[names])
    face = FACE_WORDS.get(card.face, Verbatim(card.face))
    match card.suit:
        case Suit.HEARTS:
            return say("{face} of hearts", face=face)
        case Suit.DIAMONDS:
            return say("{face} of diamonds", face=face)
        case Suit.SPADES:
            return say("{face} of spades", face=face)
        case Suit.CLUBS:
            return say("{face} of clubs", face=face)
        case Suit.TRUMPS:
            return say("{face} of trumps", face=face)


def the_card(card: Card) -> Message:
    """A card by its full name."""
    return card_name(card) if card.is_fool else say("the {card}", card=card_name(card))
