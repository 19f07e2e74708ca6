"""The native core held against the plain reference for as long as wanted; `make fuzz` runs it.

Longer positions are held against the core itself with each of its rules switched off.

    PYTHONPATH=tests:tools python -P -m fuzz.differential --seconds 300

Hypothesis finds positions and makes the ones that disagree small; each of these is kept as a position file
under `positions/kept`, where the tests look at it ever after. Exit status 1 when there was one.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from agreement import disagreement, rule_at_fault
from hypothesis import HealthCheck, Phase, given, seed, settings
from places import POSITIONS
from positions_strategy import positions

from analyzer.position.files.writing import dumps
from analyzer.position.model import Position

BATCH = 200
"""Examples between two looks at the clock."""

Checked = Callable[[Position], str | None]


def run_batch(number: int, most_tricks: int, check: Checked) -> tuple[Position, str] | None:
    """One batch of positions: the smallest that disagrees, and how."""
    found: list[tuple[Position, str]] = []

    @seed(number)
    @settings(
        max_examples=BATCH,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )
    @given(of=positions(most_tricks=most_tricks))
    def agrees(of: Position) -> None:
        if of.taken is None:
            # A file tells an announced Tout only with who took the tricks.
            of = replace(of, announce=frozenset())
        wrong = check(of)
        if wrong is not None:
            found.append((of, wrong))
            raise AssertionError(wrong)

    try:
        agrees()
    except AssertionError:
        # The last failure that hypothesis tries is the smallest it found.
        return found[-1]
    return None


def keep(of: Position, wrong: str, folder: Path) -> Path:
    """Write a position into the folder of those kept, under a name of its content."""
    teaches = "Every reader of the rules says the same of it, in whatever order."
    text = dumps(replace(of, title=f"once wrong: {wrong}", teaches=teaches))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"fuzz-{hashlib.sha256(text.encode()).hexdigest()[:10]}.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def main() -> int:
    """Run until the time is up."""
    parser = argparse.ArgumentParser(description="Hold the core against the plain reference.")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--most-tricks", type=int, default=3)
    parser.add_argument(
        "--longer", type=int, default=7, help="tricks of positions held against the core itself"
    )
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**31))
    parser.add_argument("--keep", type=Path, default=POSITIONS / "kept")
    asked = parser.parse_args()
    until, batches, wrong = time.monotonic() + asked.seconds, 0, 0
    print(f"seed {asked.seed}", flush=True)
    while time.monotonic() < until:
        longer = batches % 2 == 1
        failure = run_batch(
            asked.seed + batches,
            asked.longer if longer else asked.most_tricks,
            rule_at_fault if longer else disagreement,
        )
        batches += 1
        if failure is not None:
            wrong += 1
            print(f"{keep(*failure, asked.keep)}: {failure[1]}", flush=True)
    print(f"{batches * BATCH} positions, {wrong} disagreements kept", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
