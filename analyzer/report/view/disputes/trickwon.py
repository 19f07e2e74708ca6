"""What `check` answers about who won a trick."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from analyzer.disputes.trickwon import TrickWonFinding
from analyzer.report.view.base import UNSET, CardWord, Meta, UnsetType, View
from analyzer.report.view.disputes.base import CheckAnswer


class TrickWonRemedyView(View, frozen=True, kw_only=True):
    """What has to be put right; empty where nothing has."""

    leads_next: Annotated[str, Meta(description="Who won the trick leads the next one.")] | UnsetType = UNSET


class TrickWonCheck(CheckAnswer, frozen=True, kw_only=True):
    """Who won the trick."""

    kind: Literal["trick"]
    winner: str
    card: Annotated[CardWord, Meta(description="The card that wins it.")]
    decided_by: Annotated[str, Meta(description="The clause by which it wins.")]
    remedy: TrickWonRemedyView


def trick_won_check(finding: TrickWonFinding, common: dict[str, Any]) -> TrickWonCheck:
    """The answer about who won a trick."""
    winner = finding.dispute.players[finding.winner]
    wrong = bool(finding.violations)
    return TrickWonCheck(
        **common,
        winner=winner,
        card=str(finding.card),
        decided_by=finding.decided_by,
        remedy=TrickWonRemedyView(leads_next=winner if wrong else UNSET),
    )
