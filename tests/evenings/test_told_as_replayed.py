"""A hand told in words comes to the result card by card, in every game with any number of players."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from contract.dealing import dealt
from contract.test_every_game import IDS, at_random
from evenings.telling import agreed, in_words, recorded, told
from rulesets import FORMS, rules_for

from analyzer.cards.card import Card
from analyzer.evenings.model import EveningScore
from analyzer.evenings.tally import tally
from analyzer.position.model import Position
from analyzer.position.replay.replay import replay

SEEDS = (1, 2)
CONTRACTS = [
    (name, seats, contract.name)
    for name, seats in FORMS
    for contract in rules_for(name, seats).game.contracts.values()
    if contract.played
]


def lopsided(start: Position) -> Position:
    """The same cards with the best ones in one hand, so that somebody wins every trick."""
    return _in_order(start, sorted(_cards(start), key=_strength(start), reverse=True))


def starved(start: Position) -> Position:
    """The same cards with the worst ones in the last hand, so that somebody wins no trick."""
    cards = sorted(_cards(start), key=_strength(start), reverse=True)
    last = len(start.hands[-1])
    best = cards[:-last]
    random.Random(len(best)).shuffle(best)
    return _in_order(start, [*best, *cards[-last:]])


def _cards(start: Position) -> list[Card]:
    return sorted(card for hand in start.hands for card in hand)


def _strength(start: Position) -> Callable[[Card], tuple[bool, bool, int]]:
    """Trumps first, then courts, high before low; a Fool that wins nothing is the least."""
    spec = start.spec

    def strength(card: Card) -> tuple[bool, bool, int]:
        wins = spec.is_trump(card)
        return wins, card.is_court, spec.height(card) if wins or not card.is_fool else -1

    return strength


def _in_order(start: Position, cards: list[Card]) -> Position:
    """The hands filled one after the other."""
    hands, first = [], 0
    for size in map(len, start.hands):
        hands.append(frozenset(cards[first : first + size]))
        first += size
    return replace(start, hands=tuple(hands))


def came_to(score: EveningScore) -> tuple[object, ...]:
    """What a score says that can be told of a hand without its cards."""
    (hand,) = score.hands
    contract = getattr(hand.outcome, "contract", None)
    return hand.amounts, hand.lying, hand.pots_change, contract, score.totals, score.end


def check(position: Position, seed: int) -> None:
    """Hold a hand told in words against the same hand card by card."""
    line = at_random(position, seed)
    words = in_words(position, line)
    assert came_to(tally(told(position, words))) == came_to(tally(recorded(position, line))), words


@pytest.mark.parametrize(("name", "seats"), FORMS, ids=IDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_hand_told_in_words_comes_to_what_it_comes_to_card_by_card(
    name: str, seats: int, seed: int
) -> None:
    start = agreed(dealt(name, seats, seed), random.Random(seed).randrange(seats))
    for position in (start, lopsided(start), starved(start)):
        check(position, seed)


@pytest.mark.parametrize(("name", "seats"), FORMS, ids=IDS)
def test_a_recorded_hand_tells_who_won_its_tricks_and_the_last_one(name: str, seats: int) -> None:
    start = agreed(dealt(name, seats, 3), 3 % seats)
    line = at_random(start, 3)
    played = replay(start, line)
    won = [each.winner for each in played.tricks]
    assert played.tricks_won == tuple(map(won.count, range(seats)))
    (hand,) = tally(recorded(start, line)).hands
    assert hand.last_trick == won[-1]


@pytest.mark.parametrize(("name", "seats", "contract"), CONTRACTS)
def test_every_contract_told_in_words_comes_to_what_it_comes_to_card_by_card(
    name: str, seats: int, contract: str
) -> None:
    starts = (dealt(name, seats, seed) for seed in range(1000))
    start = next(each for each in starts if each.told.contract == contract)
    start = agreed(start, ((start.told.declarer or 0) + 1) % seats)
    for position in (start, lopsided(start)):
        check(position, 3)
