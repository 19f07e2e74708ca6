"""The shape of rule-set files and of the file of sources, and the JSON Schema of the former."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from analyzer.rules.spec.clause import Source
from analyzer.rules.spec.kinds.catalogue import CLAUSE_KINDS, POINT_GAMES, POT_GAMES, kinds_schema
from analyzer.yamltree.schema import schema_of
from analyzer.yamltree.shapes import Field, Shape

Line = Annotated[str, Field(min_length=3, max_length=300)]
"""One sentence or two."""
Word = Annotated[str, Field(pattern=r"^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$")]
"""The name of an option or of one of its readings."""
Seats = Annotated[int, Field(ge=2, le=5)]


class HeadingModel(Shape):
    """A heading in the rule set's own source.

    A section above it is needed if the source has the heading twice.
    """

    heading: str = Field(description="The heading, as the source gives it.")
    within: str | None = Field(default=None, description="A heading above it.")


class CiteModel(HeadingModel):
    """A section of a source. The source may be left out if it is the rule set's own."""

    source: str | None = Field(default=None, description="The source; by default the rule set's own.")


Headings = str | HeadingModel | list[str | HeadingModel]
"""One section of the rule set's own source, or several."""


class Stated(Shape):
    """The support for a clause, or for a reading of one."""

    standing: Literal["stated", "silent", "disputed"] = Field(
        "stated",
        description="The support by the source: it says it, says nothing, or can be read in several ways.",
    )
    cites: list[str | CiteModel] = Field(default=[], description="The passages in the sources that say it.")
    because: Line | None = Field(
        default=None, description="The reason that it is taken, if no source says it."
    )


class ClauseModel(Stated):
    """A rule: its id, its kind with parameters, its statement, and its sources."""

    id: Annotated[str, Field(pattern=r"^[a-z]+(\.[a-z]+(-[a-z]+)*)*$")]
    kind: Literal[tuple(CLAUSE_KINDS)] = Field(description="The kind of rule.")  # type: ignore[valid-type]
    parameters: dict[str, Any] = Field(description="The decision of the rule, in the parameters of its kind.")
    seats: dict[str, dict[str, Any]] = Field(
        default={}, description="Parameters that differ with the number of players, by that number."
    )
    statement: Line = Field(description="The statement, in a sentence or two.")
    readings: list[Line | dict[str, Any]] = Field(
        default=[],
        description="The readings in words, or as the readings of an option, each with the "
        "resulting decision.",
    )
    depends: list[str] = Field(default=[], description="The clauses that it needs.")
    overrides: list[str] = Field(default=[], description="The clauses that it overrides.")


class VersionModel(Stated):
    """A clause under one reading of an option; keys that are left out are the same as in the clause."""

    kind: Literal[tuple(CLAUSE_KINDS)] | None = Field(default=None, description="Its kind.")  # type: ignore[valid-type]
    parameters: dict[str, Any] | None = Field(default=None, description="Its decision under this reading.")
    statement: Line | None = Field(default=None, description="Its statement under this reading.")
    depends: list[str] | None = Field(
        default=None, description="The clauses that it needs under this reading."
    )
    overrides: list[str] | None = Field(
        default=None, description="The clauses that it overrides under this reading."
    )


class ReadingModel(VersionModel):
    """A reading of an option, with the other clauses that it changes too."""

    also: dict[str, VersionModel] = Field(default={}, description="The other clauses, by their ids.")


class NumberModel(VersionModel):
    """A clause for any whole number in the parameter that takes it."""

    parameter: str = Field(description="The parameter that takes the number.")


class OptionModel(Shape):
    """A named option: its clause, the default reading, and the others."""

    clause: str | None = Field(default=None, description="The clause of the option.")
    default: Word | int | None = Field(
        default=None, description="The default reading, used if none is chosen."
    )
    readings: list[Word | int] | dict[Word, ReadingModel | dict[str, Any] | None] = Field(
        default={}, description="The readings by name, each with what it changes."
    )
    number: NumberModel | None = Field(
        default=None, description="The number, if any number in a range may be chosen."
    )


class OptionHead(OptionModel):
    """An option whose readings are read one by one."""

    readings: list[str | int] | dict[str, Any] = Field(default_factory=dict)
    number: Any = None


class SilentModel(Shape):
    """Inherited clauses that the rule set's own source does not mention, and the reason for keeping them."""

    because: Line = Field(description="The reason for keeping them.")
    clauses: list[str] = Field(min_length=1, description="The clauses.")
    cites: list[str | HeadingModel] = Field(
        default=[], description="The passages where its own source leaves them out."
    )


_Parts = list[str | dict[str, list[str] | None]] | dict[str, list[str] | None] | None
Sections = dict[str, _Parts]
"""Headings with those below them, three deep at most."""


class SourceModel(Shape):
    """A source, and the headings that can be cited: a list, or sections with their headings."""

    title: Line = Field(description="The title of the source.")
    author: Line | None = Field(default=None, description="The author.")
    date: Line | None = Field(default=None, description="The date of writing or of the last change.")
    address: Line | None = Field(default=None, description="The address where it can be read.")
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
    """A rule set of the first format: it has all its clauses and inherits none."""

    format: Literal["tarok-rules/1"] = Field(description="The kind of this file, and its version.")
    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]*$")] = Field(
        description="The name in files and answers."
    )
    title: Line = Field(description="The title in text.")
    sources: dict[str, SourceModel] = Field(
        default={}, description="Sources that the program does not include, by the names used to cite them."
    )
    clauses: list[Any]


class RulesHead(PlainHead):
    """A rule set whose clauses and options are read one by one, so that a fault in one hides none in another.

    `source` is the file name of its own source, which `confirms` and `silent` are about.
    """

    format: Literal["tarok-rules/2"]  # type: ignore[assignment]
    extends: str | None = Field(default=None, description="The rule set whose clauses it inherits.")
    without: list[str] = Field(default=[], description="The clauses that it does not inherit.")
    seats: list[Seats] = Field(
        default=[], description="The possible numbers of players, if there is more than one."
    )
    source: str | None = Field(default=None, description="The rule set's own source.")
    confirms: dict[str, Headings] = Field(
        default={}, description="Inherited clauses that its own source also states, with the headings."
    )
    silent: list[SilentModel] = Field(
        default=[], description="Inherited clauses that its own source leaves out."
    )
    options: dict[str, Any] = Field(default_factory=dict)
    clauses: list[Any] = Field(default_factory=list)


class RulesFile(RulesHead):
    """A rule set of either format, clause by clause."""

    format: Literal["tarok-rules/1", "tarok-rules/2"] = Field(  # type: ignore[assignment]
        description="The kind of this file, and its version."
    )
    options: dict[Word, OptionModel] = Field(
        default={}, description="Options for differences between tables, by name."
    )
    clauses: list[ClauseModel] = Field(default=[], description="The clauses, in the order they are printed.")


def rules_schema() -> dict[str, Any]:
    """The JSON Schema of a rule-set file: every kind with the parameters it takes."""
    schema = schema_of(RulesFile)
    clause = schema["$defs"]["ClauseModel"]
    named = ({**POT_GAMES.known, **POINT_GAMES.known}, {**POT_GAMES.further, **POINT_GAMES.further})
    ids, further = ("|".join(re.escape(each) for each in names) for names in named)
    clause["properties"]["id"] = {
        "description": "The clause's name in answers; many kinds have a fixed name.",
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
