"""One tree of errors. Each says where, what is wrong, and what was expected.

Everything the analyzer raises on purpose derives from :class:`TarokError`; anything else that
escapes is a bug in the analyzer, never a property of the input.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.messages import ENGLISH, spoken, translated


@dataclass(frozen=True, slots=True)
class Where:
    """A place in a file: the name as the user gave it, line and column counted from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong, where it stands, and what would have been right."""

    message: str
    expected: str | None = None
    where: Where | None = None

    def __str__(self) -> str:
        return self.said()

    def said(self, lang: str = ENGLISH) -> str:
        """The fault in a language, its place before it."""
        text = self.text(lang)
        return text if self.where is None else f"{self.where}: {text}"

    def text(self, lang: str = ENGLISH) -> str:
        """What is wrong and what was expected."""
        told = [self.message] if self.expected is None else [self.message, self.expected]
        return "; ".join(spoken(each, lang) for each in told)


class TarokError(Exception):
    """The root of every error the analyzer raises on purpose."""

    def __init__(self, message: str) -> None:
        self.message = message
        super().__init__(message)

    def said(self, lang: str = ENGLISH) -> str:
        """The error in a language."""
        return spoken(self.message, lang)


class CardError(TarokError):
    """Text that is no card, or that reads as two."""


class Invalid(TarokError):
    """Something with faults, and **all** of them."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        Exception.__init__(self, self.said())

    def said(self, lang: str = ENGLISH) -> str:
        return "\n".join(fault.said(lang) for fault in self.faults)


class InvalidFile(Invalid):
    """A file that cannot be read as what it says it is, with all its faults in file order."""


class InvalidPosition(Invalid):
    """A position that cannot be, with all its faults."""


class IllegalMove(TarokError):
    """A move the rules forbid: the clause that forbids it, what was legal instead, and where it stands."""

    def __init__(
        self, message: str, clause: str, legal: Sequence[str] = (), where: Where | None = None
    ) -> None:
        self.message = message
        self.clause = clause
        self.legal = tuple(legal)
        self.where = where
        Exception.__init__(self, self.said())

    def said(self, lang: str = ENGLISH) -> str:
        legal = translated("legal: {cards}", lang).format(cards=" ".join(self.legal)) if self.legal else None
        return Fault(self.message, legal, self.where).said(lang)


class UsageError(TarokError):
    """A question that makes no sense: an unknown goal, player, line or rule set."""


class LimitReached(TarokError):
    """The search stopped at its node, time or memory limit, or was interrupted."""

    def __init__(self, reason: str, nodes: int = 0) -> None:
        self.reason = reason
        self.nodes = nodes
        super().__init__(reason)
