"""Who can force what in every deal that a position may be, over one table, and what is sure in all."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from analyzer.errors import INTERRUPTED, LimitReached
from analyzer.messages import Message
from analyzer.position.asked import Asking
from analyzer.position.model import Position
from analyzer.position.opening import question_of
from analyzer.rules.score.goals import Goal
from analyzer.rules.sides import by_seats
from analyzer.rules.spec.grounds import STATED, Grounds, OnGrounds
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.results import GoalAnswer, Key, Status

WORLDS = "worlds"
"""What is unfinished where not every deal is answered."""


@dataclass(slots=True)
class CountedGoals(OnGrounds):
    """The goals of each deal that was asked about within the limits."""

    deals: tuple[Position, ...]
    exact: bool
    fit: int | None
    goals: dict[Key, list[GoalAnswer]] = field(default_factory=dict)
    """By seat and goal, deal by deal."""
    sure: list[tuple[int, ...]] = field(default_factory=list)
    """Tokens that each seat is sure of, deal by deal."""
    nodes: int = 0
    seconds: float = 0.0
    reason: Message | None = None
    """Why it stopped early, where it did: the text of the :class:`LimitReached` that stopped it."""
    grounds: Grounds = STATED

    @property
    def unfinished(self) -> tuple[str, ...]:
        """Parts that were asked for and not finished within the limits."""
        return () if self.reason is None else (WORLDS,)

    @property
    def complete(self) -> bool:
        """Whether nothing is unfinished."""
        return not self.unfinished

    @property
    def answered(self) -> int:
        """How many deals are answered in full."""
        return min((len(each) for each in self.goals.values()), default=len(self.sure))

    def number(self, key: Key) -> int:
        """In how many deals who a goal is of has it in hand."""
        return sum(each.status in (Status.AUTOMATIC, Status.FORCED) for each in self.goals[key])

    def everywhere(self, key: Key) -> GoalAnswer | None:
        """Who can force a goal in every one of the deals; None where the deals have other sides."""
        first, *others = self.goals[key]
        forcing = first.forcing
        for each in others:
            if each.groups != first.groups:
                return None
            forcing &= each.forcing
        return GoalAnswer(first.seat, first.goal, forcing, first.groups)

    def prevented(self, key: Key) -> tuple[int, ...]:
        """The minimal sets that can prevent a goal in every one of the deals."""
        first, *others = self.goals[key]
        forcing = first.forcing
        for each in others:
            forcing |= each.forcing
        return GoalAnswer(first.seat, first.goal, forcing, first.groups).prevented_by

    def status(self, key: Key) -> Status | None:
        """How far it is in hand where that is the same in all deals; None where it is not."""
        found = {each.status for each in self.goals[key]}
        return next(iter(found)) if len(found) == 1 else None

    @property
    def least(self) -> tuple[int, ...] | None:
        """What each seat is sure of wherever the cards lie; None where that was not asked for."""
        return tuple(map(min, zip(*self.sure, strict=True))) if self.sure else None


def counted_goals(
    deals: Sequence[Position],
    goal: Goal | str | None,
    player: str | int | None,
    engine: Engine,
    budget: Budget,
    *,
    exact: bool,
    fit: int | None,
    goals: bool = True,
    tokens: bool = False,
) -> CountedGoals:
    """The goals of every deal; tokens in games that pay into pots.

    Raises: UsageError for what may not be asked in one of them.
    """
    found, started = CountedGoals(tuple(deals), exact, fit), time.monotonic()
    askings = [Asking.of(deal) for deal in deals]
    keys = [each.keys(None if goal is None else each.goal(goal), player) for each in askings]
    groups = [each.groups(None) for each in askings]
    if len(set(groups)) > 1:
        groups = [by_seats(len(deals[0].players))] * len(deals)
    try:
        for deal, own, together in zip(deals, keys, groups, strict=True):
            question = question_of(deal)
            if goals:
                masks = engine.goals(question, list(own), budget, together)
                for key in own:
                    found.goals.setdefault(key, []).append(GoalAnswer(*key, masks[key], together))
            if tokens and not deal.scored:
                seats = range(len(deal.players))
                found.sure.append(tuple(engine.guarantee(question, seat, budget) for seat in seats))
    except LimitReached as limit:
        found.reason = limit.reason
    except KeyboardInterrupt:
        found.reason = INTERRUPTED
    found.nodes, found.seconds = budget.spent, time.monotonic() - started
    return found
