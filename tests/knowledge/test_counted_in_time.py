"""Counting and drawing deals costs little however few cards are known, and keeps to the time allowed."""

from __future__ import annotations

import random
import time
from contextlib import suppress
from itertools import permutations

import pytest

import analyzer
from analyzer.cards.card import DECK
from analyzer.errors import LimitReached
from analyzer.knowledge.counting import Counter
from analyzer.knowledge.facts import Barred, Limit, Number, kept
from analyzer.knowledge.fitting import fitting_deals
from analyzer.position.model import Position

GAMES = {
    "danish": "format: tarok-position/1\nlead: B\nhands: {A: HAND, B: HAND, C: HAND}\n",
    "tarot": "format: tarok-position/2\nruleset: tarot\nplayers: [A, B, C, D]\ncontract: garde\ndeclarer: A\n"
    "lead: B\nhands: {A: HAND, B: HAND, C: HAND, D: HAND}\n",
}


def unknown(game: str, cards: int) -> Position:
    return analyzer.loads(GAMES[game].replace("HAND", f"'{' '.join('?' * cards)}'"))


@pytest.mark.parametrize("cards", [4, 8, 12])
@pytest.mark.parametrize("game", GAMES)
def test_where_nothing_is_known_the_deals_are_counted_at_once(game: str, cards: int) -> None:
    began = time.process_time()
    assert fitting_deals(unknown(game, cards), sample=1).deals
    assert time.process_time() - began < 5


def test_no_deal_is_drawn_behind_the_deadline() -> None:
    position = unknown("danish", 12)
    with pytest.raises(LimitReached):
        fitting_deals(position, deadline=time.monotonic() - 1)
    with suppress(LimitReached):
        found = fitting_deals(position, sample=100_000, deadline=time.monotonic() + 0.1)
        assert not found.exact
        assert len(found.deals) < 100_000


@pytest.mark.parametrize("seed", range(30))
def test_every_deal_is_counted_once_and_has_its_rank(seed: int) -> None:
    """Limits of suits, of kings, of the Fool, places that are barred, cards that nothing is known of."""
    rng = random.Random(seed)
    cards = rng.sample([*DECK[:4], *DECK[14:17], *DECK[70:]], 6)
    sizes = rng.choice([(2, 2, 2), (3, 2, 1), (4, 1, 1), (3, 3)])
    places = range(len(sizes))
    limits: list[Limit | Barred] = []
    if rng.random() < 0.7:
        suit = frozenset(card for card in cards if card.is_trump)
        limits.append(Number(rng.choice(places), suit, (rng.randrange(2), 2), (0, 1)))
    if rng.random() < 0.5:
        limits.append(Barred(frozenset(rng.sample(cards, 2)), frozenset({rng.choice(places)})))
    if rng.random() < 0.3:
        kings = frozenset(card for card in cards if card.is_king)
        limits.append(Number(rng.choice(places), kings, (0, 1), (0, 1)))
    spread = [place for place in places for _ in range(sizes[place])]
    ways = ({*zip(cards, order, strict=True)} for order in {*permutations(spread)})
    fit = {frozenset(way) for way in ways if kept(limits, dict(way), len(sizes))}
    counter = Counter(frozenset(cards), sizes, limits)
    assert {frozenset(counter.deal(rank).items()) for rank in range(counter.total)} == fit
    assert counter.total == len(fit)
