"""Clauses of a rule set: their content, their standing, their citations, and their other readings."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple

from msgspec import field
from msgspec.structs import replace

from analyzer.frozenrecord import Record


class Category(Enum):
    """The gravity of an irregularity."""

    SUPERFICIAL = "superficial"
    MINOR = "minor"
    MAJOR = "major"
    IRRECOVERABLE = "irrecoverable"


class Standing(Enum):
    """The support of a clause by its source."""

    STATED = "stated"
    SILENT = "silent"
    DISPUTED = "disputed"


class Source(NamedTuple):
    """A source: its title, and its author, date and address if known."""

    title: str
    author: str | None = None
    date: str | None = None
    address: str | None = None


class Citation(Record, frozen=True):
    """The origin of a clause: the source's file name and the heading of the section in it.

    `within` is a section above that heading, if the source has the heading more than once.
    """

    source: str
    heading: str
    within: str | None = None

    def __str__(self) -> str:
        return f"{self.source}, {self.place}"

    @property
    def place(self) -> str:
        """The place in the source."""
        above = "" if self.within is None else f"{self.within}: "
        return f"“{above}{self.heading}”"


Parameter = int | bool | str | tuple[str, ...] | Mapping[str, int]


class Clause(Record, frozen=True):
    """A rule: a stable id, its kind with parameters, one line in our own words, its sources.

    A `silent` clause is a default taken if the source says nothing, and a `disputed` one a rule its
    source calls unsettled; both carry `because`, and a disputed one its `readings`.
    `origin` is the rule set that words it, which may be one that this one extends. `by_seats` has the
    parameters for each number of seats, if they differ; `parameters` are then those of the number played.
    """

    id: str
    kind: str
    standing: Standing
    statement: str
    parameters: Mapping[str, Parameter]
    cites: tuple[Citation, ...]
    because: str | None = None
    readings: tuple[str, ...] = ()
    depends: tuple[str, ...] = ()
    overrides: tuple[str, ...] = ()
    origin: str = ""
    by_seats: Mapping[int, Mapping[str, Parameter]] = field(default_factory=dict)


OPEN: Final = "open"
"""The name of a reading that leaves the question open."""


def settled(clause: Clause) -> Clause:
    """Return a clause whose reading is chosen: a disputed one then counts as stated."""
    if clause.standing is not Standing.DISPUTED:
        return clause
    return replace(clause, standing=Standing.STATED, because=None, readings=())


class NumberReading(Record, frozen=True):
    """A clause that may be read with a range of numbers: the clause with one of them, and the parameter."""

    clause: Clause
    parameter: str
    values: range

    def clause_of(self, number: int) -> Clause | None:
        """Return the clause with this number; None for an impossible number."""
        if number not in self.values:
            return None
        return replace(self.clause, parameters={**self.clause.parameters, self.parameter: number})


class Option(Record, frozen=True):
    """A named question that other tables answer differently: one clause with several readings.

    A reading is the changed clause, followed by any others that go with it; all readings are of
    the same clauses. `default` is the reading that the rule set itself takes; `sources` are
    all sources that the readings cite, by file name. If the clause itself is disputed, a reading that
    says something still counts as settled, the default too.
    """

    clause: str
    default: str
    readings: Mapping[str, tuple[Clause, ...]]
    sources: Mapping[str, Source]
    number: NumberReading | None = None
    """The reading by a whole number, if there is a range of them."""

    def reading(self, word: str) -> tuple[Clause, ...] | None:
        """Return the clauses under a reading, by its name or by a number; None for an unknown word."""
        if word in self.readings:
            return self.readings[word]
        if self.number is None or not (word.isascii() and word.isdigit()) or word != str(int(word[:9])):
            return None
        mine = self.number.clause_of(int(word))
        return None if mine is None else (mine, *self.readings[self.default][1:])

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of the clauses it is about, the one it is named after first."""
        return tuple(each.id for each in self.readings[self.default])
