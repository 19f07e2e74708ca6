"""Who paid whom, what is written and what lies on the table, as answers tell it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from analyzer.report.view.base import (
    UNSET,
    Count,
    MadeOf,
    Meta,
    View,
    by_name,
    sum_view,
)
from analyzer.rules.book import Score
from analyzer.rules.score.told import Pool

Sheet = Annotated[dict[str, int], Meta(description="What is written, by player.")]


class ScoreView(View, frozen=True):
    """What is written for a player, and by which clause."""

    player: str
    amount: int
    clause: str
    made_of: MadeOf = UNSET


class PoolView(View, frozen=True):
    """A pool, and whether it was doubled once."""

    amount: Count
    doubled: bool


def written(sheet: Sequence[int], scores: Iterable[Score], players: Sequence[str]) -> dict[str, Any]:
    """What is written for everybody, and line by line, as keys of a view."""
    lines = [
        ScoreView(players[each.seat], each.amount, each.clause, sum_view(each.made_of)) for each in scores
    ]
    return {"sheet": by_name(sheet, players), "scores": lines}


def pool_views(pools: Iterable[Pool]) -> list[PoolView]:
    """The pools as they lie there."""
    return [PoolView(each.amount, each.doubled) for each in pools]
