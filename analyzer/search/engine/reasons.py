"""Why a goal is forced or prevented, as answers carry it: a plan, and what mattered for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from analyzer.cards.card import Card
from analyzer.messages import Message
from analyzer.records import Record
from analyzer.rules.play.table import Table
from analyzer.rules.spec.grounds import STATED, Grounds, OfPlayers

if TYPE_CHECKING:
    from analyzer.certify.plan import Plan
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
        return self.named(self.winners)


class Reason(Record, frozen=True):
    """Why a seat's goal is forced or prevented from a state on that another answer speaks of."""

    goal: Goal
    seat: int
    table: Table
    found: Explained
