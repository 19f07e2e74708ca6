"""Where many positions come from: lines of a file or of standard input, or the files of a folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from analyzer.errors import Fault, InvalidFile, Where
from analyzer.messages import say
from analyzer.position.model import Position
from analyzer.yamltree.reading import MAX_BYTES, read_text, unreadable

SUFFIXES: Final = (".yaml", ".yml", ".json")
_BLOCK: Final = 1 << 16
"""Bytes that are read at once, where so many are there."""


class Record(NamedTuple):
    """One position as it was given: the number of its line, or its file and the place in the folder."""

    line: int
    text: str
    file: str | None = None
    fault: Fault | None = None
    """Why there is no text."""
    position: Position | None = None
    """The position itself, where it is given as one."""
    row: bytes | None = None
    """The position as a row of bytes, where it is given so."""

    @property
    def name(self) -> str:
        """What it is called in messages; rule sets are looked for beside it."""
        return self.file or "<text>"


class Block(NamedTuple):
    """Records that came together, and how many bytes were read up to their end."""

    records: Sequence[Record]
    end: int


@dataclass(frozen=True, slots=True)
class RecordSource:
    """A file, a folder, or `-` for standard input."""

    path: str

    def size(self) -> int | None:
        """The bytes there are, or the files of a folder; None where that cannot be known."""
        if self.path == "-":
            return None
        path = Path(self.path)
        if path.is_dir():
            return len(_files(path))
        return path.stat().st_size if path.is_file() else None

    def blocks(self, after: int = 0) -> Iterator[Block]:
        """What there is, line by line in order, without the first lines; blank lines are no positions.

        Raises: InvalidFile for a file that cannot be read.
        """
        path = Path(self.path)
        if self.path != "-" and path.is_dir():
            yield from _folder(path, after)
            return
        if self.path == "-":
            if sys.stdin is None:
                raise InvalidFile([unreadable("<stdin>", ValueError(say("standard input is closed")))])
            yield from _stream(sys.stdin.buffer, after)
            return
        try:
            with path.open("rb") as stream:
                yield from _stream(stream, after)
        except OSError as error:
            raise InvalidFile([unreadable(self.path, error)]) from error


def _files(folder: Path) -> list[Path]:
    return sorted(each for each in folder.iterdir() if each.suffix in SUFFIXES and each.is_file())


def _folder(folder: Path, after: int) -> Iterator[Block]:
    for number, path in enumerate(_files(folder), 1):
        if number <= after:
            continue
        try:
            record = Record(number, read_text(str(path)), str(path))
        except InvalidFile as refused:
            record = Record(number, "", str(path), refused.faults[0])
        yield Block((record,), number)


def _stream(stream: BinaryIO, after: int) -> Iterator[Block]:
    """The lines of a stream, as many at a time as are there; one that never ends is cut off."""
    left, number, end = b"", 0, 0
    read = getattr(stream, "read1", stream.read)
    while data := read(_BLOCK):
        end += len(data)
        *lines, left = (left + data).split(b"\n")
        if len(left) > MAX_BYTES:
            raise InvalidFile([_too_long(number + len(lines) + 1)])
        if lines:
            yield Block(_records(lines, number, after), end)
            number += len(lines)
    if left:
        yield Block(_records([left], number, after), end)


def _records(lines: Sequence[bytes], before: int, after: int) -> list[Record]:
    numbered = enumerate(lines, before + 1)
    return [_record(number, line) for number, line in numbered if number > after and line.strip()]


def _record(number: int, line: bytes) -> Record:
    try:
        return Record(number, line.decode("utf-8").removesuffix("\r"))
    except UnicodeDecodeError as error:
        column = len(line[: error.start].decode("utf-8")) + 1
        fault = Fault(say("the line is not UTF-8"), say("expected UTF-8"), Where("<text>", 1, column))
        return Record(number, "", None, fault)


def _too_long(number: int) -> Fault:
    text = say("line {number} is too long to be a position", number=number)
    return Fault(text, say("expected one position a line"))
