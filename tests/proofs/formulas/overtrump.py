"""The duty to overtrump as a formula: the cards that may be played are those that the clause tells."""

from __future__ import annotations

import z3

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.claims.claim import replayed
from analyzer.proofs.play import PlayClauses, holds_suit
from analyzer.proofs.smt import (
    RLIMIT,
    SmtQuestion,
    Truth,
    canonical,
    every,
    exactly,
    follows,
    not_,
    number_of,
    same,
    some,
    variables,
)
from analyzer.rules.play.table import Laid, legal
from analyzer.rules.spec.ruleset import RuleSet


class OvertrumpedTrick:
    """Any hand, to any trick in which cards lie already, whatever they are, and a suit is led."""

    def __init__(self, rules: RuleSet, rlimit: int) -> None:
        self.rules, self.question = rules, SmtQuestion(rlimit)
        self.hand, self.table = (variables(name, rules.table.deck) for name in ("held", "table"))
        self.led: dict[Suit, Truth] = {suit: z3.Bool(f"led.{suit}") for suit in Suit}
        self._play = PlayClauses(rules.game)
        given = self.question.given
        given(exactly(self.led.values(), 1))
        given(number_of(self.table.values()) < rules.table.players)
        given(*(not_(every((self.hand[card], self.table[card]))) for card in self.hand))
        given(*(follows(led, holds_suit(self.table, suit)) for suit, led in self.led.items()))

    def may_play(self, card: Card) -> Truth:
        """What the clauses of play make of a card."""
        return self._play.may_play(self.hand, 1, self.led, card, self.table)

    def told(self, card: Card) -> Truth:
        """What a card may be by the words of the clause, in heights of trumps and in nothing else."""
        if card == FOOL:
            return self.hand[card]
        void = every(follows(led, not_(holds_suit(self.hand, suit))) for suit, led in self.led.items())
        follow = some(led for suit, led in self.led.items() if suit is card.suit)
        no_trump = True if card.is_trump else not_(holds_suit(self.hand, Suit.TRUMPS))
        return every((self.hand[card], some((follow, every((void, no_trump)))), self._overtrumps(card)))

    def _overtrumps(self, card: Card) -> Truth:
        if not card.is_trump:
            return True
        higher = (every((held, self._above(each))) for each, held in self.hand.items() if each.is_trump)
        return follows(some(higher), self._above(card))

    def _above(self, card: Card) -> Truth:
        """Whether a trump is higher than every trump in the trick."""
        return every(
            not_(there) for each, there in self.table.items() if each.is_trump and each.height >= card.height
        )

    def witness(self, differs: Truth) -> tuple[frozenset[Card], tuple[Card, ...]]:
        """The canonical first hand and trick in which the two differ, a card of the suit led first."""
        granted = self.question.smallest(list(self.led.values()), (), differs)
        led = [each if met else not_(each) for each, met in zip(self.led.values(), granted, strict=True)]
        fixed = [differs, *led]
        size = number_of(self.hand.values())
        fixed.append(size == self.question.least(size, 1, self.rules.table.hand_size, (), *fixed))
        hand = canonical(self.question, self.hand, (), *fixed)
        fixed += [held if card in hand else not_(held) for card, held in self.hand.items()]
        table = canonical(self.question, self.table, (), *fixed)
        suit = next(suit for suit, met in zip(self.led, granted, strict=True) if met)
        return hand, tuple(sorted(table, key=lambda card: (card.suit is not suit, card)))


def smallest_case(rules: RuleSet) -> tuple[frozenset[Card], tuple[Card, ...]] | None:
    """The first hand and trick in which other cards may be played than the words tell; None if there is none.

    Raises: Mismatch where the engine does not see it there.
    """
    trick = OvertrumpedTrick(rules, RLIMIT)
    differs = some(not_(same(trick.may_play(card), trick.told(card))) for card in rules.table.deck)
    if not trick.question.possible((), differs):
        return None
    hand, cards = trick.witness(differs)
    found = legal(hand, [Laid(seat, card) for seat, card in enumerate(cards)], rules.game)
    replayed(found != by_the_words(hand, cards), f"{sorted(hand)} to {cards}")
    return hand, cards


def by_the_words(hand: frozenset[Card], trick: tuple[Card, ...]) -> frozenset[Card]:
    """The cards that may be played to a trick by the words of the clause; any before a suit is led."""
    led = next((card.suit for card in trick if card.suit is not None), None)
    if led is None:
        return hand
    real = hand - {FOOL}
    trumps = frozenset(card for card in real if card.is_trump)
    obey = frozenset(card for card in real if card.suit is led) or trumps or real
    top = max((card.height for card in trick if card.is_trump), default=-1)
    above = frozenset(card for card in obey if card.is_trump and card.height > top)
    return (above or obey) | (hand - real)
