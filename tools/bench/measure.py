"""Questions put to the native engine, each to an empty table; nodes, processor times and what came out."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from analyzer.errors import LimitReached
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.score.goals import LAST_TRICK_GOALS
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import NativeEngine
from bench.questions import BenchRequest


@dataclass(frozen=True, slots=True)
class Run:
    """One measured search; `answer` is None where the time was up."""

    seconds: float
    nodes: int
    answer: object


@dataclass(frozen=True, slots=True)
class Summary:
    """Many runs in short; times in milliseconds."""

    count: int
    median: float
    ninety: float
    longest: float
    nodes_median: int
    nodes: int
    unfinished: int

    @property
    def rate(self) -> float:
        """Million nodes a second, over all runs."""
        return self.nodes / max(self.total_ms, 1e-9) / 1e3

    total_ms: float = 0.0


def forces(
    each: BenchRequest,
    seconds: float | None = None,
    table_mb: int = 256,
    *,
    max_nodes: int | None = None,
) -> Run:
    """One yes or no, on a fresh engine."""
    return _timed(
        lambda engine, question, budget: engine.forces(question, each.goal, each.seat, each.by, budget),
        each.position,
        seconds,
        table_mb,
        max_nodes,
    )


def goals(position: Position, seconds: float | None = None) -> Run:
    """Every goal of every player for every set, for the position and after each card."""
    wanted = [(seat, goal) for seat in range(3) for goal in LAST_TRICK_GOALS]
    return _timed(
        lambda engine, question, budget: [
            engine.goals(each, wanted, budget) for each in _with_cards(question)
        ],
        position,
        seconds,
    )


def guarantees(position: Position, seconds: float | None = None) -> Run:
    """What every player is sure of, for the position and after each card."""
    return _timed(
        lambda engine, question, budget: [
            engine.guarantee(each, seat, budget) for each in _with_cards(question) for seat in range(3)
        ],
        position,
        seconds,
    )


def equilibria(position: Position, seconds: float | None = None) -> Run:
    """The sets of equilibria, for the position and after each card."""
    return _timed(
        lambda engine, question, budget: [engine.equilibria(each, budget) for each in _with_cards(question)],
        position,
        seconds,
    )


def summary(runs: Iterable[Run]) -> Summary:
    """Median, nine in ten, longest."""
    every = list(runs)
    times = sorted(run.seconds * 1e3 for run in every)
    nodes = sorted(run.nodes for run in every)
    count = len(every)
    return Summary(
        count=count,
        median=_middle(times),
        ninety=times[min(count - 1, count * 9 // 10)],
        longest=times[-1],
        nodes_median=int(_middle(nodes)),
        nodes=sum(nodes),
        unfinished=sum(run.answer is None for run in every),
        total_ms=sum(times),
    )


def _with_cards(question: Hand) -> list[Hand]:
    after = (question.after(move)[0] for move in question.moves())
    return [question, *(each for each in after if not each.over)]


def _timed(
    search: Callable[[NativeEngine, Hand, Budget], object],
    position: Position,
    seconds: float | None,
    table_mb: int = 256,
    max_nodes: int | None = None,
) -> Run:
    question = Hand.from_position(position)
    engine = NativeEngine()
    started = time.process_time()
    budget = Budget(max_nodes, None if seconds is None else time.monotonic() + seconds, table_mb)
    answer: object = None
    with contextlib.suppress(LimitReached):
        answer = search(engine, question, budget)
    return Run(time.process_time() - started, budget.spent, answer)


def _middle(ordered: Sequence[float]) -> float:
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2
