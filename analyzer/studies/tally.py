"""What was answered, counted: exact sums, so that neither order nor chunks make a difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any

Value = bool | int | str | None
"""One answer: yes or no, a number, a word; None where it is open. A fraction is written as `n/d`."""


@dataclass(slots=True)
class Alike:
    """How much the answers of one deal go together: sums over deals of their sums, squared and crossed.

    Of yes or no a deal's sum is how many are yes, at least (what is open counted against) and at most; of
    numbers it is their sum, twice.
    """

    deals: int = 0
    sizes: int = 0
    """The number of a deal's answers, squared."""
    least: Fraction = Fraction(0)
    least_by_size: Fraction = Fraction(0)
    most: Fraction = Fraction(0)
    most_by_size: Fraction = Fraction(0)

    def add(self, size: int, least: Fraction | int, most: Fraction | int) -> None:
        """Count one deal."""
        self.join(
            Alike(1, size * size, *map(Fraction, (least * least, least * size, most * most, most * size)))
        )

    def join(self, other: Alike) -> None:
        """Count all that another has counted."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def plain(self) -> list[int | str]:
        """As it is kept in a store."""
        return [self.deals, self.sizes, *(str(getattr(self, each.name)) for each in fields(self)[2:])]

    @classmethod
    def of(cls, kept: Sequence[Any]) -> Alike:
        """What a store keeps."""
        return cls(kept[0], kept[1], *map(Fraction, kept[2:]))


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
    words: dict[str, int] = field(default_factory=dict)
    alike: Alike = field(default_factory=Alike)

    def add(self, values: Sequence[Value]) -> None:
        """Count the answers of one deal: one, or one for each player."""
        yes, total = self.yes, self.total
        for value in values:
            self._add(value)
        least = self.total - total + self.yes - yes
        self.alike.add(len(values), least, least + sum(value is None for value in values))

    def _add(self, value: Value) -> None:
        if value is None:
            self.left += 1
        elif value is True:
            self.yes += 1
        elif value is False:
            self.no += 1
        else:
            number = number_in(value)
            if number is None:
                self.words[str(value)] = self.words.get(str(value), 0) + 1
            else:
                self._add_number(number)

    def _add_number(self, number: Fraction) -> None:
        self.numbers += 1
        self.total += number
        self.squares += number * number
        self.least = number if self.least is None else min(self.least, number)
        self.most = number if self.most is None else max(self.most, number)

    def join(self, other: Tally) -> None:
        """Count all that another has counted."""
        self.yes += other.yes
        self.no += other.no
        self.left += other.left
        self.numbers += other.numbers
        self.total += other.total
        self.squares += other.squares
        known = [each for each in (self.least, other.least) if each is not None]
        self.least = min(known, default=None)
        known = [each for each in (self.most, other.most) if each is not None]
        self.most = max(known, default=None)
        self.alike.join(other.alike)
        for word, count in other.words.items():
            self.words[word] = self.words.get(word, 0) + count

    def plain(self) -> dict[str, Any]:
        """The tally as it is kept in a store."""
        kept: dict[str, Any] = {"yes": self.yes, "no": self.no, "left": self.left, "numbers": self.numbers}
        if self.numbers:
            kept |= {key: str(getattr(self, key)) for key in ("total", "squares", "least", "most")}
        kept["alike"] = self.alike.plain()
        return kept | ({"words": dict(sorted(self.words.items()))} if self.words else {})

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Tally:
        """A tally from what a store keeps."""
        tally = cls(kept["yes"], kept["no"], kept["left"], kept["numbers"], words=dict(kept.get("words", {})))
        tally.alike = Alike.of(kept["alike"])
        for key in ("total", "squares", "least", "most"):
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
