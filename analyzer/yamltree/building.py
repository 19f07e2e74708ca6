"""Building a tree from the events of a YAML scanner, with faults for what is not read here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from analyzer.errors import Fault, Where
from analyzer.messages import Message, Verbatim, say
from analyzer.yamltree.node import Node, Style
from analyzer.yamltree.places import printable

MAX_DEPTH: Final = 40
MAX_DIGITS: Final = 18
_STYLES: Final[dict[str | None, Style]] = {
    None: "plain", "": "plain", "'": "single", '"': "double", "|": "literal", ">": "folded",
}  # fmt: skip
INTEGER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)")
CONSTANTS: Final[dict[str, bool | None]] = {"": None, "~": None, "null": None, "true": True, "false": False}
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
MENDING: Final = 0xE000
"""A mended character is lifted into the private use area while the scanner runs, and put back after."""


class _TooDeepError(Exception):
    """Lists and mappings are nested deeper than any file of this game needs."""


class Builder:
    """Builds the tree from the events of one text, noting faults that do not stop the reading."""

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file
        self.restart()

    def restart(self) -> None:
        """Forget what was built."""
        self._faults: list[Fault] = []
        self._open: list[Node] = []
        self._keys: list[Node | None] = []
        self._root: Node | None = None
        self._latest: Node | None = None

    def build(self, events: Iterator[Any]) -> Node | None:
        """The root of the first document; None where there is none or the nesting is too deep."""
        documents = 0
        try:
            for event in events:
                kind = type(event).__name__
                if kind == "DocumentStartEvent":
                    documents += 1
                    if documents > 1:
                        self._fault(
                            event,
                            say("a second document begins here"),
                            say("expected one document in a file"),
                        )
                        break
                    if event.version or event.tags:
                        self._fault(
                            event,
                            say("a % directive stands here"),
                            say("expected plain YAML without directives"),
                        )
                else:
                    self._take(kind, event)
        except _TooDeepError:
            return None
        if documents == 0:
            self._faults.append(
                Fault(say("the file is empty"), say("expected `key: value` lines"), Where(self._file, 1, 1))
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
                    event,
                    say("lists and mappings are nested too deep"),
                    say("expected at most {most} levels", most=MAX_DEPTH),
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
            self._faults.append(
                Fault(say("{kind} stands as a key", kind=key.kind), say("expected a word as key"), key.where)
            )
            return
        name = key.raw if key.style == "plain" else str(key.value)
        if name == "" or (name == "<<" and key.style == "plain"):
            merged = Fault(
                say("a merge key `<<` stands here"), say("expected every key written out"), key.where
            )
            missing = Fault(say("a key is missing before the `:`"), say("expected `key: value`"), key.where)
            self._faults.append(merged if name else missing)
        elif name in mapping:
            self._doubled(name, mapping[name], key.where)
        else:
            value.key_where = key.where
            if value.value is None and not value.raw:
                # The scanner puts an empty value at the next token, which may be lines away.
                value.where = value.end = Where(self._file, key.end.line, key.end.column + 1)
            mapping[name] = value

    def _doubled(self, name: str, earlier: Node, where: Where) -> None:
        first = earlier.key_where
        assert first is not None
        message = say(
            "the key `{word}` stands twice, first at line {line}, column {column}",
            word=Verbatim(printable(name)),
            line=first.line,
            column=first.column,
        )
        self._faults.append(Fault(message, say("expected each key once"), where))

    def _scalar(self, event: Any) -> Node:
        self._check_properties(event)
        value = _lowered(event.value)
        node = self._node(event, value)
        node.style = _STYLES[event.style]
        self._latest = node
        if _SURROGATE.search(value):
            self._fault(
                event, say("half of a surrogate pair is escaped here"), say("expected whole characters")
            )
            node.value = value = _SURROGATE.sub("", value)
        if node.style == "plain":
            node.value = self._typed(node, value)
        return node

    def _typed(self, node: Node, value: str) -> bool | int | str | None:
        if value in CONSTANTS:
            return CONSTANTS[value]
        if INTEGER.fullmatch(value) is None:
            return value
        if len(value) > MAX_DIGITS:
            message = say("a number of {number} digits stands here", number=len(value.lstrip("-")))
            self._faults.append(
                Fault(message, say("expected at most {most} digits", most=MAX_DIGITS), node.where)
            )
            return 0
        return int(value)

    def _alias(self, event: Any) -> None:
        name = event.anchor
        self._fault(
            event,
            say("`*{name}` is a YAML alias, which is not read here", name=Verbatim(name)),
            say('for the Fool write `fool`, or the star in quotes: "*"'),
        )
        self._add(self._node(event, f"*{name}"))

    def _check_properties(self, event: Any) -> None:
        if event.anchor is not None:
            self._fault(
                event,
                say("`&{name}` is a YAML anchor, which is not read here", name=Verbatim(event.anchor)),
                say("expected every value written out"),
            )
        if event.ctag is not None and str(event.ctag) not in {"", "None"}:
            self._fault(
                event,
                say("`{name}` is a YAML tag, which is not read here", name=Verbatim(event.ctag)),
                say("expected a plain value"),
            )

    def _node(self, event: Any, value: str | list[Node] | dict[str, Node]) -> Node:
        start, end = event.start_mark, event.end_mark
        raw = self._text[start.index : end.index]
        return Node(value, self._place(start), self._place(end), "plain", raw)

    def _place(self, mark: Any) -> Where:
        return Where(self._file, mark.line + 1, mark.column + 1)

    def _fault(self, event: Any, message: Message, expected: Message) -> None:
        self._faults.append(Fault(message, expected, self._place(event.start_mark)))


def _lowered(value: str) -> str:
    """A scalar with its mended characters put back."""
    if value.isascii():
        return value
    return re.sub("[\ue000-\ue07f]", lambda match: chr(ord(match[0]) - MENDING), value)
