"""The shape of rule-set files and of the file of sources, and the JSON Schema of the former."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from analyzer.rules.spec.kinds import ID_KINDS, IRREGULARITY, KINDS, kinds_schema

Line = Annotated[str, StringConstraints(min_length=3, max_length=300)]
"""One sentence or two."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class CiteModel(_Strict):
    """A section of a source: the file name of the source and the heading as it stands there."""

    source: str
    heading: str


class ClauseModel(_Strict):
    """One rule: its id, what kind of rule it is with its parameters, what it says, and who says so."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z]+\.[a-z]+(-[a-z]+)*$")]
    kind: Literal[tuple(KINDS)]  # type: ignore[valid-type]
    parameters: dict[str, Any]
    statement: Line
    standing: Literal["stated", "silent", "disputed"] = "stated"
    cites: list[CiteModel] = []
    because: Line | None = None
    readings: list[Line] = []
    depends: list[str] = []
    overrides: list[str] = []


class SourceModel(_Strict):
    """What a source is, and the headings it can be cited by."""

    title: Line
    author: Line | None = None
    date: Line | None = None
    headings: list[str] = Field(min_length=1)


class SourcesFile(_Strict):
    """The sources that rule sets cite."""

    format: Literal["tarok-sources/1"]
    sources: dict[str, SourceModel]


class RulesFile(_Strict):
    """A rule set, clause by clause."""

    format: Literal["tarok-rules/1"]
    name: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$")]
    title: Line
    sources: dict[str, SourceModel] = {}
    clauses: list[ClauseModel]


class RulesHead(RulesFile):
    """A rule set whose clauses are read one by one, so that a fault in one hides none in another."""

    clauses: list[Any]


def rules_schema() -> dict[str, Any]:
    """The JSON Schema of a rule-set file: every kind with the parameters it takes."""
    schema = RulesFile.model_json_schema()
    clause = schema["$defs"]["ClauseModel"]
    ids = "|".join(re.escape(each) for each in ID_KINDS)
    clause["properties"]["id"] = {
        "type": "string",
        "pattern": f"^({ids}|{re.escape(IRREGULARITY)}[a-z]+(-[a-z]+)*)$",
    }
    clause["allOf"] = [
        {
            "if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]},
            "then": {"properties": {"parameters": parameters}},
        }
        for kind, parameters in kinds_schema().items()
    ]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "Tarok rule set"}
