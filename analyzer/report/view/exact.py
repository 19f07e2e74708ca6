"""Card points as JSON has them."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from analyzer.report.view.base import Meta

Points = Annotated[
    int | list[int], Meta(description="Exact: a whole number, or numerator and denominator in lowest terms.")
]
BySide = Annotated[dict[str, Points], Meta(description="By the leader of each side.")]


def exact(points: Fraction) -> Points:
    """Points as JSON has them."""
    return points.numerator if points.denominator == 1 else [points.numerator, points.denominator]
