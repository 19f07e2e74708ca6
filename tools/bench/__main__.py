"""Measure and print a table, or only the nodes of the fixed set: `PYTHONPATH=tests:tools python -m bench`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from analyzer.errors import UsageError
from analyzer.position.model import Position
from analyzer.rules.spec.shipped import load_ruleset
from bench import guesses, measure
from bench.baseline import BenchComparison, compare
from bench.deals import uniform_deal
from bench.pointbaseline import compare_points, point_requests
from bench.questions import KINDS, standard

NODE_SET = (("uniform", 8, 60), ("uniform", 12, 60), ("uniform", 14, 40), ("strong", 12, 40))
"""Kind, tricks and count of the questions whose nodes are the fingerprint of a search."""

_TRICKS, _POINT_TRICKS = 16, 10

ALL_ANSWERS: dict[str, Callable[[Position, float | None], measure.Run]] = {
    "goals": measure.goals,
    "guarantee": measure.guarantees,
    "equilibria": measure.equilibria,
}


def main(words: list[str]) -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("what", choices=[*TOLD, *KINDS, *ALL_ANSWERS])
    parser.add_argument("--tricks", type=int, help=f"{_TRICKS}; {_POINT_TRICKS} for card points")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for one search")
    asked = parser.parse_args(words)
    count, timeout = asked.count, asked.timeout
    tricks = asked.tricks or (_POINT_TRICKS if asked.what == "compare-points" else _TRICKS)
    if asked.what in TOLD:
        try:
            print(TOLD[asked.what](tricks, count, timeout))
        except UsageError as fault:
            parser.error(fault.describe())
        return 0
    if asked.what in ALL_ANSWERS:
        runs = [ALL_ANSWERS[asked.what](each, timeout) for each in _positions(tricks, count)]
    else:
        runs = [measure.forces(each, timeout) for each in standard(asked.what, tricks, count)]
    print(line(f"{asked.what} {tricks}", measure.summary(runs)))
    return 0


def nodes() -> int:
    """All nodes of the fixed set of questions, each put to an empty table."""
    return sum(measure.forces(each).nodes for one in NODE_SET for each in standard(*one))


def compared(tricks: int, both: Sequence[BenchComparison]) -> str:
    """How many times fewer nodes and less time than the plain solver, in the sum and in the middle."""
    nodes_ratio = sum(each.plain.nodes for each in both) / sum(each.native.nodes for each in both)
    time_ratio = sum(each.plain.seconds for each in both) / sum(each.native.seconds for each in both)
    gave_up = sum(each.plain.answer is None for each in both)
    rows = [
        line(f"plain {tricks}", measure.summary(each.plain for each in both)),
        line(f"native {tricks}", measure.summary(each.native for each in both)),
        f"in the sum {nodes_ratio:.1f} times fewer nodes, {time_ratio:.1f} times less time"
        + (f"; the plain solver gave up on {gave_up}, which count as far as it went" if gave_up else ""),
    ]
    return "\n".join(rows)


def line(name: str, of: measure.Summary) -> str:
    """One row of the table."""
    return (
        f"{name:14} {of.count:4} median {of.median:9.3f} ms  p90 {of.ninety:9.1f}  max {of.longest:9.1f}  "
        f"nodes {of.nodes_median:9} of {of.nodes:11}  {of.rate:5.1f} M/s  unfinished {of.unfinished}"
    )


def _positions(tricks: int, count: int) -> list[Position]:
    rules = load_ruleset("danish")
    deals = (uniform_deal(seed, tricks) for seed in range(count))
    return [Position(rules, ("A", "B", "C"), deal.hands, deal.lead) for deal in deals]


TOLD: dict[str, Callable[[int, int, float], str]] = {
    "nodes": lambda *_: f"Nodes: {nodes()}",
    "compare": lambda tricks, count, _: compared(tricks, compare(list(standard("uniform", tricks, count)))),
    "compare-points": lambda tricks, count, _: compared(
        tricks, compare_points(point_requests(tricks, count))
    ),
    "guesses": guesses.table,
}
"""What is told of a number of tricks, so many questions, and seconds for each."""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
