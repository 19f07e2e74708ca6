"""Nodes by tricks left: measures them, and draws docs/growth.svg.

    PYTHONPATH=tests python docs/plots.py measure    # some minutes; writes docs/growth.csv, then draws
    PYTHONPATH=tests python docs/plots.py            # draws what docs/growth.csv holds

Nodes are the same on every machine; a search is given up after MAX_NODES and counts as that many.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from math import exp, log, log10
from pathlib import Path

from bench import BenchRequest, standard

from analyzer.errors import LimitReached
from analyzer.position.potstate import PotState
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import NativeEngine

HERE = Path(__file__).parent
TABLE, PICTURE = HERE / "growth.csv", HERE / "growth.svg"
MAX_NODES = 5_000_000
COUNTS = ((14, 100), (18, 40), (25, 20))
"""Up to so many tricks, so many questions."""

SHOWN = {"median": "#1f5fa8", "p90": "#b3541e", "mean": "#5b7f3a"}
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 420, 70, 30, 90, 50
FIRST, LAST, DECADES = 4, 25, 8

Line = dict[str, float]


def nodes(one: BenchRequest) -> int:
    """Nodes of a question put to an empty table."""
    budget = Budget(MAX_NODES)
    try:
        NativeEngine().forces(PotState.of(one.position), one.goal, one.seat, one.by, budget)
    except LimitReached:
        return MAX_NODES
    return budget.spent


def measure() -> Iterator[Line]:
    """One line for each number of tricks."""
    for tricks in range(FIRST, LAST + 1):
        count = next(count for most, count in COUNTS if tricks <= most)
        each = sorted(nodes(one) for one in standard("uniform", tricks, count))
        middle = (each[(count - 1) // 2] + each[count // 2]) / 2
        line = {"tricks": tricks, "questions": count, "median": middle, "p90": each[count * 9 // 10]}
        yield line | {"mean": round(sum(each) / count), "given_up": each.count(MAX_NODES)}


def write(lines: list[Line]) -> None:
    """Keep the figures."""
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(lines[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)


def read() -> list[Line]:
    """The figures that were kept."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]


def growth(lines: list[Line], name: str, first: int = 8) -> float:
    """The factor for each trick more, from `first` tricks on: the slope of the line through the logs.

    Figures that searches given up have made smaller are left out.
    """
    sound = [line for line in lines if line["tricks"] >= first and not cut(line, name)]
    points = [(line["tricks"], log(line[name])) for line in sound]
    x, y = (sum(each) / len(points) for each in zip(*points, strict=True))
    return exp(sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points))


def cut(line: Line, name: str) -> bool:
    """Whether the searches given up have made a figure smaller."""
    return line["given_up"] > 0 if name == "mean" else line[name] >= MAX_NODES


def across(tricks: float) -> float:
    """Where so many tricks stand."""
    return LEFT + (tricks - FIRST) / (LAST - FIRST) * (WIDTH - LEFT - RIGHT)


def up(value: float) -> float:
    """Where so many nodes stand."""
    return HEIGHT - BOTTOM - log10(max(1, value)) / DECADES * (HEIGHT - TOP - BOTTOM)


def drawing(lines: list[Line]) -> Iterator[str]:
    """The picture, line by line."""
    font = 'font-family="sans-serif" font-size="12"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {font}>'
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
    yield f'<text x="{LEFT}" y="18">Nodes of one question by tricks left, uniform deals</text>'
    for power in range(DECADES + 1):
        y = up(10**power)
        yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{10**power:,}</text>'
    middle = 'text-anchor="middle"'
    for tricks in range(FIRST, LAST + 1):
        yield f'<text x="{across(tricks):.1f}" y="{HEIGHT - BOTTOM + 18}" {middle}>{tricks}</text>'
    yield f'<text x="{across((FIRST + LAST) / 2):.1f}" y="{HEIGHT - 12}" {middle}>tricks left</text>'
    for name, colour in SHOWN.items():
        places = [(across(line["tricks"]), up(line[name])) for line in lines]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
        yield f'<text x="{places[-1][0] + 6:.1f}" y="{places[-1][1] + 4:.1f}" fill="{colour}">{name}</text>'
    yield "</svg>"


def main(words: list[str]) -> None:
    """Measure if asked to, and draw."""
    if words == ["measure"]:
        lines = []
        for line in measure():
            lines.append(line)
            write(lines)  # what is known already is kept, should it be broken off
    lines = read()
    PICTURE.write_text("\n".join(drawing(lines)) + "\n", encoding="utf-8")
    for name in SHOWN:
        sys.stdout.write(f"{name}: times {growth(lines, name):.2f} for each trick more, from 8 tricks on\n")


if __name__ == "__main__":
    main(sys.argv[1:])
