"""One yes or no after the other, each as if nothing were remembered, on a table that is there."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from analyzer.position.potstate import PotState
from analyzer.position.question import by_answers
from analyzer.rules.score.goals import ENDINGS, Goal
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import core_position, search, table_bytes
from analyzer.search.engine.solvers import MOST_KEPT, Stakes, make_solver, stakes_of

if TYPE_CHECKING:
    from analyzer.core import _core


class Afresh:
    """Answers in the nodes that an engine of its own would take; for one thread."""

    def __init__(self) -> None:
        self._stakes: Stakes | None = None
        self._made = 0
        self._solver: _core.Solver | None = None

    def forces(self, question: PotState, goal: Goal, seat: int, by: int, budget: Budget) -> bool:
        """Whether the players in mask `by` force the seat's goal. Raises: LimitReached."""
        size = table_bytes(question.table.tricks_left, budget.table_mb)
        solver = self.solver(question, size)
        try:
            return _forces(solver, size, question, (goal, seat, by), budget)
        finally:
            if self._made > MOST_KEPT:
                self._solver = None

    def solver(self, question: PotState, size: int) -> _core.Solver:
        """A solver for the question whose table has so many bytes and remembers nothing."""
        stakes = stakes_of(question)
        if self._solver is not None and self._made >= size and self._stakes == stakes:
            self._solver.forget(size)
        else:
            self._solver = make_solver(question, size)
            self._stakes, self._made = stakes, size
        return self._solver


def _forces(
    solver: _core.Solver, size: int, question: PotState, asked: tuple[Goal, int, int], budget: Budget
) -> bool:
    goal, seat, by = asked

    def holds(state: PotState) -> bool:
        needed = table_bytes(state.table.tricks_left, budget.table_mb)
        if needed != size:
            solver.forget(needed)
        return search(solver, core_position(state), state, budget, (seat, by, False, ENDINGS[goal], 1)) >= 1

    return by_answers(question, by, holds)


_mine = threading.local()


def afresh() -> Afresh:
    """The one of this thread."""
    found: Afresh | None = getattr(_mine, "afresh", None)
    if found is None:
        found = _mine.afresh = Afresh()
    return found
