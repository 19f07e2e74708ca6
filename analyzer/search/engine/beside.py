"""What is told beside a yes or no, and worked out with it or when it is first read."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Generic, TypeVar

from analyzer.messages import Message
from analyzer.records import Record
from analyzer.rules.spec.grounds import STATED, Grounds

A = TypeVar("A")
"""Who can force the goal."""
Line = tuple[str, ...]


class Beside(Record, Generic[A], frozen=True):
    """What is known already."""

    line: Line = ()
    """Play with both sides at their best, in the words of a position file's `play`."""
    answer: A | None = None
    """All forcing sets, where they were asked for."""
    grounds: Grounds = STATED
    """What it rests on beside what its source states."""
    stopped: Message | None = None
    """Why something that was wanted of it was given up, if it was."""


class BesideLater(Generic[A]):
    """The same, each part worked out when it is first read."""

    stopped: Message | None = None

    def __init__(
        self,
        line: Callable[[], Line],
        answer: Callable[[], A | None],
        grounds: Callable[[], Grounds],
    ) -> None:
        self._line, self._answer, self._grounds = line, answer, grounds

    def __reduce__(self) -> tuple[type[Beside[A]], tuple[Line, A | None, Grounds, Message | None]]:
        """A copy for elsewhere has all of it worked out."""
        return Beside, (self.line, self.answer, self.grounds, self.stopped)

    @cached_property
    def line(self) -> Line:
        return self._line()

    @cached_property
    def answer(self) -> A | None:
        return self._answer()

    @cached_property
    def grounds(self) -> Grounds:
        return self._grounds()
