"""What a pile counts in a game of card points, as a number that may be known or not.

All amounts are units of :class:`PileRules`.

Source: clauses of the kinds count-cards, discard-counts and talon-left.
"""

from __future__ import annotations

from collections.abc import Collection

from analyzer.cards.card import Card
from analyzer.proofs.pots import worth
from analyzer.proofs.smt import Number
from analyzer.rules.spec.kinds.bidding import PileRules


def units_of_pile(
    piles: PileRules, won: Collection[Card], laid: Collection[Card], left: Collection[Card], tricks: Number
) -> Number:
    """What a pile counts: cards won in so many tricks, cards laid away, and cards left of the talon.

    Source: clauses count.points, discard.counts-for.
    """
    cards = (*won, *laid, *left)
    of_cards = sum(piles.unit * worth(piles, card) for card in cards) + piles.each_card * len(cards)
    return of_cards + (piles.discard if laid else 0) + piles.trick * tricks
