"""The tree of errors. Each gives its place, the fault, and the expectation.

Everything the analyzer raises on purpose derives from :class:`TarokError`; anything else that
escapes is a bug in the analyzer, never a property of the input.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from analyzer.messages import (
    ENGLISH,
    LineWord,
    Message,
    Verbatim,
    in_a_row,
    listed,
    marked,
    printable,
    quoted,
    say,
    spoken,
)


def memory() -> int:
    """Return the memory of this machine in bytes; 0 if the system does not report it."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return 0


INTERRUPTED: Final = say("interrupted")
"""The reason given when the user interrupted the program."""

MOST_OF_ALL: Final = (1 << 63) - 1
"""The largest number accepted: the core counts in 64 bits."""

TABLE_MB: Final = 512 if memory() > 3 << 30 else 256
"""The default memory for a search table, in megabytes. Only the part written to is used."""

MOST_STATES: Final = 1_000_000
"""The default for the largest number of states that a certificate may make its checker play."""

TIME_LIMIT: Final = say("the time limit was reached")


def limit_of_nodes(most: int) -> Message:
    """Return the reason given when the limit of nodes was reached."""
    said = say("the limit of {number} nodes was reached", number=most)
    return said.or_brief("the limit of {number} {number:position/positions} was reached")


def table_full(megabytes: int) -> Message:
    """Return the reason given when the search's table is full."""
    said = say("the table's {number} MB are full", number=megabytes)
    return said.or_brief("the {number} MB of the table are full")


@dataclass(frozen=True, slots=True)
class Where:
    """A place in a file: the name as the user gave it, line and column counted from 1.

    Its text contains no terminal control codes, whatever the name of the file. Line 0 is the file itself, if
    it could not be read.
    """

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        name = printable(self.file)
        return f"{name}:{self.line}:{self.column}" if self.line else name


@dataclass(frozen=True, slots=True)
class Fault:
    """A single fault: the message, its place, and the expectation."""

    message: Message
    expected: Message | None = None
    where: Where | None = None
    lacking: bool = field(default=False, compare=False)
    """True if adding to the file could fix it."""

    def __str__(self) -> str:
        return self.describe()

    def describe(self, lang: str = ENGLISH) -> str:
        """Return the fault in a language, after its place."""
        text = self.text(lang)
        return text if self.where is None else f"{self.where}: {text}"

    def text(self, lang: str = ENGLISH) -> str:
        """Return the fault and the expectation, without the place."""
        told = [self.message] if self.expected is None else [self.message, self.expected]
        return "; ".join(spoken(each, lang) for each in told)


class TarokError(Exception):
    """The root of every error the analyzer raises on purpose."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(message)

    def describe(self, lang: str = ENGLISH) -> str:
        """Return the error in a language."""
        return spoken(self.message, lang)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the error with its fields, for another process."""
        return _as_it_was, (type(self), self.args, vars(self))


def _as_it_was(kind: type[TarokError], args: tuple[Any, ...], fields: dict[str, Any]) -> TarokError:
    error = kind.__new__(kind, *args)
    vars(error).update(fields)
    return error


class _Faulty(TarokError):
    """An error that is made of faults."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        Exception.__init__(self, self.describe())

    def describe(self, lang: str = ENGLISH) -> str:
        return "\n".join(fault.describe(lang) for fault in self.faults)


class CardError(_Faulty):
    """Text that is not a card, or reads as two cards: every fault in it, without a place in a file."""


class Invalid(_Faulty):
    """Something with faults, and **all** of them."""


class InvalidFile(Invalid):
    """A file that cannot be read as the format it names, with all its faults in file order."""


class InvalidPosition(Invalid):
    """An impossible position, with all its faults."""


class IllegalMove(TarokError):
    """A move that the rules forbid: the clause that forbids it, the legal moves, and the place in a file.

    `seat` is the player who made it, if known; `reason` is the message without the trick.
    """

    def __init__(
        self,
        message: Message,
        clause: str,
        legal: Sequence[str] = (),
        where: Where | None = None,
        seat: int | None = None,
        reason: Message | None = None,
    ) -> None:
        self.message = message
        self.reason = message if reason is None else reason
        self.clause = clause
        self.legal = tuple(legal)
        self.where = where
        self.seat = seat
        Exception.__init__(self, self.describe())

    def describe(self, lang: str = ENGLISH) -> str:
        legal = say("legal: {cards}", cards=in_a_row(map(LineWord, self.legal))) if self.legal else None
        return Fault(self.message, legal, self.where).describe(lang)


class UsageError(TarokError):
    """A question that makes no sense (an unknown goal, player, line or rule set), and a better one."""

    def __init__(self, message: Message, expected: Message | None = None) -> None:
        self.message = message
        self.expected = expected
        Exception.__init__(self, self.describe())

    def describe(self, lang: str = ENGLISH) -> str:
        return Fault(self.message, self.expected).describe(lang)


class Unwritable(TarokError):
    """A result that cannot be written to its file."""


class LimitReached(TarokError):
    """The search stopped at its node, time or memory limit, or was interrupted."""

    def __init__(self, reason: Message, nodes: int = 0) -> None:
        self.reason = reason
        self.nodes = nodes
        super().__init__(reason)


def check_time(deadline: float | None) -> None:
    """Check a deadline on the clock of :func:`time.monotonic`. Raises: LimitReached if it has passed."""
    if deadline is not None and time.monotonic() > deadline:
        raise LimitReached(TIME_LIMIT)


def install_command(extra: str) -> Verbatim:
    """Return the command that installs the libraries of an extra of this package, for the Python now running.

    It names the libraries, not this package: no index has to know it, and nothing is compiled again.
    """
    import shlex  # noqa: PLC0415
    from importlib.metadata import requires  # noqa: PLC0415
    from importlib.util import find_spec  # noqa: PLC0415

    wanted = re.compile(rf"""extra\s*==\s*['"]{extra}['"]""")
    parts = [line.partition(";") for line in requires("tarok-analyzer") or ()]
    libraries = [name.replace(" ", "") for name, _, marker in parts if wanted.search(marker)]
    python = os.path.relpath(sys.executable)
    python = sys.executable if python.startswith(os.pardir) else python
    pip = (
        [python, "-m", "pip", "install"] if find_spec("pip") else ["uv", "pip", "install", "--python", python]
    )
    return Verbatim(shlex.join([*pip, *libraries]))


def install(extra: str) -> Message:
    """Return the hint to install the missing libraries of an extra of this package."""
    return say("install it: {command}", command=install_command(extra))


def meant(word: str, known: Iterable[str]) -> Message:
    """Return a hint at the known name closest to a misspelt one, or all the names."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a misspelt word needs it

    names = list(known)
    close = get_close_matches(word.casefold(), [name.casefold() for name in names], n=1, cutoff=0.6)
    for name in names:
        if name.casefold() in close:
            return say("did you mean {word}?", word=Verbatim(name))
    return say("there are {known}", known=listed(map(Verbatim, names)))


def check_whole(name: str, value: Any, least: int, most: int) -> None:
    """Check that a value is a whole number within bounds. Raises: UsageError if it is not."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or not least <= value <= most:
        shown = quoted(value) if not isinstance(value, int) or value.bit_length() <= 128 else Verbatim("…")
        told = say("`{name}` is {value}", name=Verbatim(name), value=shown)
        expected = say("expected a whole number from {least} to {most}", least=least, most=most)
        raise UsageError(told, expected)


class Mismatch(AssertionError):
    """Two readers of the rules read them differently: a bug in the analyzer, never a verdict."""


A = TypeVar("A")


def cross_checked(about: object, engine: A, proved: object) -> A:
    """Return the engine's result once another reader, such as Z3, agrees with it.

    Raises: Mismatch, with both results.
    """
    if engine != proved:
        raise Mismatch(f"{about}: the engine says {engine}, Z3 {proved}")
    return engine


def reason_of(error: Exception) -> Message:
    """Return the reason of an error: in our words, or in those of the system or of a parser."""
    if error.args and isinstance(error.args[0], Message):
        return error.args[0]
    said = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return Message(said, {})


SYSTEM_REASONS: Final = (
    marked("No such file or directory"),
    marked("Permission denied"),
    marked("Is a directory"),
    marked("Not a directory"),
    marked("File exists"),
    marked("No space left on device"),
    marked("Read-only file system"),
    marked("File name too long"),
    marked("Input/output error"),
)
"""Reasons that systems give; other reasons are not translated."""

PARSER_REASONS: Final = (
    marked("Expecting value"),
    marked("Expecting property name enclosed in double quotes"),
    marked("Expecting ':' delimiter"),
    marked("Expecting ',' delimiter"),
    marked("Illegal trailing comma before end of object"),
    marked("Illegal trailing comma before end of array"),
    marked("Unterminated string starting at"),
    marked("Invalid control character at"),
    marked("Invalid \\escape"),
    marked("Invalid \\uXXXX escape"),
    marked("Extra data"),
)
"""Reasons that the JSON reader gives; other reasons are not translated."""
