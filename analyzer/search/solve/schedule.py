"""The parts of an answer, sought one after the other, or by several threads at once.

Every thread asks an engine of its own, and every piece of work fills in its own place of the answer, so
the answer is the same at any number of threads; only the number of nodes differs, as threads do not
share what they found. The interpreter is free while the core searches.
"""

from __future__ import annotations

import queue
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from itertools import groupby
from typing import TYPE_CHECKING, Generic, TypeVar

from msgspec import field

from analyzer.errors import INTERRUPTED, LimitReached
from analyzer.frozenrecord import Record
from analyzer.messages import Message
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.watch import Watch

if TYPE_CHECKING:
    from concurrent.futures import Future

E = TypeVar("E")
"""A sort of engine."""

Piece = Callable[[E, Budget], None]
"""Work that finds one thing and writes it down in its own place."""

Unfinished = tuple[tuple[str, ...], Message | None]
"""The names of the parts that were not finished, and why not: nothing and None when all were."""


class Part(Record, Generic[E], frozen=True):
    """A part of the answer: its name, and a piece of work for each state it is sought for."""

    name: str
    pieces: tuple[Piece[E], ...]
    family: str
    """Parts of one family help each other in the same state, so one engine does them there, in order."""


class Patience(Record, frozen=True):
    """How long a part is sought that is asked for in one state after another."""

    nodes: int
    """For each state."""
    times: int
    """In so many states it may take more nodes, and is then asked for no longer."""
    missed: Counter[str] = field(default_factory=Counter)
    """Of each part, by name, in how many states it took more."""


class _Bundle(Record, Generic[E], frozen=True):
    """The pieces of one family for one state, and the names of their parts."""

    names: tuple[str, ...]
    pieces: tuple[Piece[E], ...]


def _bundles(parts: Sequence[Part[E]]) -> list[_Bundle[E]]:
    """All the work, in the order of the parts."""
    found: list[_Bundle[E]] = []
    for _, members in groupby(parts, key=lambda part: part.family):
        family = tuple(members)
        names = tuple(part.name for part in family)
        found += [_Bundle(names, pieces) for pieces in zip(*(part.pieces for part in family), strict=True)]
    return found


def seek_in_turn(
    parts: Sequence[Part[E]],
    engine: E,
    budget: Budget,
    watch: Watch | None,
    meanwhile: AbstractContextManager[object],
    total: int | None = None,
) -> Unfinished:
    """Do the parts in their order, until all are done or one is stopped; they may be the first of more."""
    with meanwhile:
        for at, part in enumerate(parts):
            try:
                for piece in part.pieces:
                    if watch is not None:
                        watch.begin(part.name, at, len(parts) if total is None else total)
                        watch.count(budget.spent)
                    piece(engine, budget)
            except (LimitReached, KeyboardInterrupt) as stop:
                _count_interrupted(budget, watch)
                return tuple(left.name for left in parts[at:]), _reason(stop)
    return (), None


def seek_apart(
    parts: Sequence[Part[E]], engine: E, budget: Budget, watch: Watch | None, patience: Patience
) -> Unfinished:
    """Do the parts in their order, each with nodes of its own, but for those that patience has ended with.

    Unfinished is what a limit of the whole has stopped.
    """
    for at, part in enumerate(parts):
        if patience.missed[part.name] >= patience.times:
            continue
        if watch is not None:
            watch.count(budget.spent)
        try:
            with budget.apart(patience.nodes) as own:
                for piece in part.pieces:
                    piece(engine, own)
        except (LimitReached, KeyboardInterrupt) as stop:
            if isinstance(stop, KeyboardInterrupt) or own.spent <= patience.nodes:
                _count_interrupted(budget, watch)
                return tuple(left.name for left in parts[at:]), _reason(stop)
            patience.missed[part.name] += 1
    return (), None


def seek_in_threads(
    parts: Sequence[Part[E]], threads: int, engines: Callable[[], E], budget: Budget, watch: Watch
) -> Unfinished:
    """Do all parts; a limit of nodes is not kept, and each thread has a table of the size allowed.

    The nodes of all threads are added to the budget's. An interrupt stops what is under way.
    """
    if not parts:
        return (), None
    crew = _Crew(threads, engines, budget, watch)
    bundles = _bundles(parts)
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - one thread needs none

    work: dict[Future[None], _Bundle[E]] = {}
    with ThreadPoolExecutor(threads, initializer=watch.over_this_thread) as pool:
        try:
            work.update((pool.submit(crew.do, bundle), bundle) for bundle in bundles)
            _await(work, parts, watch)
        except KeyboardInterrupt:
            crew.stop()
            pool.shutdown(cancel_futures=True)
    budget.spent += crew.spent()
    if crew.stopped:
        _count_interrupted(budget, watch)
    stopped = {name: INTERRUPTED for bundle in bundles[len(work) :] for name in bundle.names}
    stopped |= _stopped(work)
    names = tuple(part.name for part in parts if part.name in stopped)
    return names, (INTERRUPTED if crew.stopped else stopped[names[0]]) if names else None


def _await(work: Mapping[Future[None], _Bundle[E]], parts: Sequence[Part[E]], watch: Watch) -> None:
    """Wait for all the work, and tell the watch how far it is."""
    watch.begin(parts[0].name, 0, len(parts))
    left = {part.name: len(part.pieces) for part in parts}
    from concurrent.futures import as_completed  # noqa: PLC0415

    for future in as_completed(work):
        if not future.cancelled() and isinstance(future.exception(), LimitReached):
            # As in turn, nothing more is begun; what other threads are at may still end.
            for other in work:
                other.cancel()
        for name in work[future].names:
            left[name] -= 1
        open_parts = [name for name, more in left.items() if more]
        watch.begin(open_parts[0] if open_parts else "", len(left) - len(open_parts), len(left))


def _stopped(work: Mapping[Future[None], _Bundle[E]]) -> dict[str, Message]:
    """The parts with a piece that did not end, with the first reason. Raises: whatever else went wrong."""
    names: set[str] = set()
    reason: Message | None = None
    for future, bundle in work.items():
        error = None if future.cancelled() else future.exception()
        if isinstance(error, LimitReached | KeyboardInterrupt):
            reason = reason or _reason(error)
        elif error is not None:
            raise error
        if future.cancelled() or error is not None:
            names.update(bundle.names)
    return dict.fromkeys(names, reason or INTERRUPTED)


def _count_interrupted(budget: Budget, watch: Watch | None) -> None:
    """An interrupted core does not say how many nodes it laid; the watch has seen about how many."""
    if watch is not None:
        budget.spent = max(budget.spent, watch.nodes)


def _reason(stop: LimitReached | KeyboardInterrupt) -> Message:
    return stop.reason if isinstance(stop, LimitReached) else INTERRUPTED


class _Crew(Generic[E]):
    """The threads' engines and budgets: who does a bundle of work takes an engine, and gives it back."""

    def __init__(self, threads: int, engines: Callable[[], E], budget: Budget, watch: Watch) -> None:
        self.stopped = False
        self._engines: queue.SimpleQueue[E] = queue.SimpleQueue()
        for _ in range(threads):
            self._engines.put(engines())
        self._budgets: list[Budget] = []
        self._deadline = budget.deadline
        self._table_mb = budget.table_mb
        self._watch = watch

    def do(self, bundle: _Bundle[E]) -> None:
        """Do some pieces of work with one engine."""
        budget = Budget(None, self._deadline, self._table_mb)
        self._budgets.append(budget)
        engine = self._engines.get()
        try:
            for piece in bundle.pieces:
                if self.stopped:
                    raise KeyboardInterrupt
                piece(engine, budget)
        finally:
            self._engines.put(engine)

    def stop(self) -> None:
        """Let nobody begin anything more, and stop what is under way."""
        self.stopped = True
        self._watch.stop()
        for budget in self._budgets:
            budget.deadline = 0.0

    def spent(self) -> int:
        """The nodes of all threads."""
        return sum(budget.spent for budget in self._budgets)
