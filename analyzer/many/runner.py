"""Chunks of a long work answered by several threads or machines, in order, as they are there.

Chunks are read by a thread of their own and answered by others; whoever asks gets the answers in order. What
waits is bounded, so that neither a long input nor a slow reader of the answers takes memory. The core
searches without the interpreter.
"""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Generic, NamedTuple, Protocol, TypeVar

from analyzer.search.engine.solvers import pool_tables
from analyzer.search.engine.watch import Watch


class ChunkResult(Protocol):
    """The answers to a chunk."""

    @property
    def stopped(self) -> bool:
        """Whether it was broken off behind them."""


C = TypeVar("C")
A = TypeVar("A", bound=ChunkResult)


C_contra = TypeVar("C_contra", contravariant=True)


class Workers(Protocol[C_contra, A]):
    """Who answers chunks."""

    count: int

    def submit(self, chunk: C_contra) -> Future[A]:
        """Begin a chunk."""

    def errors(self) -> AbstractContextManager[None]:
        """Tell what happened to the workers while an answer is awaited."""

    def stop(self) -> bool:
        """Stop what is under way; whether it ends at once, with what it has."""

    def close(self) -> None:
        """Stop what is under way, and let the workers go."""


class Threads(Generic[C, A]):
    """Threads of this program."""

    def __init__(self, answer: Callable[[C], A], count: int, watch: Watch) -> None:
        self.count = count
        self._answer, self._watch = answer, watch
        self._pool = ThreadPoolExecutor(count, initializer=_begin_thread, initargs=(watch,))

    def submit(self, chunk: C) -> Future[A]:
        return self._pool.submit(self._answer, chunk)

    def errors(self) -> AbstractContextManager[None]:
        return nullcontext()

    def stop(self) -> bool:
        self._watch.stop()
        return True

    def close(self) -> None:
        self._watch.stop()
        self._pool.shutdown(cancel_futures=True)


def _begin_thread(watch: Watch) -> None:
    """Make this thread one that answers position after position, seen and stopped by a watch."""
    watch.over_this_thread()
    pool_tables()


def run_many(
    chunks: Iterable[C],
    workers: Workers[C, A],
    waiting: int,
    read: int,
    weight: Callable[[C], int] = lambda _: 1,
) -> Generator[A]:
    """The answers to all chunks, in order. To close it stops what is under way.

    Chunks of at most so much `weight` are `waiting` for a worker or for their turn, and so many are `read`
    before that.
    Raises: what reading the chunks raises, after the answers to what was read; what an answer raises;
    KeyboardInterrupt, after what was answered by then.
    """
    inbox: _Inbox[C] = queue.Queue(read)
    halt = threading.Event()
    under_way: deque[tuple[Future[A], int]] = deque()
    try:
        threading.Thread(target=_read, args=(chunks, inbox, halt), daemon=True).start()
        yield from _in_order(inbox, workers, under_way, waiting, weight)
    except KeyboardInterrupt:
        if workers.stop():
            yield from _as_far_as(under_way)
        raise
    finally:
        halt.set()
        workers.close()


class _End(NamedTuple):
    """Nothing more comes, and why not if that is an error."""

    error: BaseException | None = None


_Inbox = queue.Queue[C | _End]


def _read(chunks: Iterable[C], inbox: _Inbox[C], halt: threading.Event) -> None:
    """Put chunk after chunk into the inbox, until nothing is left or nobody wants more."""

    def put(item: C | _End) -> bool:
        while not halt.is_set():
            with suppress(queue.Full):
                inbox.put(item, timeout=0.1)
                return True
        return False

    try:
        if not all(map(put, chunks)):
            return
    except BaseException as error:  # noqa: BLE001 - it is raised where the answers are wanted
        put(_End(error))
        return
    put(_End())


def _in_order(
    inbox: _Inbox[C],
    workers: Workers[C, A],
    under_way: deque[tuple[Future[A], int]],
    most: int,
    weight: Callable[[C], int],
) -> Iterator[A]:
    """The answers in order. Raises: KeyboardInterrupt behind one that was stopped."""
    end: _End | None = None
    heavy = 0
    while under_way or end is None:
        if end is None and heavy < most:
            item = _next(inbox, patient=not under_way)
            if isinstance(item, _End):
                end = item
            elif item is not None:
                with workers.errors():
                    under_way.append((workers.submit(item), weight(item)))
                heavy += under_way[-1][1]
                continue
        if not under_way:
            continue
        future, weighs = under_way[0]
        if not future.done():  # what is awaited stays in its place: Ctrl-C comes here
            wait([future], timeout=0.02)  # not for long: meanwhile more may have been read
            continue
        under_way.popleft()
        heavy -= weighs
        with workers.errors():
            found = future.result()
        yield found
        if found.stopped:
            under_way.clear()
            raise KeyboardInterrupt
    if end.error is not None:
        raise end.error


def _as_far_as(under_way: Iterable[tuple[Future[A], int]]) -> Iterator[A]:
    """What is answered, in order, of that which is under way and was told to stop."""
    for each, _ in under_way:
        found = each.result()
        yield found
        if found.stopped:
            return


def _next(inbox: _Inbox[C], *, patient: bool) -> C | _End | None:
    """What comes next; None if nothing is there and nobody waits."""
    if not patient:
        try:
            return inbox.get_nowait()
        except queue.Empty:
            return None
    while True:
        with suppress(queue.Empty):
            return inbox.get(timeout=0.2)  # a wait without an end would not hear Ctrl-C everywhere
