"""Files of the ordinary shape read at once, without the scanner of YAML, which takes ten times as long.

Mappings and lists in blocks or in brackets, texts of one line plain or in quotes, comments: what most files
are made of. The scanner is the judge. Here no fault is told: what is not of that shape, sound or not, is
left to the scanner, and the tree of what is of it is the scanner's, every place in it too.
"""

from __future__ import annotations

import re
from typing import Final

from analyzer.errors import Where
from analyzer.yamltree.building import CONSTANTS, INTEGER, MAX_DIGITS
from analyzer.yamltree.node import Node, Style

DEEPEST: Final = 12
_STRANGE: Final = re.compile(
    r"---|\.\.\.|~~~|[^\n\S ]"
    r"|[\x00-\x09\x0b-\x1f\x7f-\x9f─\u2028-\u202e\u2066-\u2069\ud800-\uf8ff\ufeff\ufff0-\U0010ffff]"
)
"""Signs that mean something else somewhere, or that a file may not have; blanks that are no spaces."""
_GAP: Final = re.compile(r"(?: *(?:#[^\n]*)?(?:\n|\Z))*? *(?=[^ \n#]|\Z)")
"""Blank lines and comments, and the blanks before what comes next."""
_REST: Final = re.compile(r" *(?:(?<= )#[^\n]*)?(?:\n|\Z)")
_FIRST: Final = r"(?:[\w(+./;♠-♧★☆]|-(?=\d))"
_KEY: Final = re.compile(
    rf"""({_FIRST}[\w .,;()+/'*-]{{0,100}}(?<! )|"[^"\\\n]{{0,100}}"|'[^'\n]{{0,100}}'):(?= |\n|\Z)"""
)
_PLAIN: Final = re.compile(_FIRST + r"(?:[^\n:#]|:(?=\S)|(?<=[^ ])#)*(?<! )")
_IN_BRACKETS: Final = re.compile(_FIRST + r"[^\n:#,\[\]{}?]*(?<! )")
_QUOTED: Final = re.compile(r""""[^"\\\n]*"|'[^'\n]*'(?!')""")
_BLANKS: Final = re.compile(r"[ \n]*")
_FOLDED: Final = re.compile(r">-\n(( +)[^ \n](?:[^\n]*[^ \n])?\n(?:\2[^ \n](?:[^\n]*[^ \n])?\n)*)")
_QUOTES: Final[dict[str, Style]] = {'"': "double", "'": "single"}
_CLOSING: Final = {"[": "]", "{": "}"}


class _UnusualError(Exception):
    """The text is not of the ordinary shape here."""


def read_quickly(text: str, file: str) -> Node | None:
    """The tree of a text of the ordinary shape, else None."""
    if _STRANGE.search(text):
        return None
    reader = _Quick(text, file)
    try:
        return reader.root()
    except _UnusualError:
        return None


class _Quick:
    """A text on its way into a tree, and how far it is read."""

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file
        self._at = 0
        self._line = 1
        self._start = 0
        self._indent = 0
        """The column of what comes next, from 0; -1 at the end."""
        self._depth = 0

    def root(self) -> Node:
        self._go_on()
        if self._indent:
            raise _UnusualError
        return self._mapping(0)

    def _mapping(self, indent: int) -> Node:
        """The mapping whose keys begin here."""
        self._deeper()
        found: dict[str, Node] = {}
        where = self._place(self._at)
        while self._indent == indent:
            match = _KEY.match(self._text, self._at)
            if match is None:
                raise _UnusualError
            key_where, raw = self._place(self._at), match[1]
            name = raw[1:-1] if raw[0] in _QUOTES else raw
            self._at = match.end()
            value = self._value(indent)
            if name in found or not name:
                raise _UnusualError
            value.key_where = key_where
            found[name] = value
        return self._ended(Node(found, where, where, "mapping"), indent)

    def _value(self, indent: int) -> Node:
        """What stands behind a key, in its line or below it."""
        behind = self._place(self._at)
        if not self._line_is_over():
            return self._told(indent)
        if self._indent > indent:
            block = self._list if self._is_item() else self._mapping
            return block(self._indent)
        if self._indent == indent and self._is_item():
            return self._list(indent, "-")
        return Node(None, behind, behind)

    def _list(self, indent: int, raw: str = "") -> Node:
        """The list whose items begin here; one at the indentation of its key ends with the next key."""
        self._deeper()
        found: list[Node] = []
        where = self._place(self._at)
        while self._indent == indent and self._is_item():
            self._at += 1
            at = _BLANKS.match(self._text, self._at).end()  # type: ignore[union-attr]  # it matches anything
            if "\n" in self._text[self._at : at] or at == len(self._text):
                raise _UnusualError
            if _KEY.match(self._text, at):
                self._at, self._indent = at, at - self._start
                found.append(self._mapping(self._indent))
                if self._indent > indent:
                    raise _UnusualError
            else:
                found.append(self._told(indent))
        if self._indent == indent and not raw:
            raise _UnusualError
        return self._ended(Node(found, where, where, "list", raw), indent)

    def _ended(self, node: Node, indent: int) -> Node:
        """A block that is over; it ends where the next thing begins."""
        if self._indent > indent:
            raise _UnusualError
        node.end = self._place(self._at)
        self._depth -= 1
        return node

    def _told(self, indent: int) -> Node:
        """What is told in this line, or in brackets from here on; then the next line begins further out."""
        self._at = _BLANKS.match(self._text, self._at).end()  # type: ignore[union-attr]  # it matches anything
        folded = _FOLDED.match(self._text, self._at)
        if folded is not None:
            return self._folded(folded, indent)
        node = self._part(indent, _PLAIN)
        if not self._line_is_over() or self._indent > indent:
            raise _UnusualError
        return node

    def _folded(self, match: re.Match[str], indent: int) -> Node:
        """A text on the lines below, all of them as far in as the first."""
        where = self._place(match.start())
        self._line += match[0].count("\n")
        self._at = self._start = match.end()
        end = self._place(self._at)
        self._go_on()
        if len(match[2]) <= indent or self._start != match.end() or self._indent > indent:
            raise _UnusualError
        return Node(" ".join(match[1].split("\n" + match[2])).strip(), where, end, "folded", match[0])

    def _part(self, indent: int, plain: re.Pattern[str]) -> Node:
        """A text, or what stands in brackets."""
        sign = self._text[self._at : self._at + 1]
        if sign in _CLOSING:
            return self._brackets(sign, indent)
        match = (_QUOTED if sign in _QUOTES else plain).match(self._text, self._at)
        if match is None or not sign:
            raise _UnusualError
        raw, self._at = match[0], match.end()
        where, end = self._place(match.start()), self._place(match.end())
        if sign in _QUOTES:
            return Node(raw[1:-1], where, end, _QUOTES[sign], raw)
        if INTEGER.fullmatch(raw) is None:
            return Node(CONSTANTS.get(raw, raw), where, end, "plain", raw)
        if len(raw) > MAX_DIGITS:
            raise _UnusualError
        return Node(int(raw), where, end, "plain", raw)

    def _brackets(self, sign: str, indent: int) -> Node:
        """A list or a mapping in brackets."""
        self._deeper()
        where, closing = self._place(self._at), _CLOSING[sign]
        items: list[Node] = []
        pairs: dict[str, Node] = {}
        self._at += 1
        self._skip(indent)
        while self._text[self._at : self._at + 1] != closing:
            part = self._part(indent, _IN_BRACKETS)
            if sign == "[":
                items.append(part)
            else:
                self._pair(part, pairs, indent)
            self._skip(indent)
            if self._text[self._at : self._at + 1] == ",":
                self._at += 1
                self._skip(indent)
                if self._text[self._at : self._at + 1] == closing:
                    raise _UnusualError
            elif self._text[self._at : self._at + 1] != closing:
                raise _UnusualError
        self._at += 1
        self._depth -= 1
        value: list[Node] | dict[str, Node] = items if sign == "[" else pairs
        return Node(value, where, self._place(self._at), "list" if sign == "[" else "mapping", sign)

    def _pair(self, key: Node, pairs: dict[str, Node], indent: int) -> None:
        name = key.raw if key.style == "plain" else key.value
        if (
            self._text[self._at : self._at + 2] != ": "
            or not isinstance(name, str)
            or not name
            or name in pairs
        ):
            raise _UnusualError
        self._at += 1
        self._skip(indent)
        if key.end.line != self._line:
            raise _UnusualError
        pairs[name] = self._part(indent, _IN_BRACKETS)
        pairs[name].key_where = key.where

    def _skip(self, indent: int) -> None:
        """Go on to what comes next in brackets, which stands further in than the key before them."""
        line = self._line
        self._go_to(_BLANKS.match(self._text, self._at).end())  # type: ignore[union-attr]  # it matches anything
        if self._line != line and self._at - self._start <= indent:
            raise _UnusualError

    def _line_is_over(self) -> bool:
        """Whether nothing more is told in this line; then what comes next is looked for."""
        match = _REST.match(self._text, self._at)
        if match is None:
            return False
        if match[0].endswith("\n"):
            self._line += 1
            self._start = match.end()
        self._at = match.end()
        self._go_on()
        return True

    def _go_on(self) -> None:
        """Go on to what comes next from the beginning of a line."""
        self._go_to(_GAP.match(self._text, self._at).end())  # type: ignore[union-attr]  # it matches anything
        self._indent = -1 if self._at == len(self._text) else self._at - self._start

    def _go_to(self, end: int) -> None:
        """Go on over blanks, and count the lines that end in them."""
        lines = self._text.count("\n", self._at, end)
        if lines:
            self._line += lines
            self._start = self._text.rindex("\n", self._at, end) + 1
        self._at = end

    def _is_item(self) -> bool:
        return self._text.startswith("- ", self._at)

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise _UnusualError

    def _place(self, offset: int) -> Where:
        return Where(self._file, self._line, offset - self._start + 1)
