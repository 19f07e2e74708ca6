"""OpenSpiel's games of Slovenian Tarok replayed by our engine for as long as wanted; `make fuzz` runs it.

    PYTHONPATH=tests:tools python -P -m fuzz.peer --seconds 300

Whatever differs that is not known to differ is told with the seed that deals it. Exit status 1 where it does.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter

from peers.openspiel import games
from peers.replaying import Compared, rules_of

BATCH = 200
"""Games between two looks at the clock."""


def main() -> int:
    """Run until the time is up."""
    parser = argparse.ArgumentParser(description="Hold the engine against OpenSpiel's Tarok.")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**30))
    asked = parser.parse_args()
    until, seed, number, wrong = time.monotonic() + asked.seconds, asked.seed, 0, 0
    known = Counter[str]()
    while time.monotonic() < until:
        for seats in (3, 4):
            for place, game in enumerate(games(seats, seed, BATCH)):
                found = Compared(game, rules_of(seats))
                known += found.known
                for each in found.unknown:
                    print(f"seed {seed}, {seats} players, game {place}: {each}", flush=True)
                wrong += bool(found.unknown)
                number += 1
        seed += 1
    print(f"{number} games, {wrong} of them differ; known: {dict(known)}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
