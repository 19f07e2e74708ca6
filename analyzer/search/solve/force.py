"""One yes or no: can these players force that goal? And the play of it with both sides at their best."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from analyzer.errors import LimitReached, UsageError
from analyzer.messages import say
from analyzer.position.model import Position
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.beside import Beside
from analyzer.search.engine.default import alone_engine, default_engine
from analyzer.search.engine.question import Budget, Engine, Question, merged_moves
from analyzer.search.engine.results import Forced, GoalAnswer, Limits, Play
from analyzer.search.solve.candidate import Amounts, Candidate


def forced(
    position: Position,
    goal: Goal,
    seat: int,
    by: int | None = None,
    limits: Limits | None = None,
    engine: Engine | None = None,
    *,
    line: bool = True,
    sets: bool = True,
) -> Forced:
    """Whether the players in mask `by` (the seat alone, where None) force the seat's goal.

    `nodes` and `seconds` are those of the yes or no itself. `line` and `sets` ask for a line of play and
    for all forcing sets as well; they are left out where the limits do not last for them.

    Raises: LimitReached where they do not last for the answer itself; UsageError for a position that is
    over or not all known, or a player not at the table.
    """
    question, by = asked_of(position, seat, by)
    play = ForcingPlay(goal, seat, by, engine or default_engine(), Budget.of(limits or Limits()))
    started = time.monotonic()
    holds = play.holds(question)
    answer = Forced(holds, play.budget.spent, time.monotonic() - started)
    return play.explained(answer, question, position.players, line=line, sets=sets)


def forced_alone(
    position: Position,
    goal: Goal,
    seat: int,
    by: int | None = None,
    limits: Limits | None = None,
    engine: Engine | None = None,
) -> Forced:
    """The yes or no of :func:`forced` and nothing else, as fast as it can be had.

    Raises: as :func:`forced`.
    """
    question, by = asked_of(position, seat, by)
    budget = Budget.of(limits or Limits())
    started = time.monotonic()
    holds = (engine or alone_engine()).forces(question, goal, seat, by, budget)
    return Forced(holds, budget.spent, time.monotonic() - started)


def asked_of(position: Position, seat: int, by: int | None) -> tuple[Question, int]:
    """The state that is asked about, and who plays for the goal.

    Raises: UsageError for a position that is over or not all known, or a player not at the table.
    """
    question = Question.of(position)
    by = 1 << seat if by is None else by
    if question.over:
        raise UsageError(say("nothing is left to play in this position"))
    if seat not in range(question.players) or by not in range(1 << question.players):
        raise UsageError(say("there is no such player; seats are 0 to {last}", last=question.players - 1))
    return question, by


@dataclass(frozen=True, slots=True)
class ForcingPlay:
    """The play for and against one goal: the players in `by` want it, all others do not."""

    goal: Goal
    seat: int
    by: int
    engine: Engine
    budget: Budget

    def holds(self, question: Question) -> bool:
        """Whether the goal is forced from a state that is not over. Raises: LimitReached."""
        return self.engine.forces(question, self.goal, self.seat, self.by, self.budget)

    def explained(
        self, answer: Forced, question: Question, players: Sequence[str], *, line: bool, sets: bool
    ) -> Forced:
        """The answer with a line of play and all forcing sets, as far as asked and the budget lasts."""
        key = (self.seat, self.goal)
        words: tuple[str, ...] = ()
        known: GoalAnswer | None = None
        try:
            if sets:
                mask = self.engine.goals(question, [key], self.budget)[key]
                known = GoalAnswer(*key, forcing=mask, players=question.players)
            if line:
                words = self.line(question, players, holds=bool(answer))
        except (LimitReached, KeyboardInterrupt):
            pass
        return replace(answer, beside=Beside(words, known))

    def line(self, question: Question, players: Sequence[str], *, holds: bool) -> tuple[str, ...]:
        """:meth:`play` in the words of a position file."""
        return words_of(self.play(question, holds=holds), players)

    def play(self, question: Question, *, holds: bool) -> Play:
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

    def _move(self, question: Question, *, keep: bool | None) -> tuple[Action, Question]:
        """The first move after which the goal is as forced as `keep` says; the first of all for None."""
        moves = [move for move, _ in merged_moves(question)]
        for move in moves:
            candidate = Candidate.after(question, Amounts.nothing(question.players), move)
            if keep is None or self._holds_at(candidate) == keep:
                return move, candidate.question
        raise AssertionError("the engine contradicts itself: no move keeps what it says is forced")

    def _holds_at(self, candidate: Candidate) -> bool:
        if not candidate.question.over:
            return self.holds(candidate.question)
        key = (self.seat, self.goal)
        candidate.seek_goal(key, self.engine, self.budget)
        return bool(candidate.goals[key] >> self.by & 1)


def words_of(play: Play, players: Sequence[str]) -> tuple[str, ...]:
    """Play in the words of a position file; letting a picked card pass is not said."""
    return tuple(
        f"demand[{players[seat]}]" if move.kind is ActionKind.DEMAND else str(move)
        for seat, move in play
        if move.kind is not ActionKind.ALLOW
    )
