"""Kinds of clauses, and the chapters of a game that are read out of clauses of these kinds.

A kind says what it is called, at which ids its clauses stand and what parameters they have. The fields of a
chapter say which parameter of which kind they hold, so that nothing is copied by hand: :func:`read` makes the
chapter from the clauses of a rule set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar, dataclass_transform

from analyzer.frozenrecord import Record
from analyzer.rules.spec.kinds.shapes import ParameterShape

if TYPE_CHECKING:
    from analyzer.rules.spec.reading import RulesReading

T = TypeVar("T")
_NEEDED: Final = object()


class ClauseKind(Record, frozen=True):
    """A kind of clause: its parameters, and those it may go without."""

    name: str
    at: tuple[str, ...]
    """The ids at which games of card points have its clauses."""
    parameters: Mapping[str, ParameterShape]
    optional: frozenset[str] = frozenset()

    @property
    def clause(self) -> Any:
        """A field with the id of the clause."""
        return _Field(self, lambda _given, clause: clause)

    def of(self, value: Callable[[RulesReading], Any]) -> Any:
        """A field that is read out of several clauses."""
        return _Field(self, lambda given, _: value(given))

    def clause_or(self, otherwise: str | None) -> Any:
        """A field with the id of the clause, or something else where there is none."""
        return _Field(self, lambda _given, clause: clause, otherwise)

    def clause_or_of(self, *others: ClauseKind) -> Any:
        """A field with the id of the clause, or of one of another kind, of which the last is needed."""
        kinds = (self, *others)
        return _Field(
            others[-1], lambda given, _: next(filter(None, (given.maybe(each.name) for each in kinds)))
        )

    def __getitem__(self, name: str) -> Any:
        """A field with a parameter."""
        return self.get(name, _NEEDED)

    def get(self, name: str, otherwise: object = _NEEDED, as_: Callable[[Any], Any] | None = None) -> Any:
        """A field with a parameter, made into something; something else where it is not told."""
        made = as_ or self.parameters[name].made

        def value(given: RulesReading, clause: str) -> Any:
            if name in self.optional and not given.has(clause, name):
                return otherwise
            return made(given.parameter(clause, name))

        return _Field(self, value, otherwise)

    def numbers(self, *names: str) -> Any:
        """A field with several parameters by their place among these, the first at 0."""

        def value(given: RulesReading, clause: str) -> dict[int, Any]:
            return {place: given.parameter(clause, name) for place, name in enumerate(names)}

        return _Field(self, value)

    def clause_where(self, name: str, said: object, otherwise: str | None) -> Any:
        """A field with the id of the clause where a parameter is this; something else where it is not."""

        def value(given: RulesReading, clause: str) -> str | None:
            return clause if given.parameter(clause, name) == said else otherwise

        return _Field(self, value, otherwise)

    def says(self, name: str, word: str, otherwise: object = _NEEDED) -> Any:
        """A field with whether a parameter is this word."""
        return self.get(name, otherwise, lambda said: said == word)


class _Field(Record, frozen=True):
    """What a field of a chapter holds: something of the clause of a kind."""

    kind: ClauseKind
    value: Callable[[RulesReading, str], Any]
    otherwise: object = _NEEDED
    """What it holds where a rule set has no clause of the kind."""

    def of(self, given: RulesReading) -> Any:
        """What it holds in a rule set.

        Raises: KeyError where that has no clause of the kind, and needs one.
        """
        clause = given.maybe(self.kind.name)
        if clause is not None:
            return self.value(given, clause)
        if self.otherwise is _NEEDED:
            raise KeyError(self.kind.name)
        return self.otherwise


KINDS: Final[dict[str, ClauseKind]] = {}
"""Every kind of clause by its name; :mod:`analyzer.rules.spec.kinds.catalogue` has them all loaded."""


def kind(name: str, *at: str, optional: tuple[str, ...] = (), **parameters: ParameterShape) -> ClauseKind:
    """A kind of clause; a parameter whose name is a word of Python has a `_` behind it here."""
    assert name not in KINDS, name
    shapes = {parameter.rstrip("_"): shape for parameter, shape in parameters.items()}
    KINDS[name] = ClauseKind(name, at, shapes, frozenset(optional))
    return KINDS[name]


class _Chapter(Record, frozen=True):
    """How a chapter is read: the kinds of which one makes it, its fields, and what else it needs."""

    heads: tuple[ClauseKind, ...]
    fields: Mapping[str, _Field]
    where: str | None
    beside: tuple[ClauseKind, ...]


_CHAPTERS: Final[dict[type, _Chapter]] = {}


@dataclass_transform(kw_only_default=True, frozen_default=True)
def chapter(
    *heads: ClauseKind, where: str | None = None, beside: tuple[ClauseKind, ...] = ()
) -> Callable[[type[T]], type[T]]:
    """Make a class a chapter: a value, which a rule set has where it has a clause of one of these kinds.

    It needs clauses of the kinds of its fields, and of those `beside` them. `where` names a field that is
    false where the chapter does not hold after all.
    """

    def made(cls: type[T]) -> type[T]:
        fields: dict[str, _Field] = {name: vars(cls)[name] for name in cls.__annotations__}
        for name, each in fields.items():
            if each.otherwise is _NEEDED:
                delattr(cls, name)
            else:
                setattr(cls, name, each.otherwise)
        body = {name: each for name, each in vars(cls).items() if name not in ("__dict__", "__weakref__")}
        metaclass: Any = type(Record)
        found: type[T] = metaclass(cls.__name__, (Record,), body, frozen=True, kw_only=True)
        _CHAPTERS[found] = _Chapter(heads, fields, where, beside)
        return found

    return made


def read(chapter: type[T], given: RulesReading) -> T | None:
    """A chapter of the rule set that has these clauses; None where it has none.

    Raises: KeyError where a kind of clause is lacking that the chapter needs.
    """
    found = _CHAPTERS[chapter]
    if all(given.maybe(each.name) is None for each in found.heads):
        return None
    values = {name: field.of(given) for name, field in found.fields.items()}
    return chapter(**values) if found.where is None or values[found.where] else None


def kinds_beside() -> dict[str, tuple[str, ...]]:
    """The kinds of which a rule set needs a clause where it has one of another kind, by that one."""
    return {
        head.name: tuple(
            dict.fromkeys(
                each.name for each in (*found.beside, *_needed(found.fields.values())) if each is not head
            )
        )
        for found in _CHAPTERS.values()
        for head in found.heads
    }


def _needed(fields: Iterable[_Field]) -> Iterator[ClauseKind]:
    return (each.kind for each in fields if each.otherwise is _NEEDED)
