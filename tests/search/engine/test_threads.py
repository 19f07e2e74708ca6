"""Several threads give the answer of one."""

from __future__ import annotations

import gc
import random
import threading
from collections.abc import Iterator
from contextlib import nullcontext

import pytest
from positions_strategy import Shape, random_position, told
from solving import solve

from analyzer.errors import INTERRUPTED, LimitReached
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.native import NativeEngine
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.results import Limits
from analyzer.search.engine.watch import Watch
from analyzer.search.solve.outlook import Part, seek_in_threads, seek_in_turn


@pytest.mark.parametrize("seed", range(12))
def test_the_answer_is_the_same_at_any_number_of_threads(seed: int) -> None:
    of = random_position(random.Random(seed), Shape(tricks=3 + seed % 3))
    alone = solve(of)
    for threads in (2, 3, 7):
        together = solve(of, threads=threads)
        assert (together.values, together.cards) == (alone.values, alone.cards), told(of)
        assert together.complete
        assert together.nodes > 0


def test_a_limit_of_nodes_is_kept_by_one_thread() -> None:
    of = random_position(random.Random(1), Shape(tricks=5))
    limits = Limits(max_nodes=500)
    assert solve(of, limits=limits, threads=4).unfinished == solve(of, limits=limits).unfinished != ()


def test_an_engine_that_was_named_is_the_one_asked() -> None:
    of = random_position(random.Random(1), Shape(tricks=2))
    one, two = (solve(of, engine=ReferenceEngine(), threads=number) for number in (1, 2))
    assert one.nodes == two.nodes != solve(of).nodes


def part(name: str, *pieces: object, family: str = "") -> Part:
    return Part(name, pieces, family or name)  # type: ignore[arg-type]


def spends(engine: Engine, budget: Budget) -> None:
    budget.spend(3)


def stops(engine: Engine, budget: Budget) -> None:
    raise LimitReached("the time limit was reached")


def breaks(engine: Engine, budget: Budget) -> None:
    raise ZeroDivisionError


def test_nodes_of_all_threads_are_summed() -> None:
    budget = Budget()
    parts = [part(str(n), spends, spends) for n in range(5)]
    assert seek_in_threads(parts, 3, ReferenceEngine, budget, Watch()) == ((), None)
    assert budget.spent == 30


def test_what_did_not_end_is_told_in_the_order_of_the_parts() -> None:
    parts = [part("a", spends), part("b", spends, stops), part("c", spends), part("d", stops)]
    for threads in (1, 2, 4):
        unfinished = seek_in_threads(parts, threads, ReferenceEngine, Budget(), Watch())
        assert unfinished[1] == "the time limit was reached"
        assert {"b", "d"} <= set(unfinished[0]) <= {"b", "c", "d"}
    assert seek_in_turn(parts, ReferenceEngine(), Budget(), None, nullcontext())[0] == ("b", "c", "d")


def test_nothing_asked_is_nothing_left() -> None:
    assert seek_in_threads([], 2, ReferenceEngine, Budget(), Watch()) == ((), None)
    of = random_position(random.Random(1), Shape(tricks=2))
    assert solve(of, goals=False, tokens=False, threads=2).complete


def test_an_error_in_a_thread_is_not_lost() -> None:
    with pytest.raises(ZeroDivisionError):
        seek_in_threads([part("a", spends), part("b", breaks)], 2, ReferenceEngine, Budget(), Watch())


def test_one_family_is_done_in_order_by_one_engine() -> None:
    done: list[tuple[str, int, Engine]] = []
    lock = threading.Lock()

    def doing(name: str, place: int) -> object:
        def piece(engine: Engine, budget: Budget) -> None:
            with lock:
                done.append((name, place, engine))

        return piece

    parts = [part(name, *(doing(name, n) for n in range(6)), family="one") for name in "abc"]
    seek_in_threads(parts, 3, ReferenceEngine, Budget(), Watch())
    for place in range(6):
        mine = [(name, engine) for name, at, engine in done if at == place]
        assert [name for name, _ in mine] == ["a", "b", "c"]
        assert len({id(engine) for _, engine in mine}) == 1


@pytest.fixture
def no_circles_broken() -> Iterator[None]:
    """Python does not look for objects that hold one another."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def test_stopping_a_watched_search_interrupts_it() -> None:
    of = random_position(random.Random(3), Shape(tricks=18, fool=False, count=False, announce=False))
    watch = Watch()
    timer = threading.Timer(0.4, watch.stop)
    timer.start()
    with watch.meanwhile():
        found = solve(of, watch=watch, limits=Limits(timeout=60))
    timer.join()
    assert found.reason == INTERRUPTED
    assert found.unfinished
    assert watch.nodes > 0
    assert watch.parts == 20


def test_a_search_that_is_over_keeps_nothing_of_its_table(no_circles_broken: None) -> None:
    def kept() -> int:
        return sum(isinstance(each, NativeEngine) for each in gc.get_objects())

    of, before = random_position(random.Random(3), Shape(tricks=18)), kept()
    for limits in (Limits(max_nodes=500), Limits(timeout=0.2)):
        assert solve(of, watch=Watch(), limits=limits).unfinished
    assert kept() == before


def test_a_watch_sees_nodes_that_never_fall_while_threads_search() -> None:
    of = random_position(random.Random(3), Shape(tricks=18, fool=False, count=False, announce=False))
    watch, seen = Watch(), []
    over = threading.Event()

    def look() -> None:
        while not over.wait(0.02):
            seen.append(watch.nodes)

    looker = threading.Thread(target=look)
    looker.start()
    solve(of, threads=2, watch=watch, limits=Limits(timeout=0.8))
    over.set()
    looker.join()
    assert seen == sorted(seen)
    assert seen[-1] > 0


def test_a_thread_is_not_watched_any_more_afterwards() -> None:
    watch = Watch()
    with watch.meanwhile():
        pass
    watch.stop()
    assert solve(random_position(random.Random(4), Shape(tricks=7))).complete
