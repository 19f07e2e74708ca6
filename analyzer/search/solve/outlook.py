"""The goals of a position before those of its cards: what is proved so far, and what is likely.

In a long hand the goals of every card may take longer than anybody waits. So the position itself is asked
first, each question for a moment, then the open ones for longer; what is known when a limit comes is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from analyzer.errors import LimitReached
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.guessing import guesser
from analyzer.search.engine.implications import Facts
from analyzer.search.engine.question import Budget, Engine, Question
from analyzer.search.engine.results import Likely, OpenGoal
from analyzer.search.engine.watch import Watch
from analyzer.search.solve.candidate import Key

LONG: Final = 15
"""Tricks to go from which on the position itself is asked before its cards."""

SLICE: Final = 200_000
"""Positions that a question may take the first time."""

AFTERWARDS: Final = 1.5
"""Seconds that guesses may take behind a limit of time."""

GROWTH: Final = 4
"""How many times more it may take the next time."""


class Outlook:
    """What is known of a position's own goals."""

    def __init__(self, question: Question, keys: Sequence[Key], watch: Watch | None = None) -> None:
        self._question, self._watch = question, watch
        self._keys = tuple(keys)
        self._facts = Facts(question.players)
        self._likely: dict[Key, Likely] = {}

    @property
    def long(self) -> bool:
        """Whether the position is asked before its cards."""
        return bool(self._keys) and self._question.table.tricks_left >= LONG

    def seek(self, engine: Engine, budget: Budget) -> None:
        """First what is likely of every goal, then proofs. Raises: LimitReached."""
        self.guess(self._keys, budget)
        self._grew()
        most = SLICE
        while pending := self._pending():
            for key, by in pending:
                self._ask(engine, budget, key, by, most)
            most *= GROWTH

    def proved(self) -> Mapping[Key, int]:
        """The goals of which everything is known, with bit S set when the players in mask S force it."""
        settled = (key for key in self._keys if not self._facts.unknown(*key))
        return {key: self._facts.sets(*key, holds=True) for key in settled}

    def guess(self, keys: Sequence[Key], budget: Budget) -> None:
        """Find what is likely of some goals that are open; those already guessed stay as they are."""
        wanted = [key for key in keys if key not in self._likely and self._facts.unknown(*key)]
        guessing = guesser(self._question, budget) if wanted else None
        if guessing is None:
            return
        for key in wanted:
            found = guessing.status(*key, self._facts)
            if found is not None:
                self._likely[key] = found

    def still_open(self, keys: Sequence[Key]) -> tuple[OpenGoal[Goal], ...]:
        """What is known of goals that are not settled."""
        sets = self._facts.sets
        return tuple(
            OpenGoal(*key, sets(*key, holds=True), sets(*key, holds=False), self._likely.get(key))
            for key in keys
        )

    def _pending(self) -> list[tuple[Key, int]]:
        """All open questions: of each goal the player alone first, then the smaller sets."""
        return [(key, by) for key in self._keys for by in self._facts.unknown(*key)]

    def _ask(self, engine: Engine, budget: Budget, key: Key, by: int, most: int) -> None:
        seat, goal = key
        if self._facts.get(seat, goal, by) is not None:
            return
        part = budget.part(most)
        try:
            holds = engine.forces(self._question, goal, seat, by, part)
        except LimitReached:
            budget.spend(part.spent)
            budget.check_clock()
            return
        self._facts.learn(seat, goal, by, holds=holds)
        budget.spend(part.spent)
        self._grew()

    def _grew(self) -> None:
        if self._watch is not None:
            self._watch.grew()
