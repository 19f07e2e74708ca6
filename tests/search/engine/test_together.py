"""Several threads search one question over one table, and the answer is that of one."""

from __future__ import annotations

import random
from typing import Any

import pytest
from bench.questions import BenchRequest, asked
from positions_strategy import Shape, random_position, told

import analyzer
from analyzer.errors import LimitReached
from analyzer.position.hand import Hand
from analyzer.rules.score.goals import LAST_TRICK_GOALS
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import NativeEngine
from analyzer.search.solve.explain import forced

TINY_MB = 0
"""No more than the least a table can be, so that threads overwrite what others stored."""


def engine(threads: int) -> NativeEngine:
    return NativeEngine(threads=threads, alone=0)


def forced_by(request: BenchRequest, **means: Any) -> analyzer.Forced:
    by = {seat for seat in range(3) if request.by >> seat & 1}
    return analyzer.forced(request.position, request.goal, request.seat, by, **means)


@pytest.mark.parametrize("seed", range(6))
def test_two_three_and_four_threads_answer_a_question_as_one_does(seed: int) -> None:
    rng = random.Random(seed)
    of = random_position(rng, Shape(tricks=8 + seed % 5))
    goal, seat, by = rng.choice(LAST_TRICK_GOALS), rng.randrange(3), rng.randrange(1, 7)
    one = forced(of, goal, seat, by, engine=engine(1))
    assert one.answer is not None
    for threads in (2, 3, 4):
        several = forced(of, goal, seat, by, engine=engine(threads))
        assert (several.holds, several.line, several.answer) == (one.holds, one.line, one.answer), told(of)


@pytest.mark.parametrize("seed", range(4))
def test_threads_that_overwrite_each_others_proofs_answer_as_one_does(seed: int) -> None:
    request = asked("uniform", seed, 12)
    question = Hand.from_position(request.position)
    found = {
        engine(threads).forces(question, request.goal, request.seat, request.by, Budget(table_mb=TINY_MB))
        for threads in (1, 2, 4)
        for _ in range(2)
    }
    assert len(found) == 1


@pytest.mark.parametrize("seed", range(3))
def test_a_player_is_sure_of_the_same_tokens_whatever_the_number_of_threads(seed: int) -> None:
    question = Hand.from_position(random_position(random.Random(seed), Shape(tricks=7)))
    sure = {tuple(engine(n).guarantee(question, seat, Budget()) for seat in range(3)) for n in (1, 2, 3)}
    assert len(sure) == 1


def test_all_threads_together_stop_soon_after_the_limit_of_nodes() -> None:
    request = asked("uniform", 0)
    budget = Budget(max_nodes=50_000, table_mb=32)
    with pytest.raises(LimitReached) as reached:
        engine(3).forces(Hand.from_position(request.position), request.goal, request.seat, request.by, budget)
    assert 50_000 < reached.value.nodes < 55_000


def test_a_limit_of_nodes_is_one_threads_so_it_always_falls_at_the_same_place() -> None:
    request = asked("uniform", 0)
    for _ in range(2):
        with pytest.raises(LimitReached) as reached:
            forced_by(request, max_nodes=300_000, threads=2)
        assert reached.value.nodes == 300_001


def test_all_threads_stop_when_the_time_is_up() -> None:
    request = asked("uniform", 0)
    with pytest.raises(LimitReached, match="time"):
        forced_by(request, timeout=0.2, threads=3, table_mb=32)


def test_threads_that_help_change_no_answer_and_a_question_that_ends_at_once_takes_the_nodes_of_one() -> None:
    request = asked("uniform", 50, 14)
    one, two = (forced_by(request, threads=threads) for threads in (1, 2))
    assert (one.holds, one.nodes, one.line) == (two.holds, two.nodes, two.line)
