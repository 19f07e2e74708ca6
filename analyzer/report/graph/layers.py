"""A plain drawing of a graph in layers, for machines without Graphviz, as the canvas of SVG and PNG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from analyzer.report.drawn.canvas import WHITE, Box, Canvas, Lettering, Shape, Stroke, breadth

_LINE: Final = 15
_ACROSS: Final = 26
_DOWN: Final = 84
_BETWEEN: Final = 22
"""Between two rows of one layer."""
_MARGIN: Final = 16
_WIDEST: Final = 1500
"""A layer that is wider goes on in a row below."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A node as it is drawn."""

    lines: tuple[str, ...]
    layer: int
    fill: str
    ellipse: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow between two nodes."""

    source: str
    target: str
    label: tuple[str, ...]
    ink: str
    thick: float = 1


def layered(nodes: Mapping[str, Drawn], arrows: Sequence[Arrow]) -> Canvas:
    """The drawing: each layer in rows of its own, from above to below."""
    boxes = _boxes(nodes)
    width = max((box.x + box.width for box in boxes.values()), default=0) + _MARGIN
    height = max((box.y + box.height for box in boxes.values()), default=0) + _MARGIN
    shapes: list[Shape] = []
    told: list[Shape] = []
    for number, arrow in enumerate(arrows):
        line, words = _arrow(boxes[arrow.source], boxes[arrow.target], arrow, number)
        shapes.append(line)
        told += words
    for name, node in nodes.items():
        shapes += _node(boxes[name], node)
    return Canvas(width, height, (*shapes, *told))


def _boxes(nodes: Mapping[str, Drawn]) -> dict[str, Box]:
    boxes: dict[str, Box] = {}
    y: float = _MARGIN
    layers = sorted({node.layer for node in nodes.values()})
    for layer in layers:
        for row in _rows([name for name in nodes if nodes[name].layer == layer], nodes):
            x: float = _MARGIN
            for name in row:
                width, height = _size(nodes[name])
                boxes[name] = Box(x, y, width, height, nodes[name].fill, "#444444", 6, nodes[name].ellipse)
                x += width + _ACROSS
            y += max(boxes[name].height for name in row) + _BETWEEN
        y += _DOWN - _BETWEEN
    return _centred(boxes)


def _rows(names: list[str], nodes: Mapping[str, Drawn]) -> Iterator[list[str]]:
    row: list[str] = []
    width = 0.0
    for name in names:
        wide = _size(nodes[name])[0] + _ACROSS
        if row and width + wide > _WIDEST:
            yield row
            row, width = [], 0.0
        row.append(name)
        width += wide
    yield row


def _centred(boxes: dict[str, Box]) -> dict[str, Box]:
    """Every row in the middle."""
    ends: dict[float, float] = {}
    for box in boxes.values():
        ends[box.y] = max(ends.get(box.y, 0), box.x + box.width)
    widest = max(ends.values(), default=0)
    return {name: replace(box, x=box.x + (widest - ends[box.y]) / 2) for name, box in boxes.items()}


def _size(node: Drawn) -> tuple[float, float]:
    wide = max(breadth(line) for line in node.lines) + 14
    return (wide * 1.25 if node.ellipse else wide), len(node.lines) * _LINE + (18 if node.ellipse else 10)


def _node(box: Box, node: Drawn) -> Iterator[Shape]:
    yield box
    top = box.y + (box.height - len(node.lines) * _LINE) / 2
    for number, line in enumerate(node.lines, 1):
        yield Lettering(box.x + box.width / 2, top + _LINE * number - 4, line, anchor="middle")


def _arrow(source: Box, target: Box, arrow: Arrow, number: int) -> tuple[Stroke, list[Shape]]:
    """The line, and what stands on it: not all at one height, so that neighbours do not cover each other."""
    start = (source.x + source.width / 2, source.y + source.height)
    end = (target.x + target.width / 2, target.y)
    if target.y <= source.y:  # upwards, or along a row: from the side
        start = (source.x + source.width, source.y + source.height / 2)
        end = (target.x, target.y + target.height / 2)
    part = (0.34, 0.5, 0.66)[number % 3]
    x, y = start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
    words: list[Shape] = []
    for place, line in enumerate(each for each in arrow.label if each):
        wide, down = breadth(line, 9), y + 11 * place
        words.append(Box(x - wide / 2, down - 9, wide, 11, WHITE, WHITE))
        words.append(Lettering(x, down, line, 9, anchor="middle", ink=arrow.ink))
    return Stroke((start, end), arrow.ink, arrow.thick, pointed=True), words
