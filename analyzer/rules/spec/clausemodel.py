"""The shape of rule-set files and of the file of sources, and the JSON Schema of the former."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from analyzer.rules.spec.kinds import KINDS, POINT_GAMES, POT_GAMES, kinds_schema
from analyzer.rules.spec.ruleset import Source

Line = Annotated[str, StringConstraints(min_length=3, max_length=300)]
"""One sentence or two."""
Word = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$")]
"""The name of an option or of one of its readings."""
Seats = Annotated[int, Field(ge=2, le=5)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class HeadingModel(_Strict):
    """A heading of the rule set's own source, and a section above it where it stands there twice."""

    heading: str
    within: str | None = None


class CiteModel(HeadingModel):
    """A section of a source, which may be left out where it is the rule set's own."""

    source: str | None = None


Headings = str | HeadingModel | list[str | HeadingModel]
"""One section of the rule set's own source, or several."""


class Stated(_Strict):
    """What stands behind a clause, or behind a reading of one."""

    standing: Literal["stated", "silent", "disputed"] = "stated"
    cites: list[str | CiteModel] = []
    because: Line | None = None


class ClauseModel(Stated):
    """One rule: its id, what kind of rule it is with its parameters, what it says, and who says so."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z]+(\.[a-z]+(-[a-z]+)*)*$")]
    kind: Literal[tuple(KINDS)]  # type: ignore[valid-type]
    parameters: dict[str, Any]
    seats: dict[str, dict[str, Any]] = {}
    statement: Line
    readings: list[Line | dict[str, Any]] = []
    """In words, or as those of an option: with what the clause then decides."""
    depends: list[str] = []
    overrides: list[str] = []


class VersionModel(Stated):
    """A clause as it stands under one reading of an option; what is left out is as in the clause itself."""

    kind: Literal[tuple(KINDS)] | None = None  # type: ignore[valid-type]
    parameters: dict[str, Any] | None = None
    statement: Line | None = None
    depends: list[str] | None = None
    overrides: list[str] | None = None


class ReadingModel(VersionModel):
    """One reading of an option, with the other clauses that stand otherwise under it too."""

    also: dict[str, VersionModel] = {}


class NumberModel(VersionModel):
    """A clause as it stands under a whole number: with one of them in the parameter that takes it."""

    parameter: str


class OptionModel(_Strict):
    """A named option: the clause it is about, the reading taken, and the others."""

    clause: str | None = None
    default: Word | int | None = None
    readings: list[Word | int] | dict[Word, ReadingModel | dict[str, Any] | None] = {}
    number: NumberModel | None = None


class OptionHead(OptionModel):
    """An option whose readings are read one by one."""

    readings: list[str | int] | dict[str, Any] = {}
    number: Any = None


class SilentModel(_Strict):
    """Inherited clauses that the rule set's own source says nothing of, and why they are taken."""

    because: Line
    clauses: list[str] = Field(min_length=1)
    cites: list[str | HeadingModel] = []


_Parts = list[str | dict[str, list[str] | None]] | dict[str, list[str] | None] | None
Sections = dict[str, _Parts]
"""Headings with those below them, three deep at most."""


class SourceModel(_Strict):
    """What a source is, and the headings it can be cited by: a list of them, or sections with theirs."""

    title: Line
    author: Line | None = None
    date: Line | None = None
    address: Line | None = None
    headings: list[str | Sections] | Sections = Field(min_length=1)

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


class SourcesFile(_Strict):
    """The sources that rule sets cite."""

    format: Literal["tarok-sources/1"]
    sources: dict[str, SourceModel]


class PlainHead(_Strict):
    """A rule set of the first format: every clause, and nothing taken over from another."""

    format: Literal["tarok-rules/1"]
    name: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$")]
    title: Line
    sources: dict[str, SourceModel] = {}
    clauses: list[Any]


class RulesHead(PlainHead):
    """A rule set whose clauses and options are read one by one, so that a fault in one hides none in another.

    `source` is the file name of its own source, which `confirms` and `silent` are about.
    """

    format: Literal["tarok-rules/2"]  # type: ignore[assignment]
    extends: str | None = None
    without: list[str] = []
    seats: list[Seats] = []
    source: str | None = None
    confirms: dict[str, Headings] = {}
    silent: list[SilentModel] = []
    options: dict[str, Any] = {}
    clauses: list[Any] = []


class RulesFile(RulesHead):
    """A rule set of either format, clause by clause."""

    format: Literal["tarok-rules/1", "tarok-rules/2"]  # type: ignore[assignment]
    options: dict[Word, OptionModel] = {}
    clauses: list[ClauseModel] = []


def rules_schema() -> dict[str, Any]:
    """The JSON Schema of a rule-set file: every kind with the parameters it takes."""
    schema = RulesFile.model_json_schema()
    clause = schema["$defs"]["ClauseModel"]
    named = ({**POT_GAMES.known, **POINT_GAMES.known}, {**POT_GAMES.further, **POINT_GAMES.further})
    ids, further = ("|".join(re.escape(each) for each in names) for names in named)
    clause["properties"]["id"] = {
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
