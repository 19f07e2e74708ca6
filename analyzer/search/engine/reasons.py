"""Why a goal is forced or prevented, as answers carry it: a plan, and what mattered for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from analyzer.cards.card import Card
from analyzer.frozenrecord import Record, derived
from analyzer.messages import Message
from analyzer.rules.play.table import Table
from analyzer.rules.sides import names_in
from analyzer.rules.spec.grounds import STATED, Grounds, OfPlayers

if TYPE_CHECKING:
    from analyzer.certificates.plan import Plan
    from analyzer.rules.score.goals import Goal


Pair = tuple[Card, Card]
"""Two cards of a suit, the higher first."""


@dataclass(frozen=True, slots=True)
class Explained(OfPlayers):
    """Whether players force a goal, and the plan of those who get their way."""

    holds: bool | None
    """None where the readings of what no source settles differ in it."""
    winners: int = field(repr=False)
    """Who gets their way, as a mask: those asked about, or a smallest set of the others that prevents it."""
    plan: Plan | None
    """None where none was found within the limits."""
    mattered: tuple[Pair, ...] | None = None
    """Comparisons that suffice for the plan, none of which it can spare; None where they were not found."""
    exchange_loses: tuple[Pair, ...] | None = None
    """Those of them whose two cards, exchanged between their hands, lose what is explained."""
    worths: tuple[Card, ...] | None = None
    """The cards whose points are enough for the plan, none of which it can spare; None where it is not about
    points."""
    nodes: int = 0
    seconds: float = 0.0
    stopped: Message | None = None
    """Why something is missing."""
    grounds: Grounds = field(default=STATED, compare=False, kw_only=True)
    """What it rests on beside what its source states."""

    @property
    def by(self) -> frozenset[str]:
        """Who gets their way: those asked about, or a smallest set of the others that prevents it."""
        return names_in(self.players, self.winners)


class Reason(Record, frozen=True):
    """Why a seat's goal is forced or prevented from a state on that another answer speaks of."""

    goal: Goal
    seat: int
    table: Table
    found: Explained


A = TypeVar("A")
"""Who can force the goal."""
Line = tuple[str, ...]


class Beside(Record, Generic[A], frozen=True):
    """What is known already."""

    line: Line = ()
    """Play with both sides at their best, in the words of a position file's `play`."""
    answer: A | None = None
    """All forcing sets, where they were asked for."""
    grounds: Grounds = STATED
    """What it rests on beside what its source states."""
    stopped: Message | None = None
    """Why something that was wanted of it was given up, if it was."""


class BesideLater(Generic[A]):
    """What stands beside a yes or no, each part worked out when it is first read."""

    stopped: Message | None = None

    def __init__(
        self,
        line: Callable[[], Line],
        answer: Callable[[], A | None],
        grounds: Callable[[], Grounds],
    ) -> None:
        self._line, self._answer, self._grounds = line, answer, grounds

    def __reduce__(self) -> tuple[type[Beside[A]], tuple[Line, A | None, Grounds, Message | None]]:
        """A copy for elsewhere has all of it worked out."""
        return Beside, (self.line, self.answer, self.grounds, self.stopped)

    @derived
    def line(self) -> Line:
        return self._line()

    @derived
    def answer(self) -> A | None:
        return self._answer()

    @derived
    def grounds(self) -> Grounds:
        return self._grounds()
