"""The engine that answers where none is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from analyzer.core import fastest
from analyzer.rules.spec.game import GameSpec
from analyzer.search import engine
from analyzer.search.engine import counting
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.native import NativeEngine

if TYPE_CHECKING:
    from analyzer.position.hand import Hand
    from analyzer.rules.score.goals import Goal


def default_engine(game: GameSpec, threads: int = 1) -> Engine:
    """A native engine that remembers nothing yet, so that equal questions take equal numbers of nodes.

    With more than one, so many threads search each question together, in a number of nodes that varies, where
    the core can.
    """
    # Imported where it is used: the reference needs no compiled core.
    if game.pots is None:
        return counting.native.CountingEngine()

    return NativeEngine(threads=threads)


def core_digest() -> str:
    """The digest of the sources that the core was built from."""
    return str(fastest().SOURCE_HASH)


class Alone(Protocol):
    """What answers a yes or no by itself."""

    def forces(self, question: Hand, goal: Goal, seat: int, by: int, budget: Budget) -> bool:
        """Whether the players in mask `by` force the seat's goal. Raises: LimitReached."""


def alone_engine(game: GameSpec) -> Alone:
    """The engine of this thread for one yes or no after the other, in the nodes of :func:`default_engine`."""
    if game.pots is None:
        return default_engine(game)

    return engine.many.afresh()
