"""Laying text out in columns: widths as the eye sees them, wrapping, padding.

Colour codes take no room, a non-breaking space holds words together until a line is finished, and no
finished line is wider than it may be.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

_ESCAPE: Final = "\x1b"
_CODES: Final = re.compile(rf"{_ESCAPE}\[[0-9;]*m")
GLUE: Final = "\u00a0"
"""A space that wrapping leaves alone."""


def visible(text: str) -> int:
    """How many columns a text takes on a terminal."""
    bare = _CODES.sub("", text) if _ESCAPE in text else text
    return len(bare) if bare.isascii() else sum(map(_columns, bare))


@lru_cache(maxsize=4096)
def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def pad(text: str, width: int, align: str = "<") -> str:
    """The text with spaces to `width` columns, aligned `<` left, `>` right or `^` in the middle."""
    room = max(0, width - visible(text))
    if align == ">":
        return " " * room + text
    if align == "^":
        return " " * (room // 2) + text + " " * (room - room // 2)
    return text + " " * room


def clip(text: str, width: int) -> str:
    """The text, cut to `width` columns with a full stop where something was cut; without colours."""
    if visible(text) <= width:
        return text
    kept = ""
    for letter in text:
        if visible(kept + letter) > width - 1:
            break
        kept += letter
    return kept + "."


def wrap(text: str, width: int, first: str = "", rest: str | None = None) -> list[str]:
    """The text in lines of at most `width` columns; `first` and `rest` stand before the lines."""
    indent = first if rest is None else rest
    lines: list[str] = []
    line, empty = first, True
    for word in text.split(" "):
        for piece in _pieces(word, width - visible(indent)):
            if not piece and empty:
                continue
            room = visible(line) + visible(piece) + (not empty) <= width
            if not room and not empty:
                lines.append(line)
                line, empty = indent, True
            line += piece if empty else f" {piece}"
            empty = False
    return [*lines, line]


def _pieces(word: str, width: int) -> Iterable[str]:
    """A word, cut up where it alone is wider than a line; at its own blanks, where it has some."""
    if visible(word) <= max(width, 1):
        return (word,)
    if GLUE in word:
        return [piece for part in word.split(GLUE) for piece in _pieces(part, width)]
    bare = _CODES.sub("", word)
    return (bare[at : at + width] for at in range(0, len(bare), width))


def columns(cells: Sequence[str], widths: Sequence[int], aligns: str) -> str:
    """One line of a table, cells two spaces apart."""
    return "  ".join(pad(c, w, a) for c, w, a in zip(cells, widths, aligns, strict=True))


def stacked(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    """The lines of a table row whose cells are wrapped to their widths."""
    wrapped = [wrap(cell, width) for cell, width in zip(cells, widths, strict=True)]
    height = max(len(cell) for cell in wrapped)
    filled = [cell + [""] * (height - len(cell)) for cell in wrapped]
    return [columns(row, widths, "<" * len(widths)) for row in zip(*filled, strict=True)]


def join_blocks(left: Sequence[str], right: Sequence[str], width: int) -> list[str]:
    """Two blocks next to each other; the right one starts in column `width`."""
    height = max(len(left), len(right))
    padded = [*left, *[""] * (height - len(left))], [*right, *[""] * (height - len(right))]
    return [pad(one, width) + other for one, other in zip(*padded, strict=True)]


def finished(lines: Iterable[str], width: int) -> str:
    """The lines as one text: nothing wider than `width`, no spaces at the ends of lines."""
    kept: list[str] = []
    for line in lines:
        fitting = [line] if visible(line) <= width else wrap(line.strip(), width, "  ")
        kept += [each.replace(GLUE, " ").rstrip() for each in fitting]
    return "\n".join(kept) + "\n"
