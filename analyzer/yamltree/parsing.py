"""The parser of files: a text into a tree in which every value knows its place, and every fault on the way.

A strict subset of YAML 1.2, read line by line: mappings and lists in blocks or in brackets, texts plain, in
quotes or in blocks, comments. Where the syntax breaks, what was begun is kept, torn, and reading goes on at
the next key or item of the list or mapping around it; a sign that means nothing here is read as text.
"""

from __future__ import annotations

import re
from typing import Final

from analyzer.errors import Fault, Where
from analyzer.messages import Message, Verbatim, printable, say
from analyzer.yamltree.node import MAX_FAULTS, Node, Style, YamlReading, escaped, folded, join_block, typed

MAX_DEPTH: Final = 40
_GAP: Final = re.compile(r"(?:[ \t]*(?:#[^\n]*)?(?:\n|\Z))*?[ \t]*(?=[^ \t\n#]|\Z)")
"""Blank lines and comments, and the blanks before what comes next."""
_REST: Final = re.compile(r"[ \t]*(?:(?<=[ \t])#[^\n]*)?(?:\n|\Z)")
_FIRST: Final = r"(?:[^\s#&*!|>%@`\"'\[\]{},?:-]|[?:-](?=\S))"
"""What a plain text begins with."""
_COLON: Final = r"[ \t]*:(?=[ \t\n]|\Z)"
_KEY: Final = re.compile(
    rf"""({_FIRST}(?:[\w .,;()+/'*-]{{0,100}}(?<! )(?=:)|(?:[^\n:#]|:(?=\S)|(?<=[^ \t])\#)*?)"""
    rf"""|"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\n]|'')*'){_COLON}"""
)
_PLAIN: Final = re.compile(r"(?:[^\n:#]|:(?=[^ \t\n])|(?<=[^ \t\n])#)+(?<![ \t])|")
_IN_BRACKETS: Final = re.compile(r"(?:[^\n:#,\[\]{}]|:(?=[^ \t\n,\[\]{}])|(?<=[^ \t\n,\[\]{}])#)+(?<![ \t])|")
_WORD: Final = re.compile(r"""(?:[^\W\d][\w-]*|"[\w -]*"|'[\w -]*') *:(?=[ \n]|\Z)""")
"""What is a key wherever it begins a line: one word, or more in quotes."""
_QUOTED: Final[dict[str, re.Pattern[str]]] = {
    '"': re.compile(r'"((?:[^"\\]|\\[\s\S])*)"'),
    "'": re.compile(r"'((?:[^']|'')*)'(?!')"),
}
_DASH: Final = re.compile(r"-(?=[ \t\n]|\Z)")
_MARKER: Final = re.compile(r"(?:---|\.\.\.)(?=[ \t\n]|\Z)")
_LATER_MARKER: Final = re.compile(r"^---(?=[ \t\n]|\Z)", re.MULTILINE)
_PROPERTY: Final = re.compile(r"&[^\s,\[\]{}]+|!(?:<[^>\s]+>|[^\s,\[\]{}<]+)(?=[\s,\]}]|\Z)")
_ALIAS: Final = re.compile(r"\*[\w-]+(?=[ \t]*(?:[\n,\]}:]|[ \t]#|\Z))")
_UNKNOWN: Final = re.compile(r"\?(?=[ \t\n,\]}]|\Z)")
"""A `?` where a value begins: a card that is not known, where YAML takes it for a key of its own."""
_BLOCK: Final = re.compile(r"([|>])(?:([1-9])([+-]?)|([+-]?)([1-9]?))[ \t]*(?:(?<=[ \t])#[^\n]*)?(?:\n|\Z)")
_BLANKS: Final = re.compile(r"[ \t]*")
_CONTINUED: Final = re.compile(r"[ \t]*\n((?:[ \t]*\n)*)([ \t]*)(?=[^ \t\n#])")
"""What stands between two lines of one plain text."""
_ODD_KEY: Final = rf"((?:[^\n:#]|:(?=\S)|(?<=\S)#)*?){_COLON}"
_COLON_IN_BLOCK: Final = re.compile(r":(?=[ \t\n]|\Z)")
_COLON_IN_BRACKETS: Final = re.compile(r":(?=[ \t\n,\[\]{}]|\Z)")
_SPACE_MISSING: Final = re.compile(r"[^\s:]+:[^\s:]")
_BLANK: Final = (" ", "\t", "\n")
_CLOSING: Final = {"[": "]", "{": "}"}

_QUOTES: Final = say("expected the text in quotes")
_STARS: Final = say('for the Fool write `fool`, or the star in quotes: "*"')
_NO_COLON: Final = say("a `:` is not allowed here")
_ONE_A_LINE: Final = say(
    "expected the text in quotes, or one `key: value` per line, the keys of a mapping in one column"
)


class _BrokenError(Exception):
    """The syntax breaks: what is wrong, the last line that is given up, and what was read of the value."""

    def __init__(self, fault: Fault, line: int, part: Node | None = None) -> None:
        super().__init__(fault)
        self.fault, self.line, self.part = fault, line, part


class _TooDeepError(Exception):
    """Lists and mappings are nested deeper than any file of this game needs."""


class Parser:
    """A text on its way into a tree, and how far it is read. Each of its lines ends with a line feed."""

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file
        self._faults: list[Fault] = []
        self._at = 0
        self._line = 1
        self._start = 0
        """Where the line begins."""
        self._indent = 0
        """The column, from 0, of the line that comes next; -1 at the end of the document."""
        self._depth = 0

    def read(self) -> YamlReading:
        """The tree, None where there is none, and every fault in file order."""
        try:
            root = self._document()
        except _TooDeepError:
            root = None
        every = {(fault.where, fault.message): fault for fault in self._faults}
        return YamlReading(root, tuple(sorted(every.values(), key=file_order)))

    def _document(self) -> Node | None:
        self._go_on()
        while self._indent == 0 and self._text.startswith("%", self._at):
            message = say("unexpected % directive")
            self._fault(message, say("expected plain YAML without directives"), self._at)
            self._next_line()
        if self._text.startswith("---", self._at) and self._is_marked():
            self._at += 3
            if not self._line_is_over():
                self._skip_blanks()
                self._indent = self._at - self._start
        if self._indent < 0:
            if not self._faults:
                self._fault(say("the file is empty"), say("expected `key: value` lines"), 0)
            return None
        try:
            root = self._root()
        except _BrokenError as broken:
            self._note(broken.fault)
            if broken.part is not None:
                broken.part.torn = True
            return broken.part
        self._expect_the_end()
        return root

    def _root(self) -> Node:
        if self._is_item():
            return self._list(self._indent)
        sign = self._text[self._at]
        odd = sign in ":?" or (sign not in "[{\"'|>&!" and self._a_key_comes())
        if odd or self._at_key():
            return self._mapping(self._indent)
        node = self._node(-1)
        if not self._line_is_over():
            self._skip_blanks()
        return node

    def _a_key_comes(self) -> bool:
        """Whether a later line begins with a key, so that the first was meant to."""
        return any(_WORD.match(self._text, each.end()) for each in re.finditer(r"\n", self._text))

    def _expect_the_end(self) -> None:
        """Nothing more may come, but the mark of the end and remarks."""
        if self._is_marked():
            if self._text.startswith("---", self._at):
                message = say("a second document begins here")
                self._fault(message, say("expected one document in a file"), self._at)
                return
            self._at += 3
            self._line_is_over()
        if self._at < len(self._text):
            message = say("text after the end of the document")
            self._fault(message, say("expected nothing more"), self._at)

    def _is_marked(self) -> bool:
        """Whether the beginning or the end of a document is marked here."""
        return self._at == self._start and _MARKER.match(self._text, self._at) is not None

    # Blocks

    def _mapping(self, indent: int) -> Node:
        """The mapping whose keys begin here."""
        self._deeper()
        node = Node({}, where := self._place(), where, "mapping")
        while self._indent >= indent:
            try:
                if self._indent > indent:
                    raise self._unfit("mapping")
                self._entry(node, indent)
            except _BrokenError as broken:
                self._recover(broken, node, indent)
        node.end = self._place()
        self._depth -= 1
        return node

    def _entry(self, node: Node, indent: int) -> None:
        """One key and its value."""
        match = _KEY.match(self._text, self._at)
        if match is None:
            self._odd_entry(node, indent)
            return
        where, raw = self._place(), match[1]
        quoted = raw[0] in _QUOTED
        name = self._unquoted(raw, match.start()) if quoted else raw
        key = Node(name, where, where, "double" if quoted else "plain", raw)
        self._at = match.end()
        self._value_of(node, key, indent)

    def _odd_entry(self, node: Node, indent: int) -> None:
        """A line that does not begin with an ordinary key."""
        where, sign = self._place(), self._text[self._at]
        if self._is_item() or sign in ",]}":
            raise self._unfit("mapping")
        if _UNKNOWN.match(self._text, self._at):
            raise self._broken(say("a `? ` is not allowed here"), say("expected `key: value`"))
        if sign in "[{\"'":
            key = self._node(indent, in_brackets=True)
            self._skip_blanks()
        else:
            self._properties()
            self._no_sign()
            match = re.compile(_ODD_KEY).match(self._text, self._at)
            if match is None:
                raise self._no_key()
            self._at += len(match[1])
            key = Node(match[1], where, self._place(), "plain", match[1])
            self._skip_blanks()
        if not self._text.startswith(":", self._at):
            raise self._no_key()
        self._at += 1
        self._value_of(node, key, indent)

    def _no_key(self) -> _BrokenError:
        start = self._start + max(self._indent, 0)
        close = _SPACE_MISSING.match(self._text, start)
        expected = say("expected a space after the `:`") if close else say("expected a `:` after the key")
        return self._broken(say("a line that is not a `key: value`"), expected, start)

    def _value_of(self, node: Node, key: Node, indent: int) -> None:
        """Read what stands behind a key, and put the pair into the mapping."""
        line, column = self._line, self._at - self._start + 1
        value: Node | None = None
        try:
            value = self._value(indent)
        except _BrokenError as broken:
            value, broken.part = broken.part or self._torn_at(line, column), node
            raise
        finally:
            self._pair(node, key, value or self._nothing_at(line, column))

    def _pair(self, mapping: Node, key: Node, value: Node) -> None:
        pairs, name = mapping.value, key.value if isinstance(key.value, str | list | dict) else key.raw
        assert isinstance(pairs, dict)
        if isinstance(key.value, list | dict):
            message = say("{kind} is used as a key", kind=key.kind)
            self._note(Fault(message, say("expected a word as key"), key.where))
        elif not isinstance(name, str) or not name:
            message = say("a key is missing before the `:`")
            self._note(Fault(message, say("expected `key: value`"), key.where))
        elif name == "<<" and key.style == "plain":
            message = say("unexpected merge key `<<`")
            self._note(Fault(message, say("expected every key written out"), key.where))
        elif name in pairs:
            first = pairs[name].key_where
            assert first is not None
            message = say(
                "duplicate key `{word}`, first at line {line}, column {column}",
                word=Verbatim(printable(name)),
                line=first.line,
                column=first.column,
            )
            self._note(Fault(message, say("expected each key once"), key.where))
        else:
            value.key_where = key.where
            pairs[name] = value

    def _list(self, indent: int, raw: str = "") -> Node:
        """The list whose items begin here; one at the indentation of its key ends with the next key."""
        self._deeper()
        node = Node([], where := self._place(), where, "list", raw)
        while self._indent >= indent:
            try:
                if self._indent > indent or not self._is_item():
                    if raw and self._indent == indent:
                        break
                    raise self._unfit("list")
                self._item(node, indent)
            except _BrokenError as broken:
                self._recover(broken, node, indent)
        node.end = self._place()
        self._depth -= 1
        return node

    def _item(self, node: Node, indent: int) -> None:
        """One item of a list, behind its dash."""
        assert isinstance(node.value, list)
        self._at += 1
        line, column = self._line, self._at - self._start + 1
        try:
            node.value.append(self._item_here(indent) or self._nothing_at(line, column))
        except _BrokenError as broken:
            if broken.part is not None:
                node.value.append(broken.part)
                broken.part = node
            raise

    def _item_here(self, indent: int) -> Node | None:
        if self._line_is_over():
            return self._below(indent)
        self._skip_blanks()
        column = self._at - self._start
        if not self._is_item() and not self._at_key():
            return self._inline(indent, "list")
        self._indent = column
        return self._list(column) if self._is_item() else self._mapping(column)

    def _recover(self, broken: _BrokenError, node: Node, indent: int) -> None:
        """Note the fault, and go on at the next key or item of this block, or where it ends.

        A block is torn where it may have lost a key or an item, not where one of those it has is torn.
        """
        self._note(broken.fault)
        node.torn |= broken.part is not node
        if len(self._faults) > MAX_FAULTS:
            node.torn = True
            self._go_to(len(self._text))
            self._indent = -1
            return
        self._at = self._start = self._offset_of(broken.line + 1)
        self._line = self._text.count("\n", 0, self._at) + 1
        self._go_on()
        while self._indent > indent or (self._indent == indent and not self._belongs(node)):
            self._next_line()

    def _belongs(self, node: Node) -> bool:
        """Whether a key or an item of this block comes next, or the key behind a list that ends with it."""
        if node.style == "mapping":
            return self._at_key()
        return self._is_item() or (node.raw == "-" and self._at_key())

    def _offset_of(self, line: int) -> int:
        """Where a line, counted from 1, begins; the end where there are fewer."""
        at = 0
        for _ in range(line - 1):
            end = self._text.find("\n", at)
            if end < 0:
                return len(self._text)
            at = end + 1
        return at

    def _next_line(self) -> None:
        end = self._text.find("\n", self._at)
        self._go_to(len(self._text) if end < 0 else end + 1)
        self._go_on()

    def _value(self, indent: int) -> Node | None:
        """What stands behind a key, in its line or below it; None where nothing does."""
        if not self._line_is_over():
            self._skip_blanks()
            if not self._properties() or not self._line_is_over():
                return self._inline(indent, "mapping")
        if self._indent == indent and self._is_item():
            return self._list(indent, "-")
        return self._below(indent)

    def _below(self, indent: int) -> Node | None:
        """What stands on the lines below, further in; None where nothing does."""
        if self._indent <= indent:
            return None
        if self._is_item():
            return self._list(self._indent)
        if self._at_key():
            return self._mapping(self._indent)
        return self._inline(indent, "mapping")

    def _inline(self, indent: int, around: Style) -> Node:
        """A value that begins in this line; then the line must be over, and nothing more of it below."""
        node = self._node(indent)
        line = self._line
        if node.style not in ("literal", "folded") and not self._line_is_over():
            self._skip_blanks()
        elif self._indent <= indent:
            return node
        key = _KEY.match(self._text, self._at) if node.style == "plain" or self._line == line else None
        if key is None and not _COLON_IN_BLOCK.match(self._text, self._at):
            node.torn = isinstance(node.value, list | dict)
            raise self._unfit(around, node)
        colon = self._at if key is None else key.end() - 1
        raise self._broken(_NO_COLON, _ONE_A_LINE, colon, Node(None, node.where, node.where, torn=True))

    def _unfit(self, around: Style, part: Node | None = None) -> _BrokenError:
        if around == "list":
            message, expected = say("a line does not fit the list around it"), say("expected `- `")
        else:
            message = say("a line does not fit the mapping around it")
            expected = say("expected one more `key: value`")
        return self._broken(message, expected, part=part)

    # Values

    def _node(self, indent: int, *, in_brackets: bool = False) -> Node:
        """The value that begins here, further in than `indent` where it goes on below."""
        sign = self._text[self._at : self._at + 1]
        if sign.isalnum():
            return self._plain(indent, _IN_BRACKETS if in_brackets else _PLAIN)
        if sign in _CLOSING:
            return self._brackets(indent)
        if sign in _QUOTED:
            return self._quoted(indent)
        if self._properties():
            return self._node(indent, in_brackets=in_brackets)
        if sign in ("]", "}", ",") or (in_brackets and self._is_item()):
            message = say("a value is missing before `{char}`", char=Verbatim(sign))
            raise self._broken(message, say("expected a value"))
        if not in_brackets:
            if sign in ("|", ">"):
                return self._block(indent)
            self._no_block()
        if not _UNKNOWN.match(self._text, self._at):
            self._no_sign()
        return self._plain(indent, _IN_BRACKETS if in_brackets else _PLAIN)

    def _no_block(self) -> None:
        """Raises: _BrokenError where a list or another value would begin in the line of a key."""
        if self._is_item():
            message = say("a `- ` may not begin a list here")
            raise self._broken(message, say("expected the list on the next line"))
        if _COLON_IN_BLOCK.match(self._text, self._at):
            raise self._broken(_NO_COLON, _ONE_A_LINE)

    def _properties(self) -> bool:
        """Go on behind an anchor and a tag, which are faults; whether there was one."""
        begun = self._at
        while (match := _PROPERTY.match(self._text, self._at)) is not None:
            if match[0][0] == "&":
                name = Verbatim(match[0][1:])
                message = say("`&{name}` is a YAML anchor, which is not read here", name=name)
                self._fault(message, say("expected every value written out"), self._at)
            else:
                message = say("`{name}` is a YAML tag, which is not read here", name=Verbatim(match[0]))
                self._fault(message, say("expected a plain value"), self._at)
            self._at = match.end()
            self._skip_blanks()
        return self._at != begun

    def _no_sign(self) -> None:
        """Note a sign that begins something of YAML, or nothing, where it is read as the text it is."""
        sign = self._text[self._at : self._at + 1]
        alias = _ALIAS.match(self._text, self._at)
        if alias is not None:
            message = say("`*{name}` is a YAML alias, which is not read here", name=Verbatim(alias[0][1:]))
            self._fault(message, _STARS, self._at)
        elif sign == "*":
            self._fault(say("`*` begins a YAML alias, which is not read here"), _STARS, self._at)
        elif sign == "&":
            self._fault(say("`&` begins a YAML anchor, which is not read here"), _QUOTES, self._at)
        elif sign == "!":
            self._fault(say("`!` begins a YAML tag, which is not read here"), _QUOTES, self._at)
        elif sign and sign in "@`%|>":
            self._fault(say("{char} may not begin a value", char=Verbatim(sign)), _QUOTES, self._at)

    def _plain(self, indent: int, pattern: re.Pattern[str]) -> Node:
        """A text without quotes, which may go on in the lines below, further in."""
        begun, where = self._at, self._place()
        self._at = self._end_of(pattern)
        lines = [self._text[begun : self._at]]
        while (more := self._goes_on(indent, in_brackets=pattern is _IN_BRACKETS)) is not None:
            self._go_to(more.end())
            at = self._at
            self._at = self._end_of(pattern)
            lines += [""] * more[1].count("\n") + [self._text[at : self._at]]
        raw = self._text[begun : self._at]
        node = Node(raw, where, self._place(), "plain", raw)
        if len(lines) > 1:
            node.value = folded(lines)
            return node
        node.value, wrong = typed(raw)
        if wrong is not None:
            self._fault(wrong.message, wrong.expected, begun)
        return node

    def _end_of(self, pattern: re.Pattern[str]) -> int:
        return pattern.match(self._text, self._at).end()  # type: ignore[union-attr]  # it matches anything

    def _goes_on(self, indent: int, *, in_brackets: bool) -> re.Match[str] | None:
        """What leads to the next line of a plain text, None where it is over."""
        match = (
            _CONTINUED.match(self._text, self._at) if self._text[self._at : self._at + 1] in _BLANK else None
        )
        if match is None:
            return None
        column, at = len(match[2]), match.end()
        if column == 0 and _MARKER.match(self._text, at):
            return None
        if in_brackets:
            over = self._text[at] in ",[]{}:" or (
                column <= indent and _WORD.match(self._text, at) is not None
            )
        else:
            over = (
                column <= indent
                or _KEY.match(self._text, at) is not None
                or _COLON_IN_BLOCK.match(self._text, at) is not None
            )
        return None if over else match

    def _quoted(self, indent: int) -> Node:
        begun, where, sign = self._at, self._place(), self._text[self._at]
        match = _QUOTED[sign].match(self._text, begun)
        marker = _LATER_MARKER.search(self._text, begun, len(self._text) if match is None else match.end())
        if match is None or marker is not None or self._goes_over_a_key(match[0], begun, indent):
            if marker is None:
                raise self._broken(say("a quote opens here and is never closed"), say("expected its end"))
            message = say("a quote opens here and is not closed before `---`")
            fault = Fault(message, say("expected its end"), where)
            raise _BrokenError(fault, self._where(marker.start()).line)
        self._go_to(match.end())
        value = self._unquoted(match[0], begun)
        return Node(value, where, self._place(), "double" if sign == '"' else "single", match[0])

    def _goes_over_a_key(self, raw: str, begun: int, indent: int) -> bool:
        """Whether a text in quotes goes on over a line that is a key of the mapping around it."""
        return any(
            len(line[1]) <= indent and _WORD.match(self._text, begun + line.end())
            for line in re.finditer(r"\n( *)(?=[^ \n])", raw)
        )

    def _unquoted(self, raw: str, begun: int) -> str:
        inner = raw[1:-1]
        if raw[0] == "'" or "\\" not in inner:
            value = folded(inner.split("\n"))
            return value.replace("''", "'") if raw[0] == "'" else value
        value, wrong = escaped(inner)
        for message, expected, at in wrong:
            self._fault(message, expected, begun if at is None else begun + 1 + at)
        return value

    def _block(self, indent: int) -> Node:
        """A text on the lines below, as they stand or folded."""
        begun, where = self._at, self._place()
        head = _BLOCK.match(self._text, begun)
        if head is None:
            expected = say("expected `|` or `>` alone on its line and the text indented below it")
            raise self._broken(say("a text block does not begin like this"), expected, begun + 1)
        given = head[2] or head[5]
        self._go_to(head.end())
        column = max(indent, 0) + int(given) if given else 0
        lines: list[str] = []
        while (line := self._whole_line()) is not None:
            inside = len(line) - len(line.lstrip(" "))
            if line.strip():
                column = column or max(inside, indent + 1)
                if inside < column or (inside == 0 and _MARKER.match(line)):
                    break
            lines.append(line[column:] or "\n")
            self._go_to(self._at + len(line))
        value = join_block(lines, head[3] or head[4], is_folded=head[1] == ">")
        style: Style = "literal" if head[1] == "|" else "folded"
        node = Node(value, where, self._place(), style, self._text[begun : self._at])
        self._go_on()
        return node

    def _whole_line(self) -> str | None:
        """The line from here on, with its end; None at the end of the text."""
        end = self._text.find("\n", self._at)
        return self._text[self._at : end + 1 if end >= 0 else None] or None

    def _brackets(self, indent: int) -> Node:
        """A list or a mapping in brackets."""
        self._deeper()
        sign = self._text[self._at]
        closing = _CLOSING[sign]
        opened = self._place()
        node = Node([] if sign == "[" else {}, opened, opened, "list" if sign == "[" else "mapping", sign)
        self._at += 1
        try:
            self._go_on_in(node, indent)
            while not self._text.startswith(closing, self._at):
                self._part(node, closing, indent)
                self._go_on_in(node, indent)
                if self._text.startswith(",", self._at):
                    self._at += 1
                    self._go_on_in(node, indent)
                elif not self._text.startswith(closing, self._at):
                    raise self._unclosed(node)
        except _BrokenError as broken:
            node.end, node.torn, broken.part = self._place(), True, node
            self._depth -= 1
            raise
        self._at += 1
        node.end = self._place()
        self._depth -= 1
        return node

    def _part(self, node: Node, closing: str, indent: int) -> None:
        """One item, or one key and its value, in brackets."""
        try:
            nothing = self._nothing_at(self._line, self._at - self._start + 1)
            key = nothing if self._colon(key=None) else self._node(indent, in_brackets=True)
        except _BrokenError as broken:
            if isinstance(node.value, list) and broken.part is not None:
                node.value.append(broken.part)
            raise
        self._skip_blanks()
        if isinstance(node.value, list) and not self._colon(key):
            node.value.append(key)
        elif isinstance(node.value, list):
            pair = Node({}, key.where, key.where, "mapping")
            self._value_in(pair, key, closing, indent, opened=node)
            pair.end = self._place()
            node.value.append(pair)
        elif self._colon(key):
            self._value_in(node, key, closing, indent, opened=node)
        else:
            self._pair(node, key, self._nothing_at(key.end.line, key.end.column + 1))

    def _colon(self, key: Node | None) -> bool:
        """Whether a colon stands here, which may be close to its value behind quotes and brackets."""
        if key is not None and (key.style in ("single", "double") or isinstance(key.value, list | dict)):
            return self._text.startswith(":", self._at)
        return _COLON_IN_BRACKETS.match(self._text, self._at) is not None

    def _value_in(self, node: Node, key: Node, closing: str, indent: int, opened: Node) -> None:
        """Read the value of a key in brackets, `opened` by a node, and put the pair into the mapping."""
        self._at += 1
        line, column = self._line, self._at - self._start + 1
        value: Node | None = None
        try:
            self._go_on_in(opened, indent)
            if self._text[self._at] not in (",", closing):
                value = self._node(indent, in_brackets=True)
        except _BrokenError as broken:
            value = broken.part or self._torn_at(line, column)
            raise
        finally:
            self._pair(node, key, value or self._nothing_at(line, column))

    def _go_on_in(self, node: Node, indent: int) -> None:
        """Go on to what comes next in brackets, which a key of the mapping around them is not."""
        line = self._line
        self._go_to(_GAP.match(self._text, self._at).end())  # type: ignore[union-attr]  # it matches anything
        at_end = self._at == len(self._text)
        if at_end or (
            self._line != line
            and (
                self._is_marked()
                or (
                    node.style == "list"
                    and self._at - self._start <= indent
                    and _WORD.match(self._text, self._at)
                )
            )
        ):
            raise self._unclosed(node)

    def _unclosed(self, node: Node) -> _BrokenError:
        opened = say("at line {line}, column {column}", line=node.where.line, column=node.where.column)
        what = say("the list opened {opened} is not closed", opened=opened)
        if node.style == "mapping":
            what = say("the mapping opened {opened} is not closed", opened=opened)
        expected = say("expected `,` or `{char}`", char=Verbatim(_CLOSING[node.raw]))
        fault = Fault(what, expected, self._place())
        return _BrokenError(fault, node.where.line)

    # Where it is

    def _broken(
        self, message: Message, expected: Message, at: int | None = None, part: Node | None = None
    ) -> _BrokenError:
        where = self._place() if at is None else self._where(at)
        return _BrokenError(Fault(message, expected, where), where.line, part)

    def _fault(self, message: Message, expected: Message | None, at: int) -> None:
        if len(self._faults) <= MAX_FAULTS:
            self._note(Fault(message, expected, self._where(at)))

    def _note(self, fault: Fault) -> None:
        """Note a fault, of the first ones: more of them help nobody."""
        if len(self._faults) <= MAX_FAULTS:
            self._faults.append(fault)

    def _where(self, offset: int) -> Where:
        """The place of any character of the text."""
        start = self._text.rfind("\n", 0, offset) + 1
        return Where(self._file, self._text.count("\n", 0, start) + 1, offset - start + 1)

    def _place(self) -> Where:
        """The place of what comes next."""
        return Where(self._file, self._line, self._at - self._start + 1)

    def _nothing_at(self, line: int, column: int) -> Node:
        where = Where(self._file, line, column)
        return Node(None, where, where)

    def _torn_at(self, line: int, column: int) -> Node:
        """A value that could not be read."""
        node = self._nothing_at(line, column)
        node.torn = True
        return node

    def _line_is_over(self) -> bool:
        """Whether nothing more stands in this line; then what comes next is looked for."""
        match = _REST.match(self._text, self._at)
        if match is None:
            return False
        self._go_to(match.end())
        self._go_on()
        return True

    def _go_on(self) -> None:
        """Go on to what comes next from the beginning of a line."""
        self._go_to(_GAP.match(self._text, self._at).end())  # type: ignore[union-attr]  # it matches anything
        is_over = self._at == len(self._text) or self._is_marked()
        self._indent = -1 if is_over else self._at - self._start

    def _go_to(self, end: int) -> None:
        """Go on, and count the lines that end on the way."""
        lines = self._text.count("\n", self._at, end)
        if lines:
            self._line += lines
            self._start = self._text.rindex("\n", self._at, end) + 1
        self._at = end

    def _skip_blanks(self) -> None:
        self._at = _BLANKS.match(self._text, self._at).end()  # type: ignore[union-attr]  # it matches anything

    def _is_item(self) -> bool:
        return _DASH.match(self._text, self._at) is not None

    def _at_key(self) -> bool:
        return _KEY.match(self._text, self._at) is not None

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            message = say("lists and mappings are nested too deep")
            self._fault(message, say("expected at most {most} {most:level/levels}", most=MAX_DEPTH), self._at)
            raise _TooDeepError


def file_order(fault: Fault) -> tuple[int, int]:
    """Where a fault stands, to sort by."""
    return (fault.where.line, fault.where.column) if fault.where is not None else (0, 0)
