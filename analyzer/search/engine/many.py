"""One yes or no for each of many positions, handed to the core in one piece, without the interpreter."""

from __future__ import annotations

from array import array
from enum import IntEnum
from typing import Final

from analyzer.rules.score.goals import ENDINGS, Goal
from analyzer.search.engine.afresh import afresh
from analyzer.search.engine.feeding import numbers_in
from analyzer.search.engine.native import table_bytes
from analyzer.search.engine.question import Budget, Question
from analyzer.search.engine.results import Limits
from analyzer.search.engine.spending import nodes_of

_LONGEST: Final = 39
"""Tricks of the longest hand: two players share the deck."""


class Came(IntEnum):
    """What came of one position, in the core's numbers."""

    NO = 0
    YES = 1
    NODES = 2
    """The limit of nodes was reached."""
    TIME = 3
    STOPPED = 4
    """The search was stopped from outside."""
    NO_POSITION = 5
    """The row is none: hands of different sizes, or nobody leads."""


def forced_rows(
    like: Question, rows: bytes, tricks: int, goal: Goal, seat: int, by: int, limits: Limits
) -> tuple[bytes, array[int]]:
    """By row what came of it (:class:`Came`) and the nodes it took, as if each were asked by itself.

    Rows are those of :mod:`analyzer.position.files.plainlines`, of at most so many tricks; `like` is any
    position of the same rules and stakes. The limits are those of each row. A watch can stop it.
    """
    sizes = [table_bytes(each, limits.table_mb) for each in range(_LONGEST + 1)]
    solver = afresh().solver(like, sizes[tricks])
    seconds = -1.0 if limits.timeout is None else limits.timeout
    nodes = nodes_of(Budget(limits.max_nodes))
    came, spent = solver.forced_many(
        rows, numbers_in(like.spec), seat, by, ENDINGS[goal], sizes[: tricks + 1], nodes, seconds
    )
    found = array("Q")
    found.frombytes(spent)
    return came, found
