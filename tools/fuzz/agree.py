"""The searches of games of card points held against each other on random endings; `make agree` runs it.

Every game, every number of seats and every contract comes in turn; of each ending the core and the plain
search are asked the same goals, by sides or single seats, and what a side is sure of. Of some a strategy is
written and played by the checker, and of the smallest Z3 is asked too.

    PYTHONPATH=tests:tools python -P -m fuzz.agree --endings 100000 --seed 1

It prints how many endings there were by game, and where the Fool was in them. Exit status 1 where two say
otherwise; the ending is named by its number, from which `--first N --endings 1` makes it again.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from dataclasses import dataclass, field

from contract.endings import Ending, keys_of, random_ending
from proofs.formulas.forcing import prove_question
from rulesets import FORMS, POINT_RULES

from analyzer.certificates.checker import Check, NotProven
from analyzer.certificates.claim import GoalClaim, PilesPlaying, Playing
from analyzer.errors import UsageError
from analyzer.position.bearing import Askable
from analyzer.rules.actions import seat_groups, side_groups
from analyzer.rules.score.goals import Aim, Sense
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.pointengine import PointEngine
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.results import Key, members, seats_of
from analyzer.search.solve.witness import Weaver

POINT_FORMS = tuple(each for each in FORMS if each[0] in POINT_RULES)
ASKED = 4
"""Goals asked of an ending."""


@dataclass
class Agreement:
    """Endings asked so far, and what was asked of them."""

    games: Counter[str] = field(default_factory=Counter)
    fools: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)

    def wrong(self, number: int, seed: int) -> str | None:
        """How the answers about an ending differ; None where they agree."""
        rng = random.Random(f"{seed} {number}")
        name, seats = POINT_FORMS[number % len(POINT_FORMS)]
        ending = random_ending(name, seats, rng, rng.choice((1, 2, 2, 3 if seats < 4 else 2)))
        self.games[f"{name}-{seats}"] += 1
        self.fools[ending.fool] += 1
        keys = list(keys_of(Askable(ending.question), rng))
        return self._goals(ending, rng.sample(keys, min(ASKED, len(keys))), rng) or self._sure(ending, rng)

    def _goals(self, ending: Ending, keys: list[Key], rng: random.Random) -> str | None:
        question = ending.question
        groups = rng.choice((side_groups(question.sides), seat_groups(question.players)))
        plain = ReferenceEngine().goals(question, keys, Budget(), groups)
        core = PointEngine().goals(question, keys, Budget(), groups)
        self.asked["goals"] += len(keys)
        for key in keys:
            if core[key] != plain[key]:
                return (
                    f"{key[1]} of seat {key[0]}: the core says {core[key]:b}, the plain search {plain[key]:b}"
                )
        key, chosen = keys[0], rng.randrange(1 << len(groups))
        by, holds = seats_of(groups, chosen), bool(plain[keys[0]] >> chosen & 1)
        return self._proved(ending, key, by, holds, rng) or self._certified(ending, key, by, holds, rng)

    def _sure(self, ending: Ending, rng: random.Random) -> str | None:
        question, worth = ending.question, Askable(ending.question)
        side, sense = rng.randrange(question.sides.count), rng.choice(tuple(Sense))
        core, plain = PointEngine(), ReferenceEngine()
        for aim in worth.numbers:
            self.asked["numbers"] += 1
            one, other = (each.value(question, aim, side, sense, Budget()) for each in (core, plain))
            if one != other:
                return f"{aim.value} of side {side}: the core says {one}, the plain search {other}"
        self.asked["guarantees"] += 1
        sure, said = (each.guarantee(question, side, Budget()) for each in (plain, core))
        if sure != said:
            return f"side {side} is sure of {sure}, not of {said}"
        self.asked["equilibria"] += 1
        one, other = ({line.tokens for line in each.equilibria(question, Budget())} for each in (core, plain))
        return None if one == other else f"the core has the payoffs {one}, the plain search {other}"

    def _proved(self, ending: Ending, key: Key, by: int, holds: bool, rng: random.Random) -> str | None:
        """What Z3 says otherwise, of the smallest endings and a few more."""
        small = ending.question.table.tricks_left == 1 or rng.random() < 0.05
        if not small or key[1].aim is Aim.MOND_LOST:
            return None
        try:
            found = prove_question(ending.question, key[1], key[0], by).holds
        except UsageError:
            self.asked["not for Z3"] += 1
            return None
        self.asked["Z3"] += 1
        return None if found is holds else f"{key[1]} of seat {key[0]} by {members(by)}: Z3 says {found}"

    def _certified(self, ending: Ending, key: Key, by: int, holds: bool, rng: random.Random) -> str | None:
        """What is wrong with a strategy of some endings."""
        if rng.random() > 0.1:
            return None
        (seat, goal), core, question = key, PointEngine(), ending.question
        claim = GoalClaim(goal, seat, frozenset(members(by)), holds, scored=True)

        def forced_at(state: Playing, players: int, budget: Budget) -> bool:
            assert isinstance(state, PilesPlaying)
            return core.forces(state.question, goal, seat, players, budget)

        weaver = Weaver(claim, by, question.players, forced_at, Budget())
        weaver.weave(PilesPlaying(claim, question))
        self.asked["certificates"] += 1
        try:
            Check(claim, weaver.strategy, tuple("ABCDE")).run(PilesPlaying(claim, question))
        except NotProven as failed:
            return f"the strategy for {goal} of seat {seat} by {members(by)} fails: {failed.verdict}"
        return None

    def told(self) -> str:
        """What was asked, in lines."""
        rows = (("endings", self.games), ("the Fool is", self.fools), ("asked", self.asked))
        lines = [", ".join(f"{name} {number}" for name, number in sorted(each.items())) for _, each in rows]
        return "\n".join(f"{head}: {line}" for (head, _), line in zip(rows, lines, strict=True))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--endings", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found, wrong = Agreement(), 0
    for number in range(options.first, options.first + options.endings):
        said = found.wrong(number, options.seed)
        if said is not None:
            wrong += 1
            print(f"ending {number}: {said}", flush=True)
    print(found.told())
    print(f"{wrong} of {options.endings} endings disagree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
