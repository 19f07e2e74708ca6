"""What `check` answers about the count in a game of card points."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from analyzer.disputes.pilescounted import PilesCountedFinding, SideCounted
from analyzer.report.view.base import UNSET, Meta, Points, UnsetType, View
from analyzer.report.view.disputes.base import CheckAnswer
from analyzer.rules.score.amounts import exact


class SideCountedView(View, frozen=True, kw_only=True):
    """The pile of a side."""

    exact: Annotated[Points, Meta(description="What its cards count, with the rest.")] | UnsetType = UNSET
    points: Annotated[Points | None, Meta(description="What it is written down with; null where unknown.")]
    said: Annotated[Points, Meta(description="What it was said to count.")] | UnsetType = UNSET


class PointCountRemedyView(View, frozen=True, kw_only=True):
    """What is right; empty where what was said is."""

    points: dict[str, Points] | UnsetType = UNSET


class PointCountCheck(CheckAnswer, frozen=True, kw_only=True):
    """What the piles count."""

    kind: Literal["count"]
    piles: Annotated[dict[str, SideCountedView], Meta(description="By side, of each its leader.")]
    points: Annotated[dict[str, Points], Meta(description="What they count, as far as it is known.")]
    total: Annotated[Points, Meta(description="What all cards of the pack count.")]
    remedy: PointCountRemedyView


def piles_counted_check(finding: PilesCountedFinding, common: dict[str, Any]) -> PointCountCheck:
    """The answer about the count."""
    wrong = {
        each.leader: exact(each.points)
        for each in finding.sides
        if each.exact is not None and each.points is not None and each.said not in (None, each.points)
    }
    return PointCountCheck(
        **common,
        piles={each.leader: _side(each) for each in finding.sides},
        points={name: exact(points) for name, points in finding.counted.items()},
        total=exact(finding.total),
        remedy=PointCountRemedyView(points=wrong or UNSET),
    )


def _side(side: SideCounted) -> SideCountedView:
    return SideCountedView(
        exact=UNSET if side.exact is None else exact(side.exact),
        points=None if side.points is None else exact(side.points),
        said=UNSET if side.said is None else exact(side.said),
    )
