"""What every engine can be asked, what it may use, and how it is watched and stopped."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Protocol

from analyzer.errors import TABLE_MB, TIME_LIMIT, LimitReached, limit_of_nodes
from analyzer.rules.actions import Groups
from analyzer.rules.score.goals import Sense
from analyzer.search.engine.results import Equilibrium, Key, Limits

if TYPE_CHECKING:
    from analyzer.position.hand import Hand
    from analyzer.rules.score.goals import Aim, Goal


# What every engine can be asked, and what it may use: goals, numbers and payoffs of one state of a hand.
#
# The plain reference and the native cores answer for a :class:`~analyzer.position.hand.Hand` through
# the :class:`Engine` protocol, and neither the assembly of answers nor anything behind it knows which one it
# asks.


NO_DEADLINE: Final = 1e9
"""Seconds that no search lasts."""


class Budget:
    """What a search may still use: it counts nodes and says when the limit is reached."""

    __slots__ = ("deadline", "max_nodes", "spent", "table_mb")

    CHECK_EVERY = 1024
    """Nodes between two looks at the clock."""

    def __init__(
        self, max_nodes: int | None = None, deadline: float | None = None, table_mb: int = TABLE_MB
    ) -> None:
        self.max_nodes = max_nodes
        self.deadline = deadline
        """On the clock of :func:`time.monotonic`."""
        self.table_mb = table_mb
        self.spent = 0

    @classmethod
    def from_limits(cls, limits: Limits) -> Budget:
        """A budget that starts now."""
        deadline = None if limits.timeout is None else time.monotonic() + min(limits.timeout, NO_DEADLINE)
        return cls(limits.max_nodes, deadline, limits.table_mb)

    @property
    def nodes_left(self) -> int | None:
        """Nodes still allowed; None is no limit."""
        return None if self.max_nodes is None else max(0, self.max_nodes - self.spent)

    @property
    def seconds_left(self) -> float | None:
        """Seconds still allowed; None is no limit."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def part(self, most: int) -> Budget:
        """A budget of its own until the same time: so many nodes, or what is left if that is less."""
        left = self.nodes_left
        return Budget(most if left is None else min(most, left), self.deadline, self.table_mb)

    @contextmanager
    def apart(self, most: int) -> Iterator[Budget]:
        """A part of it, what is spent of which is spent of the whole too."""
        own = self.part(most)
        try:
            yield own
        finally:
            self.spent += own.spent

    def spend(self, nodes: int = 1) -> None:
        """Count nodes.

        Raises: LimitReached when they are more than allowed, or the time is up.
        """
        before, self.spent = self.spent, self.spent + nodes
        if self.max_nodes is not None and self.spent > self.max_nodes:
            raise LimitReached(limit_of_nodes(self.max_nodes), self.spent)
        if before // self.CHECK_EVERY != self.spent // self.CHECK_EVERY or before == 0:
            self.check_clock()

    def check_clock(self) -> None:
        """Raises: LimitReached when the time is up."""
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise LimitReached(TIME_LIMIT, self.spent)


class Engine(Protocol):
    """What can search any game: goals are of the end of the hand, amounts of the future of the state alone.

    Every method raises LimitReached when the budget is used up; KeyboardInterrupt passes through.
    """

    def goals(
        self, question: Hand, wanted: Sequence[Key], budget: Budget, groups: Groups | None = None
    ) -> Mapping[Key, int]:
        """For each goal and its seat: bit S is set when the groups in mask S, else the sides, force it."""
        ...

    def forces(self, question: Hand, goal: Goal, seat: int, by: int, budget: Budget) -> bool:
        """Whether the seats in mask `by` force the seat's goal from here."""
        ...

    def value(self, question: Hand, aim: Aim, side: int, sense: Sense, budget: Budget) -> Fraction:
        """How much of a number a side is sure of, or has to take, against all others, the past included."""
        ...

    def guarantee(self, question: Hand, side: int, budget: Budget) -> int:
        """The most future tokens, or points on the sheet, that a side is sure of against all others."""
        ...

    def equilibria(self, question: Hand, budget: Budget) -> tuple[Equilibrium, ...]:
        """Every subgame-perfect payoff of the future over the sides, each once, with one line to it."""
        ...
