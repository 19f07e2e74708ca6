"""The count of piles that are told by their cards, as sums."""

from __future__ import annotations

from collections.abc import Collection

from analyzer.cards.card import Card
from analyzer.proofs.smt import Number, Truth, every, not_, weighed
from analyzer.rules.spec.game import FoolHome, GameSpec


def points_of_pile(spec: GameSpec, pile: Collection[Card], tricks: Number, *, dealers: bool) -> Number:
    """The points of the cards in a pile of so many tricks, the skat among those of the dealer.

    Source: clause count.points.
    """
    cards = weighed((True, spec.piles.card_units(card)) for card in pile)
    return cards + tricks * spec.piles.trick + (spec.piles.discard if dealers else 0)


def whole_tricks(spec: GameSpec, pile: Collection[Card], tricks: Number, *, dealers: bool) -> Truth:
    """Whether a pile is that of so many tricks: the Fool alone makes one card more or less.

    Source: clauses fool.own-pile, fool.last-trick.
    """
    size = len(pile) - (spec.table.skat_size if dealers else 0)
    whole = spec.table.players * tricks
    return every((whole - 1 <= size, size <= whole + 1))


def fool_owner(spec: GameSpec, player: int, winner: int, tricks_left: int) -> int:
    """The seat in whose pile a Fool ends that `player` laid to a trick of `winner`.

    Source: clauses fool.own-pile, fool.last-trick.
    """
    comes_home = every((spec.fool.home is FoolHome.STAYS, not_(tricks_left <= spec.fool.lost_in_last)))
    return player if comes_home is True else winner
