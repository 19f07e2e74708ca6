"""A study run: the deals that are missing in its store, in chunks over several threads or a cluster."""

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
"""Deals of the first chunks, by which it is seen how long one takes."""
SECONDS: Final = 5.0
"""What a chunk is to take: no more is lost for each worker if the program is killed."""
MOST: Final = 5000
_WAITING: Final = 2
"""Chunks for each worker that wait for it or for their turn."""

Range = tuple[int, int]
"""Deals that lie together: the first, and how many."""


def threads(study: Study, count: int) -> Threads[Range, Piece]:
    """Threads that answer deals of a study."""
    watch = Watch()
    return Threads(lambda chunk: answer_piece(study, *chunk, lambda: watch.stopped), count, watch)


@dataclass(slots=True)
class _Pace:
    """How many deals make a chunk."""

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
    """Answer what is missing; `stored` is called whenever a chunk is. Ctrl-C leaves what is done.

    Raises: KeyboardInterrupt; UsageError for a chunk of a worker of another version; LimitReached if a
    cluster is gone; what asking a deal raises.
    """
    pace = _Pace()
    chunks = _chunks(list(store.gaps()), pace, workers.count)
    with closing(run_many(chunks, workers, _WAITING * workers.count, 1)) as pieces:
        for piece in pieces:
            keep_piece(store, piece)
            pace.note(piece)
            stored()


def _chunks(gaps: list[Range], pace: _Pace, workers: int) -> Iterator[Range]:
    """What is missing in chunks; they get smaller towards the end, so that all workers end together."""
    left = sum(count for _, count in gaps)
    for first, count in gaps:
        at, end = first, first + count
        while at < end:
            size = min(end - at, max(1, min(pace.size(), -(-left // (2 * workers)))))
            yield at, size
            at, left = at + size, left - size


def keep_piece(store: Store, piece: Piece) -> None:
    """Store what is answered. Raises: UsageError for answers of another core, or of other rules or files."""
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
