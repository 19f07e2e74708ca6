"""The shape of rule-set files and of the file of sources, and the JSON Schema of the former."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from analyzer.rules.spec.clause import Source
from analyzer.rules.spec.kinds.catalogue import KINDS, POINT_GAMES, POT_GAMES, kinds_schema
from analyzer.yamltree.placed import Field, Shape
from analyzer.yamltree.schema import schema_of

Line = Annotated[str, Field(min_length=3, max_length=300)]
"""One sentence or two."""
Word = Annotated[str, Field(pattern=r"^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$")]
"""The name of an option or of one of its readings."""
Seats = Annotated[int, Field(ge=2, le=5)]


class HeadingModel(Shape):
    """A heading of the rule set's own source, and a section above it where it stands there twice."""

    heading: str = Field(description="The heading, as it stands in the source.")
    within: str | None = Field(default=None, description="A heading above it.")


class CiteModel(HeadingModel):
    """A section of a source, which may be left out where it is the rule set's own."""

    source: str | None = Field(default=None, description="Which source; the rule set's own where left out.")


Headings = str | HeadingModel | list[str | HeadingModel]
"""One section of the rule set's own source, or several."""


class Stated(Shape):
    """What stands behind a clause, or behind a reading of one."""

    standing: Literal["stated", "silent", "disputed"] = Field(
        "stated", description="Whether its source says it, says nothing, or can be read in several ways."
    )
    cites: list[str | CiteModel] = Field(default=[], description="Where the sources say it.")
    because: Line | None = Field(default=None, description="Why it is taken, where no source says it.")


class ClauseModel(Stated):
    """One rule: its id, what kind of rule it is with its parameters, what it says, and who says so."""

    id: Annotated[str, Field(pattern=r"^[a-z]+(\.[a-z]+(-[a-z]+)*)*$")]
    kind: Literal[tuple(KINDS)] = Field(description="What kind of rule it is.")  # type: ignore[valid-type]
    parameters: dict[str, Any] = Field(description="What it decides, in the parameters of its kind.")
    seats: dict[str, dict[str, Any]] = Field(
        default={}, description="Parameters that are others with so many players, by their number."
    )
    statement: Line = Field(description="What it says, in a sentence or two.")
    readings: list[Line | dict[str, Any]] = Field(
        default=[], description="In words, or as those of an option: with what the clause then decides."
    )
    depends: list[str] = Field(default=[], description="The clauses that it needs.")
    overrides: list[str] = Field(default=[], description="The clauses that it goes before.")


class VersionModel(Stated):
    """A clause as it stands under one reading of an option; what is left out is as in the clause itself."""

    kind: Literal[tuple(KINDS)] | None = Field(default=None, description="Its kind.")  # type: ignore[valid-type]
    parameters: dict[str, Any] | None = Field(default=None, description="What it then decides.")
    statement: Line | None = Field(default=None, description="What it then says.")
    depends: list[str] | None = Field(default=None, description="The clauses that it then needs.")
    overrides: list[str] | None = Field(default=None, description="The clauses that it then goes before.")


class ReadingModel(VersionModel):
    """One reading of an option, with the other clauses that stand otherwise under it too."""

    also: dict[str, VersionModel] = Field(default={}, description="The other clauses, by their ids.")


class NumberModel(VersionModel):
    """A clause as it stands under a whole number: with one of them in the parameter that takes it."""

    parameter: str = Field(description="The parameter that takes the number.")


class OptionModel(Shape):
    """A named option: the clause it is about, the reading taken, and the others."""

    clause: str | None = Field(default=None, description="The clause that it is about.")
    default: Word | int | None = Field(
        default=None, description="The reading that is taken where none is chosen."
    )
    readings: list[Word | int] | dict[Word, ReadingModel | dict[str, Any] | None] = Field(
        default={}, description="The readings by their names, each with what is otherwise under it."
    )
    number: NumberModel | None = Field(default=None, description="Where any number of some may be chosen.")


class OptionHead(OptionModel):
    """An option whose readings are read one by one."""

    readings: list[str | int] | dict[str, Any] = Field(default_factory=dict)
    number: Any = None


class SilentModel(Shape):
    """Inherited clauses that the rule set's own source says nothing of, and why they are taken."""

    because: Line = Field(description="Why they are taken.")
    clauses: list[str] = Field(min_length=1, description="Which clauses.")
    cites: list[str | HeadingModel] = Field(
        default=[], description="Where its own source stops short of them."
    )


_Parts = list[str | dict[str, list[str] | None]] | dict[str, list[str] | None] | None
Sections = dict[str, _Parts]
"""Headings with those below them, three deep at most."""


class SourceModel(Shape):
    """What a source is, and the headings it can be cited by: a list of them, or sections with theirs."""

    title: Line = Field(description="Its title.")
    author: Line | None = Field(default=None, description="Who wrote it.")
    date: Line | None = Field(default=None, description="When it was written, or last changed.")
    address: Line | None = Field(default=None, description="Where it can be read.")
    headings: list[str | Sections] | Sections = Field(
        min_length=1, description="The headings that can be cited."
    )

    @property
    def source(self) -> Source:
        """What it is, without its headings."""
        return Source(self.title, self.author, self.date, self.address)

    def places(self) -> list[tuple[str, ...]]:
        """Every heading with the sections above it, itself last; each place once."""
        return list(dict.fromkeys(_paths(self.headings)))


def _paths(tree: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every heading in a tree of lists and mappings, behind those above it."""
    if isinstance(tree, dict):
        for heading, below in tree.items():
            yield (*above, heading)
            yield from _paths(below or [], (*above, heading))
        return
    for each in tree:
        yield from _paths(each, above) if isinstance(each, dict) else iter([(*above, each)])


class SourcesFile(Shape):
    """The sources that rule sets cite."""

    format: Literal["tarok-sources/1"]
    sources: dict[str, SourceModel]


class PlainHead(Shape):
    """A rule set of the first format: every clause, and nothing taken over from another."""

    format: Literal["tarok-rules/1"] = Field(description="What this file is, and its version.")
    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]*$")] = Field(
        description="What it is called in files and answers."
    )
    title: Line = Field(description="What it is called in text.")
    sources: dict[str, SourceModel] = Field(
        default={}, description="Sources that the program does not bring, by the names they are cited by."
    )
    clauses: list[Any]


class RulesHead(PlainHead):
    """A rule set whose clauses and options are read one by one, so that a fault in one hides none in another.

    `source` is the file name of its own source, which `confirms` and `silent` are about.
    """

    format: Literal["tarok-rules/2"]  # type: ignore[assignment]
    extends: str | None = Field(default=None, description="The rule set whose clauses it takes over.")
    without: list[str] = Field(default=[], description="The clauses that it does not take over.")
    seats: list[Seats] = Field(default=[], description="How many may play, where that is not one number.")
    source: str | None = Field(default=None, description="Its own source.")
    confirms: dict[str, Headings] = Field(
        default={}, description="Clauses taken over that its own source says too, and under which headings."
    )
    silent: list[SilentModel] = Field(
        default=[], description="Clauses taken over that its own source leaves out."
    )
    options: dict[str, Any] = Field(default_factory=dict)
    clauses: list[Any] = Field(default_factory=list)


class RulesFile(RulesHead):
    """A rule set of either format, clause by clause."""

    format: Literal["tarok-rules/1", "tarok-rules/2"] = Field(  # type: ignore[assignment]
        description="What this file is, and its version."
    )
    options: dict[Word, OptionModel] = Field(default={}, description="What tables do otherwise, by name.")
    clauses: list[ClauseModel] = Field(default=[], description="Its clauses, in the order they are printed.")


def rules_schema() -> dict[str, Any]:
    """The JSON Schema of a rule-set file: every kind with the parameters it takes."""
    schema = schema_of(RulesFile)
    clause = schema["$defs"]["ClauseModel"]
    named = ({**POT_GAMES.known, **POINT_GAMES.known}, {**POT_GAMES.further, **POINT_GAMES.further})
    ids, further = ("|".join(re.escape(each) for each in names) for names in named)
    clause["properties"]["id"] = {
        "description": "Its name in answers; many kinds have one of their own.",
        "type": "string",
        "pattern": f"^({ids}|({further})[a-z]+(-[a-z]+)*)$",
    }
    clause["allOf"] = [
        {
            "if": {
                "properties": {"kind": {"const": kind}},
                "required": ["kind"],
                "not": {"required": ["seats"]},
            },
            "then": {"properties": {"parameters": parameters}},
        }
        for kind, parameters in kinds_schema().items()
    ]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "Tarok rule set"}
