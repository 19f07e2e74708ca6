"""Reading YAML strictly: a tree of values in which every one knows its line and column.

A strict subset of YAML 1.2: mappings, lists and scalars in one document. Only whole numbers, `true`,
`false` and `null` are anything but text, so `no` and `1:30` stay what was typed. Anchors, aliases, tags,
merge keys and second documents are faults. All faults of a file are collected where reading can go on:

* :func:`read_text` then :func:`parse` raise :class:`InvalidFile` with every fault there is;
* :func:`read` never raises: it gives the tree as far as it goes **and** the faults, so that a reader of
  files can add its own and report all of them at once;
* :mod:`analyzer.yamlcheck` holds a tree against a pydantic model (:func:`validate`, offered here too).
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from analyzer.errors import Fault, InvalidFile, Where
from analyzer.yamlcheck import printable, validate
from analyzer.yamlnode import Node, Plain, Style, where_in
from analyzer.yamlwords import syntax_fault

__all__ = ["Node", "Plain", "Reading", "parse", "read", "read_text", "validate", "where_in"]

MAX_BYTES: Final = 1_000_000
"""No file of this game comes near it; larger ones are refused before they are read."""
MAX_DEPTH: Final = 40
MAX_DIGITS: Final = 18
MAX_MENDED: Final = 20
"""How many characters that stop the scanner are mended so that reading can go on to the next fault."""

_STYLES: Final[dict[str | None, Style]] = {
    None: "plain", "": "plain", "'": "single", '"': "double", "|": "literal", ">": "folded",
}  # fmt: skip
_INTEGER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)")
_CONSTANTS: Final[dict[str, bool | None]] = {"": None, "~": None, "null": None, "true": True, "false": False}
_REFUSED: Final = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
"""Control characters, those that turn the direction of writing, and what is no character at all."""
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_MENDING: Final = 0xE000
"""A mended character is lifted into the private use area while the scanner runs, and put back after."""


class Reading(NamedTuple):
    """A tree, None where reading had to stop before one was complete; and all faults in file order."""

    node: Node | None
    faults: tuple[Fault, ...]


def read_text(path: str) -> str:
    """The text of a UTF-8 file, `-` for standard input; line ends stay as they are.

    Raises: InvalidFile for a file that is missing, no file, unreadable, too large or not UTF-8.
    """
    name = "<stdin>" if path == "-" else path
    try:
        data = sys.stdin.buffer.read(MAX_BYTES + 1) if path == "-" else _read_bytes(path)
    except (OSError, ValueError) as error:
        raise InvalidFile([_unreadable(name, error)]) from error
    if len(data) > MAX_BYTES:
        raise InvalidFile(
            [Fault("the file is too large", f"expected at most {MAX_BYTES:,} bytes", Where(name, 1, 1))]
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidFile([_undecodable(name, data, error)]) from error


def _read_bytes(path: str) -> bytes:
    with Path(path).open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _unreadable(name: str, error: OSError | ValueError) -> Fault:
    where = Where(name, 1, 1)
    if isinstance(error, FileNotFoundError):
        return Fault(
            "there is no such file", "expected the path of a YAML file, or - for standard input", where
        )
    if isinstance(error, IsADirectoryError):
        return Fault("this is a directory", "expected a YAML file", where)
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return Fault(f"the file cannot be read ({reason})", "expected a readable YAML file", where)


def _undecodable(name: str, data: bytes, error: UnicodeDecodeError) -> Fault:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Fault("this text is UTF-16", "expected UTF-8", Where(name, 1, 1))
    before = data[: error.start].decode("utf-8").removeprefix("\ufeff")
    line = _Lines(before).place(len(before))
    return Fault(f"byte 0x{data[error.start]:02x} is not UTF-8", "expected UTF-8 text", Where(name, *line))


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


def read(text: str, file: str) -> Reading:
    """The tree of a text as far as it can be read, and every fault, in file order."""
    if len(text) > MAX_BYTES:
        fault = Fault("the text is too long", f"expected at most {MAX_BYTES:,} characters", Where(file, 1, 1))
        return Reading(None, (fault,))
    text = text.removeprefix("\ufeff")
    faults = list(_refused_characters(text, file))
    builder = _Builder(text, file)
    shown = _REFUSED.sub("\ufffd", text)
    while True:
        builder.restart()
        try:
            node = builder.build(YAML(typ="safe", pure=True).parse(shown))
        except MarkedYAMLError as error:
            fault, offset = syntax_fault(error, shown, file)
            faults.append(fault)
            if offset is None or len(faults) > MAX_MENDED or not shown[offset].isascii():
                return builder.reading(None, faults)
            lifted = " " if shown[offset] == "\t" else chr(_MENDING + ord(shown[offset]))
            shown = f"{shown[:offset]}{lifted}{shown[offset + 1 :]}"
        except (YAMLError, ValueError, OverflowError) as error:
            faults.append(Fault(f"this is not YAML ({error})", "expected a YAML file", Where(file, 1, 1)))
            return builder.reading(None, faults)
        else:
            return builder.reading(node, faults)


def _refused_characters(text: str, file: str) -> Iterator[Fault]:
    lines = None
    for match in list(_REFUSED.finditer(text))[:MAX_MENDED]:
        lines = lines or _Lines(text)
        message = f"the character U+{ord(match[0]):04X} may not stand in a text file"
        yield Fault(message, "expected printable text", Where(file, *lines.place(match.start())))


class _TooDeepError(Exception):
    """Lists and mappings are nested deeper than any file of this game needs."""


class _Builder:
    """Builds the tree from the events of one text, noting faults that do not stop the reading."""

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file
        self.restart()

    def restart(self) -> None:
        self._faults: list[Fault] = []
        self._open: list[Node] = []
        self._keys: list[Node | None] = []
        self._root: Node | None = None

    def reading(self, node: Node | None, faults: list[Fault]) -> Reading:
        every = {(fault.where, fault.message): fault for fault in [*faults, *self._faults]}
        return Reading(node, tuple(sorted(every.values(), key=_file_order)))

    def build(self, events: Iterator[Any]) -> Node | None:
        """The root of the first document; None where there is none or the nesting is too deep."""
        documents = 0
        try:
            for event in events:
                kind = type(event).__name__
                if kind == "DocumentStartEvent":
                    documents += 1
                    if documents > 1:
                        self._fault(event, "a second document begins here", "expected one document in a file")
                        break
                    if event.version or event.tags:
                        self._fault(
                            event, "a % directive stands here", "expected plain YAML without directives"
                        )
                else:
                    self._take(kind, event)
        except _TooDeepError:
            return None
        if documents == 0:
            self._faults.append(
                Fault("the file is empty", "expected `key: value` lines", Where(self._file, 1, 1))
            )
        return self._root

    def _take(self, kind: str, event: Any) -> None:
        if kind == "ScalarEvent":
            self._add(self._scalar(event))
        elif kind == "AliasEvent":
            self._alias(event)
        elif kind in {"SequenceStartEvent", "MappingStartEvent"}:
            self._check_properties(event)
            node = self._node(event, [] if kind == "SequenceStartEvent" else {})
            node.style = "list" if kind == "SequenceStartEvent" else "mapping"
            if len(self._open) >= MAX_DEPTH:
                self._fault(
                    event, "lists and mappings are nested too deep", f"expected at most {MAX_DEPTH} levels"
                )
                raise _TooDeepError
            self._open.append(node)
            self._keys.append(None)
        elif kind in {"SequenceEndEvent", "MappingEndEvent"}:
            node = self._open.pop()
            self._keys.pop()
            node.end = self._place(event.end_mark)
            self._add(node)

    def _add(self, node: Node) -> None:
        """Put a finished node into the list or mapping that is open, as key or as value."""
        if not self._open:
            self._root = node
            return
        holder = self._open[-1].value
        if isinstance(holder, list):
            holder.append(node)
            return
        assert isinstance(holder, dict)
        key = self._keys[-1]
        if key is None:
            self._keys[-1] = node
            return
        self._keys[-1] = None
        self._pair(holder, key, node)

    def _pair(self, mapping: dict[str, Node], key: Node, value: Node) -> None:
        if isinstance(key.value, list | dict):
            self._faults.append(Fault(f"{key.kind} stands as a key", "expected a word as key", key.where))
            return
        name = key.raw if key.style == "plain" else str(key.value)
        if name == "" or (name == "<<" and key.style == "plain"):
            message = "a merge key `<<` stands here" if name else "a key is missing before the `:`"
            expected = "expected every key written out" if name else "expected `key: value`"
            self._faults.append(Fault(message, expected, key.where))
        elif name in mapping:
            first = mapping[name].key_where
            assert first is not None
            message = (
                f"the key `{printable(name)}` stands twice, first at line {first.line}, column {first.column}"
            )
            self._faults.append(Fault(message, "expected each key once", key.where))
        else:
            value.key_where = key.where
            if value.value is None and not value.raw:
                # The scanner puts an empty value at the next token, which may be lines away.
                value.where = value.end = Where(self._file, key.end.line, key.end.column + 1)
            mapping[name] = value

    def _scalar(self, event: Any) -> Node:
        self._check_properties(event)
        value = _lowered(event.value)
        node = self._node(event, value)
        node.style = _STYLES[event.style]
        if _SURROGATE.search(value):
            self._fault(event, "half of a surrogate pair is escaped here", "expected whole characters")
            node.value = value = _SURROGATE.sub("", value)
        if node.style == "plain":
            node.value = self._typed(node, value)
        return node

    def _typed(self, node: Node, value: str) -> bool | int | str | None:
        if value in _CONSTANTS:
            return _CONSTANTS[value]
        if _INTEGER.fullmatch(value) is None:
            return value
        if len(value) > MAX_DIGITS:
            message = f"a number of {len(value.lstrip('-'))} digits stands here"
            self._faults.append(Fault(message, f"expected at most {MAX_DIGITS} digits", node.where))
            return 0
        return int(value)

    def _alias(self, event: Any) -> None:
        name = event.anchor
        self._fault(
            event,
            f"`*{name}` is a YAML alias, which is not read here",
            'for the Fool write `fool`, or the star in quotes: "*"',
        )
        self._add(self._node(event, f"*{name}"))

    def _check_properties(self, event: Any) -> None:
        if event.anchor is not None:
            self._fault(
                event,
                f"`&{event.anchor}` is a YAML anchor, which is not read here",
                "expected every value written out",
            )
        if event.ctag is not None and str(event.ctag) not in {"", "None"}:
            self._fault(
                event, f"`{event.ctag}` is a YAML tag, which is not read here", "expected a plain value"
            )

    def _node(self, event: Any, value: str | list[Node] | dict[str, Node]) -> Node:
        start, end = event.start_mark, event.end_mark
        raw = self._text[start.index : end.index]
        return Node(value, self._place(start), self._place(end), "plain", raw)

    def _place(self, mark: Any) -> Where:
        return Where(self._file, mark.line + 1, mark.column + 1)

    def _fault(self, event: Any, message: str, expected: str) -> None:
        self._faults.append(Fault(message, expected, self._place(event.start_mark)))


def _lowered(value: str) -> str:
    """A scalar with its mended characters put back."""
    if value.isascii():
        return value
    return re.sub("[\ue000-\ue07f]", lambda match: chr(ord(match[0]) - _MENDING), value)


def _file_order(fault: Fault) -> tuple[int, int]:
    return (fault.where.line, fault.where.column) if fault.where is not None else (0, 0)
