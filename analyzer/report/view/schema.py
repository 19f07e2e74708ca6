"""The JSON Schemas of files and answers: the machine interface, described for other programs.

Those of answers are made from the views that `--json` writes. Keys may be added to an answer, so nothing
here forbids a key it does not know. What `required` lists is always there.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Final

from msgspec.json import schema_components

from analyzer import disputes, evenings
from analyzer.messages import Message
from analyzer.position import files
from analyzer.rules import spec
from analyzer.views.base import UNSET, Meta, UnsetType, View


class NewAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/new/1"):
    """A template, and the file that it was written into."""

    kind: str
    text: Annotated[str, Meta(description="YAML with comments, which is read as it stands.")]
    file: str | UnsetType = UNSET
    reason: Annotated[str, Meta(description="Why it could not be written.")] | UnsetType = UNSET


def new_view(kind: str, text: str, file: Path | None, unwritten: Message | None) -> NewAnswer:
    """The answer of `new`."""
    return NewAnswer(
        kind=kind,
        text=text,
        file=UNSET if file is None else str(file),
        reason=UNSET if unwritten is None else str(unwritten),
    )


Schema = dict[str, Any]

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_HERE: Final = "analyzer.report.view"

ANSWERS: Final = {
    "solve": "solve:SolveAnswer",
    "forced": "solve:ForcedAnswer",
    "explain": "explain:ExplainAnswer",
    "replay": "replay:ReplayAnswer",
    "moves": "analyzer.api.moves:MovesAnswer",
    "deals": "deals:DealsAnswer",
    "decide": "decide:DecideAnswer",
    "check": "analyzer.disputes.table:answers",
    "ruling": "ruling:RulingAnswer",
    "verify": "verify:VerifyAnswer",
    "compare": "verify:CompareAnswer",
    "score": "score:ScoreAnswer",
    "rules": "rules:RulesAnswer",
    "clause": "rules:ClauseAnswer",
    "show": "show:ShowAnswer",
    "graph": "show:GraphWritten",
    "compose": "compose:ComposeAnswer",
    "wants": "compose:WantsAnswer",
    "examine": "compose:ExamineAnswer",
    "certify": "explain:CertifyAnswer",
    "new": "schema:NewAnswer",
    "board": "board:BOARD",
    "batch": "batch:BatchAnswer",
    "study": "batch:StudyAnswer",
    "schemas": "schema:SchemasAnswer",
    "error": "analyzer.views.base:ErrorAnswer",
}
"""The answers by the names of their commands: a module, and the class there, or what returns all classes.

They are imported where they are asked for: some of them bring the prover or the search.
"""

_WRITTEN: Final = {
    "certificate": "explain:CertificateFile",
    "batch-run": "batch:BatchRun",
    "game-graph": "show:GameGraphFile",
    "clause-graph": "show:ClauseGraphFile",
}
"""The JSON files that commands write, likewise."""


_READ: Final = ("position", "dispute", "session", "study", "rules")
"""The YAML files that commands read."""

FILES: Final = (*_READ, *_WRITTEN)
"""The kinds of files described here."""

_ANSWER: Final = "-answer"


def names() -> list[str]:
    """The names of all schemas."""
    return [*FILES, *map(answer_name, ANSWERS)]


class SchemasAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/schemas/1"):
    """What there is a schema of."""

    files: list[str]
    answers: list[str]


def schemas_view() -> SchemasAnswer:
    """The answer of `schema list`."""
    return SchemasAnswer(files=list(FILES), answers=[answer_name(kind) for kind in ANSWERS])


def answer_name(kind: str) -> str:
    """The name of an answer's schema: its own, or `NAME-answer` where a file is named like it."""
    return f"{kind}{_ANSWER}" if kind in FILES else kind


def schema_of(name: str) -> Schema:
    """The JSON Schema of a kind of file or answer; `NAME-answer` is always the answer.

    Raises: KeyError for a name of neither.
    """
    if name in _READ:
        return _file_schema(name)
    if name in _WRITTEN:
        return _described(_WRITTEN[name], f"tarok-analyze {name}")
    kind = name.removesuffix(_ANSWER)
    if kind in ANSWERS:
        return answer_schema(kind)
    raise KeyError(name)


def _file_schema(kind: str) -> Schema:
    """The JSON Schema of one of the YAML files that commands read."""
    match kind:
        case "position":
            return files.schema.position_schema()
        case "dispute":
            return disputes.schema.dispute_schema()
        case "session":
            return evenings.shape.session_schema()
        case "study":
            return files.studyshape.study_schema()
        case _:
            return spec.shipped.ruleset_schema()


def answer_schema(kind: str) -> Schema:
    """The JSON Schema of a kind of answer: one of `ANSWERS`."""
    return _described(ANSWERS[kind], f"tarok-analyze {kind} --json")


def _described(place: str, title: str) -> Schema:
    module, _, name = place.partition(":")
    found = getattr(import_module(module if "." in module else f"{_HERE}.{module}"), name)
    if not isinstance(found, type | tuple):
        found = found()
    kinds: Iterable[type[View]] = found if isinstance(found, tuple) else (found,)
    shapes, parts = schema_components(kinds, ref_template="#/$defs/{name}")
    whole = {"anyOf": list(shapes)} if len(shapes) > 1 else next(parts.pop(each.__name__) for each in kinds)
    return {"$schema": _DIALECT, **whole, "title": title, "$defs": dict(sorted(parts.items()))}
