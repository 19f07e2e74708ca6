"""The shape of a dispute file, kind by kind: the facts first, then what was said or done.

Shape only; what the values mean together is checked in :mod:`analyzer.disputes.files`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from analyzer.position.files.shape import Amount, Cards, Name, PotsShape, Strict, TakenShape, Variant, Words

DISPUTE_FORMAT = "tarok-dispute/1"


class ExpectShape(Strict):
    """What must come out of a dispute; a key that is left out is not checked."""

    verdict: Literal["legal", "illegal", "unsettled"] | None = Field(None, description="The verdict.")
    clauses: list[str] | None = Field(
        None, description="The clauses broken, or those that leave it open.", examples=[["discard.kings"]]
    )
    named: str | None = Field(None, description="The suit in force, where the Fool is named.")
    winner: Name | None = Field(None, description="Who wins the trick, where the Fool is named.")


class DisputeShape(Strict):
    """What every dispute file may say, whatever it is about."""

    format: Literal["tarok-dispute/1"] = Field(description="What this file is, and its version.")
    title: str | None = Field(None, description="A name for the dispute.")
    source: str | None = Field(None, description="Where the dispute is from.")
    teaches: str | None = Field(None, description="What can be learned from the dispute.")
    ruleset: str | None = Field(
        None, description="A shipped rule set, or the path of one; danish where left out."
    )
    variant: Variant | None = None
    players: list[Name] | None = Field(
        None, description="The players in order of play; A, B, C where left out."
    )
    sitting_out: Name | None = Field(None, description="A fourth player at the table.")
    dealer: Name | None = None
    expect: ExpectShape | None = Field(None, description="What must come out of the dispute.")


class EventShape(Strict):
    """What one player did or said: exactly one of the keys, `names` beside `leads` and `claims`."""

    leads: str | None = Field(None, description="The card led.", examples=["fool", "hR"])
    plays: str | None = Field(None, description="The card played.", examples=["c5"])
    says: Literal["void", "holds"] | None = Field(None, description="Whether he says he can follow.")
    claims: Literal["naming"] | None = Field(None, description="The right that is claimed.")
    demands: Literal["fool"] | None = Field(None, description="What is called for.")
    names: str | None = Field(None, description="The suit named: h, d, s, c or T.", examples=["c"])


Event = Annotated[
    dict[str, EventShape],
    Field(
        min_length=1, max_length=1, examples=[{"A": {"leads": "fool", "names": "h"}}, {"B": {"says": "void"}}]
    ),
]


class DiscardShape(DisputeShape):
    """Whether the dealer may discard these cards."""

    kind: Literal["discard"]
    hand: Cards = Field(description="The dealer's cards before the discard, all of them.")
    discard: Cards = Field(description="The cards discarded.")
    announce: str | list[str] | None = Field(
        None,
        description="What the dealer said: tout, trumps (that trumps are in the skat), or cards of the skat.",
        examples=[["tout"], ["hD", "hC"]],
    )


class DeclarationsShape(DisputeShape):
    """Whether what was declared is what the hands require."""

    kind: Literal["declarations"]
    hands: dict[str, Cards] = Field(description="The hands of those whose declarations are in dispute.")
    skat: Cards | None = Field(None, description="The cards the dealer discarded, where they matter.")
    said: dict[str, str | list[str]] = Field(
        description="What each player declared.", examples=[{"A": ["11 trumps with pagat"], "B": "pass"}]
    )


class TrickShape(DisputeShape):
    """Hands before the trick, and what was then played and said, in the order it happened."""

    hands: dict[str, Cards] = Field(description="Each player's cards before the trick, the Fool included.")
    lead: Name | None = Field(
        None, description="Who was to lead; the player of the first event where left out."
    )
    events: list[Event] = Field(min_length=1)


class FoolNamingShape(TrickShape):
    """What a led Fool is named, and who may still name it; a hand that is not told is left out."""

    kind: Literal["fool-naming"]


class FoolDemandShape(TrickShape):
    """Whether the Fool could be demanded, and what follows."""

    kind: Literal["fool-demand"]
    fool_demand: bool | None = Field(None, description="Whether it may be demanded; as the rule set says.")


class PlayShape(TrickShape):
    """Whether a card was legally played."""

    kind: Literal["play"]


class PaidShape(Strict):
    """One payment that was made or claimed."""

    payer: Name = Field(alias="from", description="A player, or `king` or `pagat` for a pot.")
    payee: Name = Field(alias="to", description="A player, or `king` or `pagat` for a pot.")
    amount: Amount


class SettlementShape(DisputeShape):
    """Who pays what for a complete trick, the last one where nothing else is said."""

    kind: Literal["settlement"]
    lead: Name = Field(description="Who led the trick.")
    trick: Words = Field(description="The cards of the trick, in order from `lead`.")
    tricks_left: int = Field(
        1, ge=1, le=100, description="Tricks left when it was led; 1 for the last trick."
    )
    pots: PotsShape | None = Field(None, description="The pots before the settlement.")
    taken: dict[str, TakenShape] | None = Field(None, description="What lay in each pile before the trick.")
    announce: str | list[str] | None = Field(None, description="What the dealer announced: tout.")
    count: bool | None = Field(None, description="Whether the count of card points is paid too.")
    paid: list[PaidShape] | None = Field(None, description="What was paid, or what somebody says is owed.")


class IrregularityShape(DisputeShape):
    """What an irregularity costs, and what becomes of the hand."""

    kind: Literal["irregularity"]
    irregularity: str = Field(description="Its name in the rule set.", examples=["lead-out-of-turn"])
    by: Name = Field(description="Who committed it.")
    category: Literal["superficial", "minor", "major", "irrecoverable"] | None = Field(
        None, description="How grave the players hold it to be; as the rule set says where left out."
    )
    declaration: str | None = Field(
        None, description="The wrong declaration that was paid for, if it is one."
    )
    pots: PotsShape | None = Field(None, description="The pots before the fine.")
    paid: list[PaidShape] | None = Field(None, description="What was paid, or what somebody says is owed.")


KINDS: dict[str, type[BaseModel]] = {
    "discard": DiscardShape,
    "declarations": DeclarationsShape,
    "fool-naming": FoolNamingShape,
    "fool-demand": FoolDemandShape,
    "play": PlayShape,
    "settlement": SettlementShape,
    "irregularity": IrregularityShape,
}
"""The shape of a dispute file by its `kind`."""
