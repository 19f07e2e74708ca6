"""A run of a study: the deals missing from its store, answered in chunks by threads or a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Final

from analyzer.errors import UsageError
from analyzer.many.asks import Piece, answer_piece
from analyzer.many.cluster import SAME_EVERYWHERE
from analyzer.many.runner import Threads, Workers, run_many
from analyzer.many.store import Store
from analyzer.many.study import Study
from analyzer.messages import listed, say
from analyzer.search.engine.watch import Watch

FIRST: Final = 4
"""The number of deals in each of the first chunks, which show how long a deal takes."""
SECONDS: Final = 5.0
"""Seconds that a chunk should take; if the program is killed, each worker loses about this much."""
MOST: Final = 5000
_WAITING: Final = 2
"""The number of chunks for each worker that wait for it or for their turn."""

Range = tuple[int, int]
"""Consecutive deals: the first, and the number of deals."""


def threads(study: Study, count: int) -> Threads[Range, Piece]:
    """Return `count` threads that answer deals of a study."""
    watch = Watch()
    return Threads(lambda chunk: answer_piece(study, *chunk, lambda: watch.stopped), count, watch)


@dataclass(slots=True)
class _Pace:
    """The pace of a run, which determines the number of deals in a chunk."""

    deals: int = 0
    seconds: float = 0.0

    def note(self, piece: Piece) -> None:
        self.deals += len(piece.told)
        self.seconds += piece.seconds

    def size(self) -> int:
        if not self.deals:
            return FIRST
        return max(1, min(MOST, int(SECONDS * self.deals / max(self.seconds, 1e-9))))


def run_study(store: Store, workers: Workers[Range, Piece], stored: Callable[[], None]) -> None:
    """Answer the missing deals, and call `stored` after each chunk that is stored. Ctrl-C keeps them.

    Raises: KeyboardInterrupt; UsageError if a worker has a different version; LimitReached if the cluster is
    gone; any error of a question about a deal.
    """
    pace = _Pace()
    chunks = _chunks(list(store.gaps()), pace, workers.count)
    with closing(run_many(chunks, workers, _WAITING * workers.count, 1)) as pieces:
        for piece in pieces:
            keep_piece(store, piece)
            pace.note(piece)
            stored()


def _chunks(gaps: list[Range], pace: _Pace, workers: int) -> Iterator[Range]:
    """Yield the missing deals in chunks, smaller towards the end, so that all workers finish together."""
    left = sum(count for _, count in gaps)
    for first, count in gaps:
        at, end = first, first + count
        while at < end:
            size = min(end - at, max(1, min(pace.size(), -(-left // (2 * workers)))))
            yield at, size
            at, left = at + size, left - size


def keep_piece(store: Store, piece: Piece) -> None:
    """Store a piece. Raises: UsageError if its core, rules or files differ from those of the store."""
    differs = [
        word
        for word, found, ours in (
            (say("rules or files"), piece.study, store.about["study"]),
            (say("core"), piece.core, store.about["core"]),
        )
        if found != ours
    ]
    if differs:
        told = say("a worker differs from this program in its {what}", what=listed(differs))
        raise UsageError(told, SAME_EVERYWHERE)
    if piece.told:
        store.add(piece.told, piece.seconds)
