"""Freezes the answers of today: `make freeze`.

    python tests/frozen/make.py [FAMILY ...]              what is answered now to the frozen questions
    python tests/frozen/make.py --questions [FAMILY ...]  the questions too: all of today
    python tests/frozen/make.py --said [FAMILY ...]       nothing is frozen: the texts are written out

Every command is asked about files that are shipped, and about random positions; the answers go into files
beside this one, which test_frozen.py compares with the answers of its day. A file is left as it is where its
answers are the same.
"""

from __future__ import annotations

import os
import sys
import tempfile
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from frozen import store
from frozen.asking import Case, asked
from frozen.certificate_cases import certificate_cases
from frozen.comparing import family_differences
from frozen.error_cases import error_cases
from frozen.random_cases import random_cases, unseen_cases
from frozen.shipped_cases import SHIPPED

MADE = {**SHIPPED, "errors": error_cases, "random": random_cases, "unseen": unseen_cases}


def freeze(family: str, folder: Path) -> str:
    """Ask the frozen questions of a family and store what is answered otherwise; what there was to them."""
    start = _worked()
    cases = changed = 0
    for name in store.names(family):
        frozen = store.read(name)
        now = [asked(case, folder) for case in frozen]
        other = sum(bool(family_differences(family, *pair)) for pair in zip(frozen, now, strict=True))
        if other:
            store.write(name, now)
        store.write_digests(name, now)
        changed += other
        cases += len(now)
    return f"{family:14}{cases:6} cases {_worked() - start:7.1f} s {changed:6} answered otherwise\n"


def freeze_questions(family: str, folder: Path) -> None:
    """Store the questions of today in place of those that were frozen."""
    asking = certificate_cases(folder) if family == "certificates" else MADE[family]()
    each = store.SLOW.get(family, store.EACH)
    store.clear(family)
    for number, place in enumerate(range(0, len(asking), each)):
        cases = asking[place : place + each]
        store.write(f"{family}-{number:02}", cases)
        store.write_digests(f"{family}-{number:02}", cases)


def what_is_said(case: Case) -> str:
    """The question, and what is said of it."""
    return "\n".join([f"== {case.command}", *case.said.values()])


def _worked() -> float:
    """Seconds of work of this process and of those that it waited for."""
    return sum(os.times()[:4])


def main() -> None:
    """Freeze these families, or all of them; or write out what is said."""
    known = sorted([*MADE, "certificates"])
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("families", nargs="*", metavar="FAMILY", help=f"of {', '.join(known)}; all of them")
    parser.add_argument("--said", action="store_true", help="write out what is said, and freeze nothing")
    parser.add_argument("--questions", action="store_true", help="make the questions anew as well")
    asked_for = parser.parse_args()
    if wrong := set(asked_for.families) - set(known):
        parser.error(f"no family is called {', '.join(sorted(wrong))}")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for family in asked_for.families or known:
            if asked_for.said:
                cases = (case for name in store.names(family) for case in store.read(name))
                sys.stdout.writelines(what_is_said(asked(case, folder)) for case in cases)
                continue
            if asked_for.questions:
                freeze_questions(family, folder)
            sys.stdout.write(freeze(family, folder))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
