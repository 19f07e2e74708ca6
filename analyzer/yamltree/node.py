"""One value of a YAML file and where it stands: the tree that files are read into."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct

from analyzer.errors import Fault, Where
from analyzer.messages import Message, say

Style = Literal["plain", "single", "double", "literal", "folded", "list", "mapping"]
Plain = bool | int | str | list[Any] | dict[str, Any] | None


_KINDS: Final = {
    bool: say("true or false"),
    int: say("a number"),
    str: say("text"),
    list: say("a list"),
    dict: say("a mapping"),
    type(None): say("nothing"),
}


class Node(Struct, eq=False):
    """One value of a file and where it stands.

    `where` is its first character and `end` the place just behind its last one; for the value of a
    mapping `key_where` is the place of its key. `raw` is the source text of a scalar, quotes included.
    """

    value: bool | int | str | list[Node] | dict[str, Node] | None
    where: Where
    end: Where
    style: Style = "plain"
    raw: str = ""
    key_where: Where | None = None
    torn: bool = False
    """Whether something in this list or mapping could not be read, so that more may belong to it; a torn
    nothing is a value that could not be read at all."""

    @property
    def kind(self) -> Message:
        """What the value is, in plain words."""
        return _KINDS[type(self.value)]

    def plain(self) -> Plain:
        """The value as plain Python data, without places."""
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        return self.value

    def child(self, part: str | int) -> Node | None:
        """The value under a key or at an index, if there is one."""
        if isinstance(self.value, dict) and isinstance(part, str):
            return self.value.get(part)
        if isinstance(self.value, list) and isinstance(part, int) and 0 <= part < len(self.value):
            return self.value[part]
        return None

    def path(self, loc: Sequence[str | int]) -> tuple[tuple[str | int, ...], Node]:
        """The parts of `loc` that lead somewhere, and the node they lead to; other parts are left out."""
        node, parts = self, []
        for part in loc:
            child = node.child(part)
            if child is not None:
                node = child
                parts.append(part)
        return tuple(parts), node

    def at(self, loc: Sequence[str | int]) -> Where:
        """The place of the value at `loc`, or of the nearest one around it that exists."""
        return self.path(loc)[1].where


class YamlReading(NamedTuple):
    """A tree, torn where its syntax breaks, None where there is none; and all faults in file order."""

    node: Node | None
    faults: tuple[Fault, ...]


def where_in(node: Node, offset: int) -> Where:
    """The place of the character at `offset` in a scalar that is text.

    Exact for text that stands in the file as it is, quoted or not, on one line or on several; where
    quotes hold escapes it is the nearest place that can be told.
    """
    if not isinstance(node.value, str):
        return node.where
    at = _raw_offset(node, node.value, offset)
    before = node.raw[:at]
    if "\n" not in before and "\r" not in before:
        return Where(node.where.file, node.where.line, node.where.column + at)
    breaks = list(re.finditer(r"\r\n|\n|\r", before))
    return Where(node.where.file, node.where.line + len(breaks), at - breaks[-1].end() + 1)


def _raw_offset(node: Node, value: str, offset: int) -> int:
    """Where in `raw` the character at `offset` of the value stands."""
    raw = node.raw
    quote = 1 if node.style in {"single", "double"} else 0
    if raw[quote : len(raw) - quote] == value:
        return min(quote + offset, len(raw))
    # Only white space, quotes and escapes differ: what else there is stands in the same order in both.
    at = re.match(r"[^\r\n]*", raw).end() if node.style in {"literal", "folded"} else quote  # type: ignore[union-attr]
    for char in value[:offset]:
        found = -1 if char.isspace() else raw.find(char, at)
        at = found + 1 if found >= 0 else at
    rest = value[offset : offset + 1]
    found = raw.find(rest, at) if rest and not rest.isspace() else at
    return found if found >= 0 else at
