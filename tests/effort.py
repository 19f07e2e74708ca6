"""How much is left to chance: a part of it with every run, all of it where `HYPOTHESIS_PROFILE` is `fuzz`.

`make thorough` runs the tests so. What a run leaves out is more of the same: other seeds, other files. Which
part a run takes depends on the sources of the program: a run repeats, a changed program gets another part.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from functools import cache
from typing import Final, TypeVar

from places import ROOT

PROFILE: Final = os.environ.get("HYPOTHESIS_PROFILE", "test")
THOROUGH: Final = PROFILE == "fuzz"
MORE: Final = 10
"""How many times as many examples of a property a thorough run tries."""
Case = TypeVar("Case")


def tries(number: int, share: int = 4) -> int:
    """Return how many tries to make: all of them in a thorough run, else one of `share`, and at least one."""
    return number if THOROUGH else -(-number // share)


def examples(number: int) -> int:
    """Return how many examples of a property to try: so many, and ten times as many in a thorough run."""
    return MORE * number if THOROUGH else number


def part(cases: Sequence[Case], share: int = 4) -> Sequence[Case]:
    """Return the cases to run: all of them in a thorough run, else every `share`-th."""
    return cases if THOROUGH else cases[_drawn(len(cases)) % min(share, len(cases) or 1) :: share]


def _drawn(length: int) -> int:
    """Return a number that depends on the sources, another for another number of cases."""
    return int.from_bytes(hashlib.sha256(_digest() + length.to_bytes(4, "big")).digest()[:4], "big")


@cache
def _digest() -> bytes:
    """Return the digest of the sources of the program and of its rule sets."""
    files = [
        path
        for path in (*(ROOT / "analyzer").rglob("*"), *(ROOT / "specs").rglob("*"))
        if path.suffix in {".py", ".yaml", ".cpp", ".hpp", ".inc", ".js"}
    ]
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return digest.digest()
