"""The work that answers a question of the board: at once, after a search, or little by little."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.answers.requests import Means
from analyzer.errors import IllegalMove, LimitReached, TarokError
from analyzer.frozenrecord import Record
from analyzer.search.engine.watch import Watch
from analyzer.views.base import View

Tell = Callable[[View], None]
"""Is given what is known so far."""


Search = Callable[[Means, Watch, Tell], None]


class Quick(Record, frozen=True):
    """What takes no search."""

    view: Callable[[], View]


class BySearch(Record, frozen=True):
    """What takes a search: it may use the means, and the watch ends it."""

    view: Callable[[Means, Watch], View]


class Growing(Record, frozen=True):
    """What is told while it is found."""

    begin: Callable[[], Search]
    """Reads what is asked, without a search, and gives the search. Raises: as reading does."""
    waiting: View
    """What is told while others are before it in the line."""
    lang: str
    """The language of a refusal that comes while it grows."""


Work = Quick | BySearch | Growing


def status_of(error: TarokError) -> int:
    """How a refusal is numbered: 409 a forbidden move, 503 not within the limits, 400 a bad text."""
    return 409 if isinstance(error, IllegalMove) else 503 if isinstance(error, LimitReached) else 400
