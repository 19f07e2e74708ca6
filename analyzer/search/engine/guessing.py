"""What is likely, where a proof is not there yet: a search that believes its first proof of a shape.

Nothing here is ever learned by what proves: a guess is a :class:`Likely`, its table is of another type in the
core, and no engine asks for it.
"""

from __future__ import annotations

from typing import Final

from analyzer.core import fastest
from analyzer.rules.actions import ALLOW, DEMAND
from analyzer.rules.score.goals import ENDINGS, Goal
from analyzer.search.engine.feeding import core_rules, core_stakes
from analyzer.search.engine.implications import Facts
from analyzer.search.engine.native import core_position
from analyzer.search.engine.question import Budget, Question
from analyzer.search.engine.results import GoalAnswer, Likely
from analyzer.search.engine.spending import seconds_of

SEATS: Final = 3
"""Guesses are made for so many players."""

NODES: Final = 2_000_000
"""A question is given up after so many positions, which is more than the worst deal known took."""

ALL_NODES: Final = 8_000_000
"""All questions about one position together are given up after so many."""

SHARE: Final = 20
"""Of a search that has a limit of nodes, guesses may take so many times as many."""

TABLE_BYTES: Final = 1 << 26


class Guesser:
    """Guesses about one position; they count from what is proved of it already."""

    def __init__(self, question: Question, budget: Budget) -> None:
        self._question = question
        most = budget.max_nodes
        self._left = ALL_NODES if most is None else min(ALL_NODES, SHARE * most)
        self._budget = budget
        self._core = fastest().Guesser(core_rules(question), core_stakes(question), TABLE_BYTES)

    def status(self, seat: int, goal: Goal, proved: Facts) -> Likely | None:
        """What is likely of one goal; None where even that takes too long."""
        believed = proved.copy()
        every = range(1 << self._question.players)
        for by in sorted(every, key=lambda mask: (mask != 1 << seat, mask.bit_count())):
            if believed.get(seat, goal, by) is None:
                holds = self.holds(seat, goal, by)
                if holds is None:
                    return None
                believed.learn(seat, goal, by, holds=holds)
        forcing = sum(1 << by for by in every if believed.get(seat, goal, by))
        return Likely(GoalAnswer(seat, goal, forcing).status)

    def holds(self, seat: int, goal: Goal, by: int) -> bool | None:
        """Whether it is likely that the players in mask `by` force the goal; None where it takes too long."""
        return self._guess(self._question, seat, goal, by)

    def _guess(self, question: Question, seat: int, goal: Goal, by: int) -> bool | None:
        table = question.table
        if self._left <= 0:
            return None
        if table.picked is None:
            most = min(NODES, self._left)
            holds, nodes, stopped = self._core.guess(
                core_position(question), seat, by, ENDINGS[goal], most, seconds_of(self._budget)
            )
            self._left -= nodes
            return None if stopped else holds
        below = [self._guess(question.after(move)[0], seat, goal, by) for move in (DEMAND, ALLOW)]
        if None in below:
            return None
        return any(below) if by >> table.to_move & 1 else all(below)


def guesser(question: Question, budget: Budget) -> Guesser | None:
    """One for the position; None where so many play that none is made."""
    return Guesser(question, budget) if question.players == SEATS else None
