"""What a text brings along from where it was copied: a Markdown fence, other blanks, tabs, a drawn table.

Each kind of it is one fault, which says what mends it, and the text is read as if it were mended.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from analyzer.errors import Fault, Where
from analyzer.messages import Message, Verbatim, say
from analyzer.yamltree.places import Lines

_BLANKS: Final = "\u00a0\u2000-\u200a\u202f\u205f\u3000"
_SIGNS: Final = re.compile(rf"[`~\t{_BLANKS}─╭]|-{{20}}|\+-{{13}}")
"""What there is in every text with anything of the kind."""
_FENCE: Final = r"(?m)^ {0,3}(?:```|~~~).*$"
_RULED: Final = r"(?m)^(?:[─-]{20,}|[ ]*[╭+][─-]{13,}[╮+])[ \t]*$"
"""The line above a diagram of ours, and the box of the trick in it."""
_INDENT: Final = rf"(?m)^[ \t{_BLANKS}]+(?=\S)"
_TAB: Final = say("a tab stands in the indentation")
_BLANK: Final = say("a blank that is no space stands in the indentation")


class Mended(NamedTuple):
    """A text as it was meant, every character in its place, and the faults that were in it."""

    text: str
    faults: tuple[Fault, ...] = ()
    doubtful: frozenset[int] = frozenset()
    """The lines, from 1, of which it is not known how they hang together with those around them."""


def mended(text: str, file: str) -> Mended:
    """The text without what it brought along, and one fault for each kind of it."""
    if _SIGNS.search(text) is None:
        return Mended(text)
    drawn = re.search(_RULED, text)
    if drawn is not None:
        expected = say("expected a file: `tarok-analyze show FILE --yaml` writes one, or --text one line")
        message = say("a diagram is drawn here, which is not read back")
        fault = _fault(message, expected, text, file, drawn.start())
        return Mended("", (fault,), frozenset((1,)))
    faults: list[Fault] = []
    doubtful: set[int] = set()
    fences = list(re.finditer(_FENCE, text))
    if fences:
        first, *others = fences
        fence = first[0].lstrip()[:3]
        expected = say("expected the file alone: leave out the lines with {fence}", fence=Verbatim(fence))
        message = say("the text stands in a Markdown fence")
        faults.append(_fault(message, expected, text, file, text.index(fence, first.start())))
        text = _fenced(text, first, others[0] if others else None)
    for kind, signs in ((_TAB, "\t"), (_BLANK, _BLANKS)):
        found = list(_strange(text, signs))
        if found:
            expected = say(
                "expected spaces: replace them all in the file (lines with one: {number})", number=len(found)
            )
            faults.append(_fault(kind, expected, text, file, found[0]))
            lines = Lines(text)
            doubtful |= {lines.place(each)[0] for each in found}
    if doubtful:
        text = re.sub(_INDENT, lambda match: " " * len(match[0]), text)
    if fences and "\n" not in text.strip():
        doubtful.add(Lines(text).place(len(text) - len(text.lstrip()))[0])
    return Mended(text, tuple(faults), frozenset(doubtful))


def _fenced(text: str, first: re.Match[str], second: re.Match[str] | None) -> str:
    """What stands between two fences; around a single one all but the fence."""
    if second is None:
        return _blanked(text, first.start(), first.end())
    text = _blanked(text, second.start(), len(text))
    return _blanked(text, 0, first.end())


def _blanked(text: str, start: int, end: int) -> str:
    """The text with nothing but white space from start to end, with the same lines."""
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]


def _strange(text: str, signs: str) -> Iterator[int]:
    """Where the first of these signs stands in each indentation."""
    for match in re.finditer(_INDENT, text):
        sign = re.search(f"[{signs}]", match[0])
        if sign is not None:
            yield match.start() + sign.start()


def _fault(message: Message, expected: Message, text: str, file: str, offset: int) -> Fault:
    return Fault(message, expected, Where(file, *Lines(text).place(offset)))
