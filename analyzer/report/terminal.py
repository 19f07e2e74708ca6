"""Blocks as a terminal shows them: rows of a width, colours, signs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from analyzer import report
from analyzer.layout import GLUE, columns, finished, pad, recording, stacked, visible, wrap
from analyzer.report.blocks import Drawn, Grid, Law, Passage, Phrase, Said
from analyzer.report.style.textstyle import TextStyle

_SHORTEST: Final = 5


def text(told: Said, style: TextStyle) -> str:
    """An answer on a terminal, no row wider than the style."""
    rows = list[str]()
    for each in told:
        close = isinstance(each, Passage | Grid) and each.close
        rows += [""] if rows and not close else []
        match each:
            case Drawn():
                diagram = report.style.diagram  # imported where something is drawn
                drawn = diagram.drawn_lines if each.alone else diagram.position_lines
                rows += drawn(style, each.position, turn=each.turn)
            case Grid():
                rows += _grid(each, style)
            case Passage():
                rows += (row for line in each.lines for row in _rows(line, style))
    return finished(rows, style.width)


def headline(told: Said, style: TextStyle) -> list[str]:
    """The answer itself, a sentence a line: what `--brief` prints."""
    first = next((each for each in told if isinstance(each, Passage) and each.kind == "headline"), None)
    lines = () if first is None else first.lines
    return [style.paint(style.said(each.said), each.tone) for each in lines if isinstance(each, Phrase)]


def line_rows(line: Phrase, style: TextStyle) -> list[str]:
    """A sentence in rows."""
    first = "  " * line.level + line.mark
    rest = " " * len(first) if line.mark else f"{first}  " if line.hang else first
    told = style.said(line.said)
    if line.by is not None:
        told = _with_clause(told, first, style.clause(line.by), style)
    return [style.paint(row, line.tone) for row in wrap(told, style.width, first, rest)]


def one_line(line: Phrase, style: TextStyle) -> str:
    """A sentence and the clause it follows from, in one row however long it is."""
    told = style.said(line.said).replace(GLUE, " ")
    return told if line.by is None else f"{told} [{style.clause(line.by)}]"


def _with_clause(told: str, first: str, clause: str, style: TextStyle) -> str:
    """A sentence with the clause it follows from, which stands at the right where there is room."""
    if recording():
        return f"{told} ({clause})"
    clause = style.paint(f"[{clause}]", "dim")
    gap = style.width - visible(first + told) - visible(clause)
    return f"{told}{GLUE * max(1, gap - 1)} {clause}" if gap > 1 else f"{told} {clause}"


def law_rows(law: Law, style: TextStyle, first: str = "      ") -> list[str]:
    """A clause in rows."""
    says = style.said(law.says)
    told = wrap(f"{law.clause}: {says}" if style.ids else says, style.width, first, "      ")
    return told + wrap(style.paint(style.said(law.stands), "dim"), style.width, "      ")


def _grid(grid: Grid, style: TextStyle) -> Iterator[str]:
    """A table; a column whose words may be wrapped takes the room that the others leave.

    If none may be and the rows are too wide, the cells of each stand one below the other.
    """
    head = [style.said(cell) for cell in grid.head]
    rows = [each if isinstance(each, Passage) else [*map(style.said, each)] for each in grid.rows]
    cells = [*([head] if head else []), *(row for row in rows if not isinstance(row, Passage))]
    widths = [max(map(visible, column)) for column in zip(*cells, strict=True)]
    wide, fixed = grid.aligns.count("="), 2 * (len(widths) - 1)
    fixed += sum(width for width, align in zip(widths, grid.aligns, strict=True) if align != "=")
    if wide:
        most = max(_SHORTEST, (style.width - fixed) // wide)
        aligned = zip(widths, grid.aligns, strict=True)
        widths = [min(width, most) if align == "=" else width for width, align in aligned]
    below = not wide and bool(head) and fixed > style.width
    for row in rows if below or not head else [head, *rows]:
        if isinstance(row, Passage):
            yield from (line for each in row.lines for line in _rows(each, style))
        elif below:
            yield from _below(row, head, widths[0], grid.aligns[0], style)
        elif wide:
            yield from stacked(row, widths)
        else:
            yield columns(row, widths, grid.aligns)


def _below(
    row: Sequence[str], head: Sequence[str], width: int, align: str, style: TextStyle
) -> Iterator[str]:
    """The cells of a row one below the other, each behind the title of its column."""
    for place, (title, cell) in enumerate(zip(head[1:], row[1:], strict=True)):
        mark = " " * width if place else pad(row[0], width, align)
        yield from wrap(cell, style.width, f"{mark}  {title}  ", " " * (width + 4))


def _rows(line: Phrase | Law, style: TextStyle) -> list[str]:
    return law_rows(line, style) if isinstance(line, Law) else line_rows(line, style)
