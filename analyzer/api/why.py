"""Why a goal is forced or prevented, by one reading of the rules."""

from __future__ import annotations

from analyzer.api.requests import Means
from analyzer.position.asked import ForcingClaim
from analyzer.position.model import Position
from analyzer.search.engine.reasons import Explained
from analyzer.search.solve.explain import explain


def explained_as_read(position: Position, asked: ForcingClaim, means: Means) -> Explained:
    """Yes or no, and the plan of those who get their way. Raises: LimitReached before the yes or no."""
    return explain(position, asked.goal, asked.seat, asked.by, means.limits, means.engine)
