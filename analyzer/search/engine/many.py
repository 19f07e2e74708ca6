"""One question about each of many positions, handed to the core in one piece, without the interpreter."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Sequence
from enum import IntEnum
from typing import TYPE_CHECKING

from analyzer.frozenrecord import Record
from analyzer.position.hand import Hand, holds_after_answer
from analyzer.rules.score.goals import ENDINGS, Goal
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import core_position, search, table_bytes
from analyzer.search.engine.results import Limits
from analyzer.search.engine.solvers import (
    MOST_KEPT,
    Stakes,
    lent_solver,
    make_solver,
    nodes_of,
    numbers_in,
    return_solver,
    stakes_of,
)

if TYPE_CHECKING:
    from analyzer.core import _core


class RowResult(IntEnum):
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


class Rows(Record, frozen=True):
    """Rows of :mod:`analyzer.position.files.lines`, and what is the same of all of them."""

    like: Hand
    """Any position of the same rules and stakes."""
    rows: bytes
    tricks: int
    """To go in the longest of them."""
    limits: Limits
    """Of each row."""

    def forced(self, goal: Goal, seat: int, by: int) -> tuple[bytes, array[int]]:
        """By row what came of it (:class:`RowResult`) and the nodes it took, as if each were asked by itself.

        A watch can stop it.
        """
        solver, numbers = fresh_solver().solver(self.like, self._bytes), numbers_in(self.like.spec)
        came, spent = solver.forced_many(self.rows, numbers, seat, by, ENDINGS[goal], *self._most())
        return came, _numbers("Q", spent)

    def sure(self, seats: Sequence[int]) -> tuple[bytes, array[int], array[int]]:
        """By row what came of it, the nodes, and the tokens each of the seats is sure of from there on."""
        lent = lent_solver(self.like, (*stakes_of(self.like), self.limits.table_mb), self._bytes)
        asked = self.rows, numbers_in(self.like.spec), list(seats)
        came, spent, sure = lent.solver.sure_many(*asked, *self._most())
        return_solver(lent)
        return came, _numbers("Q", spent), _numbers("i", sure)

    @property
    def _bytes(self) -> int:
        return table_bytes(self.tricks, self.limits.table_mb)

    def _most(self) -> tuple[list[int], int, float]:
        """Bytes of the table by tricks to go, and the nodes and seconds that a row may take."""
        sizes = [table_bytes(each, self.limits.table_mb) for each in range(self.tricks + 1)]
        seconds = -1.0 if self.limits.timeout is None else self.limits.timeout
        return sizes, nodes_of(Budget(self.limits.max_nodes)), seconds


def _numbers(kind: str, told: bytes) -> array[int]:
    found = array(kind)
    found.frombytes(told)
    return found


class FreshSolver:
    """Answers in the nodes that an engine of its own would take; for one thread."""

    def __init__(self) -> None:
        self._stakes: Stakes | None = None
        self._made = 0
        self._solver: _core.Solver | None = None

    def forces(self, question: Hand, goal: Goal, seat: int, by: int, budget: Budget) -> bool:
        """Whether the players in mask `by` force the seat's goal. Raises: LimitReached."""
        size = table_bytes(question.table.tricks_left, budget.table_mb)
        solver = self.solver(question, size)
        try:
            return _forces(solver, size, question, (goal, seat, by), budget)
        finally:
            if self._made > MOST_KEPT:
                self._solver = None

    def solver(self, question: Hand, size: int) -> _core.Solver:
        """A solver for the question whose table has so many bytes and remembers nothing."""
        stakes = stakes_of(question)
        if self._solver is not None and self._made >= size and self._stakes == stakes:
            self._solver.forget(size)
        else:
            self._solver = make_solver(question, size)
            self._stakes, self._made = stakes, size
        return self._solver


def _forces(
    solver: _core.Solver, size: int, question: Hand, asked: tuple[Goal, int, int], budget: Budget
) -> bool:
    goal, seat, by = asked

    def holds(state: Hand) -> bool:
        needed = table_bytes(state.table.tricks_left, budget.table_mb)
        if needed != size:
            solver.forget(needed)
        return search(solver, core_position(state), state, budget, (seat, by, False, ENDINGS[goal], 1)) >= 1

    return holds_after_answer(question, by, holds)


_mine = threading.local()


def fresh_solver() -> FreshSolver:
    """The one of this thread."""
    found: FreshSolver | None = getattr(_mine, "afresh", None)
    if found is None:
        found = _mine.afresh = FreshSolver()
    return found
