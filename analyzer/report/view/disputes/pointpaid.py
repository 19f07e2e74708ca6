"""What `check` answers about what is paid or written in games of card points."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from analyzer.disputes.pointowed import BookFinding
from analyzer.disputes.pointsettlement import PointSettlementFinding
from analyzer.report.view.base import UNSET, Amounts, Count, Meta, UnsetType, View, by_name
from analyzer.report.view.disputes.base import CheckAnswer, OwedView, owed_view
from analyzer.report.view.outcome import OutcomeView, outcome_view
from analyzer.report.view.payments import PoolView, ScoreView, Sheet, pool_views, written


class BookRemedyView(View, frozen=True, kw_only=True):
    """What is right; empty where what was said is."""

    payments: list[OwedView] | UnsetType = UNSET
    sheet: Sheet | UnsetType = UNSET
    pools: list[PoolView] | UnsetType = UNSET


class BookCheck(CheckAnswer, frozen=True, kw_only=True):
    """What is paid or written in a game of card points."""

    payments: Annotated[list[OwedView], Meta(description="From and to players and pools.")]
    tokens: Annotated[Amounts, Meta(description="In games that are paid.")] | UnsetType = UNSET
    sheet: (
        Annotated[dict[str, int], Meta(description="What is written, in games that are scored.")] | UnsetType
    ) = UNSET
    scores: list[ScoreView] | UnsetType = UNSET
    pools: Annotated[list[PoolView], Meta(description="As they lie afterwards.")] | UnsetType = UNSET
    radli: Annotated[dict[str, Count], Meta(description="As they are afterwards.")] | UnsetType = UNSET
    remedy: BookRemedyView


class PointSettlementCheck(BookCheck, frozen=True, kw_only=True):
    """What a hand of card points pays or writes."""

    kind: Literal["settlement"]
    outcome: OutcomeView | None


def point_settlement_check(finding: PointSettlementFinding, common: dict[str, Any]) -> PointSettlementCheck:
    """The answer about a settlement in a game of card points."""
    return PointSettlementCheck(**common, **book_keys(finding), outcome=came_view(finding))


def came_view(finding: BookFinding) -> OutcomeView | None:
    """What the hand came to; nobody asks here who won the last trick."""
    dispute = finding.dispute
    return outcome_view(dispute.rules.game, finding.outcome, dispute.players, last=None)


def book_keys(finding: BookFinding) -> dict[str, Any]:
    """The keys about what is paid or written."""
    dispute, players = finding.dispute, finding.dispute.players
    payments = [owed_view(dispute, each) for each in finding.transfers]
    pools = None if finding.pools is None else pool_views(finding.pools)
    found: dict[str, Any] = {"payments": payments}
    if finding.sheet:
        found |= written(finding.sheet, finding.scores, players)
    else:
        found["tokens"] = by_name(finding.tokens, players)
    if pools is not None:
        found["pools"] = pools
    if finding.radli is not None:
        found["radli"] = by_name(finding.radli, players)
    wrong = bool(finding.violations)
    found["remedy"] = BookRemedyView(
        payments=payments if wrong and payments else UNSET,
        sheet=found["sheet"] if wrong and finding.sheet else UNSET,
        pools=pools if wrong and pools is not None else UNSET,
    )
    return found
