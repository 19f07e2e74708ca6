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
    """So many tries, or the part of them that is made in every run; never none."""
    return number if THOROUGH else -(-number // share)


def part(cases: Sequence[Case], share: int = 4) -> Sequence[Case]:
    """All cases, or every so-manieth of them from the first on."""
    return cases if THOROUGH else cases[::share]
