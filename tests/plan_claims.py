"""Claims to explain: random positions, and who gets their way in them, alone or only together."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from positions_strategy import Shape, random_position

from analyzer.certificates.plan import plan_json
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.score.goals import LAST_TRICK_GOALS, Goal
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import NativeEngine
from analyzer.search.solve.explain import Explained, explain

EVERYONE = 7


@dataclass(frozen=True)
class Claim:
    """That the players of a mask force a seat's goal, or that they do not."""

    position: Position
    goal: Goal
    seat: int
    by: int

    def explained(self) -> Explained:
        return explain(self.position, self.goal, self.seat, self.by)

    def lines(self, found: Explained) -> dict[str, object]:
        """The lines of its plan, as JSON has them."""
        assert found.plan is not None
        return plan_json(found.plan, self.position.players)


def claims(seed: int, number: int, shape: Shape | None = None) -> Iterator[Claim]:
    """So many claims, each of a position of its own; automatic and impossible goals are rare among them."""
    rng = random.Random(seed)
    while number:
        position = random_position(rng, shape or Shape(tricks=rng.choice((2, 3, 3, 4)), ruleset="danish"))
        goal, seat = rng.choice((Goal.ULTIMO, Goal.ULTIMO, *LAST_TRICK_GOALS)), rng.randrange(3)
        mask = NativeEngine().goals(Hand.from_position(position), [(seat, goal)], Budget())[(seat, goal)]
        if mask in (0, (1 << (EVERYONE + 1)) - 1) and rng.random() < 0.9:
            continue
        number -= 1
        yield Claim(position, goal, seat, rng.randrange(EVERYONE + 1))
