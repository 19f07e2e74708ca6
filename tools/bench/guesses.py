"""How often a guess is right: held against every deal of the standard questions that is proved in time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.position.hand import Hand
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import guesser
from bench import measure
from bench.questions import BenchRequest, standard


@dataclass(frozen=True, slots=True)
class HeldGuess:
    """A guess, and the proof of the same question."""

    request: BenchRequest
    guess: bool | None
    """None where it took too long."""
    proved: bool | None
    """None where no proof was found in time."""
    seconds: float
    """Of the guess."""


def held(tricks: int, count: int, timeout: float) -> list[HeldGuess]:
    """The standard questions, guessed and proved."""
    return [_held(request, timeout) for request in standard("uniform", tricks, count)]


def _held(request: BenchRequest, timeout: float) -> HeldGuess:
    guessing = guesser(Hand.from_position(request.position), Budget())
    assert guessing is not None
    before = time.process_time()
    guess = guessing.holds(request.seat, request.goal, request.by)
    seconds = time.process_time() - before
    proved = measure.forces(request, timeout).answer
    return HeldGuess(request, guess, None if proved is None else bool(proved), seconds)


def table(tricks: int, count: int, timeout: float) -> str:
    """Rows for all, for each side and for each goal: how many were right of those known."""
    found = held(tricks, count, timeout)
    groups: dict[str, list[HeldGuess]] = {"all": found}
    for each in found:
        groups.setdefault(f"side {each.request.side}", []).append(each)
        groups.setdefault(f"goal {each.request.goal!s}", []).append(each)
    return "\n".join(_row(f"{tricks} {name}", groups[name]) for name in sorted(groups))


def _row(name: str, some: Sequence[HeldGuess]) -> str:
    known = [each for each in some if each.proved is not None and each.guess is not None]
    right = sum(each.guess == each.proved for each in known)
    guessed = sum(each.guess is not None for each in some)
    times = sorted(each.seconds for each in some)
    return (
        f"{name:28} right {right:4} of {len(known):4} known; guessed {guessed:4} of {len(some):4}; "
        f"median {1000 * times[len(times) // 2]:8.2f} ms, most {1000 * times[-1]:8.1f} ms"
    )
