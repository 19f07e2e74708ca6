"""Long work in chunks, answered by several threads or machines; the answers come in order.

One thread reads the chunks, other threads answer them, and the caller gets the answers in order. The number
of waiting chunks is bounded, so a long input or a slow reader of the answers needs little memory. The core
searches without holding the interpreter lock.
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
        """True if the work was interrupted after these answers."""


C = TypeVar("C")
A = TypeVar("A", bound=ChunkResult)


C_contra = TypeVar("C_contra", contravariant=True)


class Workers(Protocol[C_contra, A]):
    """The workers that answer chunks."""

    count: int

    def submit(self, chunk: C_contra) -> Future[A]:
        """Begin to answer a chunk."""

    def errors(self) -> AbstractContextManager[None]:
        """Convert errors of the workers while the caller waits for an answer."""

    def stop(self) -> bool:
        """Stop the running chunks; return True if they end at once, with the answers so far."""

    def close(self) -> None:
        """Stop the running chunks and release the workers."""


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
    """Prepare this thread to answer position after position, controlled by a watch."""
    watch.over_this_thread()
    pool_tables()


def run_many(
    chunks: Iterable[C],
    workers: Workers[C, A],
    waiting: int,
    read: int,
    weight: Callable[[C], int] = lambda _: 1,
) -> Generator[A]:
    """Yield the answers to all chunks, in order. Closing the generator stops the running chunks.

    Chunks are started until the total `weight` of the unfinished ones reaches `waiting`; at most `read` more
    are read ahead.
    Raises: any error of reading, after the answers to the chunks read before it; any error of an answer;
    KeyboardInterrupt, after the answers that were ready by then.
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
    """The end of the chunks, with the error that ended them, if any."""

    error: BaseException | None = None


_Inbox = queue.Queue[C | _End]


def _read(chunks: Iterable[C], inbox: _Inbox[C], halt: threading.Event) -> None:
    """Put the chunks into the inbox one by one, until the input ends or `halt` is set."""

    def put(item: C | _End) -> bool:
        while not halt.is_set():
            with suppress(queue.Full):
                inbox.put(item, timeout=0.1)
                return True
        return False

    try:
        if not all(map(put, chunks)):
            return
    except BaseException as error:  # noqa: BLE001 - raised again in the thread that reads the answers
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
    """Yield the answers in order. Raises: KeyboardInterrupt after an answer that was stopped."""
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
        if not future.done():  # the chunk stays in the queue: Ctrl-C is raised here
            wait([future], timeout=0.02)  # a short wait: more chunks may have been read
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
    """Yield the answers to the stopped chunks, in order, up to the first incomplete one."""
    for each, _ in under_way:
        found = each.result()
        yield found
        if found.stopped:
            return


def _next(inbox: _Inbox[C], *, patient: bool) -> C | _End | None:
    """Return the next item of the inbox; None if it is empty and `patient` is False."""
    if not patient:
        try:
            return inbox.get_nowait()
        except queue.Empty:
            return None
    while True:
        with suppress(queue.Empty):
            return inbox.get(timeout=0.2)  # some systems cannot interrupt a wait without a limit
