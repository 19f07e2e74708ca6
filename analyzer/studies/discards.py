"""Which cards the dealer or declarer of a study lays away: by chance, or by a rule of thumb."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from analyzer.cards.card import Card
from analyzer.cards.drawing import Draw
from analyzer.rules.deal.discard import legal_discards
from analyzer.rules.score.goals import is_ultimo_card
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.studies.facts import voids

BEST: Final = "best"
_RANDOM: Final = "random"

Discard = Sequence[Card]
Hand = frozenset[Card]


def possible(rules: RuleSet, dealer: Hand, kept: int) -> list[list[Card]]:
    """Every discard that is legal beyond question, if so many cards are kept, in canonical order."""
    return sorted(map(sorted, legal_discards(rules, sorted(dealer), kept=kept)))


def different(rules: RuleSet, known: Sequence[list[Card]], others: Collection[Card]) -> list[list[Card]]:
    """One of all discards that come to the same game, whatever is played for.

    Two cards of the taker's are alike where no card of another player lies between them, king and Pagat
    apart: what he lays away of the one or the other leaves the same comparisons. Where a contract is played
    for points, they count as much besides.
    """
    found: dict[tuple[object, ...], list[Card]] = {}
    for cards in known:
        found.setdefault(tuple(sorted(_kind(rules, card, others) for card in cards)), cards)
    return list(found.values())


def _kind(rules: RuleSet, card: Card, others: Collection[Card]) -> tuple[str, int, bool, int]:
    above = sum(other.suit is card.suit and other.height > card.height for other in others)
    worth = 0 if rules.game.has_pots else rules.game.piles.of(card)
    return str(card.suit), above, is_ultimo_card(card), worth


def chosen(rules: RuleSet, draw: Draw, how: str, dealer: Hand, known: Sequence[list[Card]]) -> Discard:
    """The discard that is chosen; of several that are as good the first in canonical order."""
    if how == _RANDOM:
        return draw.choice(known)
    return max(known, key=lambda cards: _WORTH[how](rules, dealer, cards))


def _points(rules: RuleSet, cards: Collection[Card]) -> int:
    return sum(map(rules.game.piles.of, cards))


def _height(cards: Collection[Card]) -> int:
    """How high cards stand in their suits, in all."""
    return sum(card.height for card in cards)


def _longest(hand: Hand) -> int:
    plain = [card.suit for card in hand if not card.is_trump and not card.is_fool]
    return max(map(plain.count, plain), default=0)


def _beside_kings(hand: Hand, cards: Collection[Card]) -> int:
    """How many of some cards are of a suit whose king is in the hand."""
    kings = {card.suit for card in hand if card.is_king}
    return sum(card.suit in kings for card in cards)


_WORTH: Final[Mapping[str, Callable[[RuleSet, Hand, Discard], int]]] = {
    "fewest-points": lambda rules, _, cards: -_points(rules, cards),
    "most-points": lambda rules, _, cards: _points(rules, cards),
    "lowest": lambda _, __, cards: -_height(cards),
    "highest": lambda _, __, cards: _height(cards),
    "longest-trumps": lambda _, hand, cards: sum(card.is_trump for card in hand.difference(cards)),
    "most-voids": lambda _, hand, cards: voids(hand.difference(cards)),
    "longest-suit": lambda _, hand, cards: _longest(hand.difference(cards)),
    "guarded-kings": lambda _, hand, cards: -_beside_kings(hand, cards),
    "bare-kings": lambda _, hand, cards: _beside_kings(hand, cards),
}
"""What makes a discard good, by the name of the rule of thumb."""
