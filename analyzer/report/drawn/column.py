"""A printed position as a drawing, black on white, as wide as a column of print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from analyzer.report.drawn.canvas import Box, Canvas, Lettering, Shape, breadth, broken
from analyzer.report.drawn.printed import Printed, PrintedHand

COLUMN: Final = 320
"""Pixels: 85 mm."""
_MARGIN: Final = 6
_ROOM: Final = COLUMN - 2 * _MARGIN
_SIZE: Final = 12
_SMALL: Final = 10
_LINE: Final = 16
_MIDDLE: Final = 104
_HIGH: Final = 70
_GAP: Final = 10


@dataclass(slots=True)
class _Column:
    """A drawing while it grows downward."""

    shapes: list[Shape] = field(default_factory=list)
    y: float = _MARGIN

    def words(self, text: str, size: float = _SIZE, *, bold: bool = False) -> None:
        for line in broken(text, _ROOM, size, bold=bold):
            self.y += size + 4
            self.shapes.append(Lettering(_MARGIN, self.y - 3, line, size, bold))


def column_canvas(page: Printed) -> Canvas:
    """The hands around the trick, without a word about them."""
    column = _Column()
    around = _around(page, column.y)
    if around is None:
        _stacked(page, column)
    else:
        shapes, column.y = around
        column.shapes += shapes
    return Canvas(COLUMN, column.y + _MARGIN + 2, tuple(column.shapes), page.title)


def _stacked(page: Printed, column: _Column) -> None:
    """The hands one under the other, where they have no room around the trick."""
    for place, hand in enumerate(page.hands):
        column.y += _GAP if place else 0
        _title(column, hand)
        for line in hand.lines:
            column.words(line)


def _title(column: _Column, hand: PrintedHand) -> None:
    laid = f": {hand.laid}" if hand.laid else ""
    note = f"  ({hand.note})" if hand.note else ""
    column.words(f"{hand.name}{note}{laid}", bold=True)


def _around(page: Printed, top: float) -> tuple[list[Shape], float] | None:
    """The hands around the trick and where they end; None where there is no room for that."""
    below, above = page.hands[page.below], [page.hands[place] for place in page.above]
    beside = [page.hands[place] for place in page.beside]
    if sum(map(_breadth, beside)) + _MIDDLE + 2 * _GAP > _ROOM:
        return None
    if max(_breadth(below), sum(map(_breadth, above)) + _GAP) > _ROOM:
        return None
    shapes: list[Shape] = []
    y = top + max((_height(each) + _GAP for each in above), default=0)
    for place, each in enumerate(above):
        across = COLUMN * (2 * place + 1) / (2 * len(above))
        shapes += _block(each, across - _breadth(each) / 2, top)
    middle = max(_HIGH, *(_height(each) for each in beside), 0) if beside else _HIGH
    for each, x in zip(beside, (_MARGIN, None), strict=False):
        left = COLUMN - _MARGIN - _breadth(each) if x is None else x
        shapes += _block(each, left, y + (middle - _height(each)) / 2)
    shapes += _trick(page, (COLUMN - _MIDDLE) / 2, y + (middle - _HIGH) / 2)
    y += middle + _GAP
    shapes += _block(below, (COLUMN - _breadth(below)) / 2, y)
    return shapes, y + _height(below)


def _breadth(hand: PrintedHand) -> float:
    return max(
        breadth(hand.name, _SIZE, bold=True), breadth(hand.note, _SMALL), *map(breadth, hand.lines), 40
    )


def _height(hand: PrintedHand) -> float:
    return _LINE * (1 + len(hand.lines)) + (_LINE - 2 if hand.note else 0)


def _block(hand: PrintedHand, x: float, y: float) -> Iterator[Shape]:
    """A player's name, what is to be known, and the cards, from the upper left corner."""
    y += _LINE
    yield Lettering(x, y - 4, hand.name, bold=True)
    if hand.note:
        y += _LINE - 2
        yield Lettering(x, y - 4, hand.note, _SMALL)
    for line in hand.lines:
        y += _LINE
        yield Lettering(x, y - 4, line)


def _trick(page: Printed, x: float, y: float) -> Iterator[Shape]:
    """The cards on the table, each on the side of its player."""
    yield Box(x, y, _MIDDLE, _HIGH, round=6)
    across, down = x + _MIDDLE / 2, y + _HIGH / 2
    spots = {page.below: (across, y + _HIGH - 8)}
    spots |= zip(page.beside, _sides(page.beside, x, down), strict=True)
    parts = len(page.above)
    spots |= {
        seat: (x + _MIDDLE * (2 * place + 1) / (2 * parts), y + 17) for place, seat in enumerate(page.above)
    }
    for place, hand in enumerate(page.hands):
        if hand.laid:
            yield Lettering(*spots[place], hand.laid, bold=True, anchor="middle")


def _sides(beside: Sequence[int], x: float, down: float) -> Sequence[tuple[float, float]]:
    return ((x + 22, down + 4), (x + _MIDDLE - 22, down + 4))[: len(beside)]
