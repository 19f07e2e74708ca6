"""What is likely, where a proof is not there yet: a search that believes its first proof of a shape.

Nothing here is ever learned by what proves: a guess is a :class:`Likely`, its table is of another type in the
core, and no engine asks for it.
"""

from __future__ import annotations

from typing import Final

from analyzer.core import fastest
from analyzer.errors import LimitReached
from analyzer.rules.score.goals import ENDINGS, Goal
from analyzer.search.engine.feeding import core_rules, core_stakes
from analyzer.search.engine.implications import Facts
from analyzer.search.engine.native import core_position
from analyzer.search.engine.question import Budget, Question, by_answers
from analyzer.search.engine.results import GoalAnswer, Likely
from analyzer.search.engine.spending import account, nodes_of, seconds_of

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
        most = ALL_NODES if budget.max_nodes is None else min(ALL_NODES, SHARE * budget.max_nodes)
        self._budget = Budget(most, budget.deadline)
        self._core = fastest().Guesser(core_rules(question), core_stakes(question), TABLE_BYTES)

    def status(self, seat: int, goal: Goal, proved: Facts) -> Likely | None:
        """What is likely of one goal; None where even that takes too long."""
        believed = proved.copy()
        while unknown := believed.unknown(seat, goal):
            holds = self.holds(seat, goal, unknown[0])
            if holds is None:
                return None
            believed.learn(seat, goal, unknown[0], holds=holds)
        return Likely(GoalAnswer(seat, goal, believed.sets(seat, goal, holds=True)).status)

    def holds(self, seat: int, goal: Goal, by: int) -> bool | None:
        """Whether it is likely that the players in mask `by` force the goal; None where it takes too long."""

        def likely(state: Question) -> bool:
            part = self._budget.part(NODES)
            asked = (core_position(state), seat, by, ENDINGS[goal])
            holds, nodes, reason = self._core.guess(*asked, nodes_of(part), seconds_of(part))
            self._budget.spent += nodes
            account(part, nodes, reason)
            return bool(holds)

        try:
            return by_answers(self._question, by, likely)
        except LimitReached:
            return None


def guesser(question: Question, budget: Budget) -> Guesser | None:
    """One for the position; None where so many play that none is made."""
    return Guesser(question, budget) if question.players == SEATS else None
