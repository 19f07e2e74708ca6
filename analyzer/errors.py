"""One tree of errors. Each says where, what is wrong, and what was expected.

Everything the analyzer raises on purpose derives from :class:`TarokError`; anything else that
escapes is a bug in the analyzer, never a property of the input.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


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
        text = self.message if self.expected is None else f"{self.message}; {self.expected}"
        return text if self.where is None else f"{self.where}: {text}"


class TarokError(Exception):
    """The root of every error the analyzer raises on purpose."""


class CardError(TarokError):
    """Text that is no card, or that reads as two."""


class InvalidFile(TarokError):
    """A file that cannot be read as what it says it is, with **all** its faults in file order."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class IllegalMove(TarokError):
    """A move the rules forbid: the clause that forbids it, what was legal instead, and where it stands."""

    def __init__(
        self, message: str, clause: str, legal: Sequence[str] = (), where: Where | None = None
    ) -> None:
        self.message = message
        self.clause = clause
        self.legal = tuple(legal)
        self.where = where
        text = f"{message}; legal: {' '.join(legal)}" if legal else message
        super().__init__(text if where is None else f"{where}: {text}")


class UsageError(TarokError):
    """A question that makes no sense: an unknown goal, player, line or rule set."""


class LimitReached(TarokError):
    """The search stopped at its node, time or memory limit, or was interrupted."""

    def __init__(self, reason: str, nodes: int = 0) -> None:
        self.reason = reason
        self.nodes = nodes
        super().__init__(reason)
