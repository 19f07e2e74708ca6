"""Commented files to begin with, and the JSON Schemas of files and answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Final

from msgspec.json import schema_components

from analyzer import answers, api, disputes, evenings
from analyzer.answers.answer import Answer, Settled
from analyzer.disputes.table import DISPUTE_KINDS
from analyzer.errors import UsageError, meant
from analyzer.fileio import write_file
from analyzer.frozenrecord import Record
from analyzer.messages import ENGLISH, LANGUAGES, Message, Verbatim, either, listed, say
from analyzer.position import files
from analyzer.rules import spec
from analyzer.views.base import UNSET, ErrorAnswer, Meta, UnsetType, View
from analyzer.words.blocks import FileText, FileWritten, Said, part

# The JSON Schemas of files and answers: the machine interface, described for other programs.
#
# Those of answers are made from the views that `--json` writes. Keys may be added to an answer, so nothing
# here forbids a key it does not know. What `required` lists is always there.


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
    "replay": lambda: answers.records.replay.ReplayAnswer,
    "moves": lambda: answers.moves.MovesAnswer,
    "deals": lambda: answers.deals.DealsAnswer,
    "decide": lambda: answers.decide.DecideAnswer,
    "check": lambda: (*disputes.table.answers(),),
    "ruling": lambda: answers.records.ruling.RulingAnswer,
    "verify": lambda: answers.records.verify.VerifyAnswer,
    "compare": lambda: answers.records.verify.CompareAnswer,
    "score": lambda: answers.records.score.ScoreAnswer,
    "rules": lambda: answers.records.rules.RulesAnswer,
    "clause": lambda: answers.records.rules.ClauseAnswer,
    "show": lambda: api.files.show.ShowAnswer,
    "graph": lambda: api.files.show.GraphWritten,
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
    "game-graph": lambda: api.files.show.GameGraphFile,
    "clause-graph": lambda: api.files.show.ClauseGraphFile,
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


def find_schema(name: str) -> Schema:
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


# Commented files to begin with, of each kind that is read, and the JSON Schemas of files and answers.


class Schemas(Answer, Record, frozen=True):
    """The answer of `schema list`: what there is a schema of."""

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> SchemasAnswer:
        return schemas_view()

    @property
    def says(self) -> Said:
        found = self.view()
        kinds, answers = (listed(map(Verbatim, each)) for each in (found.files, found.answers))
        told = [say("Files: {names}", names=kinds), say("Answers: {names}", names=answers)]
        return tuple(part("headline", told))


def schema_of(name: str) -> dict[str, Any]:
    """The JSON Schema of a kind of file or answer. Raises: UsageError with the nearest name."""
    try:
        return find_schema(name)
    except KeyError:
        told = say("unknown schema {name}", name=Verbatim(repr(name)))
        raise UsageError(told, meant(name, names())) from None


_FEW: Final = 6
"""So many kinds are named where one of them was meant."""
_ENDING: Final = ".yaml"
_TEMPLATES: Final = resources.files("analyzer").joinpath("templates")
"""`KIND.yaml` in English, `KIND.da.yaml` and `KIND.fr.yaml` the same in Danish and French."""


_CALLED: Final = {
    "position": "ending slutspil stilling opgave problem",
    "rules": "ruleset variant regler husregler regelsæt règles",
    "session": "evening aften regnskab soirée",
    "study": "undersøgelse étude",
    "whole-hand": "hand optegnelse helt-spil",
}
"""What else kinds of file that are no disputes are called at the table, in the three languages."""
_BETWEEN_HANDS: Final = {"session": "session-dispute"}
"""The template of a kind of dispute whose name another kind of file has."""
_DISPUTE: Final = ("dispute", "disputes", "tvist", "tvister", "tvisten")


class NewFile(Answer, Record, frozen=True):
    """The answer of `new`: a template, and the file that it was written into, if it was."""

    kind: str
    template: str
    file: Path | None = None
    unwritten: Message | None = None
    """Why the file could not be written, if it could not."""

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> NewAnswer:
        return new_view(self.kind, self.template, self.file, self.unwritten)

    @property
    def says(self) -> Said:
        if self.file is None:
            return (FileText(self.template),)
        if self.unwritten is not None:
            return ()
        return (FileWritten(say("{file}: a file to begin with", file=Verbatim(str(self.file)))),)


def template_kinds() -> tuple[str, ...]:
    """The kinds of files that there is a template of."""
    names = (each.name for each in _TEMPLATES.iterdir())
    return tuple(
        sorted(name.removesuffix(_ENDING) for name in names if name.count(".") == 1 and _is_yaml(name))
    )


def _template(kind: str, lang: str) -> str:
    name = f"{kind}.{lang}{_ENDING}" if lang in LANGUAGES and lang != ENGLISH else f"{kind}{_ENDING}"
    return _TEMPLATES.joinpath(name).read_text(encoding="utf-8")


def describe_kinds(lang: str = ENGLISH) -> dict[str, str]:
    """What each kind of file is for, as its template says first."""
    first = {kind: _template(kind, lang).partition("\n")[0] for kind in template_kinds()}
    return {kind: line.removeprefix("# ").partition(" `tarok-analyze ")[0] for kind, line in first.items()}


def _kind_meant(word: str) -> Message:
    """The kinds that are called so, or tell of it in their first line, in any language; else the nearest."""
    sought = word.casefold()
    called = [kind for kind in template_kinds() if kind.endswith(f"-{sought}")]
    lines = (each for lang in LANGUAGES for each in describe_kinds(lang).items())
    told = (kind for kind, line in lines if sought in line.casefold())
    found = list(dict.fromkeys((*called, *told)))
    if not found or len(found) > _FEW:
        return meant(sought.removeprefix("dispute-"), called or template_kinds())
    return say("did you mean {word}?", word=either(map(Verbatim, found)))


def _kind_called(word: str) -> str:
    """The kind that a word is for; the word itself where it is for none."""
    sought = "-".join(word.casefold().split())
    called = {kind: words.split() for kind, words in _CALLED.items()}
    called |= {_BETWEEN_HANDS.get(kind, kind): row.called for kind, row in DISPUTE_KINDS.items()}
    return next((kind for kind, words in called.items() if sought in words), word)


def _list_dispute_kinds() -> tuple[str, ...]:
    """The kinds of which the file is a dispute."""
    return tuple(kind for kind in template_kinds() if "format: tarok-dispute/" in _template(kind, ENGLISH))


def _is_yaml(name: str) -> bool:
    return name.endswith(_ENDING)


def new(kind: str, lang: str = ENGLISH, output: Path | None = None) -> NewFile:
    """The template of a kind of file in a language, written into a file where one is named.

    Raises: UsageError for a kind that there is none of, with the nearest.
    """
    kinds, kind = template_kinds(), kind.replace("point-", "hand-")  # as these were called before
    if kind.casefold() in _DISPUTE:
        told = say(
            "a dispute is about something: {kinds}", kinds=listed(map(Verbatim, _list_dispute_kinds()))
        )
        raise UsageError(told, say("expected one of these; `new --help` says what each is about"))
    if kind not in kinds:
        kind = _kind_called(kind)
    if kind not in kinds:
        raise UsageError(
            say("unknown template {kind}", kind=Verbatim(repr(kind))),
            _kind_meant(kind),
        )
    text = _template(kind, lang)
    unwritten = None if output is None else write_file(output, text)
    return NewFile(kind, text, output, unwritten)
