"""What a text brings along from where it was copied: a Markdown fence, other blanks than spaces, tabs.

Each kind is one fault that says what mends it, however often it stands there; then it is read as if mended.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from analyzer.errors import Fault, Where
from analyzer.messages import Message, Verbatim, say

_FENCE: Final = re.compile(r"^ {0,3}(?:```|~~~).*$", re.MULTILINE)
_INDENT: Final = re.compile(r"^[ \t\u00a0\u2000-\u200a\u202f\u205f\u3000]+(?=\S)", re.MULTILINE)
_TAB: Final = say("a tab stands in the indentation")
_BLANK: Final = say("a blank that is no space stands in the indentation")


class Mended(NamedTuple):
    """A text as it was meant, every character in its place, and the faults that were in it."""

    text: str
    faults: tuple[Fault, ...]


def mended(text: str, file: str) -> Mended:
    """The text without what it brought along, and one fault for each kind of it."""
    faults = []
    if text.lstrip().startswith(("```", "~~~")):
        fence = text.lstrip()[:3]
        expected = say("expected the file alone: leave out the lines with {fence}", fence=Verbatim(fence))
        message = say("the text stands in a Markdown fence")
        faults.append(_fault(message, expected, text, file, text.index(fence)))
        text = _FENCE.sub(lambda match: " " * len(match[0]), text)
    for kind, signs in ((_TAB, "\t"), (_BLANK, "\u00a0\u2000-\u200a\u202f\u205f\u3000")):
        found = list(_strange(text, signs))
        if found:
            expected = say(
                "expected spaces: replace them all in the file (lines with one: {number})", number=len(found)
            )
            faults.append(_fault(kind, expected, text, file, found[0]))
    text = _INDENT.sub(lambda match: " " * len(match[0]), text) if faults else text
    return Mended(text, tuple(faults))


def _strange(text: str, signs: str) -> Iterator[int]:
    """Where the first of these signs stands in each indentation."""
    for match in _INDENT.finditer(text):
        sign = re.search(f"[{signs}]", match[0])
        if sign is not None:
            yield match.start() + sign.start()


def _fault(message: Message, expected: Message, text: str, file: str, offset: int) -> Fault:
    before = text[:offset]
    line = len(re.findall(r"\r\n|\n|\r", before)) + 1
    column = offset - max(before.rfind("\n"), before.rfind("\r"))
    return Fault(message, expected, Where(file, line, column))
