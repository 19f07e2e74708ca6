"""A plain drawing of a game graph, for machines without Graphviz: one layer for each trick."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Final

import networkx as nx

_LINE: Final = 15
_LETTER: Final = 7
_ACROSS: Final = 40
_DOWN: Final = 130
_MARGIN: Final = 20


@dataclass(frozen=True, slots=True)
class _Box:
    """Where a node stands: its upper left corner and its size, in pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> int:
        return self.x + self.width // 2


def layered_svg(
    graph: nx.MultiDiGraph[str],
    fill: Callable[[str], str],
    decides: str,
) -> str:
    """The drawing as SVG text; `fill` colours nodes and `decides` the edges that decide."""
    boxes = _boxes(graph)
    width = max(box.x + box.width for box in boxes.values()) + _MARGIN
    height = max(box.y + box.height for box in boxes.values()) + _MARGIN
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">']
    for source, target, key, data in graph.edges(keys=True, data=True):
        colour = decides if data["decides"] else "#888888"
        parts += _edge(boxes[source], boxes[target], key, data["label"], colour)
    for node, data in graph.nodes(data=True):
        parts += _node(boxes[node], data["label"].split("\n"), fill(node))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _boxes(graph: nx.MultiDiGraph[str]) -> dict[str, _Box]:
    """Nodes of as many tricks to go side by side, in the order they were found; layers centred."""
    layers: dict[int, list[str]] = {}
    for node, data in graph.nodes(data=True):
        layers.setdefault(-data["tricks_left"], []).append(node)
    sizes = {node: _size(data["label"].split("\n")) for node, data in graph.nodes(data=True)}
    widths = {at: sum(sizes[node][0] + _ACROSS for node in nodes) for at, nodes in layers.items()}
    boxes, y = {}, _MARGIN
    for at in sorted(layers):
        x = _MARGIN + (max(widths.values()) - widths[at]) // 2
        for node in layers[at]:
            width, height = sizes[node]
            boxes[node] = _Box(x, y, width, height)
            x += width + _ACROSS
        y += max(sizes[node][1] for node in layers[at]) + _DOWN
    return boxes


def _size(lines: list[str]) -> tuple[int, int]:
    return max(len(line) for line in lines) * _LETTER + 16, len(lines) * _LINE + 12


def _node(box: _Box, lines: list[str], fill: str) -> list[str]:
    place = f'x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}"'
    parts = [f'<rect {place} rx="6" fill="{fill}" stroke="#444444"/>']
    for number, line in enumerate(lines):
        y = box.y + 6 + _LINE * (number + 1) - 4
        parts.append(f'<text x="{box.x + 8}" y="{y}">{escape(line)}</text>')
    return parts


def _edge(source: _Box, target: _Box, key: int, label: str, colour: str) -> list[str]:
    x1, y1, x2, y2 = source.middle, source.y + source.height, target.middle, target.y
    bend = (key + 1) // 2 * 30 * (1 if key % 2 else -1)
    x, y = (x1 + x2) // 2 + bend, (y1 + y2) // 2
    place = f'x="{(x1 + x2) // 2 + bend // 2}" y="{y + key % 3 * 12 - 12}"'
    return [
        f'<path d="M {x1} {y1} Q {x} {y} {x2} {y2}" fill="none" stroke="{colour}"/>',
        f'<text {place} font-size="10" fill="{colour}" text-anchor="middle">{escape(label)}</text>',
    ]
