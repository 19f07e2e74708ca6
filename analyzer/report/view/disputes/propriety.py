"""What `check` answers about a card that may have been improper."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from analyzer.disputes.propriety import ProprietyFinding
from analyzer.report.view.base import UNSET, Meta, UnsetType, View
from analyzer.report.view.disputes.base import CheckAnswer
from analyzer.report.view.why import WhyView, reason_view

MoveWords = Annotated[list[str], Meta(description="Play, in the words of a line.")]


class ProprietyRemedyView(View, frozen=True, kw_only=True):
    """What would have been proper; empty where the card was."""

    play: Annotated[list[str], Meta(description="The proper cards.")] | UnsetType = UNSET


class ProprietyCheck(CheckAnswer, frozen=True, kw_only=True):
    """Was the card proper?"""

    kind: Literal["propriety"]
    player: str
    card: Annotated[str, Meta(description="In the words of a line.")]
    proper: bool
    why: Annotated[
        str | None,
        Meta(description="Why it is improper, or by how little the pot it leaves is the richer."),
    ]
    offence: Annotated[MoveWords, Meta(description="What comes of an improper card.")]
    better: Annotated[MoveWords, Meta(description="Play that prevents or wins the Ultimo instead.")]
    against: Annotated[WhyView, Meta(description="The plan after an improper card.")] | UnsetType = UNSET
    why_better: Annotated[WhyView, Meta(description="The plan after the better one.")] | UnsetType = UNSET
    remedy: ProprietyRemedyView


def propriety_check(finding: ProprietyFinding, common: dict[str, Any]) -> ProprietyCheck:
    """The answer about a card."""
    judged = finding.judged
    proper = [str(each.card) for each in finding.cards if each.proper]
    return ProprietyCheck(
        **common,
        player=finding.dispute.players[finding.seat],
        card=str(judged.card),
        proper=judged.proper,
        why=judged.why,
        offence=list(judged.offence),
        better=list(judged.better),
        against=reason_view(judged.against, finding.dispute.players),
        why_better=reason_view(judged.why_better, finding.dispute.players),
        remedy=ProprietyRemedyView(play=UNSET if judged.proper else proper),
    )
