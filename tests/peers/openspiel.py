"""Games of Slovenian Tarok as OpenSpiel plays them: what it deals, bids and plays, in our own words.

Its cards are numbers: the trumps from the Pagat to the Fool, then each suit from its lowest card to its king.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyspiel
from peers.put import Put

from analyzer.cards.card import FOOL, MONDO, PAGAT, Card, cards

PASS, KLOP, THREE = 0, 1, 2
"""Its bids by number; these two contracts are for the forehand alone."""
CARDS: tuple[Card, ...] = cards(
    " ".join(f"T{number}" for number in range(1, 22))
    + " fool h4 h3 h2 h1 hV hC hD hR d4 d3 d2 d1 dV dC dD dR"
    + " s7 s8 s9 s10 sV sC sD sR c7 c8 c9 c10 cV cC cD cR"
)
THREE_TRUMPS = frozenset({PAGAT, MONDO, FOOL})
CONTRACTS = {
    "KLOP": "misere", "THREE": "three", "TWO": "two", "ONE": "one", "SOLO_THREE": "solo-three",
    "SOLO_TWO": "solo-two", "SOLO_ONE": "solo-one", "BEGGAR": "beggar", "OPEN_BEGGAR": "beggar",
    "SOLO_WITHOUT": "solo-without", "COLOUR_VALAT_WITHOUT": "colour-valat", "VALAT_WITHOUT": "solo-without",
}  # fmt: skip
"""Its contracts, and how we play each: an open Beggar as Beggar, a Valat without talon as Solo Without."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over: what was dealt, bid and laid away, the play, and what each was given for it."""

    its_contract: str
    declarer: int
    called: Card | None
    taken: tuple[Card, ...]
    left: tuple[Card, ...]
    discard: frozenset[Card]
    may_go: tuple[tuple[frozenset[Card], frozenset[Card]], ...]
    """Before each card that was laid away the hand, and the cards that might have been."""
    hands: tuple[frozenset[Card], ...]
    play: tuple[Put, ...]
    scores: tuple[int, ...]

    @property
    def contract(self) -> str:
        return CONTRACTS[self.its_contract]

    @property
    def leader(self) -> int:
        return self.play[0].seat

    @property
    def partner(self) -> int | None:
        """Who holds the called king at the start of play beside the declarer."""
        holders = (seat for seat, hand in enumerate(self.hands) if self.called in hand)
        return next((seat for seat in holders if seat != self.declarer), None)


def games(players: int, seed: int, number: int) -> Iterator[Played]:
    """So many games, one of each contract after the other, with random bids of others, calls and cards."""
    game = pyspiel.load_game(f"tarok(players={players},rng_seed={seed})")
    rng = random.Random(seed)
    numbers = [each for each in range(1, 13) if players == 4 or not 5 <= each <= 7]
    for place in range(number):
        yield _played(game.new_initial_state(), rng, players, numbers[place % len(numbers)])


def _played(state: Any, rng: random.Random, players: int, wanted: int) -> Played:
    state.apply_action(0)
    declarer = 0 if wanted in (KLOP, THREE) else rng.randrange(players)
    while _phase(state) == "BIDDING":
        bids = wanted if state.current_player() == declarer else PASS
        state.apply_action(bids if bids in state.legal_actions() else PASS)
    its_contract, called = state.selected_contract().name, None
    if _phase(state) == "KING_CALLING":
        called = _often(rng, state.legal_actions(), state.talon())
        state.apply_action(called)
    talon, may_go = _set(state.talon()), []
    taken: frozenset[Card] = frozenset()
    discard: list[Card] = []
    if _phase(state) == "TALON_EXCHANGE":
        with_king = [place for place, cards in enumerate(state.talon_sets()) if called in cards]
        state.apply_action(_often(rng, state.legal_actions(), with_king))
        taken = talon - _set(state.talon())
        while _phase(state) == "TALON_EXCHANGE":
            legal = state.legal_actions()
            may_go.append((_set(state.player_cards(declarer)), _set(legal)))
            discard.append(CARDS[rng.choice(legal)])
            state.apply_action(CARDS.index(discard[-1]))
    left = tuple(CARDS[each] for each in state.talon())
    hands = tuple(_set(state.player_cards(seat)) for seat in range(players))
    play = tuple(_play(state, rng, players))
    scores = tuple(state.scores_without_captured_mond_penalties())
    king = None if called is None else CARDS[called]
    return Played(
        its_contract, declarer, king, tuple(sorted(taken)), left, frozenset(discard), tuple(may_go), hands,
        play, scores,
    )  # fmt: skip


def _play(state: Any, rng: random.Random, players: int) -> Iterator[Put]:
    while not state.is_terminal():
        seat, legal, before = state.current_player(), state.legal_actions(), len(state.trick_cards())
        action = _chosen(rng, legal, state.trick_cards())
        state.apply_action(action)
        # After the last trick it does not tell who won it.
        ends = before == players - 1 and not state.is_terminal()
        yield Put(seat, CARDS[action], _set(legal), state.current_player() if ends else None)


def _often(rng: random.Random, legal: Sequence[int], among: Sequence[int]) -> int:
    """An action at random, but most times one of those that bring about what is rare."""
    rare = [each for each in legal if each in among]
    return rng.choice(rare if rare and rng.random() < 0.8 else legal)


def _chosen(rng: random.Random, legal: Sequence[int], table: Sequence[int]) -> int:
    """A card at random, but most times one of Fool, Mond and Pagat where another of them on the table."""
    three = [place for place, card in enumerate(CARDS) if card in THREE_TRUMPS]
    return _often(rng, legal, three if any(each in three for each in table) else ())


def _phase(state: Any) -> str:
    name: str = state.current_game_phase().name
    return name


def _set(actions: Sequence[int]) -> frozenset[Card]:
    return frozenset(CARDS[each] for each in actions)
