"""Z3 as a third opinion on who can force what."""

from __future__ import annotations

import random

import brute_force
import pytest
from effort import part
from places import POSITIONS
from positions_strategy import Shape, random_position, told
from proofs.formulas.forcing import MOST_TRICKS, prove_forced

import analyzer
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.tricks.propriety import ProprietyDispute
from analyzer.errors import UsageError
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.score.goals import LAST_TRICK_GOALS, Goal, read_goal
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.solve.explain import forced


@pytest.mark.parametrize("block", part(range(10), 3))
def test_z3_and_the_core_agree_on_who_forces_what(block: int) -> None:
    for seed in range(block * 30, block * 30 + 30):
        rng = random.Random(seed)
        of = random_position(rng, Shape(tricks=rng.choice((1, 2, 3, 3)), fool=rng.random() < 0.7))
        goal, seat, by = rng.choice(LAST_TRICK_GOALS), rng.randrange(3), rng.randrange(8)
        search = forced(of, goal, seat, by, line=False)
        assert prove_forced(of, goal, seat, by).holds == search.holds, told(of)


def test_z3_agrees_with_a_walk_through_every_line() -> None:
    for seed in range(12):
        of = random_position(random.Random(seed), Shape(tricks=2, fool=True))
        tree = brute_force.tree(of)
        for by in range(8):
            team = frozenset(seat for seat in range(3) if by >> seat & 1)
            assert prove_forced(of, Goal.LAST_TRICK, 0, by).holds == brute_force.forces(
                tree, team, (0, "last_trick")
            )


def test_longer_endings_are_refused() -> None:
    with pytest.raises(UsageError, match="4 tricks are left"):
        prove_forced(random_position(random.Random(1), Shape(tricks=4)), Goal.ULTIMO, 0, 1)


def ending(name: str) -> Position:
    return analyzer.load(POSITIONS / f"endings/{name}.yaml")


@pytest.mark.parametrize(
    ("name", "goal", "holds"),
    [
        ("basic-two-tricks", "last_trick", True),
        ("lhombre-contract-defended", "contract", False),
        ("slovenian-pagat-caught", "pagat_ultimo", False),
    ],
)
def test_z3_says_of_shipped_endings_of_card_points_what_they_show(name: str, goal: str, holds: bool) -> None:
    proved = prove_forced(ending(name), read_goal(goal), 0, 1)
    assert proved.holds is holds
    assert proved.states > 0


def test_z3_is_not_asked_who_loses_the_mond() -> None:
    with pytest.raises(UsageError, match="Z3 is not asked about mond_lost"):
        prove_forced(ending("slovenian-pagat-caught"), read_goal("mond_lost"), 1, 2)


def test_z3_and_the_plain_search_agree_on_who_wins_an_ultimo_after_the_card_of_a_propriety() -> None:
    asked = 0
    for path in sorted((POSITIONS / "disputes").glob("propriety-*.yaml")):
        dispute = loads_dispute(path.read_text("utf-8"), str(path))
        assert isinstance(dispute, ProprietyDispute)
        position = dispute.position
        if position.many or position.tricks_left > MOST_TRICKS or not position.complete:
            continue
        after = position.after(dispute.card)
        for seat in () if after.over else range(len(position.players)):
            proved = prove_forced(after, Goal.ULTIMO, seat, 1 << seat).holds
            assert proved is ReferenceEngine().forces(
                Hand.from_position(after), Goal.ULTIMO, seat, 1 << seat, Budget()
            )
            asked += 1
    assert asked
