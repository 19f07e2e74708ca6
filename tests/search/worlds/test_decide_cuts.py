"""What the core leaves out changes no answer: it is asked again with nothing pruned and no infoset kept."""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from positions_strategy import Shape, told
from unknown_worlds import case_of, disagreement, random_worlds

from analyzer.search.engine.engine import Budget
from analyzer.search.worlds.decide import decide
from analyzer.search.worlds.engines import NativeCase
from analyzer.search.worlds.results import Opponents

SHAPES = {
    "four tricks": (Shape(tricks=4, laid=0), 16, 20),
    "four tricks and the count": (Shape(tricks=4, laid=1, count=True), 8, 15),
    "four tricks with the Fool to be demanded": (Shape(tricks=4, laid=2, fool=True, fool_demand=True), 8, 15),
    "three tricks, many worlds": (Shape(tricks=3, laid=0), 20, 40),
    "three tricks with the Fool to be demanded": (
        Shape(tricks=3, laid=0, fool=True, fool_demand=True), 8, 40,
    ),
}  # fmt: skip


@pytest.mark.parametrize("opponents", Opponents)
@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_pruned_could_not_have_been_better(shape: str, opponents: Opponents) -> None:
    of, worlds, rounds = SHAPES[shape]
    for seed in range(rounds):
        position = random_worlds(random.Random(seed), worlds, of)
        case = case_of(position, opponents)
        whole = NativeCase(case, cuts=False)
        assert disagreement(case, NativeCase(case), whole) is None, told(position)


@pytest.mark.parametrize("opponents", Opponents)
def test_pruning_saves_most_of_the_work(opponents: Opponents) -> None:
    case = case_of(random_worlds(random.Random(2), 12, Shape(tricks=4, laid=0)), opponents)
    nodes = []
    for cuts in (True, False):
        core, budget = NativeCase(case, cuts=cuts), Budget()
        for move, _ in case.infoset.choices():
            core.evaluation(move, budget)
            core.least(move, budget)
        nodes.append(budget.spent)
    assert nodes[0] * 2 < nodes[1]


def test_a_table_too_small_for_everything_is_emptied_and_nothing_changes() -> None:
    case = case_of(random_worlds(random.Random(3), 20, Shape(tricks=5, laid=0)), Opponents.SELFISH)
    small, large = NativeCase(case, table_mb=0), NativeCase(case)
    for move, _ in case.infoset.choices():
        budget, other = Budget(), Budget()
        assert small.evaluation(move, budget) == large.evaluation(move, other)
        assert budget.spent >= other.spent


def test_a_search_in_another_thread_ends_when_it_is_told_to() -> None:
    position = random_worlds(random.Random(1), 40, Shape(tricks=6, laid=0))
    case = case_of(position, Opponents.SELFISH)
    core = NativeCase(case, cuts=False)
    move = case.infoset.choices()[0][0]
    with ThreadPoolExecutor(1) as pool:
        job = pool.submit(core.evaluation, move, Budget())
        time.sleep(0.3)
        assert not job.done()
        core.stop()
        assert isinstance(job.exception(timeout=20), KeyboardInterrupt)


def test_an_interrupt_reaches_the_threads_and_what_is_unfinished_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(jobs: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("analyzer.search.worlds.decide.wait", interrupted)
    position = random_worlds(random.Random(1), 200, Shape(tricks=6, laid=0))
    decision = decide(position, threads=2)
    assert decision.reason == "interrupted"
    assert decision.unfinished
    assert not decision.exact
