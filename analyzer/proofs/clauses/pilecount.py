"""What the cards of a pile count in a game of card points, by the words of the clause.

All amounts are units of :class:`PileRules`.

Source: clauses of the kinds count-cards, discard-counts and talon-left.
"""

from __future__ import annotations

from collections.abc import Collection

from analyzer.cards.card import Card
from analyzer.proofs.smt import Number
from analyzer.rules.spec.kinds.piling import PileRules


def worth(piles: PileRules, card: Card) -> int:
    """The points that a card counts above one that counts nothing of its own, by the words of the clause.

    Source: clause count.points.
    """
    plain = card.suit is not None and not card.is_trump
    return piles.values.get(str(card), piles.values.get(card.face, 0) if plain else 0)


def units_of_pile(
    piles: PileRules, won: Collection[Card], laid: Collection[Card], left: Collection[Card], tricks: Number
) -> Number:
    """What a pile counts: cards won in so many tricks, cards laid away, and cards left of the talon.

    Source: clauses count.points, discard.counts-for.
    """
    cards = (*won, *laid, *left)
    of_cards = sum(piles.unit * worth(piles, card) for card in cards) + piles.each_card * len(cards)
    return of_cards + (piles.discard if laid else 0) + piles.trick * tricks
