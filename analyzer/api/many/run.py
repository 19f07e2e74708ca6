"""Many positions in chunks over several threads: answers come in the order of the input, as they are there.

Positions are read by a thread of their own, answered by others, and whoever asks gets the chunks in order.
Chunks are small and what waits is bounded, so that neither a long input nor a slow reader of the answers
takes memory. The core searches without the interpreter.
"""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Final, NamedTuple

from analyzer.api.many.records import BatchRecord, RecordBlock
from analyzer.api.many.rows import STOPPED, Asker, RowAsker, Told
from analyzer.position.files.oneline import Plain, plain_line
from analyzer.position.reading import plain_position, plain_row
from analyzer.search.engine.solvers import pool_tables
from analyzer.search.engine.watch import Watch

_PLAIN: Final = 512
"""Plain lines of a chunk; a position that is read and asked by itself is one."""
_WAITING: Final = 128
"""Chunks that wait for a thread or for their turn: one hard position holds up all behind it."""
_EACH: Final = 8
"""So many for each thread, where there are many of them."""
_READ: Final = 4
"""Chunks for each thread that are read before they are asked for."""


class RecordChunk(NamedTuple):
    """Records that are answered together, the plain ones of them, and the bytes read up to their end."""

    records: list[BatchRecord]
    plains: dict[int, tuple[BatchRecord, Plain]]
    end: int


class ChunkAnswers(NamedTuple):
    """The answers of a chunk in order, and the bytes read up to its end."""

    answers: list[tuple[BatchRecord, Told]]
    end: int
    stopped: bool = False
    """Whether it was broken off behind them."""


def run_many(
    blocks: Iterable[RecordBlock], asker: Asker, workers: int, watch: Watch | None = None
) -> Generator[ChunkAnswers]:
    """The answers to all records, chunk by chunk in order; to close it stops what is under way.

    Raises: what reading the blocks raises, after the answers to what was read; KeyboardInterrupt.
    """
    watch = watch or Watch()
    rows = RowAsker(asker)
    crew = _Crew(asker, rows, watch)
    inbox: _Inbox = queue.Queue(_READ * workers)
    halt = threading.Event()
    reader = threading.Thread(target=_read, args=(blocks, rows.able, inbox, halt), daemon=True)
    pool = ThreadPoolExecutor(workers, initializer=in_a_row, initargs=(watch,))
    waiting: _Waiting = deque()
    try:
        reader.start()
        yield from _in_order(inbox, pool, crew, waiting, max(_WAITING, _EACH * workers))
    except KeyboardInterrupt:
        watch.stop()
        yield from _as_far_as(waiting)
        raise
    finally:
        halt.set()
        watch.stop()
        pool.shutdown(cancel_futures=True)


def in_a_row(watch: Watch) -> None:
    """Make this thread one that answers position after position, seen and stopped by a watch."""
    watch.over_this_thread()
    pool_tables()


class _End(NamedTuple):
    """Nothing more comes, and why not, where that is an error."""

    error: BaseException | None = None


_Inbox = queue.Queue[RecordChunk | _End]
_Waiting = deque[Future[ChunkAnswers]]


def _read(blocks: Iterable[RecordBlock], able: bool, inbox: _Inbox, halt: threading.Event) -> None:  # noqa: FBT001
    """Put chunk after chunk into the inbox, until nothing is left or nobody wants more."""

    def put(item: RecordChunk | _End) -> bool:
        while not halt.is_set():
            try:
                inbox.put(item, timeout=0.1)
            except queue.Full:
                continue
            return True
        return False

    try:
        for block in blocks:
            if not all(map(put, _chunks(block, able))):
                return
    except BaseException as error:  # noqa: BLE001 - it is raised where the answers are wanted
        put(_End(error))
        return
    put(_End())


def _chunks(block: RecordBlock, able: bool) -> Iterator[RecordChunk]:  # noqa: FBT001
    """A block in chunks. What is there is answered, whether or not more follows."""
    chunk = RecordChunk([], {}, block.end)
    for record in block.records:
        plain = _plain(record) if able and record.file is None else None
        if plain is not None:
            chunk.plains[len(chunk.records)] = record, plain
        chunk.records.append(record)
        if plain is None or len(chunk.records) >= _PLAIN:
            yield chunk
            chunk = RecordChunk([], {}, block.end)
    yield chunk


def _plain(record: BatchRecord) -> Plain | None:
    """A record as a row, if it is as plain as that."""
    if record.position is not None:
        return plain_position(record.position)
    return plain_line(record.text) if record.row is None else plain_row(record.row)


def _in_order(
    inbox: _Inbox, pool: ThreadPoolExecutor, crew: _Crew, waiting: _Waiting, most: int
) -> Iterator[ChunkAnswers]:
    """The chunks in order, of which so many at most are waiting.

    Raises: KeyboardInterrupt behind one that was stopped.
    """
    end: _End | None = None
    while waiting or end is None:
        if end is None and len(waiting) < most:
            item = _next(inbox, wait=not waiting)
            if isinstance(item, _End):
                end = item
            elif item is not None:
                waiting.append(pool.submit(crew.answer, item))
                continue
        if not waiting:
            continue
        if not waiting[0].done():  # what is waited for stays in its place: Ctrl-C comes here
            _rest(waiting[0])
            continue
        found = waiting.popleft().result()
        yield found
        if found.stopped:
            waiting.clear()
            raise KeyboardInterrupt
    if end.error is not None:
        raise end.error


def _as_far_as(waiting: _Waiting) -> Iterator[ChunkAnswers]:
    """What is answered in order of that which is under way and was told to stop."""
    for each in waiting:
        found = each.result()
        yield found
        if found.stopped:
            return


def _next(inbox: _Inbox, *, wait: bool) -> RecordChunk | _End | None:
    """What comes next; None where that is not there and nobody waits."""
    if not wait:
        try:
            return inbox.get_nowait()
        except queue.Empty:
            return None
    while True:
        try:
            return inbox.get(timeout=0.2)  # a wait without an end would not hear Ctrl-C everywhere
        except queue.Empty:
            continue


def _rest(future: Future[ChunkAnswers]) -> None:
    """Wait a little for an answer; meanwhile more may have been read, or Ctrl-C been heard."""
    with suppress(TimeoutError):
        future.exception(timeout=0.02)


class _Crew:
    """What the threads do."""

    def __init__(self, asker: Asker, rows: RowAsker, watch: Watch) -> None:
        self._asker = asker
        self._rows = rows
        self._watch = watch

    def answer(self, chunk: RecordChunk) -> ChunkAnswers:
        """The answers of a chunk, as far as it is come to before all is to stop."""
        found = self._rows.answers(chunk.plains)
        answers: list[tuple[BatchRecord, Told]] = []
        for place, record in enumerate(chunk.records):
            known = found.get(place)
            told = self._alone(record) if known is None else known
            if told is STOPPED:
                return ChunkAnswers(answers, chunk.end, stopped=True)
            answers.append((record, told))
        return ChunkAnswers(answers, chunk.end)

    def _alone(self, record: BatchRecord) -> Told:
        """The answer to one record asked by itself; one that was broken off may lack what it had time for."""
        if self._over():
            return STOPPED
        try:
            told = self._asker.answer(record)
        except KeyboardInterrupt:  # of the watch: the signal itself goes to the main thread
            return STOPPED
        return STOPPED if self._over() else told

    def _over(self) -> bool:
        return self._watch.stopped
