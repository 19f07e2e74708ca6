"""What `check` answers about a purchase."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from analyzer.disputes.kinds.purchase import PurchaseDispute
from analyzer.disputes.purchase import PurchaseFinding
from analyzer.report.view.base import CardWord, Meta, View
from analyzer.report.view.disputes.base import player_name
from analyzer.report.view.disputes.paid import OwedCheck, book_keys


class BoughtView(View, frozen=True, kw_only=True, rename={"holder": "from"}):
    """A card asked for, who held it, and the card given for it."""

    wants: CardWord
    holder: Annotated[str | None, Meta(description="Null where nobody is known to have it.")]
    gives: CardWord | None


class PurchaseCheck(OwedCheck, frozen=True, kw_only=True):
    """May these cards be bought, and what is paid for them?"""

    kind: Literal["purchase"]
    purchases: list[BoughtView]


def purchase_check(finding: PurchaseFinding, common: dict[str, Any]) -> PurchaseCheck:
    """The answer about a purchase."""
    dispute = finding.dispute
    assert isinstance(dispute, PurchaseDispute)
    bought = [
        BoughtView(
            wants=str(each.wants),
            holder=player_name(dispute, each.holder),
            gives=None if each.gives is None else str(each.gives),
        )
        for each in dispute.purchases
    ]
    return PurchaseCheck(**common, **book_keys(finding), purchases=bought)
