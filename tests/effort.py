"""How much is left to chance: a part of it with every run, all of it where `HYPOTHESIS_PROFILE` is `fuzz`.

`make thorough` runs the tests so. What is left out of a run is more of the same: other seeds, other files.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "test")
THOROUGH = PROFILE == "fuzz"
Case = TypeVar("Case")


def tries(number: int, share: int = 4) -> int:
    """How many tries to make: all of them in a thorough run, else one of `share`, and at least one."""
    return number if THOROUGH else -(-number // share)


def part(cases: Sequence[Case], share: int = 4) -> Sequence[Case]:
    """The cases to run: all of them in a thorough run, else every `share`-th, beginning with the first."""
    return cases if THOROUGH else cases[::share]
