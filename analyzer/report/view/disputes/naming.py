"""What `check` answers about the naming of a led Fool."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from analyzer.cards.card import Suit
from analyzer.disputes.inplay.naming_finding import NamingFinding, Possibility, told
from analyzer.disputes.model import Dispute
from analyzer.report.view.disputes.base import (
    CheckAnswer,
    Ids,
    TakeBack,
    player_name,
)
from analyzer.rules.verdicts import Verdict
from analyzer.views.base import (
    UNSET,
    CardWord,
    Meta,
    Players,
    UnsetType,
    View,
    words,
)


class TakeBackRemedy(View, frozen=True, kw_only=True):
    """Who must take a card back; empty where nobody must."""

    take_back: TakeBack | UnsetType = UNSET


class LostRightView(View, frozen=True):
    """Who lost the right to name, and by which clause."""

    player: str | None
    clause: str
    text: str


class HoldingView(View, frozen=True):
    """That a player holds a suit, or is without it."""

    player: str
    suit: Suit
    holds: bool


class PossibilityView(View, frozen=True):
    """One way it can have been where hands are not told."""

    when: list[HoldingView]
    named: Suit
    named_by: str
    right_to_name: str | None
    take_back: TakeBack
    winner: str | None
    verdict: Verdict
    clauses: Ids
    text: str
    hands: Annotated[dict[str, list[CardWord]], Meta(description="By player, hands in which it is so.")]


class NamingCheck(CheckAnswer, frozen=True, kw_only=True):
    """How the naming of a led Fool stands."""

    kind: Literal["fool-naming"]
    named: Annotated[Suit | None, Meta(description="The suit in force.")]
    named_by: str | None
    right_to_name: Annotated[str | None, Meta(description="Who may still name.")]
    take_back: TakeBack
    winner: Annotated[str | None, Meta(description="Where three cards stand.")]
    lost_right: list[LostRightView]
    false_statements: Players
    remedy: TakeBackRemedy
    depends_on_hands: (
        Annotated[list[str], Meta(description="The keys that depend on hands not told.")] | UnsetType
    ) = UNSET
    possibilities: list[PossibilityView] | UnsetType = UNSET


def naming_check(finding: NamingFinding, common: dict[str, Any]) -> NamingCheck:
    """The answer about a naming."""
    dispute = finding.dispute
    back = [dispute.players[seat] for seat in finding.take_back]
    possible = [_possibility(dispute, each) for each in finding.possibilities]
    return NamingCheck(
        **common,
        named=finding.named,
        named_by=player_name(dispute, finding.named_by),
        right_to_name=player_name(dispute, finding.right_to_name),
        take_back=back,
        winner=player_name(dispute, finding.winner),
        lost_right=[
            LostRightView(player_name(dispute, each.seat), each.clause, each.text) for each in finding.lost
        ],
        false_statements=[dispute.players[seat] for seat in finding.false_statements],
        remedy=TakeBackRemedy(take_back=back or UNSET),
        depends_on_hands=list(finding.open_fields) if possible else UNSET,
        possibilities=possible or UNSET,
    )


def _possibility(dispute: Dispute, possibility: Possibility) -> PossibilityView:
    outcome, players = possibility.outcome, dispute.players
    return PossibilityView(
        [HoldingView(players[seat], suit, holds) for (seat, suit), holds in possibility.holds.items()],
        outcome.named,
        players[outcome.named_by],
        player_name(dispute, outcome.right_to_name),
        [players[seat] for seat in outcome.take_back],
        player_name(dispute, outcome.winner),
        outcome.verdict,
        list(outcome.broken),
        told(outcome, players),
        {players[seat]: words(hand) for seat, hand in possibility.hands.items()},
    )
