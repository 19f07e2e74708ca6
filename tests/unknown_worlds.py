"""Random worlds for tests, and whether two ways to decide over them say the same."""

from __future__ import annotations

import random
from dataclasses import replace

from positions_strategy import NAMES, Shape, random_position

from analyzer.cards.card import DECK, FOOL, Suit
from analyzer.knowledge.deals import in_world, worlds_of
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.position.setting import World
from analyzer.rules.score.goals import is_ultimo_card
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.search.engine.engine import Budget
from analyzer.search.worlds.engines import Case, Decider
from analyzer.search.worlds.results import Opponents


def random_worlds(rng: random.Random, worlds: int, shape: Shape) -> Position:
    """A position with so many worlds at most, each with the same cards unseen and its own weight."""
    return dealt_anew(rng, worlds, random_position(rng, shape))


def demand_worlds(rng: random.Random, worlds: int, laid: int) -> Position:
    """Worlds at the trick of the demand, the Fool in the hand of somebody the player does not know."""
    shape = Shape(
        tricks=3, laid=laid, fool=True, fool_demand=True, taken=False, count=False, ruleset="danish"
    )
    while True:
        base = random_position(rng, shape)
        others = [hand for seat, hand in enumerate(base.hands) if seat != base.table.to_move]
        if not base.table.demanded and any(FOOL in hand for hand in others):
            return dealt_anew(rng, worlds, base)


def naming_worlds(rng: random.Random, worlds: int, tricks: int) -> Position:
    """Worlds of different cards, in which the player leads, holds the Fool and knows no suit for sure."""
    cards = [card for card in DECK if not card.is_fool]
    mine = frozenset({FOOL, *rng.sample(cards, tricks - 1)})
    found = []
    for number in range(1, worlds + 1):
        suits = rng.sample(list(Suit), 2)
        pool = [card for card in cards if card.suit in suits and card not in mine]
        pool.sort(key=lambda card: (not is_ultimo_card(card), rng.random()))
        kings = rng.choice((0, 1, 2))
        others = rng.sample(pool[2:], 2 * tricks - kings) + pool[:kings]
        rng.shuffle(others)
        hands = (frozenset(others[:tricks]), mine, frozenset(others[tricks:]))
        found.append(World(f"world {number}", rng.choice((1, 2)), hands))
    return Position(load_ruleset("danish"), NAMES, found[0].hands, 1, worlds=tuple(found))


def dealt_anew(rng: random.Random, worlds: int, base: Position) -> Position:
    """The position with the cards of the others dealt anew, for so many worlds at most."""
    mover = base.table.to_move
    others = [seat for seat in range(3) if seat != mover]
    unseen = sorted(card for seat in others for card in base.hands[seat])
    dealt = {base.hands}
    found = []
    for number in range(2, worlds + 1):
        rng.shuffle(unseen)
        size = len(base.hands[others[0]])
        hands = list(base.hands)
        hands[others[0]], hands[others[1]] = frozenset(unseen[:size]), frozenset(unseen[size:])
        if tuple(hands) not in dealt:
            dealt.add(tuple(hands))
            found.append(World(f"world {number}", rng.choice((1, 1, 2, 3)), tuple(hands)))
    return replace(base, worlds=tuple(found))


def case_of(position: Position, opponents: Opponents) -> Case:
    """The decision of the player to move, over the hands of the file and its worlds."""
    worlds = worlds_of(position)
    questions = tuple(Hand.from_position(in_world(position, world)) for world in worlds)
    return Case(questions[0].to_move, questions, tuple(world.weight for world in worlds), opponents)


def disagreement(case: Case, one: Decider, other: Decider) -> str | None:
    """How two ways to decide differ about the cards of a case; None where they agree in everything.

    Everything is what is told of every world: the tokens of everybody, who won the last trick with an Ultimo
    card and who lost one; and the least the player is sure of.
    """
    for move, _ in case.infoset.choices():
        found, wanted = one.evaluation(move, Budget()), other.evaluation(move, Budget())
        if found != wanted:
            return f"{move} comes to {found}, not to {wanted}"
        least, most = one.least(move, Budget()), other.least(move, Budget())
        if least != most:
            return f"{move} is sure of {least}, not of {most}"
    return None
