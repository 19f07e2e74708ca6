"""The core behind its engine says of every game what the plain search says, of every goal and number."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from contract.dealing import dealt, played
from contract.endings import keys_of
from effort import part
from msgspec import structs
from rulesets import FORMS, POINT_RULES

from analyzer.position.bearing import Askable
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.actions import seat_groups, side_groups
from analyzer.rules.score.goals import Aim, Sense
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.pointengine import PointEngine
from analyzer.search.engine.reference import ReferenceEngine

every_point_form = pytest.mark.parametrize(
    ("name", "seats"),
    part([each for each in FORMS if each[0] in POINT_RULES], 3),
)
SEEDS = part(range(100, 103), 2)


def ending(name: str, seats: int, seed: int) -> Position:
    """A hand played at random to near its end, in the middle of a trick too; the past is not always told."""
    rng = random.Random(seed)
    tricks, laid = rng.choice([1, 2, 2, 3]), rng.randrange(seats)
    found = next(
        position
        for position, _, _ in played(dealt(name, seats, seed), seed)
        if position.tricks_left == tricks and len(position.trick) == laid
    )
    if rng.random() < 0.3:
        found = replace(found, told=structs.replace(found.told, piles={}), skat=None)
    return found


@every_point_form
@pytest.mark.parametrize("seed", SEEDS)
def test_the_core_and_the_plain_search_agree_on_who_can_force_what(name: str, seats: int, seed: int) -> None:
    question = Hand.from_position(ending(name, seats, seed))
    keys = list(keys_of(Askable(question), random.Random(seed)))
    for groups in (seat_groups(seats), side_groups(question.sides)):
        plain = ReferenceEngine().goals(question, keys, Budget(), groups)
        assert PointEngine().goals(question, keys, Budget(), groups) == plain


@every_point_form
@pytest.mark.parametrize("seed", SEEDS)
def test_the_core_and_the_plain_search_agree_on_what_each_side_is_sure_of(
    name: str, seats: int, seed: int
) -> None:
    question = Hand.from_position(ending(name, seats, seed))
    worth, core, plain = Askable(question), PointEngine(), ReferenceEngine()
    for side in range(question.sides.count):
        aims = (*worth.numbers, *([Aim.MARGIN] if worth.margin and side == 0 else []))
        for aim in aims:
            for sense in Sense:
                asked = (question, aim, side, sense, Budget())
                assert core.value(*asked) == plain.value(*asked)
        assert core.guarantee(question, side, Budget()) == plain.guarantee(question, side, Budget())
