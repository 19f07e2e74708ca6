"""Intervals: of shares by Wilson, of means by the normal distribution, at 95 %."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

from analyzer.answers.batch import share_view
from analyzer.search.worlds.results import SURE, wilson
from analyzer.studies.tally import Alike, Tally


def share_between(tally: Tally) -> tuple[float, float]:
    """The lowest and highest the share can be: what is open counted against it and for it.

    Where a deal has several answers, they are taken for as many as tell as much each by itself: players of
    one deal are often all alike. Never for more than there are.

    Source: Korn and Graubard, Survey Methodology 24 (1998), with Wilson's interval.
    """
    asked, alike = tally.yes + tally.no + tally.left, tally.alike
    least = _apart(asked, tally.yes, alike, alike.least, alike.least_by_size)
    most = _apart(asked, tally.yes + tally.left, alike, alike.most, alike.most_by_size)
    return _shared(tally.yes, asked, least)[0], _shared(tally.yes + tally.left, asked, most)[1]


def _shared(yes: int, asked: int, apart: float) -> tuple[float, float]:
    return wilson(yes if apart == asked else apart if yes == asked else yes / asked * apart, apart)


def _apart(asked: int, yes: int, alike: Alike, squares: Fraction, by_size: Fraction) -> float:
    """How many answers, each of a deal of its own, tell as much of the share as these."""
    if alike.deals == asked:
        return asked
    if yes in (0, asked) or alike.deals < 2:
        return alike.deals
    variance = _variance(Fraction(yes, asked), asked, alike, squares, by_size)
    return asked if variance == 0 else min(asked, float(Fraction(yes * (asked - yes), asked**2) / variance))


def _variance(ratio: Fraction, asked: int, alike: Alike, squares: Fraction, by_size: Fraction) -> Fraction:
    """The variance of a ratio of two sums over deals, of at least two."""
    spread = squares - 2 * ratio * by_size + ratio**2 * alike.sizes
    return spread * alike.deals / ((alike.deals - 1) * asked**2)


def mean_between(tally: Tally) -> tuple[float, float]:
    """The lowest and highest mean that these numbers are likely to come from, deal by deal."""
    mean, alike = tally.total / tally.numbers, tally.alike
    if alike.deals < 2:
        return float(mean), float(mean)
    variance = _variance(mean, tally.numbers, alike, alike.least, alike.least_by_size)
    half = SURE * sqrt(float(variance))
    return float(mean) - half, float(mean) + half


def tally_view(tally: Tally) -> dict[str, Any]:
    """The figures of the answers to one question."""
    if tally.numbers:
        return _number(tally)
    if tally.words:
        return {"words": dict(sorted(tally.words.items())), "open": tally.left}
    return share_view(tally.yes, tally.no, tally.left, *share_between(tally))


def _number(tally: Tally) -> dict[str, Any]:
    """Of numbers; where some are open nothing bounds their mean, so there is no interval."""
    low, high = mean_between(tally)
    return {
        "count": tally.numbers,
        "open": tally.left,
        "mean": float(tally.total / tally.numbers),
        "low": None if tally.left else low,
        "high": None if tally.left else high,
        "least": _exact(tally.least),
        "most": _exact(tally.most),
        "interval": "normal",
    }


def _exact(number: Fraction | None) -> int | float | None:
    if number is None:
        return None
    return int(number) if number.denominator == 1 else float(number)
