"""States as a checker plays them: by the rules alone, until they decide what is claimed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Self

from analyzer.certificates.claim import GoalClaim
from analyzer.certificates.shape import StateView, view_with_past
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.actions import Action
from analyzer.rules.play.table import Table, Trick


class Playing(ABC):
    """One state of play, and what is claimed of it."""

    __slots__ = ()
    any_where_silent: ClassVar[bool]
    """Whether any card is right in a state of which a strategy says nothing."""

    @property
    @abstractmethod
    def table(self) -> Table:
        """Hands and trick."""

    @abstractmethod
    def after(self, move: Action) -> Self:
        """The state after one of its moves."""

    @abstractmethod
    def decided(self) -> bool | None:
        """Whether the goal is reached, where the state has decided that."""

    @abstractmethod
    def view(self) -> StateView:
        """What is the same in states that go on alike."""


@dataclass(frozen=True, slots=True)
class TablePlaying(Playing):
    """A state whose goal is one of the last trick alone: nothing but the table matters."""

    any_where_silent = False
    claim: GoalClaim
    at: Table
    last: Trick | None = None
    """The last trick, once it is played."""

    @property
    def table(self) -> Table:
        return self.at

    def after(self, move: Action) -> TablePlaying:
        table, trick = self.at.after(move)
        return TablePlaying(self.claim, table, trick if table.over else None)

    def decided(self) -> bool | None:
        if self.last is not None:
            return self.claim.reached(self.last)
        return False if self.claim.hopeless(self.at) else None

    def view(self) -> StateView:
        return StateView.of(self.at)


@dataclass(frozen=True, slots=True)
class PilesPlaying(Playing):
    """A state of a game of card points, with its piles and what was won."""

    any_where_silent = True
    claim: GoalClaim
    question: Hand

    @property
    def table(self) -> Table:
        return self.question.table

    def after(self, move: Action) -> PilesPlaying:
        return PilesPlaying(self.claim, self.question.after(move)[0])

    def decided(self) -> bool | None:
        if not self.question.over:
            return None
        return self.question.reached(self.claim.goal, self.claim.seat)

    def view(self) -> StateView:
        return view_with_past(self.question)


def playing(claim: GoalClaim, position: Position) -> Playing:
    """The state that a claim is about. Raises: UsageError where the hands are not all known."""
    if position.pots is None:
        return PilesPlaying(claim, Hand.of(position))
    return TablePlaying(claim, position.table)
