"""How many calls of the programming interface are answered in a second of processor time: best of five.

PYTHONPATH=tests:tools python -P -m bench.calls
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import analyzer

PROP1: Final = Path(__file__).parents[2] / "positions" / "prop1.yaml"
LINE: Final = (
    "danish / A: sR sC sV s2 s1 c9 c8 c5 c4 T21 T20 T1 / B: h3 dR dC dV d7 cD cC cV c1 T16 T14 T12 / "
    "C: hR hC hV h9 h10 c7 c6 c3 T18 T17 T15 fool / C leads / king=60 pagat=60"
)
"""An ending of twelve tricks."""
HALF_KNOWN: Final = "danish / A: dR T7 / B: hR ? / C: c7 c2 / B leads / king=60 pagat=60"
SECONDS: Final = 0.5
RUNS: Final = 5


def played_out(position: analyzer.Position) -> Callable[[], int]:
    """Plays a position to its end by chance; how many moves were asked for and made."""
    drawn = random.Random(1)

    def play() -> int:
        now, moves = position, 0
        while legal := now.legal():
            now = now.after(drawn.choice(legal))
            moves += 1
        return moves

    return play


def once(call: Callable[[], object]) -> Callable[[], int]:
    """A call that counts as one."""

    def called() -> int:
        call()
        return 1

    return called


def a_second(calls: Callable[[], int]) -> float:
    """How many are answered in a second; the first is not counted."""
    calls()
    best = 0.0
    for _ in range(RUNS):
        began, done = time.process_time(), 0
        while time.process_time() - began < SECONDS:
            done += calls()
        best = max(best, done / (time.process_time() - began))
    return best


def main() -> None:
    """Print what is asked, and how often in a second."""
    one, two = analyzer.loads("danish / A: T7 / B: hR / C: c7 / A leads"), analyzer.load(PROP1)
    asked = {
        "legal() and after(), twelve tricks": played_out(analyzer.loads(LINE)),
        "loads() of twelve tricks": once(lambda: analyzer.loads(LINE)),
        "loads() with an unknown card": once(lambda: analyzer.loads(HALF_KNOWN)),
        "forced() of one trick": once(lambda: analyzer.forced(one, player="A")),
        "forced() of prop1": once(lambda: analyzer.forced(two, player="A")),
        "solve() of prop1": once(lambda: analyzer.solve(two)),
        "moves() of prop1": once(lambda: analyzer.moves(two)),
    }
    for name, calls in asked.items():
        sys.stdout.write(f"{a_second(calls):9,.0f} a second  {name}\n")


if __name__ == "__main__":
    main()
