"""Deals by seed: the same seed gives the same deal on every machine."""

from __future__ import annotations

import random
from dataclasses import dataclass

from analyzer.cards.card import DECK, Card
from analyzer.rules.deal.discard import legal_discards
from analyzer.rules.spec.ruleset import RuleSet

SEATS = 3
STRONG_SHARE = (10, 25)
"""A strong hand holds at least this share of trumps: 10 of 25 cards."""


@dataclass(frozen=True, slots=True)
class BenchDeal:
    """Three hands of equal size, and who leads; `strong` is the seat with most trumps in a strong deal."""

    hands: tuple[frozenset[Card], ...]
    lead: int
    strong: int | None = None


def rng_of(*words: object) -> random.Random:
    """A generator that depends on the words alone."""
    return random.Random(" ".join(map(str, words)))


def uniform_deal(seed: int, tricks: int = 25) -> BenchDeal:
    """Cards of the deck dealt at random, the others lie aside."""
    rng = rng_of("uniform", tricks, seed)
    return BenchDeal(_hands(rng, tricks), rng.randrange(SEATS))


def strong_deal(seed: int, tricks: int = 25) -> BenchDeal:
    """A random deal in which one hand is full of trumps: ten or more at 25 tricks, the same share below."""
    rng = rng_of("strong", tricks, seed)
    share, of = STRONG_SHARE
    while True:
        hands = _hands(rng, tricks)
        trumps = [sum(card.is_trump for card in hand) for hand in hands]
        if max(trumps) * of >= share * tricks:
            return BenchDeal(hands, rng.randrange(SEATS), trumps.index(max(trumps)))


def club_deal(seed: int, rules: RuleSet) -> BenchDeal:
    """A whole hand as at the table: the dealer, seat 2, has taken the skat and discarded by rule.

    He lays away one of the discards that are legal beyond question, each as likely; a hand that has none
    is dealt again. Seat 0 leads.
    """
    rng = rng_of("club", seed)
    size = rules.table.hand_size
    while True:
        deck = rng.sample(sorted(rules.table.deck), len(rules.table.deck))
        first, second, dealer = deck[:size], deck[size : 2 * size], deck[2 * size :]
        discards = list(legal_discards(rules, dealer))
        if discards:
            kept = frozenset(dealer) - rng.choice(discards)
            return BenchDeal((frozenset(first), frozenset(second), kept), 0)


def _hands(rng: random.Random, tricks: int) -> tuple[frozenset[Card], ...]:
    cards = rng.sample(DECK, SEATS * tricks)
    return tuple(frozenset(cards[i * tricks : (i + 1) * tricks]) for i in range(SEATS))
