"""How far whole hands are from being answered, by who asks: questions of 25 tricks, one limit for each.

Every question asked is a line of a file. What stands there is not asked again, unless it was given up at a
smaller limit than the present one: a run can be stopped and gone on with, and made longer for what is open.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from analyzer.position.hand import Hand
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import guesser
from bench import measure
from bench.questions import asked

SETS: Final[Mapping[str, tuple[str, range]]] = {
    "seeds 0-69": ("uniform", range(70)),
    "seeds 70-139": ("uniform", range(70, 140)),
    "strong side": ("strong", range(24)),
}
"""Sets of questions by name: kind and seeds. The first was looked at while the search was made."""

MARKS: Final = (1_000_000, 10_000_000)
"""Of so many nodes the table tells how many questions are open."""


@dataclass(frozen=True, slots=True)
class TailLimits:
    """What one question may take."""

    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class TailRun:
    """One question: what came of its proof, and of its guess. Seconds are processor time."""

    of: str
    seed: int
    side: str
    goal: str
    answer: bool | None
    """None where it was given up."""
    nodes: int
    seconds: float
    guess: bool | None
    guess_seconds: float
    limits: TailLimits

    def serves(self, limits: TailLimits) -> bool:
        """Whether it need not be asked again with such limits."""
        own = self.limits
        return self.answer is not None or (own.nodes >= limits.nodes and own.seconds >= limits.seconds)


def run(of: str, seed: int, limits: TailLimits) -> TailRun:
    """Guess one question, then prove it."""
    request = asked(SETS[of][0], seed)
    guessing = guesser(Hand.from_position(request.position), Budget())
    assert guessing is not None
    started = time.process_time()
    guess = guessing.holds(request.seat, request.goal, request.by)
    guessed = time.process_time()
    proved = measure.forces(request, limits.seconds, max_nodes=limits.nodes)
    return TailRun(
        of=of,
        seed=seed,
        side=request.side,
        goal=str(request.goal),
        answer=None if proved.answer is None else bool(proved.answer),
        nodes=proved.nodes,
        seconds=time.process_time() - guessed,
        guess=guess,
        guess_seconds=guessed - started,
        limits=limits,
    )


def kept(file: Path) -> dict[tuple[str, int], TailRun]:
    """The last line of every question in a file."""
    if not file.exists():
        return {}
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    runs = [TailRun(**line | {"limits": TailLimits(**line["limits"])}) for line in lines]
    return {(each.of, each.seed): each for each in runs}


def measured(
    file: Path, wanted: Sequence[tuple[str, int]], limits: TailLimits, seconds: float, processes: int
) -> dict[tuple[str, int], TailRun]:
    """Ask what the file lacks, and write it there; none is begun once the seconds are over."""
    known, until = kept(file), time.monotonic() + seconds
    left = iter([each for each in wanted if each not in known or not known[each].serves(limits)])
    with ProcessPoolExecutor(processes) as pool, file.open("a", encoding="utf-8") as out:
        for found in _in_turn(pool, left, limits, until, processes):
            out.write(json.dumps(asdict(found)) + "\n")
            out.flush()
            known[found.of, found.seed] = found
    return known


def _in_turn(
    pool: ProcessPoolExecutor,
    left: Iterator[tuple[str, int]],
    limits: TailLimits,
    until: float,
    processes: int,
) -> Iterator[TailRun]:
    """What comes of the questions; as many are under way as there are processes."""
    under_way: set[Future[TailRun]] = set()
    while True:
        while len(under_way) < processes and time.monotonic() < until:
            following = next(left, None)
            if following is None:
                break
            under_way.add(pool.submit(run, *following, limits))
        if not under_way:
            return
        done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
        yield from (future.result() for future in done)


def table(runs: Iterable[TailRun]) -> str:
    """The rows of docs/performance.md, one for each set and side."""
    groups: dict[tuple[str, str], list[TailRun]] = {}
    for each in runs:
        groups.setdefault((each.of, each.side), []).append(each)
    marks = "".join(f" open at {mark // 1_000_000} M nodes |" for mark in MARKS)
    head = (
        f"| deals | who asks | asked |{marks} open at the limit | nodes, median | ms, median | ms, p90 "
        "| guessed | right, of those known | guess ms, median | most |"
    )
    rows = [_row(of, side, some) for (of, side), some in sorted(groups.items())]
    return "\n".join([head, "|---" * (head.count("|") - 1) + "|", *rows])


def _row(of: str, side: str, some: Sequence[TailRun]) -> str:
    open_at = [sum(each.answer is None or each.nodes > mark for each in some) for mark in MARKS]
    both = [each for each in some if each.answer is not None and each.guess is not None]
    guesses = sorted(each.guess_seconds for each in some)
    times = sorted(each.seconds for each in some)
    cells = [
        of,
        side,
        len(some),
        *open_at,
        sum(each.answer is None for each in some),
        f"{sorted(each.nodes for each in some)[len(some) // 2]:,}",
        f"{1000 * times[len(times) // 2]:,.0f}",
        f"{1000 * times[len(times) * 9 // 10]:,.0f}",
        sum(each.guess is not None for each in some),
        f"{sum(each.guess == each.answer for each in both)} of {len(both)}",
        f"{1000 * guesses[len(guesses) // 2]:,.0f}",
        f"{1000 * guesses[-1]:,.0f}",
    ]
    return "| " + " | ".join(map(str, cells)) + " |"


def main(words: list[str]) -> int:
    """Ask what is lacking, and print the table of all that is known."""
    parser = argparse.ArgumentParser(prog="python -m bench.tail", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("build/tail.jsonl"))
    parser.add_argument("--nodes", type=int, default=100_000_000, help="of one question")
    parser.add_argument("--seconds", type=float, default=20.0, help="of one question")
    parser.add_argument("--minutes", type=float, default=9.0, help="nothing is begun after so many")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(words)
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    wanted = [(of, seed) for of, (_, seeds) in SETS.items() for seed in seeds]
    limits = TailLimits(chosen.nodes, chosen.seconds)
    known = measured(chosen.out, wanted, limits, 60 * chosen.minutes, chosen.processes)
    lacking = sum(each not in known or not known[each].serves(limits) for each in wanted)
    print(f"at most {limits.nodes:,} nodes and {limits.seconds:g} s for each question; {lacking} left to ask")
    print(table(known.values()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
