"""Nodes by tricks left: measures them, and draws docs/growth.svg.

    PYTHONPATH=tests python docs/plots.py measure    # some minutes; writes docs/growth.csv, then draws
    PYTHONPATH=tests python docs/plots.py            # draws what docs/growth.csv holds

Nodes are the same on every machine; a search is given up after MAX_NODES and counts as that many.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from math import exp, log
from pathlib import Path

from bench import BenchRequest, standard

from analyzer.errors import LimitReached
from analyzer.position.hand import Hand
from analyzer.report.paper.figures import Drawing, Estimate, drawn
from analyzer.report.style.textstyle import TextStyle
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import NativeEngine

HERE = Path(__file__).parent
TABLE, PICTURE = HERE / "growth.csv", HERE / "growth.svg"
MAX_NODES = 5_000_000
COUNTS = ((14, 100), (18, 40), (25, 20))
"""Up to so many tricks, so many questions."""

SHOWN = ("median", "p90", "mean")
WORDS = {"median": "median", "p90": "nine in ten are below", "mean": "mean"}
FIRST, LAST = 4, 25
STYLE = TextStyle(100, colour=False, symbols=True, lang="en")

Line = dict[str, float]


def nodes(one: BenchRequest) -> int:
    """Nodes of a question put to an empty table."""
    budget = Budget(MAX_NODES)
    try:
        NativeEngine().forces(Hand.from_position(one.position), one.goal, one.seat, one.by, budget)
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


def drawing(lines: list[Line]) -> Drawing:
    """The figure of what was measured."""
    named = {WORDS[name]: [Estimate(int(line["tricks"]), line[name]) for line in lines] for name in SHOWN}
    title = "Nodes of one question by tricks left, uniform deals"
    return Drawing(title, "tricks left", "nodes", named, percent=False, powers=True)


def main(words: list[str]) -> None:
    """Measure if asked to, and draw."""
    if words == ["measure"]:
        lines = []
        for line in measure():
            lines.append(line)
            write(lines)  # what is known already is kept, should it be broken off
    lines = read()
    PICTURE.write_bytes(drawn(drawing(lines), STYLE))
    for name in SHOWN:
        sys.stdout.write(f"{name}: times {growth(lines, name):.2f} for each trick more, from 8 tricks on\n")


if __name__ == "__main__":
    main(sys.argv[1:])
