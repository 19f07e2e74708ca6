"""What the cards of a pile count in a game of card points, by the words of the clause.

All amounts are units of :class:`PileRules`.

Source: clauses of the kinds count-cards, discard-counts and talon-left.
"""

from __future__ import annotations

from analyzer.cards.card import Card
from analyzer.rules.spec.kinds.bidding import PileRules


def worth(piles: PileRules, card: Card) -> int:
    """The points that a card counts above one that counts nothing of its own, by the words of the clause.

    Source: clause count.points.
    """
    plain = card.suit is not None and not card.is_trump
    return piles.values.get(str(card), piles.values.get(card.face, 0) if plain else 0)
