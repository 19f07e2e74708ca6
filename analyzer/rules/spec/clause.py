"""Clauses of a rule set: what each says, how it stands, what it cites, and how else it can be read."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple

from msgspec import field
from msgspec.structs import replace

from analyzer.frozenrecord import Record


class Category(Enum):
    """How grave an irregularity is."""

    SUPERFICIAL = "superficial"
    MINOR = "minor"
    MAJOR = "major"
    IRRECOVERABLE = "irrecoverable"


class Standing(Enum):
    """How firmly a clause stands in its source."""

    STATED = "stated"
    SILENT = "silent"
    DISPUTED = "disputed"


class Source(NamedTuple):
    """What a source is: its title, and where they are known who wrote it, when, and its address."""

    title: str
    author: str | None = None
    date: str | None = None
    address: str | None = None


class Citation(Record, frozen=True):
    """Where a clause comes from: the source's file name and the heading of the section in it.

    `within` is a section above that heading, where the source has the heading more than once.
    """

    source: str
    heading: str
    within: str | None = None

    def __str__(self) -> str:
        return f"{self.source}, {self.place}"

    @property
    def place(self) -> str:
        """Where in the source."""
        above = "" if self.within is None else f"{self.within}: "
        return f"“{above}{self.heading}”"


Parameter = int | bool | str | tuple[str, ...] | Mapping[str, int]


class Clause(Record, frozen=True):
    """One rule: a stable id, its kind with parameters, one line in our own words, its sources.

    A `silent` clause is a default taken where the source says nothing, and a `disputed` one a rule its
    source calls unsettled; both carry `because`, and a disputed one its `readings`.
    `origin` is the rule set that words it, which may be one that this one extends. `by_seats` has the
    parameters for each number of seats, where they differ; `parameters` are then those of the number played.
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
"""The name of a reading that is no reading: nobody says which of the others holds."""


def settled(clause: Clause) -> Clause:
    """A clause as it stands where its reading is chosen: what was disputed is then taken as stated."""
    if clause.standing is not Standing.DISPUTED:
        return clause
    return replace(clause, standing=Standing.STATED, because=None, readings=())


class NumberReading(Record, frozen=True):
    """A clause that may be read by any of some numbers: as it stands with one of them, in which parameter."""

    clause: Clause
    parameter: str
    values: range

    def clause_of(self, number: int) -> Clause | None:
        """The clause with this number; None for one that it cannot have."""
        if number not in self.values:
            return None
        return replace(self.clause, parameters={**self.clause.parameters, self.parameter: number})


class Option(Record, frozen=True):
    """A named question that is answered otherwise at other tables: one clause, read in several ways.

    A reading is that clause as it then stands, behind it any others that go with it; all readings are of
    the same clauses. `default` is the reading that the rule set itself takes; `sources` are
    all sources that the readings cite, by file name. Where the clause itself stands disputed, a reading that
    says something is settled all the same, the default too.
    """

    clause: str
    default: str
    readings: Mapping[str, tuple[Clause, ...]]
    sources: Mapping[str, Source]
    number: NumberReading | None = None
    """How it is read by a whole number, where any of some may be named."""

    def reading(self, word: str) -> tuple[Clause, ...] | None:
        """The clauses under a reading by its name, or by a number; None for a word that is no reading."""
        if word in self.readings:
            return self.readings[word]
        if self.number is None or not (word.isascii() and word.isdigit()) or word != str(int(word[:9])):
            return None
        mine = self.number.clause_of(int(word))
        return None if mine is None else (mine, *self.readings[self.default][1:])

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of the clauses it is about, the one it is named for first."""
        return tuple(each.id for each in self.readings[self.default])
