"""Commented files to begin with, of each kind that is read, and the JSON Schemas of files and answers."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from analyzer import api
from analyzer.answers.answer import Answer, Settled
from analyzer.api.files import schema
from analyzer.api.files.schema import SchemasAnswer, schemas_view
from analyzer.disputes.table import KINDS
from analyzer.errors import UsageError, meant
from analyzer.fileswritten import write_file
from analyzer.frozenrecord import Record
from analyzer.messages import ENGLISH, LANGUAGES, Message, Verbatim, either, listed, say
from analyzer.words.blocks import FileText, FileWritten, Said, part


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
        return schema.schema_of(name)
    except KeyError:
        told = say("unknown schema {name}", name=Verbatim(repr(name)))
        raise UsageError(told, meant(name, schema.names())) from None


_FEW: Final = 6
"""So many kinds are named where one of them was meant."""
_ENDING: Final = ".yaml"
_TEMPLATES: Final = files("analyzer").joinpath("templates")
"""`KIND.yaml` in English, `KIND.da.yaml` and `KIND.fr.yaml` the same in Danish and French."""


_CALLED: Final = {
    "position": "ending slutspil stilling opgave problem",
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

    def view(self) -> api.files.schema.NewAnswer:
        return api.files.schema.new_view(self.kind, self.template, self.file, self.unwritten)

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


def told_kinds(lang: str = ENGLISH) -> dict[str, str]:
    """What each kind of file is for, as its template says first."""
    first = {kind: _template(kind, lang).partition("\n")[0] for kind in template_kinds()}
    return {kind: line.removeprefix("# ").partition(" `tarok-analyze ")[0] for kind, line in first.items()}


def _kind_meant(word: str) -> Message:
    """The kinds that are called so, or tell of it in their first line, in any language; else the nearest."""
    sought = word.casefold()
    called = [kind for kind in template_kinds() if kind.endswith(f"-{sought}")]
    lines = (each for lang in LANGUAGES for each in told_kinds(lang).items())
    told = (kind for kind, line in lines if sought in line.casefold())
    found = list(dict.fromkeys((*called, *told)))
    if not found or len(found) > _FEW:
        return meant(sought.removeprefix("dispute-"), called or template_kinds())
    return say("did you mean {word}?", word=either(map(Verbatim, found)))


def _kind_called(word: str) -> str:
    """The kind that a word is for; the word itself where it is for none."""
    sought = "-".join(word.casefold().split())
    called = {kind: words.split() for kind, words in _CALLED.items()}
    called |= {_BETWEEN_HANDS.get(kind, kind): row.called for kind, row in KINDS.items()}
    return next((kind for kind, words in called.items() if sought in words), word)


def _of_dispute() -> tuple[str, ...]:
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
        told = say("a dispute is about something: {kinds}", kinds=listed(map(Verbatim, _of_dispute())))
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
