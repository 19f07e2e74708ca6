"""One question about each of many positions, handed to the core in one piece, without the interpreter."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from analyzer.position.potstate import PotState
from analyzer.rules.score.goals import ENDINGS, Goal
from analyzer.search.engine.afresh import afresh
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.feeding import numbers_in
from analyzer.search.engine.native import table_bytes
from analyzer.search.engine.results import Limits
from analyzer.search.engine.solvers import give_back, lent_solver, stakes_of
from analyzer.search.engine.spending import nodes_of


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


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of :mod:`analyzer.position.files.plainlines`, and what is the same of all of them."""

    like: PotState
    """Any position of the same rules and stakes."""
    rows: bytes
    tricks: int
    """To go in the longest of them."""
    limits: Limits
    """Of each row."""

    def forced(self, goal: Goal, seat: int, by: int) -> tuple[bytes, array[int]]:
        """By row what came of it (:class:`Came`) and the nodes it took, as if each were asked by itself.

        A watch can stop it.
        """
        solver, numbers = afresh().solver(self.like, self._bytes), numbers_in(self.like.spec)
        came, spent = solver.forced_many(self.rows, numbers, seat, by, ENDINGS[goal], *self._most())
        return came, _numbers("Q", spent)

    def sure(self, seats: Sequence[int]) -> tuple[bytes, array[int], array[int]]:
        """Likewise, and the tokens that each of the seats is sure of from there on, row by row."""
        lent = lent_solver(self.like, (*stakes_of(self.like), self.limits.table_mb), self._bytes)
        asked = self.rows, numbers_in(self.like.spec), list(seats)
        came, spent, sure = lent.solver.sure_many(*asked, *self._most())
        give_back(lent)
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
