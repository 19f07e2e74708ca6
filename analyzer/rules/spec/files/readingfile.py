"""A reading of an option: the changed clause, and the others that go with it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from analyzer.messages import Message, Several, Verbatim, say, stated
from analyzer.rules.spec.clause import Clause, Standing
from analyzer.rules.spec.files.clausemodel import ReadingModel, VersionModel
from analyzer.rules.spec.files.rulespage import RulesPage
from analyzer.rules.spec.kinds.catalogue import KINDS
from analyzer.yamltree.checking import fill
from analyzer.yamltree.places import suggestion
from analyzer.yamltree.reading import Node


class ReadingReader:
    """A reader of the readings of one file's options; every fault is noted on its page."""

    def __init__(self, page: RulesPage, clauses: Mapping[str, Clause]) -> None:
        self._page, self._clauses = page, clauses

    def read(self, option: str, word: str, clause: Clause, body: Node) -> tuple[Clause, ...]:
        """Return the clauses of a reading, the option's own first; empty if it cannot be read.

        A reading is a mapping with the keys of a clause, the bare parameters of the clause, or one word: the
        value of the only required parameter of its kind.
        """
        if not isinstance(body.value, dict):
            if says_nothing(clause, body):
                message = say(
                    "the reading `{word}` of {option} says nothing",
                    word=Verbatim(word),
                    option=Verbatim(option),
                )
                self._page.fault(
                    body, message, say("expected its `parameters`; only the default may say nothing")
                )
                return ()
            (name,) = _needed(clause)
            return self._of_parameters(option, word, clause, Node({name: body}, body.where, body.end))
        if not body.value.keys() & ReadingModel.fields().keys():
            return self._of_parameters(option, word, clause, body)
        before = len(self._page.notes.faults)
        model = fill(ReadingModel, body, self._page.notes, name=say("a reading"))
        sound = before == len(self._page.notes.faults)
        found = [self._version(option, word, clause, model, body)]
        for name, version in model.also.items():
            at = body.path(("also", name))[1]
            if name not in self._clauses:
                self._page.key_fault(
                    at,
                    say("unknown clause `{name}` here", name=Verbatim(name)),
                    suggestion(name, self._clauses),
                )
                return ()
            found.append(self._version(option, word, self._clauses[name], version, at))
        read = tuple(each for each in found if each is not None)
        return read if sound and len(read) == len(found) else ()

    def _version(
        self, option: str, word: str, clause: Clause, model: VersionModel, body: Node
    ) -> Clause | None:
        """Return a clause under a reading, None if it cannot be read."""
        self._page.standing(model, f"{option}={word}", body, body)
        kind = model.kind or clause.kind
        kinds = self._page.ids.kinds_of(clause.id)
        if kind not in kinds:
            wanted = Several(tuple(Verbatim(f"`{each}`") for each in kinds), "or")
            message = say("{id} cannot be of the kind `{kind}`", id=Verbatim(clause.id), kind=Verbatim(kind))
            self._page.fault(body.child("kind"), message, say("expected {kinds}", kinds=wanted))
            return None
        cites = self._page.cites(model, body)
        given = body.child("parameters")
        parameters = clause.parameters if given is None and kind == clause.kind else None
        if parameters is None:
            parameters = self._page.parameters(kind, given or Node({}, body.where, body.end))
        if parameters is None:
            return None
        return replace(
            clause,
            kind=kind,
            parameters=parameters,
            by_seats=clause.by_seats if given is None else {},
            statement=model.statement or _told(clause, option, word),
            standing=Standing(model.standing),
            cites=cites,
            because=model.because,
            readings=(),
            depends=clause.depends if model.depends is None else tuple(model.depends),
            overrides=clause.overrides if model.overrides is None else tuple(model.overrides),
            origin=self._page.name,
        )

    def _of_parameters(self, option: str, word: str, clause: Clause, body: Node) -> tuple[Clause, ...]:
        parameters = self._page.parameters(clause.kind, body)
        if parameters is None:
            return ()
        settled = replace(clause, standing=Standing.STATED, because=None)
        return (
            replace(
                settled if clause.standing is Standing.DISPUTED else clause,
                parameters=parameters,
                by_seats={},
                statement=_told(clause, option, word),
                readings=(),
                origin=self._page.name,
            ),
        )


def says_nothing(clause: Clause, body: Node) -> bool:
    """Return True if a reading has only a name, and no parameter of the clause can be that word."""
    if isinstance(body.value, dict):
        return False
    return body.value is None or len(_needed(clause)) != 1


def _needed(clause: Clause) -> list[str]:
    """Return the parameters that a clause of this kind requires."""
    kind = KINDS[clause.kind]
    return [name for name in kind.parameters if name not in kind.optional]


def _told(clause: Clause, option: str, word: str) -> Message:
    """Return the text of a reading that has only parameters."""
    return say(
        "{statement} ({option}: {reading})",
        statement=stated(clause.statement),
        option=Verbatim(option),
        reading=Verbatim(word),
    )
