"""A search watched from outside: what it is at, how far it is, and stopping it from another thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from analyzer.core import fastest


class Watch:
    """What one search is doing."""

    __slots__ = (
        *("_core", "_counted", "_laid", "_shown", "_unwatched"),
        *("done", "grown", "part", "parts", "quiet", "so_far", "started", "stopped"),
    )

    def __init__(self) -> None:
        # Imported where it is used: the reference needs no compiled core.

        core = fastest()
        self._unwatched = core.unwatched
        self._core = core.Watch()
        self._counted = 0
        self._laid = 0
        self._shown = 0
        self.grown: Callable[[object], None] | None = None
        """Called in the searching thread, with the answer so far, when a part is finished."""
        self.quiet = 0.0
        """Seconds before which it is not called: nobody listens so soon."""
        self.so_far: Callable[[], object] | None = None
        """The answer as far as it is found, while it is sought; for the searching thread."""
        self.part = ""
        """The part of the answer that is sought, such as `goals.A.ultimo`."""
        self.done = 0
        """Parts that are finished."""
        self.parts = 0
        """Parts in all; 0 where they are not counted."""
        self.started = time.monotonic()
        self.stopped = False
        """Whether the searches were told to stop."""

    @property
    def nodes(self) -> int:
        """About how many nodes were searched so far; it never falls."""
        self._shown = max(self._shown, self._counted + self._core.laid() - self._laid)
        return self._shown

    @property
    def seconds(self) -> float:
        """How long it has been searching."""
        return time.monotonic() - self.started

    def begin(self, part: str, done: int, parts: int) -> None:
        """The search is at a part of its answer, with so many done of so many."""
        finished = done > self.done
        self.part, self.done, self.parts = part, done, parts
        if finished:
            self.grew()

    def grew(self) -> None:
        """Something more is known: whoever wants to hear of it is told the answer so far."""
        if self.grown is not None and self.so_far is not None and self.seconds >= self.quiet:
            self.grown(self.so_far())

    @contextmanager
    def telling(self, so_far: Callable[[], object]) -> Iterator[None]:
        """While a search lasts, this is its answer so far.

        Afterwards it is forgotten: search and watch would hold one another, and the table of the search,
        until Python looks for such circles.
        """
        self.so_far = so_far
        try:
            yield
        finally:
            self.so_far = None

    def count(self, nodes: int) -> None:
        """So many nodes were counted in all; those the core laid up to now are among them."""
        self._counted, self._laid = nodes, self._core.laid()

    def stop(self) -> None:
        """Stop the searches of every thread that is watched: they raise KeyboardInterrupt."""
        self.stopped = True
        self._core.stop()

    def over_this_thread(self) -> None:
        """Watch the core's searches in the present thread from now on."""
        self._core.this_thread()

    @contextmanager
    def meanwhile(self) -> Iterator[None]:
        """Watch the core's searches in the present thread for a while."""
        self.over_this_thread()
        try:
            yield
        finally:
            self._unwatched()
