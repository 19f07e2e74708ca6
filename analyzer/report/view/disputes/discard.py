"""What `check` answers about a discard."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from analyzer.disputes.discard import DiscardFinding
from analyzer.report.view.base import (
    UNSET,
    CardWord,
    Meta,
    UnsetType,
    View,
    words,
)
from analyzer.report.view.disputes.paid import PaidCheck, paid_keys

NEAREST_SHOWN = 20
"""Nearest legal discards beyond these are only counted."""


class DiscardRemedyView(View, frozen=True, kw_only=True):
    """What the dealer could discard instead; empty where the discard is legal."""

    no_legal_discard: bool | UnsetType = UNSET
    discard: list[CardWord] | UnsetType = UNSET
    nearest: (
        Annotated[
            list[list[CardWord]],
            Meta(description="The legal discards that keep the most of these cards; some of them."),
        ]
        | UnsetType
    ) = UNSET
    count: Annotated[int, Meta(ge=0, description="How many are as near.")] | UnsetType = UNSET


class DiscardCheck(PaidCheck, frozen=True, kw_only=True):
    """May the dealer discard these cards?"""

    kind: Literal["discard"]
    must_announce: Annotated[list[str], Meta(description="Cards, or `trumps`.")]
    unavoidable: Annotated[
        int, Meta(ge=0, description="How many cards of combinations cannot but be discarded.")
    ]
    combination_cards: list[CardWord]
    trumps_told: Annotated[
        int | bool,
        Meta(description="What the dealer must say of trumps in the skat, if asked when out of them."),
    ]
    remedy: DiscardRemedyView


def discard_check(finding: DiscardFinding, common: dict[str, Any]) -> DiscardCheck:
    """The answer about a discard."""
    remedy = DiscardRemedyView()
    if finding.no_legal:
        remedy = DiscardRemedyView(no_legal_discard=True)
    elif finding.nearest:
        shown = [words(each) for each in finding.nearest[:NEAREST_SHOWN]]
        remedy = DiscardRemedyView(discard=shown[0], nearest=shown, count=len(finding.nearest))
    return DiscardCheck(
        **common,
        **paid_keys(finding, finding.paid),
        must_announce=[str(each) for each in finding.must_announce],
        unavoidable=finding.unavoidable,
        combination_cards=words(finding.belongs),
        trumps_told=finding.told,
        remedy=remedy,
    )
