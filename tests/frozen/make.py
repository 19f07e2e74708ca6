"""Freezes the answers of today: `make freeze`.

    python tests/frozen/make.py [FAMILY ...]

Every command is asked about every file that is shipped, and about random positions; the answers go into files
beside this one, which test_frozen.py compares with the answers of its day.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from frozen import store
from frozen.asking import Case, asked
from frozen.certificate_cases import certificate_cases
from frozen.error_cases import error_cases
from frozen.random_cases import random_cases, unseen_cases
from frozen.shipped_cases import SHIPPED

EACH = 100
"""Cases in one file, which is one test."""
SLOW = {"verify": 1, "compare": 3}
"""The families whose cases take long, and how many of these are one test."""

MADE = {**SHIPPED, "errors": error_cases, "random": random_cases, "unseen": unseen_cases}


def freeze(family: str, folder: Path) -> str:
    """Ask the questions of a family and store the answers; what there was to them."""
    start = _worked()
    asking = certificate_cases(folder) if family == "certificates" else MADE[family]()
    cases = [asked(case, folder) for case in asking]
    seconds = _worked() - start
    each = SLOW.get(family, EACH)
    size = sum(
        store.write(f"{family}-{place // each:02}", cases[place : place + each])
        for place in range(0, len(cases), each)
    )
    return f"{family:14}{len(cases):6} cases {seconds:7.1f} s {size:9,} bytes  {_statuses(cases)}"


def _worked() -> float:
    """Seconds of work of this process and of those that it waited for."""
    return sum(os.times()[:4])


def _statuses(cases: list[Case]) -> str:
    known = sorted({case.status for case in cases if case.status is not None})
    return ", ".join(f"{sum(case.status == each for case in cases)} exit {each}" for each in known)


def main(wanted: list[str]) -> None:
    """Freeze these families, or all of them."""
    families = wanted or sorted([*MADE, "certificates"])
    store.clear(families)
    with tempfile.TemporaryDirectory() as folder:
        for family in families:
            sys.stdout.write(freeze(family, Path(folder)) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
