"""Games of French tarot as another program plays them: what it deals, lets go and plays, in our own words.

The program is `magmacrunch-tarot`; it has four players, and slams that nobody announces.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from peers.put import Put
from tarot import rules as peer

from analyzer.cards.card import BY_TEXT, Card

CONTRACTS = {"PRISE": "petite", "GARDE": "garde", "GARDE_SANS": "garde-sans", "GARDE_CONTRE": "garde-contre"}
TRIED = 8
"""So many discards at random are judged in each game before one is laid away."""
STRONG = 10
"""Every so many games somebody is dealt nearly all trumps, so that his side may win every trick."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over: what was dealt, laid away, shown and played, and what each was given for it."""

    contract: str
    dealer: int
    taker: int
    whole: frozenset[Card]
    """The taker's hand with the chien in it, where he takes it."""
    tried: tuple[tuple[frozenset[Card], bool], ...]
    """Discards, and whether they were allowed."""
    discard: frozenset[Card]
    left: tuple[Card, ...]
    hands: tuple[frozenset[Card], ...]
    shown: dict[int, int]
    """How many trumps each player showed who did."""
    play: tuple[Put, ...]
    bouts: int
    points: float
    scores: tuple[int, ...]


def card_of(told: Any) -> Card:
    """The card that the peer means."""
    if told.type == peer.EXCUSE:
        return BY_TEXT["fool"]
    return BY_TEXT[f"T{told.number}" if told.type == peer.TRUMP else f"{told.suit[0]}{told.rank}"]


def games(seed: int, number: int) -> Iterator[Played]:
    """So many games, one of each contract after the other, with discards and cards at random."""
    rng, found = random.Random(seed), 0
    while found < number:
        state = peer.Game(rng.random)
        state.dealer = rng.randrange(4)
        state.deal()
        taker = rng.randrange(4)
        round_, strong = divmod(found, STRONG)
        if not strong:
            _deal_best(state, rng, taker if round_ % 2 else rng.randrange(4))
        if state.petit_sec < 0:
            yield _played(state, rng, list(CONTRACTS)[(found + round_) % 4], taker)
            found += 1


def deals(seed: int, number: int) -> Iterator[tuple[tuple[frozenset[Card], ...], int]]:
    """So many deals, and whose Petit voids each; -1 where none does."""
    state = peer.Game(random.Random(seed).random)
    for _ in range(number):
        state.deal()
        yield tuple(map(_set, state.hands)), state.petit_sec


def _deal_best(state: Any, rng: random.Random, seat: int) -> None:
    """Deal a player nearly all trumps, so that his side may win every trick or every one but the last."""
    deck = peer.new_deck()
    strong, rest = deck[-rng.randrange(14, 19) :], deck
    rest = [each for each in deck if each not in strong]
    rng.shuffle(rest)
    for other in range(4):
        need = 18 - len(strong) if other == seat else 18
        state.hands[other] = rest[:need] + (strong if other == seat else [])
        rest = rest[need:]
    state.dog, state.petit_sec, state.phase = rest, -1, peer.BIDDING


def _played(state: Any, rng: random.Random, contract: str, taker: int) -> Played:
    while state.phase == peer.BIDDING:
        state.bid(state.current_bidder, contract if state.current_bidder == taker else "PASSE")
    whole, left = _set(state.hands[taker]), tuple(map(card_of, state.dog))
    tried, discard = [], frozenset[Card]()
    while state.phase == peer.DOG_EXCHANGE:
        chosen = (
            _often_allowed(rng, state.hands[taker])
            if len(tried) >= TRIED
            else rng.sample(state.hands[taker], 6)
        )
        allowed = peer.legal_discard(state.hands[taker], [each.id for each in chosen])
        tried.append((_set(chosen), allowed))
        if allowed and len(tried) > TRIED:
            discard = _set(chosen)
            state.discard([each.id for each in chosen])
    hands = tuple(map(_set, state.hands))
    state.declare_poignee(declare=True)
    shown = {each["player"]: each["poignee"]["trumps"] for each in state.poignees}
    play: list[Put] = []
    found: dict[str, Any] = {}
    while state.phase == peer.TRICK_PLAY:
        seat, legal = state.current, peer.legal_plays(state.hands[state.current], state.trick)
        by_id = {each.id: card_of(each) for each in state.hands[seat]}
        chosen_id = rng.choice(legal)
        found = state.play(seat, chosen_id)
        may = frozenset(by_id[each] for each in legal)
        play.append(Put(seat, by_id[chosen_id], may, found.get("winner")))
    end = found["round"]
    scores = tuple(map(int, end["round_scores"]))
    return Played(
        CONTRACTS[contract], state.dealer, taker, whole, tuple(tried), discard, left, hands, shown,
        tuple(play), end["oudlers"], end["points"], scores,
    )  # fmt: skip


def _often_allowed(rng: random.Random, hand: Sequence[Any]) -> list[Any]:
    """Six cards of a hand, neither king nor bout, the plain ones first."""
    plain = [each for each in hand if each.type == peer.SUITED and each.rank != "R"]
    trumps = [each for each in hand if each.type == peer.TRUMP and not each.is_oudler]
    kept = rng.sample(plain, min(6, len(plain)))
    return kept + rng.sample(trumps, 6 - len(kept))


def _set(told: Sequence[Any]) -> frozenset[Card]:
    return frozenset(map(card_of, told))
