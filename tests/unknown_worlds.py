"""Random worlds for tests: the cards of the others, dealt anew, that the player cannot tell apart."""

from __future__ import annotations

import random
from dataclasses import replace

from positions_strategy import Shape, random_position

from analyzer.position.model import Position
from analyzer.position.setting import World
from analyzer.search.engine.question import Question
from analyzer.search.worlds.decide import in_world
from analyzer.search.worlds.engines import Case
from analyzer.search.worlds.results import Opponents


def random_worlds(rng: random.Random, worlds: int, shape: Shape) -> Position:
    """A position with so many worlds at most, each with the same cards unseen and its own weight."""
    base = random_position(rng, shape)
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
    worlds = (World("told", 1, position.hands), *position.worlds)
    questions = tuple(Question.of(in_world(position, world)) for world in worlds)
    return Case(questions[0].to_move, questions, tuple(world.weight for world in worlds), opponents)
