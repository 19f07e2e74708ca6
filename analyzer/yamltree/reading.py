"""Reading YAML strictly: a tree of values in which every one knows its line and column.

A strict subset of YAML 1.2: mappings, lists and scalars in one document. Only whole numbers, `true`,
`false` and `null` are anything but text, so `no` and `1:30` stay what was typed. Anchors, aliases, tags,
merge keys and second documents are faults. All faults of a file are collected where reading can go on:

* :func:`read_text` then :func:`parse` raise :class:`InvalidFile` with every fault there is;
* :func:`read` never raises: it gives the tree as far as it goes **and** the faults, so that a reader of
  files can add its own and report all of them at once;
* :mod:`analyzer.yamltree.checking` holds a tree against a pydantic model (:func:`validate`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from analyzer.errors import Fault, InvalidFile, Where, reason_of
from analyzer.inputs import opened
from analyzer.messages import Grouped, Message, Verbatim, say
from analyzer.yamltree.building import MENDING
from analyzer.yamltree.checking import validate
from analyzer.yamltree.node import Node, Plain, where_in
from analyzer.yamltree.pasted import mended
from analyzer.yamltree.salvaging import Salvager, YamlReading

__all__ = ["Node", "Plain", "YamlReading", "parse", "read", "read_text", "validate", "where_in"]

MAX_BYTES: Final = 1_000_000
"""No file of this game comes near it; larger ones are refused before they are read."""
MAX_MENDED: Final = 20
"""How many characters that stop the scanner are mended so that reading can go on to the next fault."""

_REFUSED: Final = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
"""Control characters, those that turn the direction of writing, and what is no character at all."""
_UNKNOWN: Final = re.compile(r"([\[,][ \t]*|[:-][ \t]+)\?(?=[\s\],}]|\Z)")
"""A `?` where a value begins: a card that is not known, where YAML takes it for a key of its own."""
_TOLD: Final = re.compile(r"\n|[ _]/[ _]")
"""What a position has that is told in one line or more."""
_KEY: Final = re.compile(r"""^(?:[A-Za-z_]\w*|"\w*"|'\w*') *:(?=[ \r\n]|\Z)""", re.MULTILINE)


def named_text(path: str) -> tuple[str, str]:
    """A text and the name it has in messages: of a file, of standard input, or told in a path's place.

    One line of text has blanks round its slashes and several lines have ends, as hardly a path has; where
    there is a file of that name, it is the file.
    Raises: as :func:`read_text`.
    """
    if _TOLD.search(path) and not _is_there(path):
        return path, "<text>"
    return read_text(path), "<stdin>" if path == "-" else path


def _is_there(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def read_text(path: str) -> str:
    """The text of a UTF-8 file, `-` for standard input; line ends stay as they are.

    Raises: InvalidFile for a file that is missing, no file, unreadable, too large or not UTF-8.
    """
    name = "<stdin>" if path == "-" else path or '""'
    try:
        data = _read_bytes(path)
    except (OSError, ValueError) as error:
        raise InvalidFile([unreadable(name, error)]) from error
    if len(data) > MAX_BYTES:
        raise InvalidFile(
            [
                Fault(
                    say("the file is too large"),
                    say("expected at most {number} bytes", number=Grouped(MAX_BYTES)),
                    Where(name, 1, 1),
                )
            ]
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidFile([_undecodable(name, data, error)]) from error


def _read_bytes(path: str) -> bytes:
    if not path:
        raise FileNotFoundError
    with opened(path) as file:
        return file.read(MAX_BYTES + 1)


def unreadable(name: str, error: OSError | ValueError) -> Fault:
    where = Where(name, 0, 0)
    if isinstance(error, FileNotFoundError):
        return Fault(
            say("there is no such file"),
            say("expected the path of a YAML file, or - for standard input"),
            where,
        )
    if isinstance(error, IsADirectoryError):
        return Fault(say("this is a directory"), say("expected a YAML file"), where)
    message = say("the file cannot be read ({reason})", reason=reason_of(error))
    return Fault(message, say("expected a readable YAML file"), where)


def _undecodable(name: str, data: bytes, error: UnicodeDecodeError) -> Fault:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Fault(say("this text is UTF-16"), say("expected UTF-8"), Where(name, 1, 1))
    before = data[: error.start].decode("utf-8").removeprefix("\ufeff")
    line = _Lines(before).place(len(before))
    byte = Verbatim(f"0x{data[error.start]:02x}")
    message = say("byte {byte} is not UTF-8", byte=byte)
    return Fault(message, _encoding_expected(data), Where(name, *line))


def _encoding_expected(data: bytes) -> Message:
    """What would have been right, with the cure where the text is one of Windows."""
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return say("expected UTF-8 text")
    letters = [char for char in text if not char.isascii()]
    if all(char.isalpha() or char in "–—“”‘’…«»°·§ " for char in letters):
        words = Verbatim(" ".join(dict.fromkeys(letters[:5])))
        return say("expected UTF-8: it is Windows-1252 ({letters}); save it as UTF-8", letters=words)
    return say("expected UTF-8 text")


class _Lines:
    """Line and column, both from 1, of an offset in a text."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer(r"\r\n|\n|\r", text))]

    def place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def parse(text: str, file: str) -> Node:
    """The tree of a text; `file` is its name in messages.

    Raises: InvalidFile with every fault.
    """
    node, faults = read(text, file)
    if node is None or faults:
        raise InvalidFile(faults)
    return node


def read(text: str, file: str) -> YamlReading:
    """The tree of a text as far as it can be read, and every fault, in file order.

    Where the syntax breaks, what was begun there is given up and reading goes on at the next key in the
    first column; the root of such a tree is torn.
    """
    if len(text) > MAX_BYTES:
        fault = Fault(
            say("the text is too long"),
            say("expected at most {most} characters", most=Grouped(MAX_BYTES)),
            Where(file, 1, 1),
        )
        return YamlReading(None, (fault,))
    text = text.removeprefix("\ufeff")
    as_meant = mended(text, file)
    found = _read(as_meant.text, file, as_meant.faults)
    doubted = [fault for fault in found.faults if _line(fault) in as_meant.doubtful]
    if all(fault in as_meant.faults for fault in doubted):
        return found
    # Where lines do not fit that were mended, who mends them mends that too.
    kept = (fault for fault in found.faults if fault in as_meant.faults or fault not in doubted)
    if found.node is not None:
        found.node.torn = True
    whole = found.node is not None and found.node.style == "mapping"
    return YamlReading(found.node if whole else None, tuple(kept))


def _line(fault: Fault) -> int:
    return 0 if fault.where is None else fault.where.line


def _read(text: str, file: str, pasted: tuple[Fault, ...]) -> YamlReading:
    faults = [*pasted, *refused_characters(text, file)]
    builder = Salvager(text, file)
    shown = _UNKNOWN.sub(lambda found: f"{found[1]}{chr(MENDING + ord('?'))}", _REFUSED.sub("\ufffd", text))
    while True:
        builder.restart()
        try:
            node = builder.build(_events(shown))
        except MarkedYAMLError as error:
            from analyzer.yamltree.words import line_broken, syntax_fault  # noqa: PLC0415 - most files are sound

            fault, offset = syntax_fault(error, shown, file)
            faults.append(fault)
            enough = len(faults) > MAX_MENDED
            if offset is None or enough or not shown[offset].isascii():
                line = line_broken(error)
                goes_on = None if enough else _next_key(shown, line)
                builder.salvage(_events(shown[:goes_on]), whole_keys=_belongs_to_a_key(shown, line))
                if goes_on is None:
                    return builder.reading(None, faults)
                shown = _blank(shown[:goes_on]) + shown[goes_on:]
                continue
            lifted = " " if shown[offset] == "\t" else chr(MENDING + ord(shown[offset]))
            shown = f"{shown[:offset]}{lifted}{shown[offset + 1 :]}"
        except (YAMLError, ValueError, OverflowError) as error:
            message = say("this is not YAML ({reason})", reason=reason_of(error))
            faults.append(Fault(message, say("expected a YAML file"), Where(file, 1, 1)))
            return builder.reading(None, faults)
        else:
            return builder.reading(node, faults)


def _events(text: str) -> Iterator[Any]:
    events: Iterator[Any] = YAML(typ="safe", pure=True).parse(text)
    return events


def _next_key(text: str, line: int) -> int | None:
    """The offset of the first key in the first column below a line, counted from 0."""
    ends = re.finditer(r"\r\n|\n|\r", text)
    below = next((match.end() for at, match in enumerate(ends) if at == line), None)
    if below is None:
        return None
    found = _KEY.search(text, below)
    return None if found is None else found.start()


def _belongs_to_a_key(text: str, line: int) -> bool:
    """Whether a line, counted from 0, is a key in the first column or stands below one."""
    words = text.splitlines()[line : line + 1]
    return bool(words and (words[0][:1] in {" ", "-"} or _KEY.match(words[0])))


def _blank(text: str) -> str:
    """As much white space as the text, with the same lines."""
    return re.sub(r"[^\r\n]", " ", text)


def refused_characters(text: str, file: str) -> Iterator[Fault]:
    """A fault for every character that may not stand in a file, as many as are worth telling."""
    lines = None
    for match in list(_REFUSED.finditer(text))[:MAX_MENDED]:
        lines = lines or _Lines(text)
        sign = Verbatim(f"U+{ord(match[0]):04X}")
        message = say("the character {sign} may not stand in a text file", sign=sign)
        yield Fault(message, say("expected printable text"), Where(file, *lines.place(match.start())))
