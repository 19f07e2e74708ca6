"""Games of card points: cards that lie in nobody's hand and that a player does not see."""

from __future__ import annotations

import pytest
from contract.dealing import dealt

from analyzer.knowledge.deals import deals, in_world, world_of
from analyzer.knowledge.facts import Heap

SKAT, TALON, DEAD = Heap.SKAT, Heap.TALON, Heap.DEAD
UNSEEN = [
    ("grosstarock", 2, None, False, {SKAT: 3, DEAD: 25}),
    ("grosstarock", 2, None, True, {DEAD: 25}),
    ("tapp", 3, "threes", False, {SKAT: 3, TALON: 3}),
    ("tapp", 3, "threes", True, {TALON: 3}),
    ("tapp", 3, "solo", True, {TALON: 6}),
    ("slovenian", 4, "two", False, {SKAT: 2}),
    ("slovenian", 4, "two", True, {}),
    ("slovenian", 4, "solo-without", True, {TALON: 6}),
    ("french", 3, "take", False, {SKAT: 6}),
    ("french", 3, "no-discard", True, {TALON: 6}),
]


@pytest.mark.parametrize(("name", "seats", "contract", "laid", "heaps"), UNSEEN)
def test_a_player_does_not_see_what_was_laid_away_nor_a_talon_that_never_lay_open_nor_a_dead_hand(
    name: str, seats: int, contract: str | None, laid: bool, heaps: dict[Heap, int]
) -> None:
    position = dealt(name, seats, 1, contract)
    maker = position.dealer if contract is None else position.told.declarer
    assert maker is not None
    seat = maker if laid else (maker + 1) % seats
    found = deals(position, seen_by=seat)
    assert {place.heap: place.size for place in found.evidence.places if place.seat is None} == heaps
    (deal,) = found.sample(1, seed=7)
    piles = [deal.pile(place) for place in found.evidence.places]
    assert sum(map(len, piles)) == len(frozenset().union(*piles)) == len(found.evidence.cards)
    world = in_world(position, world_of(position, deal, "drawn"))
    assert {*world.told.talon_left} == (deal.beside[TALON] if TALON in heaps else {*position.told.talon_left})
    assert world.told.dead == (deal.beside[DEAD] if DEAD in heaps else position.told.dead)
