"""An answer as it is printed: the answer itself first, then why it is so, and at last the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from analyzer.layout import finished, wrap
from analyzer.position.model import Position
from analyzer.report.style.diagram import position_lines
from analyzer.report.style.textstyle import TextStyle


def framed(
    style: TextStyle,
    answer: Sequence[str],
    *blocks: Iterable[str],
    position: Position | None = None,
    turn: bool = True,
) -> str:
    """The sentences of an answer, the blocks of lines behind it, an empty line before each, and its position.

    No line is wider than the style; `turn` tells whose turn it is.
    """
    lines = [line for told in answer for line in wrap(told, style.width, "", "  ")]
    for block in blocks:
        told = list(block)
        lines += ["", *told] if told and told[0] else told
    if position is not None:
        lines += ["", *position_lines(style, position, turn=turn)]
    return finished(lines, style.width)


def search_lines(style: TextStyle, nodes: int, seconds: float | None = None) -> list[str]:
    """How much was searched, and how long it took, where that is to be told."""
    if not style.stats:
        return []
    text = style.n("{number} position searched", "{number} positions searched", nodes)
    if seconds is not None:
        text = style.t("{searched} in {seconds} s", searched=text, seconds=style.decimal(seconds, 3))
    return [style.paint(text, "dim")]
