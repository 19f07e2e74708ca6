"""Answers counted in exact sums, so that order and chunks make no difference, with their intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any, Final, NamedTuple

from analyzer.answers.batch import share_view
from analyzer.search.worlds.results import SURE, wilson

Value = bool | int | str | None
"""An answer: yes or no, a number, or a word; None if it is open. A fraction is written as `n/d`."""
_OF_NUMBERS: Final = ("total", "squares", "least", "most")


class Alike(NamedTuple):
    """The correlation of the answers within a deal: sums over deals of squares and products.

    For yes or no, each deal has the least number of yes answers (open counts as no) and the most (open counts
    as yes). For numbers, both are the sum of the answers of the deal.
    """

    deals: int = 0
    sizes: int = 0
    """The sum over deals of the squared number of answers."""
    least: Fraction = Fraction(0)
    least_by_size: Fraction = Fraction(0)
    most: Fraction = Fraction(0)
    most_by_size: Fraction = Fraction(0)

    def join(self, other: Alike) -> Alike:
        """Return the sum of this and another."""
        return Alike._make(one + more for one, more in zip(self, other, strict=True))  # type: ignore[operator]


NONE_ALIKE: Final = Alike()


@dataclass(slots=True)
class Tally:
    """The answers to one question in one group of deals."""

    yes: int = 0
    no: int = 0
    left: int = 0
    """The number of open answers: the limits came first, or no source settles them."""
    numbers: int = 0
    total: Fraction = Fraction(0)
    squares: Fraction = Fraction(0)
    least: Fraction | None = None
    most: Fraction | None = None
    words: Counter[str] = field(default_factory=Counter)
    alike: Alike = NONE_ALIKE

    def add(self, values: Sequence[Value]) -> None:
        """Count the answers of one deal: a single answer, or one for each player."""
        yes, total, size = self.yes, self.total, len(values)
        for value in values:
            self._add(value)
        least = self.total - total + self.yes - yes
        most = least + sum(value is None for value in values)
        self.alike = self.alike.join(Alike(1, size**2, least**2, least * size, most**2, most * size))

    def _add(self, value: Value) -> None:
        if value is None:
            self.left += 1
        elif isinstance(value, bool):
            self.yes += value
            self.no += not value
        elif (number := number_in(value)) is None:
            self.words[str(value)] += 1
        else:
            self.join(Tally(numbers=1, total=number, squares=number * number, least=number, most=number))

    def join(self, other: Tally) -> None:
        """Add the counts of another tally."""
        self.yes += other.yes
        self.no += other.no
        self.left += other.left
        self.numbers += other.numbers
        self.total += other.total
        self.squares += other.squares
        self.least = min((each for each in (self.least, other.least) if each is not None), default=None)
        self.most = max((each for each in (self.most, other.most) if each is not None), default=None)
        self.words += other.words
        self.alike = self.alike.join(other.alike)

    def plain(self) -> dict[str, Any]:
        """Return the tally as plain data, as a store keeps it."""
        kept: dict[str, Any] = {"yes": self.yes, "no": self.no, "left": self.left, "numbers": self.numbers}
        if self.numbers:
            kept |= {key: str(getattr(self, key)) for key in _OF_NUMBERS}
        kept["alike"] = [*self.alike[:2], *map(str, self.alike[2:])]
        return kept | ({"words": dict(sorted(self.words.items()))} if self.words else {})

    @classmethod
    def from_stored(cls, kept: Mapping[str, Any]) -> Tally:
        """Return the tally of the plain data in a store."""
        deals, sizes, *sums = kept["alike"]
        alike = Alike(deals, sizes, *map(Fraction, sums))
        tally = cls(kept["yes"], kept["no"], kept["left"], kept["numbers"], alike=alike)
        tally.words.update(kept.get("words", {}))
        for key in _OF_NUMBERS:
            if key in kept:
                setattr(tally, key, Fraction(kept[key]))
        return tally


def number_in(value: int | str) -> Fraction | None:
    """Return an answer as a number; None if it is a word."""
    if isinstance(value, int):
        return Fraction(value)
    top, slash, bottom = value.partition("/")
    if not slash or not top.lstrip("-").isdigit() or not bottom.isdigit() or int(bottom) == 0:
        return None
    return Fraction(int(top), int(bottom))


def counted(*deals: Sequence[Value]) -> Tally:
    """Return a tally of the answers of some deals."""
    tally = Tally()
    for each in deals:
        tally.add(each)
    return tally


# Intervals at 95 %: Wilson for shares, the normal distribution for means.


def share_between(tally: Tally) -> tuple[float, float]:
    """Return the lower and upper bound of the share of yes; open answers count as no below, as yes above.

    The players of one deal often have similar answers. If a deal has several answers, the interval uses the
    number of independent answers that carry as much information, but never more than there are.

    Source: Korn and Graubard, Survey Methodology 24 (1998), with Wilson's interval.
    """
    asked, alike = tally.yes + tally.no + tally.left, tally.alike
    least = _apart(asked, tally.yes, alike, alike.least, alike.least_by_size)
    most = _apart(asked, tally.yes + tally.left, alike, alike.most, alike.most_by_size)
    return _shared(tally.yes, asked, least)[0], _shared(tally.yes + tally.left, asked, most)[1]


def _shared(yes: int, asked: int, apart: float) -> tuple[float, float]:
    return wilson(yes if apart == asked else apart if yes == asked else yes / asked * apart, apart)


def _apart(asked: int, yes: int, alike: Alike, squares: Fraction, by_size: Fraction) -> float:
    """Return the number of independent answers that carry as much information about the share as these."""
    if alike.deals == asked:
        return asked
    if yes in (0, asked) or alike.deals < 2:
        return alike.deals
    variance = _variance(Fraction(yes, asked), asked, alike, squares, by_size)
    return asked if variance == 0 else min(asked, float(Fraction(yes * (asked - yes), asked**2) / variance))


def _variance(ratio: Fraction, asked: int, alike: Alike, squares: Fraction, by_size: Fraction) -> Fraction:
    """Return the variance of a ratio of two sums over deals; there must be at least two deals."""
    spread = squares - 2 * ratio * by_size + ratio**2 * alike.sizes
    return spread * alike.deals / ((alike.deals - 1) * asked**2)


def mean_between(tally: Tally) -> tuple[float, float]:
    """Return the lower and upper bound of the mean of these numbers, with the deals as clusters."""
    mean, alike = tally.total / tally.numbers, tally.alike
    if alike.deals < 2:
        return float(mean), float(mean)
    variance = _variance(mean, tally.numbers, alike, alike.least, alike.least_by_size)
    half = SURE * sqrt(float(variance))
    return float(mean) - half, float(mean) + half


def tally_view(tally: Tally) -> dict[str, Any]:
    """Return the figures of the answers to one question."""
    if tally.numbers:
        return _number(tally)
    if tally.words:
        return {"words": dict(sorted(tally.words.items())), "open": tally.left}
    return share_view(tally.yes, tally.no, tally.left, *share_between(tally))


def _number(tally: Tally) -> dict[str, Any]:
    """Return the figures of numbers; `low` and `high` are None if some answers are open."""
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
