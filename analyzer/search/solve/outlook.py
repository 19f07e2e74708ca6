"""The goals of a position before those of its cards: what is proved so far, and what is likely.

In a long hand the goals of every card may take longer than anybody waits. So the position itself is asked
first, each question for a moment, then the open ones for longer; what is known when a limit comes is told.
Once the easy ones are proved the others are guessed, and what a guess took says which to try to prove first.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import Final

from analyzer.errors import LimitReached
from analyzer.position.hand import Hand
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.guessing import ALL_NODES, FIRST_NODES, NODES, Guesser, Guesses, guesser
from analyzer.search.engine.implications import Facts
from analyzer.search.engine.results import Key, OpenGoal
from analyzer.search.engine.watch import Watch

LONG: Final = 15
"""Tricks to go from which on the position itself is asked before its cards."""

SLICE: Final = 2_000
"""Positions that a question may take the first time."""

GROWTH: Final = 4
"""How many times more it may take the next time."""

UNGUESSED: Final = 2
"""So many times all questions are asked before those still open are guessed."""

ANY_GUESS: Final = 1_000
"""Positions that a question is reckoned to take beside those that its guess took."""

NOT_GUESSED: Final = Fraction(1 << 40)
"""What a question is reckoned to take of which there is no guess."""


LATE_SECONDS: Final = 2.0
"""Seconds that guesses may take once the time is up, where no limit of nodes says how many."""


def after_the_limit(budget: Budget) -> Budget:
    """What guesses may take of a search that is over."""
    timed = budget.max_nodes is None and budget.deadline is not None
    return Budget(budget.max_nodes, time.monotonic() + LATE_SECONDS if timed else None)


class Outlook:
    """What is known of a position's own goals."""

    def __init__(self, question: Hand, keys: Sequence[Key], watch: Watch | None = None) -> None:
        self._question, self._watch = question, watch
        self._keys = tuple(keys)
        self._facts = Facts(question.players)
        self._guesses = Guesses()

    @property
    def long(self) -> bool:
        """Whether the position is asked before its cards."""
        return bool(self._keys) and self._question.table.tricks_left >= LONG

    def seek(self, engine: Engine, budget: Budget) -> None:
        """Prove what can be proved at once, guess the rest, then prove that. Raises: LimitReached."""
        for times in count():
            if times == UNGUESSED:
                self.guess(self._keys, budget)
            self._ask_all(engine, budget, SLICE * GROWTH**times, each_is_told=times >= UNGUESSED)
            if not self._pending():
                return

    def proved(self) -> Mapping[Key, int]:
        """The goals of which everything is known, with bit S set when the players in mask S force it."""
        settled = (key for key in self._keys if not self._facts.unknown(*key))
        return {key: self._facts.sets(*key, holds=True) for key in settled}

    def guess(self, keys: Sequence[Key], budget: Budget) -> None:
        """Find what is likely of some goals that are open, the easy ones first; made guesses stay."""
        wanted = [key for key in keys if self._guesses.believed(self._facts).unknown(*key)]
        if not wanted:
            return
        guessing = guesser(self._question, budget)
        if guessing is None:
            return
        for most in (FIRST_NODES, NODES, ALL_NODES):
            wanted = [key for key in wanted if not self._guess(guessing, key, most)]

    def _guess(self, guessing: Guesser, key: Key, most: int) -> bool:
        guessed = guessing.guess(self._guesses, *key, self._facts, most)
        if guessed:
            self._grew()
        return guessed

    def still_open(self, keys: Sequence[Key]) -> tuple[OpenGoal, ...]:
        """What is known of goals that are not settled."""
        facts = self._facts
        return tuple(
            OpenGoal(
                *key,
                facts.sets(*key, holds=True),
                facts.sets(*key, holds=False),
                self._guesses.status(*key, facts),
            )
            for key in keys
        )

    def _ask_all(self, engine: Engine, budget: Budget, most: int, *, each_is_told: bool) -> None:
        """Ask every open question once, those first whose answers are likely to tell much for little."""
        left = self._pending()
        while left:
            believed = self._guesses.believed(self._facts)
            efforts = [self._effort(key, by, believed) for key, by in left]
            key, by = left.pop(efforts.index(min(efforts)))
            told = self._ask(engine, budget, key, by, most) and each_is_told
            if told or not self._facts.unknown(*key):
                self._grew()
            left = [(key, by) for key, by in left if self._facts.get(*key, by) is None]

    def _effort(self, key: Key, by: int, believed: Facts) -> Fraction:
        """What a question may take, for each answer that it gives if the guess is right."""
        holds = believed.get(*key, by)
        if holds is None:
            return NOT_GUESSED
        took = self._guesses.effort((*key, by)) + ANY_GUESS
        return Fraction(took, self._facts.gained(*key, by, holds=holds))

    def _pending(self) -> list[tuple[Key, int]]:
        """All open questions: of each goal the player alone first, then the smaller sets."""
        return [(key, by) for key in self._keys for by in self._facts.unknown(*key)]

    def _ask(self, engine: Engine, budget: Budget, key: Key, by: int, most: int) -> bool:
        """Whether an answer was found within so many positions. Raises: LimitReached."""
        seat, goal = key
        part = budget.part(most)
        try:
            holds = engine.forces(self._question, goal, seat, by, part)
        except LimitReached:
            budget.spend(part.spent)
            budget.check_clock()
            return False
        self._facts.learn(seat, goal, by, holds=holds)
        budget.spend(part.spent)
        return True

    def _grew(self) -> None:
        if self._watch is not None:
            self._watch.grew()
