"""The JSON Schemas of files and answers: the machine interface, described for other programs.

Those of answers are made from the views that `--json` writes. Keys may be added to an answer, so nothing
here forbids a key it does not know. What `required` lists is always there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, Final

from msgspec.json import schema_components

from analyzer.report.view.base import View

Schema = dict[str, Any]

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_HERE: Final = "analyzer.report.view"

ANSWERS: Final = {
    "solve": "solve:SolveAnswer",
    "forced": "solve:ForcedAnswer",
    "explain": "explain:ExplainAnswer",
    "replay": "replay:ReplayAnswer",
    "moves": "moves:MovesAnswer",
    "deals": "deals:DealsAnswer",
    "decide": "decide:DecideAnswer",
    "check": "check:CHECKS",
    "ruling": "ruling:RulingAnswer",
    "verify": "verify:VerifyAnswer",
    "compare": "verify:CompareAnswer",
    "score": "score:ScoreAnswer",
    "rules": "rules:RulesAnswer",
    "clause": "rules:ClauseAnswer",
    "show": "show:ShowAnswer",
    "graph": "graph:GraphWritten",
    "compose": "compose:ComposeAnswer",
    "wants": "compose:WantsAnswer",
    "examine": "compose:ExamineAnswer",
    "certify": "certify:CertifyAnswer",
    "new": "new:NewAnswer",
    "board": "board:BOARD",
    "batch": "batch:BatchAnswer",
    "study": "study:StudyAnswer",
    "schemas": "schema:SchemasAnswer",
    "error": "errors:ErrorAnswer",
}
"""The answers by the names of their commands, with the module and the class (or classes) that describes them.

They are imported where they are asked for: some of them bring the prover or the search.
"""

_WRITTEN: Final = {
    "certificate": "certify:CertificateFile",
    "batch-run": "batch:BatchRun",
    "game-graph": "graph:GameGraphFile",
    "clause-graph": "graph:ClauseGraphFile",
}
"""The JSON files that commands write, likewise."""


def _position() -> Schema:
    from analyzer.position.files.schema import position_schema  # noqa: PLC0415 - the readers bring pydantic

    return position_schema()


def _dispute() -> Schema:
    from analyzer.disputes.schema import dispute_schema  # noqa: PLC0415

    return dispute_schema()


def _session() -> Schema:
    from analyzer.evenings.shape import session_schema  # noqa: PLC0415

    return session_schema()


def _study() -> Schema:
    from analyzer.position.files.studyshape import study_schema  # noqa: PLC0415

    return study_schema()


def _rules() -> Schema:
    from analyzer.rules.spec.shipped import ruleset_schema  # noqa: PLC0415

    return ruleset_schema()


_READ: Final[dict[str, Callable[[], Schema]]] = {
    "position": _position,
    "dispute": _dispute,
    "session": _session,
    "study": _study,
    "rules": _rules,
}
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
        return _READ[name]()
    if name in _WRITTEN:
        return _described(_WRITTEN[name], f"tarok-analyze {name}")
    kind = name.removesuffix(_ANSWER)
    if kind in ANSWERS:
        return answer_schema(kind)
    raise KeyError(name)


def answer_schema(kind: str) -> Schema:
    """The JSON Schema of a kind of answer: one of `ANSWERS`."""
    return _described(ANSWERS[kind], f"tarok-analyze {kind} --json")


def _described(place: str, title: str) -> Schema:
    module, _, name = place.partition(":")
    found = getattr(import_module(f"{_HERE}.{module}"), name)
    kinds: Iterable[type[View]] = found if isinstance(found, tuple) else (found,)
    shapes, parts = schema_components(kinds, ref_template="#/$defs/{name}")
    whole = {"anyOf": list(shapes)} if len(shapes) > 1 else parts.pop(name)
    return {"$schema": _DIALECT, **whole, "title": title, "$defs": dict(sorted(parts.items()))}
