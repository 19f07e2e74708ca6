"""The JSON Schemas of files and answers: the machine interface, described for other programs.

Those of answers are made from the views that `--json` writes. Keys may be added to an answer, so nothing
here forbids a key it does not know. What `required` lists is always there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final

from msgspec.json import schema_components

from analyzer import answers, api, disputes, evenings
from analyzer.messages import Message
from analyzer.position import files
from analyzer.rules import spec
from analyzer.views.base import UNSET, ErrorAnswer, Meta, UnsetType, View


class NewAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/new/1"):
    """A template, and the file that it was written to."""

    kind: str
    text: Annotated[str, Meta(description="YAML with comments, which can be read without changes.")]
    file: str | UnsetType = UNSET
    reason: Annotated[str, Meta(description="The reason that the file could not be written.")] | UnsetType = (
        UNSET
    )


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
Described = type[View] | tuple[type[View], ...]
"""The class that something is written as, or all of them."""

ANSWERS: Final[Mapping[str, Callable[[], Described]]] = {
    "solve": lambda: answers.solve.SolveAnswer,
    "forced": lambda: answers.forced.ForcedAnswer,
    "explain": lambda: answers.explain.ExplainAnswer,
    "replay": lambda: answers.replay.ReplayAnswer,
    "moves": lambda: answers.moves.MovesAnswer,
    "deals": lambda: answers.deals.DealsAnswer,
    "decide": lambda: answers.decide.DecideAnswer,
    "check": lambda: (*disputes.table.answers(),),
    "ruling": lambda: answers.ruling.RulingAnswer,
    "verify": lambda: answers.verify.VerifyAnswer,
    "compare": lambda: answers.verify.CompareAnswer,
    "score": lambda: answers.score.ScoreAnswer,
    "rules": lambda: answers.rules.RulesAnswer,
    "clause": lambda: answers.rules.ClauseAnswer,
    "show": lambda: api.files.views.ShowAnswer,
    "graph": lambda: api.files.views.GraphWritten,
    "compose": lambda: answers.compose.ComposeAnswer,
    "wants": lambda: answers.compose.WantsAnswer,
    "examine": lambda: answers.compose.ExamineAnswer,
    "certify": lambda: answers.explain.CertifyAnswer,
    "new": lambda: NewAnswer,
    "board": lambda: api.board.views.BOARD,
    "batch": lambda: answers.batch.BatchAnswer,
    "study": lambda: answers.batch.StudyAnswer,
    "schemas": lambda: SchemasAnswer,
    "error": lambda: ErrorAnswer,
}
"""The answers by the names of their commands, imported where they are asked for: some bring the search."""

_WRITTEN: Final[Mapping[str, Callable[[], Described]]] = {
    "certificate": lambda: answers.explain.CertificateFile,
    "batch-run": lambda: answers.batch.BatchRun,
    "game-graph": lambda: api.files.views.GameGraphFile,
    "clause-graph": lambda: api.files.views.ClauseGraphFile,
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
    """The kinds of files and answers that have a schema."""

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
        return _described(_WRITTEN[name](), f"tarok-analyze {name}")
    kind = name.removesuffix(_ANSWER)
    if kind in ANSWERS:
        return answer_schema(kind)
    raise KeyError(name)


def _file_schema(kind: str) -> Schema:
    """The JSON Schema of one of the YAML files that commands read."""
    match kind:
        case "position":
            return files.positions.position_schema()
        case "dispute":
            return disputes.schema.dispute_schema()
        case "session":
            return evenings.model.session_schema()
        case "study":
            return files.studyshape.study_schema()
        case _:
            return spec.shipped.ruleset_schema()


def answer_schema(kind: str) -> Schema:
    """The JSON Schema of a kind of answer: one of `ANSWERS`."""
    return _described(ANSWERS[kind](), f"tarok-analyze {kind} --json")


def _described(found: Described, title: str) -> Schema:
    kinds = found if isinstance(found, tuple) else (found,)
    shapes, parts = schema_components(kinds, ref_template="#/$defs/{name}")
    whole = {"anyOf": list(shapes)} if len(shapes) > 1 else next(parts.pop(each.__name__) for each in kinds)
    return {"$schema": _DIALECT, **whole, "title": title, "$defs": dict(sorted(parts.items()))}
