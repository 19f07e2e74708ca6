"""One yes or no: can these players force that goal? And the play of it with both sides at their best."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from analyzer.errors import INTERRUPTED, LimitReached
from analyzer.frozenrecord import Record
from analyzer.messages import Message
from analyzer.position.asked import ForcingClaim
from analyzer.position.hand import Hand, check_claim, merged_moves
from analyzer.position.model import Position
from analyzer.rules.actions import Action, ActionKind, Groups, by_sides
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.native import alone_engine, default_engine
from analyzer.search.engine.reasons import Beside
from analyzer.search.engine.results import Forced, GoalAnswer, Limits, Play


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
    question = Hand.of(position)
    asked, groups = engine or default_engine(question.spec), groups or by_sides(question.sides)
    if by is None:
        by = next((mask for mask in groups if mask >> seat & 1), 0)
    play = ForcingPlay(goal, seat, by, asked, Budget.of(limits or Limits()))

    def who() -> GoalAnswer:
        found = asked.goals(question, [(seat, goal)], play.budget, groups)[seat, goal]
        return GoalAnswer(seat, goal, found, groups)

    return play.answer(question, position.players, who if sets else None, line=line, known=known)


def forced_alone(asked: ForcingClaim, limits: Limits, engine: Engine | None = None) -> Forced:
    """The yes or no of :func:`forced` and nothing else, as fast as it can be had.

    Raises: LimitReached.
    """
    question, budget = asked.question, Budget.of(limits)
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
        words: tuple[str, ...] = ()
        who: GoalAnswer | None = None
        stopped: Message | None = None
        try:
            if sets is not None:
                who = sets()
            if line:
                words = self.line(question, players, holds=holds)
        except LimitReached as limit:
            stopped = limit.reason
        except KeyboardInterrupt:
            stopped = INTERRUPTED
        seconds = time.monotonic() - started
        return Forced(holds, self.budget.spent, seconds, Beside(words, who, stopped=stopped))

    def holds(self, question: Hand) -> bool:
        """Whether the goal is forced from a state. Raises: LimitReached."""
        if question.over:
            return question.reached(self.goal, self.seat)
        return self.engine.forces(question, self.goal, self.seat, self.by, self.budget)

    def line(self, question: Hand, players: Sequence[str], *, holds: bool) -> tuple[str, ...]:
        """:meth:`play` in the words of a position file."""
        return words_of(self.play(question, holds=holds), players)

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


def words_of(play: Play, players: Sequence[str]) -> tuple[str, ...]:
    """Play in the words of a position file; letting a picked card pass is not said."""
    return tuple(
        f"demand[{players[seat]}]" if move.kind is ActionKind.DEMAND else str(move)
        for seat, move in play
        if move.kind is not ActionKind.ALLOW
    )
