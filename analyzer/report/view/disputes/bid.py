"""What `check` answers about an auction."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from analyzer.disputes.bid import BidFinding
from analyzer.report.view.base import UNSET, Meta, UnsetType, View
from analyzer.report.view.disputes.base import CheckAnswer, player_name


class BidRemedyView(View, frozen=True, kw_only=True):
    """What could have been said in place of the first wrong bid, by player; empty where none was wrong."""

    say: dict[str, list[str]] | UnsetType = UNSET


class BidCheck(CheckAnswer, frozen=True, kw_only=True):
    """Was this said rightly, and what does the auction come to without what was wrong?"""

    kind: Literal["bid"]
    wrong: Annotated[list[int], Meta(description="The bids that were wrong, by number, the first is 1.")]
    to_speak: Annotated[str | None, Meta(description="Who speaks next; null where it is over.")]
    may_say: Annotated[list[str], Meta(description="What he may say.")]
    declarer: Annotated[str | None, Meta(description="Who plays, where it is over.")]
    contract: str | None
    slam: Annotated[bool, Meta(description="Whether every trick was bid.")]
    remedy: BidRemedyView


def bid_check(finding: BidFinding, common: dict[str, Any]) -> BidCheck:
    """The answer about an auction."""
    dispute, instead = finding.dispute, dict[str, list[str]]()
    for each in finding.nearest:
        instead.setdefault(dispute.players[each.seat], []).append(each.says)
    next_ = [each.says for each in finding.nearest if each.seat == finding.to_speak]
    return BidCheck(
        **common,
        wrong=[place + 1 for place in finding.wrong],
        to_speak=player_name(dispute, finding.to_speak),
        may_say=[] if finding.wrong else next_,
        declarer=player_name(dispute, finding.declarer),
        contract=finding.contract,
        slam=finding.slam,
        remedy=BidRemedyView(say=instead if finding.wrong else UNSET),
    )
