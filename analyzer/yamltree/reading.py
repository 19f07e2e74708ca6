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
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from analyzer.errors import Fault, InvalidFile, Where, reason_of
from analyzer.fileio import opened
from analyzer.messages import Grouped, Message, Verbatim, say
from analyzer.yamltree.checking import validate
from analyzer.yamltree.node import Node, Plain, YamlReading, where_in
from analyzer.yamltree.parsing import Parser, file_order
from analyzer.yamltree.places import REFUSED, Lines, mended, refused_characters

__all__ = ["Node", "Plain", "YamlReading", "parse", "read", "read_text", "validate", "where_in"]

MAX_BYTES: Final = 1_000_000
"""No file of this game comes near it; larger ones are refused before they are read."""
_TOLD: Final = re.compile(r"\n|[ _]/[ _]|^\s*\{|^\s*[a-z_]+: ")
"""What a position or a dispute has that is told in one line or more."""


def named_text(path: str) -> tuple[str, str]:
    """A text and the name it has in messages: of a file, of standard input, or told in a path's place.

    One line of text has blanks round its slashes or stands in braces, several lines have ends; where
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
                    say("expected at most {number} {number:byte/bytes}", number=Grouped(MAX_BYTES)),
                    Where(name, 1, 1),
                )
            ]
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidFile([_undecodable(name, data, error)]) from error


_OF_YAML: Final = frozenset({".yaml", ".yml", ".json"})


def _read_bytes(path: str) -> bytes:
    if not path:
        raise FileNotFoundError
    with opened(path) as file:
        return file.read(MAX_BYTES + 1)


def unreadable(name: str, error: OSError | ValueError) -> Fault:
    where = Where(name, 0, 0)
    if isinstance(error, FileNotFoundError) and " " in name and Path(name).suffix not in _OF_YAML:
        line = Verbatim('"danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads"')
        return Fault(
            say("this is neither a file nor a position"),
            say("expected the path of a YAML file, or a position in one line such as {line}", line=line),
            where,
        )
    if isinstance(error, FileNotFoundError):
        return Fault(
            say("the file does not exist"),
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
    line = Lines(before).place(len(before))
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
            say("expected at most {most} {most:character/characters}", most=Grouped(MAX_BYTES)),
            Where(file, 1, 1),
        )
        return YamlReading(None, (fault,))
    as_meant = mended(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), file)
    refused = tuple(refused_characters(as_meant.text, file))
    shown = re.sub(REFUSED, "\ufffd", as_meant.text) if refused else as_meant.text
    node, faults = Parser(shown, file).read()
    doubted = [fault for fault in faults if fault.where and fault.where.line in as_meant.doubtful]
    if not doubted:
        return YamlReading(node, _in_file_order((*as_meant.faults, *refused, *faults)))
    # Where lines do not fit that were mended, who mends them mends that too.
    kept = [fault for fault in faults if fault not in doubted]
    if node is not None:
        node.torn = True
    whole = node is not None and node.style == "mapping"
    return YamlReading(node if whole else None, _in_file_order((*as_meant.faults, *refused, *kept)))


def _in_file_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    return tuple(sorted(faults, key=file_order))
