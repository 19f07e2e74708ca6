"""Intervals: of shares by Wilson, of means by the normal distribution, at 95 %."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Final

CONFIDENCE: Final = 0.95
Z: Final = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


def wilson(yes: int, asked: int) -> tuple[float, float]:
    """The lowest and highest share that so many of so many are likely to come from; 0 to 1 for none.

    Source: Wilson, Journal of the American Statistical Association 22 (1927).
    """
    if asked == 0:
        return 0.0, 1.0
    share, spread = yes / asked, Z * Z / asked
    middle = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / asked + spread / (4 * asked)) / (1 + spread)
    low = 0.0 if yes == 0 else max(0.0, middle - half)
    return low, 1.0 if yes == asked else min(1.0, middle + half)


def share_between(yes: int, no: int, left: int) -> tuple[float, float]:
    """The lowest and highest the share can be: what is open counted against it and for it."""
    asked = yes + no + left
    return wilson(yes, asked)[0], wilson(yes + left, asked)[1]


def mean_between(count: int, total: Fraction, squares: Fraction) -> tuple[float, float]:
    """The lowest and highest mean that so many numbers are likely to come from."""
    mean = total / count
    if count < 2:
        return float(mean), float(mean)
    variance = (squares - total * mean) / (count - 1)
    half = Z * sqrt(float(variance) / count)
    return float(mean) - half, float(mean) + half
