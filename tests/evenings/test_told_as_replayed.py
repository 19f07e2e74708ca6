"""A hand told in words comes to what it comes to card by card, in every game with any number of players."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from contract.dealing import PLAIN, dealt
from contract.test_every_game import IDS, at_random
from evenings.telling import agreed, in_words, recorded, told
from rulesets import FORMS

from analyzer.cards.card import Card
from analyzer.evenings.model import EveningScore
from analyzer.evenings.tally import tally
from analyzer.position.model import Position

SEEDS = (1, 2, 3)


def lopsided(start: Position) -> Position:
    """The same hand with the best cards in one hand after the other, so that somebody wins every trick."""
    sizes = [len(hand) for hand in start.hands]
    cards = sorted((card for hand in start.hands for card in hand), key=strength, reverse=True)
    hands, first = [], 0
    for size in sizes:
        hands.append(frozenset(cards[first : first + size]))
        first += size
    return replace(start, hands=tuple(hands))


def strength(card: Card) -> tuple[bool, bool, bool, int]:
    """Trumps first, then courts, high before low."""
    return not card.is_fool, card.suit not in PLAIN, card.is_court, card.height


def came_to(score: EveningScore) -> tuple[object, ...]:
    """What a score says that can be told of a hand without its cards."""
    (hand,) = score.hands
    contract = getattr(hand.outcome, "contract", None)
    return hand.amounts, hand.lying, hand.pots_change, contract, score.totals, score.end


@pytest.mark.parametrize(("name", "seats"), FORMS, ids=IDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_hand_told_in_words_comes_to_what_it_comes_to_card_by_card(
    name: str, seats: int, seed: int
) -> None:
    start = dealt(name, seats, seed)
    start = agreed(start, random.Random(seed).randrange(seats))
    for position in (start, lopsided(start)):
        line = at_random(position, seed)
        words = in_words(position, line)
        assert came_to(tally(told(position, words))) == came_to(tally(recorded(position, line))), words
