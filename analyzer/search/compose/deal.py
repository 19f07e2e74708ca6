"""Random endings to choose problems from: few suits, many kings, so that there is something to decide."""

from __future__ import annotations

import random
from dataclasses import dataclass

from analyzer.cards.card import DECK, FOOL, KINGS, PAGAT, Card
from analyzer.position.model import Position
from analyzer.rules.book import Pots
from analyzer.rules.spec.ruleset import RuleSet

NAMES = ("A", "B", "C")
POTS = (60, 60, 60, 60, 75, 90, 135)


@dataclass(frozen=True, slots=True)
class Mould:
    """What endings are drawn: tricks left, whether the Fool is in play."""

    tricks: int
    fool: bool = False
    uneven: bool = False
    """Whether one pot is much richer than the other."""


def drawn(rng: random.Random, rules: RuleSet, mould: Mould) -> Position:
    """A random ending in which A, B or C leads; the same generator draws the same one."""
    cards = _cards(rng, 3 * mould.tricks, fool=mould.fool)
    rng.shuffle(cards)
    hands = tuple(frozenset(cards[seat::3]) for seat in range(3))
    lead = rng.randrange(3)
    pots = Pots(rng.choice(POTS), rng.choice(POTS))
    if mould.uneven:
        pots = Pots(*rng.sample((60, rng.choice((180, 240, 300))), 2))
    return Position(rules, NAMES, hands, lead, pots=pots)


def _cards(rng: random.Random, number: int, *, fool: bool) -> list[Card]:
    """So many cards of two or three plain suits and trumps, with a king or two and perhaps the Pagat."""
    suits = rng.sample([king.suit for king in KINGS], rng.choice((2, 3, 3)))
    chosen = {king for king in KINGS if king.suit in suits and rng.random() < 0.6}
    chosen |= {PAGAT} if rng.random() < 0.35 else set()
    chosen |= {FOOL} if fool else set()
    chosen = set(sorted(chosen)[-number:])
    pool = [card for card in DECK if card not in chosen and (card.suit in suits or card.is_trump)]
    pool = [card for card in pool if not card.is_king]
    return sorted(chosen | set(rng.sample(pool, number - len(chosen))))
