"""The sources of many positions: lines of a file or standard input, files of a folder, deals by seed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from analyzer.cards.card import Card
from analyzer.cards.drawing import Draw
from analyzer.errors import MOST_OF_ALL, Fault, InvalidFile, Where, check_whole
from analyzer.fileio import note_files, opened
from analyzer.frozenrecord import Record
from analyzer.messages import Grouped, say
from analyzer.position.files.oneline import ROW
from analyzer.position.model import Position
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.yamltree.reading import MAX_BYTES, read_text, unreadable

# Positions from the lines of a file or of standard input, or from the files of a folder.


EXPECTED: Final = say("expected a file, a folder, or - for standard input")
_YAML: Final = (".yaml", ".yml")
SUFFIXES: Final = (*_YAML, ".json")
_BLOCK: Final = 1 << 16
"""The most bytes that are read at once."""
_KEPT: Final = MAX_BYTES + _BLOCK
"""The most bytes that are kept of a line without an end."""
_ENDS: Final = re.compile(rb"\r\n?|\n")
"""The line endings of all systems."""
_TOLD: Final = 1000
"""The number of bytes that identify a line that is too long."""


class BatchRecord(NamedTuple):
    """A position of the input, with its line number, or with its file and the place in the folder."""

    line: int
    text: str
    file: str | None = None
    fault: Fault | None = None
    """The reason why the text cannot be read, if it cannot."""
    position: Position | None = None
    """The position, if the input is a `Position`."""
    row: bytes | None = None
    """The position as a row of bytes, if the input is a row."""

    @property
    def name(self) -> str:
        """The name in messages; the program looks for rule sets in the folder of this file."""
        return self.file or "<text>"


class RecordBlock(NamedTuple):
    """Records that were read together, and the number of bytes (or files) read up to their end."""

    records: Sequence[BatchRecord]
    end: int


class RecordSource(Record, frozen=True):
    """A file, a folder, or `-` for standard input."""

    path: str

    @property
    def folder(self) -> Path | None:
        """The folder, in which the program also looks for rule sets; None if the source is not a folder."""
        return Path(self.path) if self.path != "-" and Path(self.path).is_dir() else None

    @property
    def files(self) -> list[Path] | None:
        """The files with one position each: those of a folder, or a YAML file; None for a file of lines."""
        if self.folder is not None:
            return sorted(
                each for each in self.folder.iterdir() if each.suffix in SUFFIXES and each.is_file()
            )
        path = Path(self.path)
        return [path] if path.suffix in _YAML and path.is_file() else None

    def size(self) -> int | None:
        """Return the size in bytes, or the number of files; None if it is unknown."""
        if self.path == "-":
            return None
        if self.files is not None:
            return len(self.files)
        path = Path(self.path)
        return path.stat().st_size if path.is_file() else None

    @contextmanager
    def opened(self) -> Iterator[Iterator[RecordBlock]]:
        """Open the source, and give its records in order, without blank lines and lines that begin with #.

        Raises: InvalidFile if a file cannot be opened, or later cannot be read.
        """
        files = self.files
        if files is not None:
            note_files(files)
            yield _folder(files)
            return
        name = "<stdin>" if self.path == "-" else self.path
        with ExitStack() as stack:
            try:
                stream = stack.enter_context(opened(self.path))
            except (OSError, ValueError) as error:
                missing = isinstance(error, FileNotFoundError)
                fault = Fault(say("the file does not exist"), EXPECTED, Where(name, 0, 0))
                raise InvalidFile([fault if missing else unreadable(name, error)]) from error
            yield _stream(stream, name)


def _folder(files: Iterable[Path]) -> Iterator[RecordBlock]:
    for number, path in enumerate(files, 1):
        try:
            record = BatchRecord(number, read_text(str(path)), str(path))
        except InvalidFile as refused:
            record = BatchRecord(number, "", str(path), refused.faults[0])
        yield RecordBlock((record,), number)


def _stream(stream: BinaryIO, name: str) -> Iterator[RecordBlock]:
    """Yield the lines of a stream as they arrive; a line that is too long is cut."""
    left, number, end, half = b"", 0, 0, False
    read = getattr(stream, "read1", stream.read)
    while data := _read(read, name):
        end += len(data)
        fresh = data.removeprefix(b"\n") if half else data
        half = data.endswith(b"\r")  # the next block may begin with the newline of this \r\n
        *lines, left = _ENDS.split(left + fresh)
        left = left[:_KEPT]
        if lines:
            yield RecordBlock(_records(lines, number), end)
            number += len(lines)
    if left:
        yield RecordBlock(_records([left], number), end)


def _read(read: Callable[[int], bytes], name: str) -> bytes:
    try:
        return read(_BLOCK)
    except OSError as error:
        raise InvalidFile([unreadable(name, error)]) from error


def _records(lines: Sequence[bytes], before: int) -> list[BatchRecord]:
    told = ((number, line.strip(), line) for number, line in enumerate(lines, before + 1))
    return [_record(number, line) for number, bare, line in told if bare and not bare.startswith(b"#")]


def _record(number: int, line: bytes) -> BatchRecord:
    """Return a line as a record, with a fault if it is too long or not UTF-8; the record keeps its text."""
    if len(line) > MAX_BYTES:
        told = say("the line is too long to be a position")
        fault = Fault(
            told, say("expected at most {number} {number:byte/bytes}", number=Grouped(MAX_BYTES)), _place(1)
        )
        return BatchRecord(number, line[:_TOLD].decode("utf-8", "backslashreplace"), None, fault)
    try:
        return BatchRecord(number, line.decode("utf-8").removeprefix("\ufeff").removesuffix("\r"))
    except UnicodeDecodeError as error:
        column = len(line[: error.start].decode("utf-8")) + 1
        fault = Fault(say("the line is not UTF-8"), say("expected UTF-8"), _place(column))
        return BatchRecord(number, line.decode("utf-8", "backslashreplace"), None, fault)


def _place(column: int) -> Where:
    return Where("<text>", 1, column)


# Endings dealt by seed: deal k has the same cards in a study and as a row of an array.


CALLED: Final = "tarok-study/1"
"""The name of the random sequence of all studies; equal names, seeds and numbers give equal deals."""
UNIFORM: Final = "uniform"
_NOBODY: Final = 255
_MOST_DEALS: Final = 10**8


def uniform(rules: RuleSet, draw: Draw, tricks: int) -> tuple[list[Card], int]:
    """Return the cards, seat by seat, and the seat that leads; all deals and leads are equally likely."""
    table = rules.table
    return draw.sample(sorted(table.deck), table.players * tricks), draw.below(table.players)


def dealt_rows(rules: RuleSet, count: int, tricks: int, seed: int, first: int) -> memoryview:
    """Return `count` deals from number `first` on, as rows of :class:`analyzer.Batch`.

    Raises: UsageError if a number is impossible.
    """
    check_whole("count", count, 1, _MOST_DEALS)
    check_whole("tricks", tricks, 1, rules.table.hand_size)
    check_whole("first", first, 0, MOST_OF_ALL)
    rows = bytearray([_NOBODY]) * (ROW * count)
    for number in range(count):
        cards, lead = uniform(rules, Draw(CALLED, UNIFORM, seed, first + number), tricks)
        at = number * ROW
        for place, card in enumerate(cards):
            rows[at + card.index] = place // tricks
        rows[at + ROW - 1] = lead
    return memoryview(bytes(rows)).cast("B", (count, ROW))
