"""The engine that answers where none is named."""

from __future__ import annotations

from typing import Protocol

from analyzer.rules.score.goals import Goal
from analyzer.search.engine.question import Budget, Engine, Question


def default_engine(threads: int = 1) -> Engine:
    """A native engine that remembers nothing yet, so that equal questions take equal numbers of nodes.

    With more than one, so many threads search each question together, in a number of nodes that varies.
    """
    # Imported where it is used: the reference needs no compiled core.
    from analyzer.search.engine.native import NativeEngine  # noqa: PLC0415

    return NativeEngine(threads=threads)


def core_digest() -> str:
    """The digest of the sources that the core was built from."""
    from analyzer.core import fastest  # noqa: PLC0415 - likewise

    return str(fastest().SOURCE_HASH)


class Alone(Protocol):
    """What answers a yes or no by itself."""

    def forces(self, question: Question, goal: Goal, seat: int, by: int, budget: Budget) -> bool:
        """Whether the players in mask `by` force the seat's goal. Raises: LimitReached."""


def alone_engine() -> Alone:
    """The engine of this thread for one yes or no after the other, in the nodes of :func:`default_engine`."""
    from analyzer.search.engine.afresh import afresh  # noqa: PLC0415 - likewise

    return afresh()
