"""The clauses of play as formulas: which card of a holding may be played, and which card wins a trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import z3

from analyzer.cards.card import BY_TEXT, DECK, FOOL, Card, Suit
from analyzer.proofs.smt import (
    Holding,
    Number,
    Truth,
    either_number,
    every,
    held,
    no,
    some,
)
from analyzer.rules.spec.chapters import Clauses
from analyzer.rules.spec.ruleset import RuleSet

Named = Mapping[Suit, Truth]
"""Which suit is led, or in force: for each suit whether it is the one."""

SUITS: Final = tuple(Suit)
FOOL_SUIT: Final = len(SUITS)
"""The number that stands for no suit where suits are numbers."""
FOOL_INDEX: Final = FOOL.index
OF_SUIT: Final = {suit: tuple(card for card in DECK if card.suit is suit) for suit in Suit}


def named(suit: Suit) -> dict[Suit, Truth]:
    """A suit that is known to be the one led."""
    return {each: each is suit for each in Suit}


def holds_suit(holding: Holding, suit: Suit) -> Truth:
    """Whether a card of the suit is held."""
    return some(held(holding, OF_SUIT[suit]))


@dataclass(frozen=True, slots=True)
class PlayClauses:
    """What the clauses ask of a player, by their parameters."""

    follow: bool
    trump: bool
    excuse: Card
    banned: int
    """The trick the excuse may not be played to, counted from the end; 0 for none."""

    @classmethod
    def of(cls, rules: RuleSet) -> PlayClauses:
        """Source: clauses play.follow, play.trump, fool.any-trick, fool.second-to-last."""
        given = Clauses(rules.clauses)
        return cls(
            follow=given.flag("play.follow", "holds"),
            trump=given.flag("play.trump", "holds"),
            excuse=BY_TEXT[given.word("fool.any-trick", "card")],
            banned=given.number("fool.second-to-last", "trick"),
        )

    def may_play(self, holding: Holding, tricks_left: Number, led: Named | None, card: Card) -> Truth:
        """Whether a card may be played from a holding to a trick; `led` is None for the lead of it."""
        mine = holding.get(card, False)
        if card == self.excuse:
            return every((mine, no(_equal(tricks_left, self.banned))))
        if led is None:
            return mine
        real = {other: there for other, there in holding.items() if other != self.excuse}
        duties = [mine]
        for suit, is_led in led.items():
            able = holds_suit(real, suit)
            if self.follow and card.suit is not suit:
                duties.append(no(every((is_led, able))))
            if self.trump and not card.is_trump:
                void = no(able) if self.follow else True
                may_not = every((is_led, void, holds_suit(real, Suit.TRUMPS)))
                duties.append(True if card.suit is suit and self.follow else no(may_not))
        return every(duties)


def _equal(one: Number, other: int) -> Truth:
    return one == other


@dataclass(frozen=True, slots=True)
class Played:
    """A card on the table by suit and height, each known or not; suits are numbered as in `Suit`."""

    suit: Number
    height: Number

    @classmethod
    def of(cls, card: Card) -> Played:
        return cls(FOOL_SUIT if card.suit is None else SUITS.index(card.suit), card.height)

    @classmethod
    def unknown(cls, name: str) -> Played:
        """A card that may be any of the deck, once :attr:`is_card` is given."""
        return cls(z3.Int(f"{name}.suit"), z3.Int(f"{name}.height"))

    @property
    def is_card(self) -> Truth:
        """Whether the numbers are those of a card of the deck."""
        cards = []
        for suit, of_suit in OF_SUIT.items():
            top = max(card.height for card in of_suit)
            cards.append(every((self.suit == SUITS.index(suit), self.height >= 0, self.height <= top)))
        return some((*cards, every((self.suit == FOOL_SUIT, self.height == -1))))

    def is_(self, card: Card) -> Truth:
        """Whether it is this card."""
        other = Played.of(card)
        return every((self.suit == other.suit, self.height == other.height))

    @property
    def index(self) -> Number:
        """Its place in the deck in canonical order, 0 to 77."""
        place: Number = FOOL_INDEX
        for suit, of_suit in OF_SUIT.items():
            last = of_suit[0].index + of_suit[0].height
            place = either_number(self.suit == SUITS.index(suit), last - self.height, place)
        return place

    def differs(self, other: Played) -> Truth:
        return no(every((self.suit == other.suit, self.height == other.height)))

    def read(self, suit: int, height: int) -> Card:
        """The card of two numbers."""
        of = None if suit == FOOL_SUIT else SUITS[suit]
        return next(card for card in DECK if card.suit is of and card.height == height)


def strength(rules: RuleSet, card: Played, led: Number) -> Number:
    """How strong a card is in its trick: 0 cannot win, and of two others the stronger one wins.

    Source: clauses play.winner, fool.lowest.
    """
    given = Clauses(rules.clauses)
    ways = {
        "highest-trump": card.suit == SUITS.index(Suit.TRUMPS),
        "highest-of-suit-led": card.suit == led,
    }
    never = BY_TEXT[given.word("fool.lowest", "card")]
    worth: Number = 0
    order = given.words("play.winner", "by")
    for place, word in enumerate(reversed(order)):
        worth = either_number(ways[word], card.height + 1 + 100 * place, worth)
    return either_number(card.is_(never), 0, worth)


def wins(rules: RuleSet, laid: Sequence[Played], led: Number, place: int) -> Truth:
    """Whether the card at a place wins the trick; none does where nobody shows the suit led or a trump."""
    mine = strength(rules, laid[place], led)
    others = [strength(rules, card, led) for at, card in enumerate(laid) if at != place]
    return every((mine > 0, *(mine > other for other in others)))


def nobody_wins(rules: RuleSet, laid: Sequence[Played], led: Number) -> Truth:
    """Whether no card but an excuse that was led could take the trick."""
    return every(strength(rules, card, led) == 0 for card in laid)
