"""What `check` answers about the count."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from analyzer.disputes.count import CountFinding
from analyzer.disputes.pilescounted import PilesCountedFinding, SideCounted
from analyzer.report.view.base import UNSET, Meta, Players, Points, UnsetType, View, by_name
from analyzer.report.view.disputes.paid import OwedCheck, PaidRemedyView, owed_keys
from analyzer.rules.score.amounts import exact


class SideCountedView(View, frozen=True, kw_only=True):
    """The pile of a side."""

    exact: Annotated[Points, Meta(description="What its cards count, with the rest.")] | UnsetType = UNSET
    points: Annotated[Points | None, Meta(description="What it is written down with; null where unknown.")]
    said: Annotated[Points, Meta(description="What it was said to count.")] | UnsetType = UNSET


class CountRemedyView(PaidRemedyView, frozen=True, kw_only=True):
    """What is right; empty where what was said is."""

    points: dict[str, Points] | UnsetType = UNSET


class CountCheck(OwedCheck, frozen=True, kw_only=True):
    """What the piles count, and what is paid for them where that is settled at once."""

    kind: Literal["count"]
    points: Annotated[dict[str, Points], Meta(description="Of each, or each side, as far as known.")]
    counting: (
        Annotated[Players, Meta(description="Who settles a pile; nobody where there is no count.")]
        | UnsetType
    ) = UNSET
    next_dealer: str | UnsetType = UNSET
    piles: Annotated[dict[str, SideCountedView], Meta(description="By leader of a side.")] | UnsetType = UNSET
    total: Annotated[Points, Meta(description="What all cards of the pack count.")] | UnsetType = UNSET
    remedy: CountRemedyView


def count_check(finding: CountFinding, common: dict[str, Any]) -> CountCheck:
    """The answer about a count that is paid."""
    players = finding.dispute.players
    return CountCheck(
        **common,
        **owed_keys(finding),
        points=dict(by_name(finding.points, players)),
        counting=[players[seat] for seat in finding.counting],
        next_dealer=players[finding.next_dealer],
    )


def piles_counted_check(finding: PilesCountedFinding, common: dict[str, Any]) -> CountCheck:
    """The answer about a count of sides."""
    wrong = {
        each.leader: exact(each.points)
        for each in finding.sides
        if each.exact is not None and each.points is not None and each.said not in (None, each.points)
    }
    return CountCheck(
        **common,
        piles={each.leader: _side(each) for each in finding.sides},
        points={name: exact(points) for name, points in finding.counted.items()},
        total=exact(finding.total),
        remedy=CountRemedyView(points=wrong or UNSET),
    )


def _side(side: SideCounted) -> SideCountedView:
    return SideCountedView(
        exact=UNSET if side.exact is None else exact(side.exact),
        points=None if side.points is None else exact(side.points),
        said=UNSET if side.said is None else exact(side.said),
    )
