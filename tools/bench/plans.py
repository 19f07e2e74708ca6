"""Plans over random claims: every one checked by the rules alone, or how long they are and what they take.

    PYTHONPATH=tests:tools python -P -m bench.plans check --claims 10000
    PYTHONPATH=tests:tools python -P -m bench.plans figures --claims 100

Deals are uniform, the Fool and its demand included. A claim is about the Ultimo of a seat that is neither
automatic nor impossible: F1 one player forces it, P1 one prevents it, F2 two together force it and neither
alone, P2 the same for preventing it.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from plan_claims import EVERYONE, claims

from analyzer.certificates.certificate import Certificate
from analyzer.certificates.checker import certify
from analyzer.certificates.claim import GoalClaim
from analyzer.errors import LimitReached
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.score.goals import Goal
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import NativeEngine
from analyzer.search.engine.results import GoalAnswer, members
from analyzer.search.solve.explain import Explained, explain
from bench.deals import uniform_deal

KINDS = ("F1", "P1", "F2", "P2")
MOST_STATES = 150_000
"""More are not played by the checker; such plans are counted apart."""
LENGTHS = (1, 2, 3, 5, 10)


def check(number: int, seed: int) -> int:
    """Play the plans of so many random claims by the rules alone; how many do not prove, or are missing."""
    wrong, apart, lengths = 0, 0, Counter[int]()
    for claim in claims(seed, number):
        found = claim.explained()
        if found.plan is None:
            wrong += 1
            print(f"no plan: {claim}")
            continue
        lengths[found.plan.length] += 1
        side = found.winners if found.holds else EVERYONE & ~found.winners
        said = GoalClaim(claim.goal, claim.seat, frozenset(members(side)), bool(found.holds))
        try:
            verdict = certify(Certificate(claim.position, said, {}, plan=found.plan), MOST_STATES)
        except LimitReached:
            apart += 1
            continue
        if not verdict.proven:
            wrong += 1
            print(f"{claim.position!r}, {claim.goal!s} of {claim.seat} by {claim.by}: {verdict}")
    told = ", ".join(f"{count} of {length} lines" for length, count in sorted(lengths.items()))
    print(f"{number} claims: {wrong} wrong, {apart} of more than {MOST_STATES} states; {told}")
    return wrong


@dataclass
class Measured:
    """The plans of claims of one kind, all of so many tricks."""

    lengths: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(self, found: Explained, seconds: float) -> None:
        self.lengths.append(10_000 if found.plan is None else found.plan.length)
        self.seconds.append(seconds)

    def row(self, tricks: int, kind: str) -> str:
        shares = [sum(each <= most for each in self.lengths) / len(self.lengths) for most in LENGTHS]
        seconds = sorted(self.seconds)
        times = (statistics.median(seconds), seconds[len(seconds) * 9 // 10], seconds[-1])
        cells = [f"{tricks} {kind}", str(len(self.lengths)), *(f"{100 * share:.0f}" for share in shares)]
        return f"| {' | '.join([*cells, *(f'{1000 * each:.0f}' for each in times)])} |"


def masks(answer: GoalAnswer, kind: str) -> Iterator[int]:
    """Whom to ask about for a claim of a kind, where the goal gives one."""
    sets = answer.forced_by if kind[0] == "F" else answer.prevented_by
    for mask in sets:
        if mask.bit_count() == int(kind[1]):
            yield mask if kind[0] == "F" else EVERYONE & ~mask
            return


def measured(tricks: int, kind: str, number: int, most_deals: int) -> Measured:
    """So many claims of a kind, of the first deals that have one."""
    rules, found = load_ruleset("danish"), Measured()
    for seed in range(most_deals):
        dealt = uniform_deal(seed, tricks)
        position = Position(rules, ("A", "B", "C"), dealt.hands, dealt.lead)
        question = Hand.from_position(position)
        for seat in random.Random(seed).sample(range(3), 3):
            key = (seat, Goal.ULTIMO)
            answer = GoalAnswer(*key, NativeEngine().goals(question, [key], Budget())[key])
            by = None if answer.forces(0) or not answer.forcing else next(masks(answer, kind), None)
            if by is None:
                continue
            started = time.process_time()
            found.add(
                explain(position, Goal.ULTIMO, seat, by, engine=NativeEngine()), time.process_time() - started
            )
            break
        if len(found.lengths) == number:
            break
    return found


def figures(number: int, most_deals: int) -> None:
    """A table: per cent of claims with a plan of at most so many lines, and milliseconds."""
    heads = [*(f"≤{most}" for most in LENGTHS), "median ms", "9 in 10", "most"]
    print(f"| tricks, claims | N | {' | '.join(heads)} |")
    print(f"|{'---|' * (len(heads) + 2)}")
    for tricks in (6, 8, 10):
        for kind in KINDS:
            found = measured(tricks, kind, number, most_deals)
            if found.lengths:
                print(found.row(tricks, kind), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("check", "figures"))
    parser.add_argument("--claims", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=2000, help="looked through for claims of a kind")
    asked = parser.parse_args()
    if asked.what == "check":
        return min(1, check(asked.claims, asked.seed))
    figures(asked.claims, asked.deals)
    return 0


if __name__ == "__main__":
    sys.exit(main())
