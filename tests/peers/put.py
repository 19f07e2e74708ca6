"""A card of a game that another program played."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.cards.card import Card


@dataclass(frozen=True, slots=True)
class Put:
    """A card played: by whom, which cards might have been, and who won the trick that it completed."""

    seat: int
    card: Card
    legal: frozenset[Card]
    winner: int | None
