"""What `check` answers about a called card."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from analyzer.disputes.call import CallFinding
from analyzer.report.view.base import Meta, View
from analyzer.report.view.disputes.base import CheckAnswer, player_name


class CallRemedyView(View, frozen=True, kw_only=True):
    """Always empty: another card is called, whichever the declarer likes."""


class CallCheck(CheckAnswer, frozen=True, kw_only=True):
    """May the card be called, and who is the partner by it?"""

    kind: Literal["call"]
    partner: Annotated[str | None, Meta(description="Null for nobody, or where the cards do not tell.")]
    alone: Annotated[bool | None, Meta(description="Null where the cards that are told do not tell.")]
    remedy: CallRemedyView


def call_check(finding: CallFinding, common: dict[str, Any]) -> CallCheck:
    """The answer about a called card."""
    partner = player_name(finding.dispute, finding.partner)
    return CallCheck(**common, partner=partner, alone=finding.alone, remedy=CallRemedyView())
