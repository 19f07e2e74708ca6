"""What is likely, where a proof is not there yet: a search that believes its first proof of a shape.

Nothing here is ever learned by what proves: a guess is a :class:`Likely`, its table is of another type in the
core, and no engine asks for it.
"""

from __future__ import annotations

from typing import Final

from analyzer.core import fastest
from analyzer.errors import LimitReached
from analyzer.frozenrecord import Record
from analyzer.position.hand import Hand, by_answers
from analyzer.rules.score.goals import ENDINGS, Goal
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.feeding import core_rules, core_stakes
from analyzer.search.engine.implications import Facts
from analyzer.search.engine.native import core_position
from analyzer.search.engine.results import GoalAnswer, Likely
from analyzer.search.engine.spending import account, nodes_of, seconds_of

SEATS: Final = 3
"""Guesses are made for so many players."""

FIRST_NODES: Final = 100_000
"""A question is given up after so many positions, as long as others were not asked yet."""

NODES: Final = 2_000_000
"""And then after so many, which is more than nearly all take; the rest share what is left."""

ALL_NODES: Final = 16_000_000
"""All questions about one position together are given up after so many."""

SHARE: Final = 20
"""Of a search that has a limit of nodes, guesses may take so many times as many."""

TABLE_BYTES: Final = 1 << 26

Asked = tuple[int, Goal, int]
"""A seat, its goal, and the mask of the players who are to force it."""


class Guess(Record, frozen=True):
    """One yes or no that is likely."""

    holds: bool
    nodes: int
    """It took, which tells something of what a proof will."""


class Guesses:
    """What was guessed of one position; it counts from what is proved of it when it is read."""

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: dict[Asked, Guess] = {}

    def keep(self, asked: Asked, guess: Guess) -> None:
        """One guess more."""
        self._made[asked] = guess

    def effort(self, asked: Asked) -> int:
        """What the guess took; 0 where none was made."""
        guess = self._made.get(asked)
        return 0 if guess is None else guess.nodes

    def believed(self, proved: Facts) -> Facts:
        """What is proved, with the guesses that this leaves open and all that would follow from them."""
        believed = proved.copy()
        for asked, guess in self._made.items():
            if believed.get(*asked) is None:
                believed.learn(*asked, holds=guess.holds)
        return believed

    def status(self, seat: int, goal: Goal, proved: Facts) -> Likely | None:
        """What is likely of one goal; None where that was not guessed."""
        believed = self.believed(proved)
        if believed.unknown(seat, goal):
            return None
        return Likely(GoalAnswer(seat, goal, believed.sets(seat, goal, holds=True)).status)


class Guesser:
    """Makes guesses about one position."""

    def __init__(self, question: Hand, budget: Budget) -> None:
        self._question = question
        most = ALL_NODES if budget.max_nodes is None else min(ALL_NODES, SHARE * budget.max_nodes)
        self._budget = Budget(most, budget.deadline)
        self._core = fastest().Guesser(core_rules(question), core_stakes(question), TABLE_BYTES)

    def guess(self, guesses: Guesses, seat: int, goal: Goal, proved: Facts, most: int = NODES) -> bool:
        """Guess what is open of one goal; whether no question took more than so many positions."""
        while unknown := guesses.believed(proved).unknown(seat, goal):
            before = self._budget.spent
            holds = self.holds(seat, goal, unknown[0], most)
            if holds is None:
                return False
            guesses.keep((seat, goal, unknown[0]), Guess(holds, self._budget.spent - before))
        return True

    def holds(self, seat: int, goal: Goal, by: int, most: int = NODES) -> bool | None:
        """Whether it is likely that the players in mask `by` force the goal; None where it takes too long."""

        def likely(state: Hand) -> bool:
            part = self._budget.part(most)
            asked = (core_position(state), seat, by, ENDINGS[goal])
            holds, nodes, reason = self._core.guess(*asked, nodes_of(part), seconds_of(part))
            self._budget.spent += nodes
            account(part, nodes, reason)
            return bool(holds)

        try:
            return by_answers(self._question, by, likely)
        except LimitReached:
            return None


def guesser(question: Hand, budget: Budget) -> Guesser | None:
    """One for the position; None where so many play that none is made."""
    return Guesser(question, budget) if question.players == SEATS else None
