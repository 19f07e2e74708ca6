"""One yes or no in a game of card points: can these seats force that goal? And the play of it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from analyzer.errors import LimitReached, UsageError
from analyzer.messages import say
from analyzer.position.model import Position
from analyzer.rules.actions import Action
from analyzer.rules.score.pointgoals import PointGoal
from analyzer.search.engine.beside import Beside
from analyzer.search.engine.points.engine import PointEngine, default_point_engine
from analyzer.search.engine.points.question import PointQuestion, merged_point_moves
from analyzer.search.engine.points.results import GroupAnswer, Groups, PointForced
from analyzer.search.engine.question import Budget
from analyzer.search.engine.results import Limits, Play
from analyzer.search.solve.force import words_of


@dataclass(frozen=True, slots=True)
class PointClaim:
    """A goal of a seat, the mask of the seats that play for it, and who decides as one."""

    goal: PointGoal
    seat: int
    by: int
    groups: Groups


def forced_points(
    position: Position,
    claim: PointClaim,
    limits: Limits | None = None,
    engine: PointEngine | None = None,
    *,
    line: bool = True,
    sets: bool = True,
) -> PointForced:
    """Whether the seats of a claim force its goal.

    `line` and `sets` ask for a line of play and for all forcing sets as well; they are left out where the
    limits do not last for them.

    Raises: LimitReached where they do not last for the answer itself; UsageError for a position that is
    over or not all known.
    """
    question = PointQuestion.of(position)
    if question.over:
        raise UsageError(say("nothing is left to play in this position"))
    play = PointPlay(claim, engine or default_point_engine(), Budget.of(limits or Limits()))
    started = time.monotonic()
    holds = play.holds(question)
    answer = PointForced(holds, play.budget.spent, time.monotonic() - started)
    return play.explained(answer, question, position.players, line=line, sets=sets)


@dataclass(frozen=True, slots=True)
class PointPlay:
    """The play for and against one goal: the seats of the claim sense it, all others do not."""

    claim: PointClaim
    engine: PointEngine
    budget: Budget

    def holds(self, question: PointQuestion) -> bool:
        """Whether the goal is forced from a state. Raises: LimitReached."""
        claim = self.claim
        if question.over:
            return question.scored()[0].reached(claim.goal, claim.seat)
        return self.engine.forces(question, claim.goal, claim.seat, claim.by, self.budget)

    def explained(
        self, answer: PointForced, question: PointQuestion, players: Sequence[str], *, line: bool, sets: bool
    ) -> PointForced:
        """The answer with a line of play and all forcing sets, as far as asked and the budget lasts."""
        claim, words, known = self.claim, tuple[str, ...](), None
        key = (claim.seat, claim.goal)
        try:
            if sets:
                mask = self.engine.goals(question, [key], claim.groups, self.budget)[key]
                known = GroupAnswer(*key, forcing=mask, groups=claim.groups)
            if line:
                words = words_of(self.play(question, holds=bool(answer.holds)), players)
        except (LimitReached, KeyboardInterrupt):
            pass
        return replace(answer, beside=Beside(words, known))

    def play(self, question: PointQuestion, *, holds: bool) -> Play:
        """Play to the end: whoever can decide the goal takes the first card that keeps it so.

        The others cannot change anything, and take their first card. Raises: LimitReached.
        """
        moves: list[tuple[int, Action]] = []
        while not question.over:
            seat = question.to_move
            wins = holds if self.claim.by >> seat & 1 else not holds
            move, question = self._move(question, keep=holds if wins else None)
            moves.append((seat, move))
        return tuple(moves)

    def _move(self, question: PointQuestion, *, keep: bool | None) -> tuple[Action, PointQuestion]:
        """The first card after which the goal is as forced as `keep` says; the first of all for None."""
        for move, _ in merged_point_moves(question):
            after, _ = question.after(move)
            if keep is None or self.holds(after) == keep:
                return move, after
        raise AssertionError("the engine contradicts itself: no card keeps what it says is forced")
