"""Why a goal is forced, or prevented: a plan, and the play of it with both sides."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Protocol

from msgspec import structs

from analyzer.cards.card import Card
from analyzer.errors import INTERRUPTED, LimitReached
from analyzer.frozenrecord import Record
from analyzer.messages import Message, say
from analyzer.position.hand import Hand, check_claim, merged_moves
from analyzer.position.model import Position
from analyzer.position.question import ForcingClaim
from analyzer.rules.actions import Action, Groups, Play, side_groups
from analyzer.rules.play.table import Table
from analyzer.rules.score.goals import Goal
from analyzer.search import solve
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.native import NativeEngine, alone_engine, default_engine
from analyzer.search.engine.planning import FoundPlan, PlanSize, plan_for
from analyzer.search.engine.reasons import Explained, Extras, Pair, Reason
from analyzer.search.engine.results import Forced, GoalAnswer, Limits, members

if TYPE_CHECKING:
    from analyzer.certificates.plan import Plan


# One yes or no: can these players force that goal? And the play of it with both sides at their best.


def forced(
    position: Position,
    goal: Goal,
    seat: int,
    by: int | None = None,
    limits: Limits | None = None,
    engine: Engine | None = None,
    *,
    groups: Groups | None = None,
    line: bool = True,
    sets: bool = True,
    known: Callable[[bool], None] | None = None,
) -> Forced:
    """Whether the seats in mask `by` (the side of the seat alone, where None) force the seat's goal.

    `known` is told the yes or no as soon as it is found; `nodes` and `seconds` are those of everything.
    `line` and `sets` ask for a line of play and for all forcing sets of `groups`, else of sides, as well;
    they are left out where the limits do not last for them.

    Raises: LimitReached where they do not last for the answer itself; UsageError for a position that is
    over or not all known, or a player not at the table.
    """
    question = Hand.from_position(position)
    asked, groups = engine or default_engine(question.spec), groups or side_groups(question.sides)
    if by is None:
        by = next((mask for mask in groups if mask >> seat & 1), 0)
    play = ForcingPlay(goal, seat, by, asked, Budget.from_limits(limits or Limits()))

    def who() -> GoalAnswer:
        found = asked.goals(question, [(seat, goal)], play.budget, groups)[seat, goal]
        return GoalAnswer(seat, goal, found, groups)

    return play.answer(question, position.players, who if sets else None, line=line, known=known)


def forced_alone(asked: ForcingClaim, limits: Limits, engine: Engine | None = None) -> Forced:
    """The yes or no of :func:`forced` and nothing else, as fast as it can be had.

    Raises: LimitReached.
    """
    question, budget = asked.question, Budget.from_limits(limits)
    started = time.monotonic()
    holds = (engine or alone_engine(question.spec)).forces(question, asked.goal, asked.seat, asked.by, budget)
    return Forced(holds, budget.spent, time.monotonic() - started)


class ForcingPlay(Record, frozen=True):
    """The play for and against one goal: the players in `by` want it, all others do not."""

    goal: Goal
    seat: int
    by: int
    engine: Engine
    budget: Budget

    def answer(
        self,
        question: Hand,
        players: Sequence[str],
        sets: Callable[[], GoalAnswer] | None,
        *,
        line: bool,
        known: Callable[[bool], None] | None = None,
    ) -> Forced:
        """The yes or no, with a line of play and all forcing sets, as far as asked and the budget lasts.

        Raises: LimitReached where it does not last for the answer itself; UsageError for a state that is
        over, or players not at the table.
        """
        check_claim(question, self.seat, self.by)
        started = time.monotonic()
        holds = self.holds(question)
        if known is not None:
            known(holds)
        best: Play = ()
        who: GoalAnswer | None = None
        stopped: Message | None = None
        try:
            if sets is not None:
                who = sets()
            if line:
                best = self.play(question, holds=holds)
        except LimitReached as limit:
            stopped = limit.reason
        except KeyboardInterrupt:
            stopped = INTERRUPTED
        seconds = time.monotonic() - started
        extras = Extras(best, who, stopped=stopped)
        return Forced(holds, self.budget.spent, seconds, extras, players=tuple(players))

    def holds(self, question: Hand) -> bool:
        """Whether the goal is forced from a state. Raises: LimitReached."""
        if question.over:
            return question.reached(self.goal, self.seat)
        return self.engine.forces(question, self.goal, self.seat, self.by, self.budget)

    def play(self, question: Hand, *, holds: bool) -> Play:
        """Play to the end: whoever can decide the goal does so. Raises: LimitReached.

        A player of the side that is winning takes the first card that keeps it so; the others cannot
        change anything, and take their first card.
        """
        moves: list[tuple[int, Action]] = []
        while not question.over:
            seat = question.to_move
            wins = holds if self.by >> seat & 1 else not holds
            move, question = self._move(question, keep=holds if wins else None)
            moves.append((seat, move))
        return tuple(moves)

    def _move(self, question: Hand, *, keep: bool | None) -> tuple[Action, Hand]:
        """The first move after which the goal is as forced as `keep` says; the first of all for None."""
        for move, _ in merged_moves(question):
            after, _ = question.after(move)
            if keep is None or self.holds(after) == keep:
                return move, after
        raise AssertionError("the engine contradicts itself: no move keeps what it says is forced")


# Why a goal is forced, or prevented: a plan for those who get their way, and what mattered for it.


MOST_TRICKS: Final = 8
"""With more tricks to go other answers bring no plans along: `explain` looks for one."""
BESIDE: Final = PlanSize(states=20_000, all=400_000, shrink=400_000, need=400_000)
"""How much is played for a plan that another answer brings along."""


def explain(
    position: Position,
    goal: Goal,
    seat: int,
    by: int | None = None,
    limits: Limits | None = None,
    engine: Engine | None = None,
    size: PlanSize | None = None,
) -> Explained:
    """Whether the seats in mask `by` (the side of the seat alone, where None) force the seat's goal, and why.

    Raises: LimitReached where the limits do not last for the answer itself; UsageError for a position that is
    over or not all known, or a player not at the table.
    """
    question, budget = Hand.from_position(position), Budget.from_limits(limits or Limits())
    by = side_groups(question.sides)[question.sides.of[seat]] if by is None else by
    check_claim(question, seat, by)
    asked = engine or default_engine(question.spec)
    if question.spec.pots is not None:
        plan = _make_core_planner(question, goal, seat, asked, budget, size or PlanSize())
    else:
        plan = _written_out(position, question, goal, seat, budget)
    return Explaining(question, goal, seat, by, asked, budget, plan).answer()


def _make_core_planner(
    question: Hand, goal: Goal, seat: int, engine: Engine, budget: Budget, size: PlanSize
) -> Planner:
    """Looks for plans with the core."""
    native = engine if isinstance(engine, NativeEngine) else NativeEngine()

    def plan(_side: int, planners: int, *, holds: bool) -> FoundPlan:
        return plan_for(native, question, goal, seat, planners, budget, holds=holds, size=size)

    return plan


def _written_out(position: Position, question: Hand, goal: Goal, seat: int, budget: Budget) -> Planner:
    """Looks for plans over everything that can be played."""
    from analyzer.certificates.certificate import Certificate  # noqa: PLC0415 - few games need it
    from analyzer.certificates.checker import proves_by  # noqa: PLC0415
    from analyzer.certificates.claim import GoalClaim  # noqa: PLC0415

    def plan(side: int, planners: int, *, holds: bool) -> FoundPlan:
        told = GoalClaim(goal, seat, frozenset(members(side)), holds, position.pots is None)

        def proves(found: Plan) -> bool:
            budget.check_clock()
            return proves_by(Certificate(position, told, {}, plan=found), position).proven

        def reached(end: Hand) -> bool:
            return end.reached(goal, seat) is holds

        ending = solve.listing.WrittenOut(planners, reached, budget)
        found = solve.listing.search_plan(ending, ending.number(question), proves)
        if found is None:
            return FoundPlan(None, None, one_line_ruled_out=False)
        play = solve.listing.KnowingLittle(question, found, planners, reached, budget)
        why = solve.listing.mattered(play, goal, seat, holds=holds)
        pairs, worths = (None, None) if why is None else why
        return FoundPlan(found, pairs, one_line_ruled_out=False, worths=worths)

    return plan


def reason(
    question: Hand,
    goal: Goal,
    seat: int,
    by: int,
    engine: Engine,
    budget: Budget,
    most_tricks: int = MOST_TRICKS,
) -> Reason | None:
    """Why the players in mask `by` force a goal from a state, or others prevent it, for another answer.

    Its nodes are not counted among those of that answer. None where that cannot be said in a plan: the state
    is over or far from the end, the engine is not the native one, or the limits do not last.

    Raises: KeyboardInterrupt.
    """
    if question.over or question.table.tricks_left > most_tricks or not isinstance(engine, NativeEngine):
        return None
    own = Budget(deadline=budget.deadline, table_mb=budget.table_mb)
    try:
        plan = _make_core_planner(question, goal, seat, engine, own, BESIDE)
        found = Explaining(question, goal, seat, by, engine, own, plan).answer()
    except LimitReached:
        return None
    if found.stopped == INTERRUPTED:  # by who waits for the other answer
        raise KeyboardInterrupt
    return None if found.plan is None else Reason(goal, seat, question.table, found)


class Planner(Protocol):
    """What looks for a plan."""

    def __call__(self, side: int, planners: int, /, *, holds: bool) -> FoundPlan:
        """A plan with which the players of a mask let `side` force the goal, or where not `holds` prevent it.

        Raises: LimitReached.
        """
        ...


NOT_FOUND: Final = say("what mattered was not found")


class Explaining(Record, frozen=True):
    """One question why."""

    question: Hand
    goal: Goal
    seat: int
    by: int
    engine: Engine
    budget: Budget
    plan: Planner

    def answer(self) -> Explained:
        """The answer, as far as the limits last. Raises: LimitReached before yes or no is known."""
        started = time.monotonic()
        holds = self._forces(self.question, self.by)
        planners = self._smallest(holds=holds)
        found = Explained(holds, self.by if holds else planners, None)
        try:
            found = self._explained(found, planners)
        except LimitReached as stopped:
            found = replace(found, stopped=stopped.reason)
        except KeyboardInterrupt:
            found = replace(found, stopped=INTERRUPTED)
        return replace(found, nodes=self.budget.spent, seconds=time.monotonic() - started)

    def _explained(self, found: Explained, planners: int) -> Explained:
        everyone = (1 << self.question.players) - 1
        side = planners if found.holds else everyone & ~planners
        plan = self.plan(side, planners, holds=bool(found.holds))
        if plan.plan is None:
            return replace(found, stopped=say("no plan was found"))
        found = replace(found, plan=plan.plan, mattered=plan.mattered, worths=plan.worths)
        if plan.mattered is None:
            return replace(found, stopped=NOT_FOUND)
        try:
            lost = tuple(pair for pair in plan.mattered if self._loses(pair, found))
        except LimitReached as stopped:
            return replace(found, stopped=stopped.reason)
        return replace(found, exchange_loses=lost)

    def _forces(self, question: Hand, by: int) -> bool:
        return self.engine.forces(question, self.goal, self.seat, by, self.budget)

    def _smallest(self, *, holds: bool) -> int:
        """Of those who get their way as few as do it alone, the first in table order."""
        everyone = (1 << self.question.players) - 1
        if holds:
            return next(mask for mask in _within(self.by) if self._forces(self.question, mask))
        others = everyone & ~self.by
        return next(mask for mask in _within(others) if not self._forces(self.question, everyone & ~mask))

    def _loses(self, pair: Pair, found: Explained) -> bool:
        """Whether what is explained is lost where two cards change hands."""
        question = structs.replace(self.question, table=exchanged(self.question.table, *pair))
        everyone = (1 << question.players) - 1
        side = found.winners if found.holds else everyone & ~found.winners
        return self._forces(question, side) is not found.holds


def _within(mask: int) -> Iterator[int]:
    """The subsets of a mask, shortest first, then in table order."""
    subsets = [each for each in range(mask + 1) if each & ~mask == 0]
    return iter(sorted(subsets, key=lambda each: (each.bit_count(), members(each))))


def exchanged(table: Table, one: Card, other: Card) -> Table:
    """The table with two cards in each other's place, in hands and in the trick."""
    swap = {one: other, other: one}
    hands = tuple(frozenset(swap.get(card, card) for card in hand) for hand in table.hands)
    trick = tuple(laid._replace(card=swap.get(laid.card, laid.card)) for laid in table.trick)
    picked = table.picked
    if picked is not None and picked.card in swap:
        picked = structs.replace(picked, card=swap[picked.card])
    return structs.replace(table, hands=hands, trick=trick, picked=picked)
