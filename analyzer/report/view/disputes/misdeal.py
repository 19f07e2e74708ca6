"""What `check` answers about a deal."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from analyzer.disputes.misdeal import MisdealFinding
from analyzer.report.view.base import UNSET, Meta, Players, UnsetType, View
from analyzer.report.view.disputes.base import player_name
from analyzer.report.view.disputes.paid import PaidCheck, paid_keys


class MisdealRemedyView(View, frozen=True, kw_only=True):
    """What becomes of the deal; empty where the hand is played."""

    deal: Annotated[list[str], Meta(description="Such as `redeal-same-dealer`.")] | UnsetType = UNSET


class MisdealCheck(PaidCheck, frozen=True, kw_only=True):
    """Are the cards dealt again?"""

    kind: Literal["misdeal"]
    may_call: Annotated[
        Players, Meta(description="Who, of those told, may have the cards dealt again for want of a trump.")
    ]
    wrong_number: Annotated[Players, Meta(description="Who was dealt a wrong number of cards.")]
    deals_again: Annotated[str | None, Meta(description="Who deals, where they are dealt again.")]
    remedy: MisdealRemedyView


def misdeal_check(finding: MisdealFinding, common: dict[str, Any]) -> MisdealCheck:
    """The answer about a deal."""
    players = finding.dispute.players
    return MisdealCheck(
        **common,
        **paid_keys(finding, finding.paid),
        may_call=[players[seat] for seat in finding.may_call],
        wrong_number=[players[seat] for seat in finding.wrong],
        deals_again=player_name(finding.dispute, finding.deals_again),
        remedy=MisdealRemedyView(deal=list(finding.remedies) or UNSET),
    )
