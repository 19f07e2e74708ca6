"""An ending put before an engine: what can be forced after each card, and the card that all turns on.

Any engine can be asked, so that what one finds another can audit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from analyzer.frozenrecord import Record
from analyzer.messages import Message
from analyzer.position.asked import ForcingClaim
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.actions import Action, by_sides
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.solve.assemble import candidates_after
from analyzer.search.solve.candidate import Candidate


class TurningPoint(Record, frozen=True):
    """What a problem turns on: the card to play, a card that fails, whose goal it is and what is said of it.

    `key` keeps the goal of the seat reached, or prevented where `wins` is False; `lure` lets it go.
    """

    key: Action
    lure: Action
    seat: int
    goal: Goal
    wins: bool
    teaches: Message

    def claim(self, position: Position) -> ForcingClaim:
        """Who plays for the goal: its side, but all the others for a Bagud."""
        question = Hand.of(position)
        groups = by_sides(question.sides)
        own = groups[question.sides.of[self.seat]]
        together = sum(groups) & ~own if self.goal == Goal.BAGUD else own
        return ForcingClaim(self.goal, self.seat, together, groups, question)


class EndingRequest(Record, frozen=True):
    """An ending put before an engine, with what can be forced after every card."""

    position: Position
    engine: Engine
    budget: Budget

    @property
    def question(self) -> Hand:
        return Hand.of(replace(self.position, worlds=()))

    @property
    def mover(self) -> int:
        return self.question.to_move

    @property
    def others(self) -> tuple[int, ...]:
        """The seats of all but the mover."""
        return tuple(seat for seat in range(len(self.position.players)) if seat != self.mover)

    def candidates(self) -> tuple[Candidate, ...]:
        """The states after every card, equal cards merged."""
        question = self.question
        return candidates_after(question, question.nothing)

    def forces(self, candidate: Candidate, seat: int, goal: Goal, by: int) -> bool:
        """Whether the players in mask `by` force a goal after a card."""
        if candidate.question.over:
            return candidate.question.reached(goal, seat)
        return self.engine.forces(candidate.question, goal, seat, by, self.budget)

    def alone(self, candidate: Candidate, seat: int, goal: Goal) -> bool:
        """Whether the seat alone forces its goal after a card."""
        return self.forces(candidate, seat, goal, 1 << seat)

    def payoffs(self, candidate: Candidate) -> tuple[int, ...]:
        """What selfish play can bring the mover after a card."""
        candidate.seek_equilibria(self.engine, self.budget)
        return tuple(each.tokens[self.mover] for each in candidate.equilibria or ())


def pick(
    asked: EndingRequest, good: Callable[[Candidate], bool], least: int = 3
) -> tuple[Action, Action] | None:
    """The only card that is good and one that is not, where there are at least so many to choose from."""
    candidates = asked.candidates()
    if len(candidates) < least:
        return None
    kept = [candidate for candidate in candidates if good(candidate)]
    if len(kept) != 1 or kept[0].equals:
        return None
    lures = [
        candidate.move for candidate in candidates if candidate is not kept[0] and candidate.move is not None
    ]
    key = kept[0].move
    assert key is not None
    return (key, lures[0]) if lures else None
