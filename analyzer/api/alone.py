"""The yes or no alone: what goes with it is worked out when it is read, with what the limits left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Protocol, TypeVar

from analyzer.api.requests import Means, limits_left
from analyzer.errors import Invalid, LimitReached
from analyzer.position.model import Position
from analyzer.rules.spec.grounds import Grounds, differs, silent_among
from analyzer.search.engine.beside import Beside, BesideLater
from analyzer.search.engine.results import Forced, GoalAnswer

G = TypeVar("G")


class Asks(Protocol[G]):
    """The ways to ask one question of a position."""

    def alone(self, position: Position, means: Means) -> Forced[G]:
        """The yes or no of a position as it is read. Raises: LimitReached."""

    def told(self, means: Means, *, line: bool, sets: bool) -> Forced[G]:
        """The same of the position itself, with a line or the sets. Raises: LimitReached."""

    def whole(self, means: Means) -> Forced[G]:
        """The same under every reading, with what it rests on. Raises: LimitReached."""

    def bearing(self) -> Iterable[str]:
        """The clauses that bear on it."""


def answered_alone(
    position: Position, asks: Asks[G], means: Means, games: Callable[[], Sequence[Position]]
) -> Forced[G]:
    """The yes or no under every reading that makes another game, and the rest when it is read.

    Where two games are answered otherwise it is the whole answer.
    Raises: LimitReached where a limit came before the answer.
    """
    try:
        found = [asks.alone(each, means) for each in games()]
    except Invalid:
        return asks.whole(means)  # under some reading it cannot be
    if len({each.holds for each in found}) > 1:
        return asks.whole(means)
    left = replace(means, limits=limits_left(means.limits, found[0].nodes, found[0].seconds))
    return replace(found[0], beside=_beside(position, asks, left))


def on_grounds(found: Forced[G] | None, grounds: Grounds) -> Forced[G]:
    """A whole answer, with what it was found to rest on; no answer where readings differ in it."""
    assert found is not None
    holds = None if differs(grounds, "holds") else found.holds
    return replace(found, holds=holds, beside=Beside(found.line, found.answer, grounds))


def _beside(position: Position, asks: Asks[G], means: Means) -> BesideLater[GoalAnswer[G]]:
    def told(*, line: bool, sets: bool) -> Forced[G]:
        with suppress(LimitReached):
            return asks.told(means, line=line, sets=sets)
        return Forced(holds=None, nodes=0, seconds=0.0)

    def grounds() -> Grounds:
        """Where the limits do not last to compare the readings it is the silent clauses."""
        with suppress(LimitReached):
            return asks.whole(means).grounds
        return Grounds(silent_among(position.rules, asks.bearing()))

    return BesideLater(
        lambda: told(line=True, sets=False).line, lambda: told(line=False, sets=True).answer, grounds
    )
