"""Why a goal is forced or prevented, by one reading of the rules."""

from __future__ import annotations

from typing import Any

from analyzer.api.requests import Means
from analyzer.position.model import Position
from analyzer.search.engine.reasons import Explained
from analyzer.search.solve.explain import explain
from analyzer.search.solve.force import ForcingClaim


def explained_as_read(position: Position, asked: ForcingClaim[Any], means: Means) -> Explained:
    """Yes or no, and the plan of those who get their way. Raises: LimitReached before the yes or no."""
    if position.scored:
        from analyzer.search.solve.points.explain import explain_points  # noqa: PLC0415 - few games need it

        return explain_points(position, asked, means.limits, means.point_engine)
    return explain(position, asked.goal, asked.seat, asked.by, means.limits, means.engine)
