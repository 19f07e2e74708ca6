"""The body of a request, and the work that answers it: at once, after a search, or little by little."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from analyzer.answers.requests import Means
from analyzer.errors import IllegalMove, LimitReached, TarokError, UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import ENGLISH, Verbatim, choose_language, say
from analyzer.search.engine.watch import Watch
from analyzer.views.base import View

# The body of a request: a JSON object of known keys, each of one type.


Kind = TypeVar("Kind", str, int, list[Any])


class Body:
    """The keys of a question."""

    def __init__(self, told: dict[str, Any]) -> None:
        self._told = told

    @property
    def lang(self) -> str:
        """The language of the answer's words."""
        return choose_language(self.text("lang", ENGLISH))

    def text(self, key: str, default: str | None = None) -> str:
        """A text. Raises: UsageError where it is missing and has no default, or is none."""
        return self._get_value(key, str, default)

    def maybe(self, key: str) -> str | None:
        """A text that may be left out, or be null."""
        return None if self._told.get(key) is None else self.text(key)

    def number(self, key: str, default: int, least: int, most: int) -> int:
        """A whole number within bounds. Raises: UsageError."""
        found = self._get_value(key, int, default)
        if isinstance(found, bool) or not least <= found <= most:
            raise UsageError(
                say(
                    "`{key}` is not a number from {least} to {most}",
                    key=Verbatim(key),
                    least=least,
                    most=most,
                )
            )
        return found

    def words(self, key: str) -> tuple[str, ...]:
        """A list of texts, empty where it is left out. Raises: UsageError."""
        found = self._get_value(key, list, [])
        if not all(isinstance(each, str) for each in found):
            raise UsageError(say("`{key}` is not a list of texts", key=Verbatim(key)))
        return tuple(found)

    def tree(self, key: str) -> list[Any]:
        """A list of words and of lists like it, empty where it is left out. Raises: UsageError."""
        return self._get_value(key, list, [])

    def pairs(self, key: str) -> dict[str, str]:
        """Texts by names, empty where it is left out. Raises: UsageError."""
        found = self._told.get(key, {})
        if not isinstance(found, dict) or not all(isinstance(each, str) for each in found.values()):
            raise UsageError(say("`{key}` is of another kind", key=Verbatim(key)))
        return dict(found)

    def _get_value(self, key: str, kind: type[Kind], default: Kind | None) -> Kind:
        found = self._told.get(key, default)
        if found is None:
            raise UsageError(say("`{key}` is missing", key=Verbatim(key)))
        if not isinstance(found, kind):
            raise UsageError(say("`{key}` is of another kind", key=Verbatim(key)))
        return found


def read_body(raw: str | bytes) -> Body:
    """What was asked. Raises: UsageError for what is no JSON object."""
    try:
        told = json.loads(raw)
    except (ValueError, RecursionError):
        raise UsageError(say("the question is not JSON")) from None
    if not isinstance(told, dict):
        raise UsageError(say("the question is not a JSON object"))
    return Body(told)


# The work that answers a question of the board: at once, after a search, or little by little.


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
