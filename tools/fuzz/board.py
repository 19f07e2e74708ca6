"""A board under pressure, run by `make fuzz`: it still answers, its memory returns, and Ctrl-C ends it.

PYTHONPATH=tests:tools python -P -m fuzz.board --clients 500 --questions 10000
"""

from __future__ import annotations

import argparse
import sys

from board_pressed import Served, answered, board_served, ended, give_up, hanging, held

BURST = 500
"""Questions between two that are waited for."""
MOST_KEPT = 24.0
"""MB that it may hold more in the end than after a quarter of the questions."""


def main() -> int:
    """Press it, and print what came of it; 1 where its memory does not return."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--clients", type=int, default=500)
    asked.add_argument("--questions", type=int, default=10_000)
    told = asked.parse_args()
    with board_served() as board:
        say("started", answered(board), held(board))
        with hanging(board, told.clients):
            say(f"{told.clients} clients hang", answered(board), held(board))
        asked_each = [(answered_after(board), held(board)) for _ in range(0, told.questions, BURST)]
        for when in (0, len(asked_each) // 4, -1):
            done = BURST * (range(len(asked_each))[when] + 1)
            say(f"{done} questions given up", *asked_each[when])
        say("the slowest, and the most", *map(max, zip(*asked_each, strict=True)))
        grown = asked_each[-1][1] - asked_each[len(asked_each) // 4][1]
        sys.stdout.write(f"{'Ctrl-C ends it':32}{ended(board):8.2f} s\n")
    return 1 if grown > MOST_KEPT else 0


def answered_after(board: Served) -> float:
    """Seconds until an answer, after a burst of questions that nobody waits for."""
    give_up(board, BURST)
    return answered(board)


def say(when: str, seconds: float, memory: float) -> None:
    sys.stdout.write(f"{when:32}{seconds:8.2f} s until an answer{memory:10.1f} MB held\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
