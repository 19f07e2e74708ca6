"""Where questions are answered: threads for searches, threads for the rest, and what one may use up.

Nothing here imports what answers them, so that a board says where it is before all that is loaded.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from analyzer import answers
from analyzer.search import engine
from analyzer.web.workers import Answerers

if TYPE_CHECKING:
    from analyzer.search.engine.watch import Watch

QUICK: Final = 2
"""Threads for what takes no search."""
TOGETHER: Final = 3
"""Long questions that are searched at one time at least, so that a page does not wait for another's."""
SHORT_TRICKS: Final = 6
"""A question about as many tricks or fewer is short."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Where questions are answered: threads for searches, threads for the rest, and what one may use up."""

    threads: int = 1
    seconds: float = 60.0
    table_mb: int = 256
    searching: Answerers = field(init=False)
    quick: Answerers = field(init=False)
    watches: set[Watch] = field(init=False, default_factory=set)
    """What stops the searches that are under way."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "searching", Answerers(max(self.threads, TOGETHER), "search", for_short=1))
        object.__setattr__(self, "quick", Answerers(QUICK, "answer", for_short=1))

    @property
    def means(self) -> answers.requests.Means:
        """What a search may use up."""
        return answers.requests.Means(engine.results.Limits(timeout=self.seconds, table_mb=self.table_mb))

    def stop(self) -> None:
        """End every search."""
        for watch in list(self.watches):
            watch.stop()


class Gone(Exception):
    """Who asked is no longer there."""
