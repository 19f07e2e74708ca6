"""Where something stands in a text, and what may not stand in one."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

from analyzer.errors import Fault, Where
from analyzer.messages import Verbatim, say

MAX_MENDED: Final = 20
"""How many characters that stop the scanner are mended so that reading can go on to the next fault."""
REFUSED: Final = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
"""Control characters, those that turn the direction of writing, and what is no character at all."""


class Lines:
    """Line and column, both from 1, of an offset in a text."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer(r"\r\n|\n|\r", text))]

    def place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def refused_characters(text: str, file: str) -> Iterator[Fault]:
    """A fault for every character that may not stand in a file, as many as are worth telling."""
    lines = None
    for match in list(REFUSED.finditer(text))[:MAX_MENDED]:
        lines = lines or Lines(text)
        sign = Verbatim(f"U+{ord(match[0]):04X}")
        message = say("the character {sign} may not stand in a text file", sign=sign)
        yield Fault(message, say("expected printable text"), Where(file, *lines.place(match.start())))
