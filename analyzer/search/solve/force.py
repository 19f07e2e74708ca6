"""One yes or no: can these players force that goal? And the play of it with both sides at their best."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from analyzer.errors import LimitReached
from analyzer.position.model import Position
from analyzer.position.question import HandQuestion, check_claim, merged_moves
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.beside import Beside
from analyzer.search.engine.default import alone_engine, default_engine
from analyzer.search.engine.question import Budget, Engine, Question
from analyzer.search.engine.results import Forced, GoalAnswer, Groups, Limits, Play, by_seats

G = TypeVar("G")
Q = TypeVar("Q", bound=HandQuestion[Any])
Asks_contra = TypeVar("Asks_contra", bound=HandQuestion[Any], contravariant=True)
Wants_contra = TypeVar("Wants_contra", contravariant=True)


class Forcing(Protocol[Asks_contra, Wants_contra]):
    """An engine, as far as it answers who can force what."""

    def forces(self, question: Asks_contra, goal: Wants_contra, seat: int, by: int, budget: Budget) -> bool:
        """Whether the players in mask `by` force the seat's goal from here. Raises: LimitReached."""
        ...


@dataclass(frozen=True, slots=True)
class ForcingClaim(Generic[G]):
    """A goal of a seat, the mask of the seats that play for it, and who decides as one."""

    goal: G
    seat: int
    by: int
    groups: Groups


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
) -> Forced[Goal]:
    """Whether the players in mask `by` (the seat alone, where None) force the seat's goal.

    `nodes` and `seconds` are those of the yes or no itself. `line` and `sets` ask for a line of play and
    for all forcing sets as well; they are left out where the limits do not last for them.

    Raises: LimitReached where they do not last for the answer itself; UsageError for a position that is
    over or not all known, or a player not at the table.
    """
    question, asked = Question.of(position), engine or default_engine()
    play = ForcingPlay(goal, seat, 1 << seat if by is None else by, asked, Budget.of(limits or Limits()))

    def who() -> GoalAnswer[Goal]:
        found = asked.goals(question, [(seat, goal)], play.budget)[seat, goal]
        return GoalAnswer(seat, goal, found, by_seats(question.players))

    return play.answer(question, position.players, who if sets else None, line=line)


def forced_alone(
    position: Position, goal: Goal, seat: int, by: int, limits: Limits, engine: Engine | None = None
) -> Forced[Goal]:
    """The yes or no of :func:`forced` and nothing else, as fast as it can be had.

    Raises: as :func:`forced`.
    """
    question, budget = Question.of(position), Budget.of(limits)
    check_claim(question, seat, by)
    started = time.monotonic()
    holds = (engine or alone_engine()).forces(question, goal, seat, by, budget)
    return Forced(holds, budget.spent, time.monotonic() - started)


@dataclass(frozen=True, slots=True)
class ForcingPlay(Generic[Q, G]):
    """The play for and against one goal: the players in `by` want it, all others do not."""

    goal: G
    seat: int
    by: int
    engine: Forcing[Q, G]
    budget: Budget

    def answer(
        self,
        question: Q,
        players: Sequence[str],
        sets: Callable[[], GoalAnswer[G]] | None,
        *,
        line: bool,
    ) -> Forced[G]:
        """The yes or no, with a line of play and all forcing sets, as far as asked and the budget lasts.

        Raises: LimitReached where it does not last for the answer itself; UsageError for a state that is
        over, or players not at the table.
        """
        check_claim(question, self.seat, self.by)
        started = time.monotonic()
        holds = self.holds(question)
        answer: Forced[G] = Forced(holds, self.budget.spent, time.monotonic() - started)
        words: tuple[str, ...] = ()
        known: GoalAnswer[G] | None = None
        try:
            if sets is not None:
                known = sets()
            if line:
                words = self.line(question, players, holds=holds)
        except (LimitReached, KeyboardInterrupt):
            pass
        return replace(answer, beside=Beside(words, known))

    def holds(self, question: Q) -> bool:
        """Whether the goal is forced from a state. Raises: LimitReached."""
        if question.over:
            return question.reached(self.goal, self.seat)
        return self.engine.forces(question, self.goal, self.seat, self.by, self.budget)

    def line(self, question: Q, players: Sequence[str], *, holds: bool) -> tuple[str, ...]:
        """:meth:`play` in the words of a position file."""
        return words_of(self.play(question, holds=holds), players)

    def play(self, question: Q, *, holds: bool) -> Play:
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

    def _move(self, question: Q, *, keep: bool | None) -> tuple[Action, Q]:
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
