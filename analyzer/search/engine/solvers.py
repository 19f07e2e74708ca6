"""The core's solvers: made for what is at stake, and kept by threads that answer many positions.

A new table costs more than a small search: its pages are found and filled with zeros one by one. An emptied
table is the same as a new one, of any size up to its own.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

from analyzer.core import fastest
from analyzer.frozenrecord import Record
from analyzer.position.hand import Hand
from analyzer.rules.book import Pots
from analyzer.search.engine.feeding import core_rules, core_stakes

if TYPE_CHECKING:
    from analyzer.core import _core
else:
    _core = fastest()

MOST_KEPT: Final = 1 << 26
"""Bytes of the largest table that is kept until the next question."""

Stakes = tuple[object, ...]
"""What a solver is made for, but for its table and what lies in the pots."""


def stakes_of(question: Hand) -> Stakes:
    """What the solver of a question must have been made for."""
    return (
        question.players,
        question.spec,
        question.dealer if question.count or question.announced_tout else None,
        question.count,
        question.announced_tout,
        question.sitting_out,
        question.table.fool_demand,
    )


def make_solver(question: Hand, size: int, switches: _core.Switches | None = None) -> _core.Solver:
    """A solver for what is at stake in a question, with a table of so many bytes."""
    return _core.Solver(
        core_rules(question), core_stakes(question), size, switches or _core.Switches(), question.players
    )


class LentSolver(Record, frozen=True):
    """A solver, what it was made for, and how many bytes its table has."""

    solver: _core.Solver
    stakes: Stakes
    pots: Pots
    room: int


class _Spare(threading.local):
    """The one solver that a thread keeps, if it keeps any."""

    wanted = False
    kept: LentSolver | None = None


_mine: Final = _Spare()


def keep_tables() -> None:
    """From now on this thread keeps the table of a search that is over for the next one."""
    _mine.wanted = True


def lent_solver(question: Hand, stakes: Stakes, size: int) -> LentSolver:
    """A solver with an empty table of so many bytes for the question: the one kept here, or a new one."""
    kept = _mine.kept
    if kept is None or kept.room < size or (kept.stakes, kept.pots) != (stakes, question.pots):
        return LentSolver(make_solver(question, size), stakes, question.pots, size)
    _mine.kept = None
    kept.solver.forget(size)
    return kept


def give_back(lent: LentSolver) -> None:
    """Nobody asks the solver any more."""
    if _mine.wanted and lent.room <= MOST_KEPT:
        _mine.kept = lent
