"""What was answered, counted in exact sums, so that order and chunks make no difference, and intervals."""

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
"""One answer: yes or no, a number, a word; None where it is open. A fraction is written as `n/d`."""
_OF_NUMBERS: Final = ("total", "squares", "least", "most")


class Alike(NamedTuple):
    """How much the answers of one deal go together: sums over deals of their sums, squared and crossed.

    Of yes or no, the sum of a deal is how many are yes, at least (what is open counted against) and at most;
    of numbers it is their sum, twice.
    """

    deals: int = 0
    sizes: int = 0
    """The number of a deal's answers, squared."""
    least: Fraction = Fraction(0)
    least_by_size: Fraction = Fraction(0)
    most: Fraction = Fraction(0)
    most_by_size: Fraction = Fraction(0)

    def join(self, other: Alike) -> Alike:
        """With all that another has counted."""
        return Alike._make(one + more for one, more in zip(self, other, strict=True))  # type: ignore[operator]


NONE_ALIKE: Final = Alike()


@dataclass(slots=True)
class Tally:
    """The answers to one question in one group of deals."""

    yes: int = 0
    no: int = 0
    left: int = 0
    """Open: unanswered within the limits, or settled by no source."""
    numbers: int = 0
    total: Fraction = Fraction(0)
    squares: Fraction = Fraction(0)
    least: Fraction | None = None
    most: Fraction | None = None
    words: Counter[str] = field(default_factory=Counter)
    alike: Alike = NONE_ALIKE

    def add(self, values: Sequence[Value]) -> None:
        """Count the answers of one deal: one, or one for each player."""
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
        """Count all that another has counted."""
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
        """The tally as it is kept in a store."""
        kept: dict[str, Any] = {"yes": self.yes, "no": self.no, "left": self.left, "numbers": self.numbers}
        if self.numbers:
            kept |= {key: str(getattr(self, key)) for key in _OF_NUMBERS}
        kept["alike"] = [*self.alike[:2], *map(str, self.alike[2:])]
        return kept | ({"words": dict(sorted(self.words.items()))} if self.words else {})

    @classmethod
    def from_stored(cls, kept: Mapping[str, Any]) -> Tally:
        """A tally from what a store keeps."""
        deals, sizes, *sums = kept["alike"]
        alike = Alike(deals, sizes, *map(Fraction, sums))
        tally = cls(kept["yes"], kept["no"], kept["left"], kept["numbers"], alike=alike)
        tally.words.update(kept.get("words", {}))
        for key in _OF_NUMBERS:
            if key in kept:
                setattr(tally, key, Fraction(kept[key]))
        return tally


def number_in(value: int | str) -> Fraction | None:
    """The number that an answer is; None for a word."""
    if isinstance(value, int):
        return Fraction(value)
    top, slash, bottom = value.partition("/")
    if not slash or not top.lstrip("-").isdigit() or not bottom.isdigit() or int(bottom) == 0:
        return None
    return Fraction(int(top), int(bottom))


def counted(*deals: Sequence[Value]) -> Tally:
    """A tally of the answers of some deals."""
    tally = Tally()
    for each in deals:
        tally.add(each)
    return tally


# Intervals: of shares by Wilson, of means by the normal distribution, at 95 %.


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
