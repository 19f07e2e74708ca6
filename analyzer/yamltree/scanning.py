"""Reading YAML with its scanner: any text, with every fault there is in it.

What a text brings along from where it was copied (a Markdown fence, other blanks, tabs) is one fault of
each kind, which says what mends it, and is read as if mended. Of a text whose syntax breaks, the pieces
between the breaks are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from analyzer.errors import Fault, Where, reason_of
from analyzer.messages import Message, Verbatim, say
from analyzer.yamltree.building import MENDING, Builder
from analyzer.yamltree.node import Node, YamlReading
from analyzer.yamltree.places import MAX_MENDED, REFUSED, refused_characters
from analyzer.yamltree.words import line_broken, syntax_fault

_FENCE: Final = re.compile(r"^ {0,3}(?:```|~~~).*$", re.MULTILINE)
_RULED: Final = re.compile(r"^(?:[─-]{20,}|[ ]*[╭+][─-]{13,}[╮+])[ \t]*$", re.MULTILINE)
"""The line above a diagram of ours, and the box of the trick in it."""
_INDENT: Final = re.compile(r"^[ \t\u00a0\u2000-\u200a\u202f\u205f\u3000]+(?=\S)", re.MULTILINE)
_TAB: Final = say("a tab stands in the indentation")
_BLANK: Final = say("a blank that is no space stands in the indentation")


class Mended(NamedTuple):
    """A text as it was meant, every character in its place, and the faults that were in it."""

    text: str
    faults: tuple[Fault, ...]
    doubtful: frozenset[int] = frozenset()
    """The lines, from 1, of which it is not known how they hang together with those around them."""


def mended(text: str, file: str) -> Mended:
    """The text without what it brought along, and one fault for each kind of it."""
    drawn = _RULED.search(text)
    if drawn is not None:
        expected = say("expected a file: `tarok-analyze show FILE --yaml` writes one, or --text one line")
        message = say("a diagram is drawn here, which is not read back")
        fault = _fault(message, expected, text, file, drawn.start())
        return Mended("", (fault,), frozenset((1,)))
    faults: list[Fault] = []
    doubtful: set[int] = set()
    fences = list(_FENCE.finditer(text))
    if fences:
        first, *others = fences
        fence = first[0].lstrip()[:3]
        expected = say("expected the file alone: leave out the lines with {fence}", fence=Verbatim(fence))
        message = say("the text stands in a Markdown fence")
        faults.append(_fault(message, expected, text, file, text.index(fence, first.start())))
        text = _fenced(text, first, others[0] if others else None)
    for kind, signs in ((_TAB, "\t"), (_BLANK, "\u00a0\u2000-\u200a\u202f\u205f\u3000")):
        found = list(_strange(text, signs))
        if found:
            expected = say(
                "expected spaces: replace them all in the file (lines with one: {number})", number=len(found)
            )
            faults.append(_fault(kind, expected, text, file, found[0]))
            doubtful |= {_place(text, each)[0] for each in found}
    if doubtful:
        text = _INDENT.sub(lambda match: " " * len(match[0]), text)
    if fences and "\n" not in text.strip():
        doubtful.add(_place(text, len(text) - len(text.lstrip()))[0])
    return Mended(text, tuple(faults), frozenset(doubtful))


def _fenced(text: str, first: re.Match[str], second: re.Match[str] | None) -> str:
    """What stands between two fences; around a single one all but the fence."""
    if second is None:
        return _blanked(text, first.start(), first.end())
    text = _blanked(text, second.start(), len(text))
    return _blanked(text, 0, first.end())


def _blanked(text: str, start: int, end: int) -> str:
    """The text with nothing but white space from start to end, with the same lines."""
    return text[:start] + _blank(text[start:end]) + text[end:]


def _strange(text: str, signs: str) -> Iterator[int]:
    """Where the first of these signs stands in each indentation."""
    for match in _INDENT.finditer(text):
        sign = re.search(f"[{signs}]", match[0])
        if sign is not None:
            yield match.start() + sign.start()


def _fault(message: Message, expected: Message, text: str, file: str, offset: int) -> Fault:
    return Fault(message, expected, Where(file, *_place(text, offset)))


def _place(text: str, offset: int) -> tuple[int, int]:
    """The line and column, both from 1, of an offset in a text."""
    before = text[:offset]
    line = len(re.findall(r"\r\n|\n|\r", before)) + 1
    return line, offset - max(before.rfind("\n"), before.rfind("\r"))


class Salvager(Builder):
    """A builder that begins anew where the events break off, and joins the pieces in the end."""

    def __init__(self, text: str, file: str) -> None:
        super().__init__(text, file)
        self._salvaged: list[Node] = []
        self._noted: list[Fault] = []

    def reading(self, node: Node | None, faults: list[Fault]) -> YamlReading:
        """The tree with what was salvaged before it, and these faults with those noted on the way."""
        root = self._joined(node)
        every = {(fault.where, fault.message): fault for fault in [*faults, *self._noted, *self._faults]}
        return YamlReading(root, tuple(sorted(every.values(), key=_file_order)))

    def salvage(self, events: Iterator[Any], *, whole_keys: bool) -> None:
        """Keep what the events tell before they break off; whatever is open then is closed there, torn.

        With `whole_keys` no key of the root can have been lost, so that only its last value is torn.
        """
        self.restart()
        try:
            self.build(events)
        except MarkedYAMLError as error:
            self._doubt_the_latest(error)
        except (YAMLError, ValueError, OverflowError):
            pass
        while self._open:
            self._close_torn()
        if self._root is not None:
            _tear(self._root)
            self._root.torn = not (whole_keys and self._root.style == "mapping")
            self._salvaged.append(self._root)
        self._noted += self._faults
        self.restart()

    def _doubt_the_latest(self, error: MarkedYAMLError) -> None:
        """Take back what the last text swallowed of the lines that come after it."""
        latest = self._latest
        if latest is None:
            return
        if "mapping values are not allowed" in str(error.problem):
            # The text before the `:` was meant to be a key.
            latest.value, latest.torn = None, True
        elif self._open and latest.style == "plain" and latest.end.line > latest.where.line:
            latest.raw = latest.raw.splitlines()[0].rstrip()
            latest.value = self._typed(latest, latest.raw)

    def _close_torn(self) -> None:
        """Close the innermost open list or mapping; a key that still waits gets a torn nothing.

        A mapping without braces in a list with brackets is a line that belongs behind the missing one.
        """
        holder = self._open[-1]
        if isinstance(holder.value, list) and holder.raw == "[":
            holder.value[:] = [each for each in holder.value if each.style != "mapping" or each.raw]
        key = self._keys[-1]
        if key is not None:
            self._add(Node(None, key.end, key.end, torn=True))
        self._keys.pop()
        self._add(self._open.pop())

    def _joined(self, node: Node | None) -> Node | None:
        """One mapping of all that was read in pieces; the tree itself where nothing broke."""
        if not self._salvaged:
            return node
        pieces = [each for each in (*self._salvaged, node) if each is not None and each.style == "mapping"]
        root = pieces[0] if pieces else self._salvaged[0]
        for piece in pieces[1:]:
            assert isinstance(piece.value, dict)
            assert isinstance(root.value, dict)
            root.torn |= piece.torn
            for name, value in piece.value.items():
                if name in root.value and value.key_where is not None:
                    self._doubled(name, root.value[name], value.key_where)
                else:
                    root.value[name] = value
        return root


def _tear(node: Node) -> None:
    """Mark the last list or mapping in a tree and those around it as torn."""
    while isinstance(node.value, list | dict):
        node.torn = True
        inner = list(node.value.values()) if isinstance(node.value, dict) else node.value
        if not inner:
            return
        node = inner[-1]


def _file_order(fault: Fault) -> tuple[int, int]:
    return (fault.where.line, fault.where.column) if fault.where is not None else (0, 0)


_UNKNOWN: Final = re.compile(r"([\[,][ \t]*|[:-][ \t]+)\?(?=[\s\],}]|\Z)")
"""A `?` where a value begins: a card that is not known, where YAML takes it for a key of its own."""
_KEY: Final = re.compile(r"""^(?:[A-Za-z_]\w*|"\w*"|'\w*') *:(?=[ \r\n]|\Z)""", re.MULTILINE)


def read_carefully(text: str, file: str) -> YamlReading:
    """The tree of a text as far as it can be read, and every fault, in file order."""
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
    shown = _UNKNOWN.sub(lambda found: f"{found[1]}{chr(MENDING + ord('?'))}", REFUSED.sub("\ufffd", text))
    while True:
        builder.restart()
        try:
            node = builder.build(_events(shown))
        except MarkedYAMLError as error:
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
