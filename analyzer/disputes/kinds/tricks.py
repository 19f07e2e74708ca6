"""Disputes about a trick (naming the Fool, demanding it, play): what a file of them says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Literal

from analyzer.cards.card import Card
from analyzer.disputes.kinds.common import KIND, DisputeShape, UnknownKeys
from analyzer.disputes.model import Dispute
from analyzer.position.files.cardlists import HandCards, Words
from analyzer.position.files.shape import Name
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.play.table import Laid, Table
from analyzer.yamltree.placed import Field, Shape, Text


class EventShape(Shape):
    """What one player did or said: exactly one of the keys, `names` beside `leads` and `claims`."""

    leads: Text | None = Field(None, description="The card led.", examples=["fool", "hR"])
    plays: Text | None = Field(None, description="The card played.", examples=["c5"])
    says: Literal["void", "holds"] | None = Field(None, description="Whether he says he can follow.")
    claims: Literal["naming"] | None = Field(None, description="The right that is claimed.")
    demands: Literal["fool"] | None = Field(None, description="What is called for.")
    names: Text | None = Field(None, description="The suit named: h, d, s, c or T.", examples=["c"])


Event = Annotated[
    dict[Text, EventShape],
    Field(
        min_length=1, max_length=1, examples=[{"A": {"leads": "fool", "names": "h"}}, {"B": {"says": "void"}}]
    ),
]


class TrickShape(UnknownKeys, DisputeShape):
    """Hands before the trick, and what was then played and said, in the order it happened."""

    hands: dict[Text, HandCards] = Field(
        description="Each player's cards before the trick, the Fool included."
    )
    lead: Name | None = Field(
        None, description="Who was to lead; the player of the first event where left out."
    )
    play: Words | None = Field(
        None, description="The cards then played, in order; who plays follows from the rules."
    )
    events: list[Event] | None = Field(
        None, min_length=1, description="The same with who did what, and what was said, in place of `play`."
    )
    CHIEF: ClassVar = ("events",)


class FoolNamingShape(TrickShape):
    """What a led Fool is named, and who may still name it; a hand that is not told is left out."""

    kind: Literal["fool-naming"] = KIND


class FoolDemandShape(TrickShape):
    """Whether the Fool could be demanded, and what follows."""

    kind: Literal["fool-demand"] = KIND
    fool_demand: bool | None = Field(None, description="Whether it may be demanded; as the rule set says.")


class PlayShape(TrickShape):
    """Whether a card was legally played."""

    kind: Literal["play"] = KIND


DOES: Final = {
    ActionKind.LEAD: "leads",
    ActionKind.PLAY: "plays",
    ActionKind.VOID: "says-void",
    ActionKind.HOLDS: "says-holds",
    ActionKind.CLAIM: "claims",
    ActionKind.DEMAND: "demands",
}
"""What may be done in a disputed trick, as a verdict tells it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickDispute(Dispute):
    """What was played and said from a known deal on."""

    hands: tuple[frozenset[Card], ...]
    """By seat, before the first event, the Fool included; empty for a hand that is not told."""
    lead: int
    events: tuple[Action, ...]

    @property
    def start(self) -> Table:
        """The table before the trick, all its cards still in the hands."""
        return Table(self.rules.game, self.hands, self.lead)

    @property
    def lying(self) -> tuple[Laid, ...]:
        """The cards on the table before the first event."""
        return ()

    def knows(self, seat: int) -> bool:
        """Whether the hand of a seat is told, so that its cards can be judged."""
        return bool(self.hands[seat])

    @property
    def tricks_left(self) -> int:
        """Tricks to be won before the first event, the present one included."""
        return max(map(len, self.hands))


@dataclass(frozen=True, slots=True, kw_only=True)
class FoolNamingDispute(TrickDispute):
    """What is the led Fool named?"""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoolDemandDispute(TrickDispute):
    """Could the Fool be demanded?"""

    fool_demand: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayDispute(TrickDispute):
    """Was it legal to play these cards?"""
