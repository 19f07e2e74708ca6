"""The reasons for a forced or prevented goal, as answers give them: a plan, and the cards that mattered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from analyzer.cards.card import Card
from analyzer.frozenrecord import Record, derived
from analyzer.messages import Message
from analyzer.rules.actions import Play, names_in
from analyzer.rules.play.table import Table
from analyzer.rules.spec.grounds import STATED, Grounds, OfPlayers

if TYPE_CHECKING:
    from analyzer.certificates.plan import Plan
    from analyzer.rules.score.goals import Goal


Pair = tuple[Card, Card]
"""Two cards of a suit, the higher first."""


@dataclass(frozen=True, slots=True)
class Explained(OfPlayers):
    """The answer to a forcing question, and the plan of the players who succeed."""

    holds: bool | None
    """True if the players force the goal; None if readings that no source settles differ in it."""
    winners: int = field(repr=False)
    """The mask of the players who succeed: those asked about, or a smallest set who prevent it."""
    plan: Plan | None
    """None if no plan was found within the limits."""
    mattered: tuple[Pair, ...] | None = None
    """Comparisons that suffice for the plan, none of which can be left out; None if they were not found."""
    exchange_loses: tuple[Pair, ...] | None = None
    """Those of them whose two cards, exchanged between their hands, reverse the result."""
    worths: tuple[Card, ...] | None = None
    """A minimal set of cards whose points suffice for the plan; None if it is not about points."""
    nodes: int = 0
    seconds: float = 0.0
    stopped: Message | None = None
    """The reason that something is missing."""
    grounds: Grounds = field(default=STATED, compare=False, kw_only=True)
    """The grounds of the answer, apart from what its source states."""

    @property
    def by(self) -> frozenset[str]:
        """The players who succeed: those asked about, or a smallest set of opponents who prevent it."""
        return names_in(self.players, self.winners)


class Reason(Record, frozen=True):
    """The reason that a seat's goal is forced or prevented from a state in another answer."""

    goal: Goal
    seat: int
    table: Table
    found: Explained


A = TypeVar("A")
"""The type of an answer about the sets that can force the goal."""


class Extras(Record, Generic[A], frozen=True):
    """Parts of an answer that are already known."""

    line: Play = ()
    """Best play by both sides."""
    answer: A | None = None
    """All forcing sets; None if they were not requested."""
    grounds: Grounds = STATED
    """The grounds of the answer, apart from what its source states."""
    stopped: Message | None = None
    """The reason that a requested part was given up, if one was."""


class LazyExtras(Generic[A]):
    """Further parts of a yes or no, each computed when it is first read."""

    stopped: Message | None = None

    def __init__(
        self,
        line: Callable[[], Play],
        answer: Callable[[], A | None],
        grounds: Callable[[], Grounds],
    ) -> None:
        self._line, self._answer, self._grounds = line, answer, grounds

    def __reduce__(self) -> tuple[type[Extras[A]], tuple[Play, A | None, Grounds, Message | None]]:
        """Pickle it with all its parts computed."""
        return Extras, (self.line, self.answer, self.grounds, self.stopped)

    @derived
    def line(self) -> Play:
        return self._line()

    @derived
    def answer(self) -> A | None:
        return self._answer()

    @derived
    def grounds(self) -> Grounds:
        return self._grounds()
