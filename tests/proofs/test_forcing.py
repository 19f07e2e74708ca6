"""Z3 as a third opinion on who can force what."""

from __future__ import annotations

import random

import brute_force
import pytest
from effort import part
from places import POSITIONS
from positions_strategy import Shape, random_position, told

from analyzer.errors import UsageError
from analyzer.proofs.forcing import prove_forced
from analyzer.rules.score.goals import LAST_TRICK_GOALS, Goal
from analyzer.search.solve.force import forced


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


def test_the_command_tells_what_z3_says(run) -> None:
    ran = run("forced", str(POSITIONS / "prop1.yaml"), "--for", "A", "--by", "B", "--prove")
    assert ran.status == 0
    assert "Z3 says the same" in ran.out
