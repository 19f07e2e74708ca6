"""Kinds of clauses, and the chapters of a game that are read from clauses of these kinds.

A kind has a name, the ids of its clauses and their parameters. The fields of a
chapter name the parameter and the kind that they hold, so that nothing is copied by hand: :func:`read` makes
the chapter from the clauses of a rule set.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar, dataclass_transform

from msgspec.structs import replace

from analyzer.cards.card import BY_TEXT, COURTS, Card, Suit
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Verbatim, alone, listed, say
from analyzer.rules.book import Pot
from analyzer.rules.spec.clause import Category, Parameter

if TYPE_CHECKING:
    from analyzer.rules.spec.reading import ClauseReader


SUITS: Final = tuple(suit.value for suit in Suit)
POTS: Final = ("king", "pagat")


def _as_it_is(parameter: Parameter) -> Any:
    return parameter


def _cards(names: Iterable[str]) -> frozenset[Card]:
    return frozenset(BY_TEXT[name] for name in names)


def _pots(names: Collection[str]) -> tuple[Pot, ...]:
    """Return the named pots, in the order they have at the table."""
    return tuple(pot for pot in Pot if pot.value in names)


class ParameterShape(Record, frozen=True):
    """The possible values of a parameter: their description in words, their JSON Schema, and their reader.

    The reader gives the parameter, or None for a value that does not fit.
    """

    told: Message
    schema: Mapping[str, Any]
    read: Callable[[Any], Parameter | None]
    made: Callable[[Any], Any] = _as_it_is
    """A function that makes the game's value from a parameter that fits."""

    @property
    def is_settled(self) -> bool:
        """True if the kind leaves only one value, so that nothing can depend on it."""
        return len(self.schema.get("enum", ())) == 1


def whole(low: int, high: int, step: int = 1) -> ParameterShape:
    """Return the shape of a whole number between two others, optionally a multiple of `step`."""

    def read(value: object) -> Parameter | None:
        fits = type(value) is int and low <= value <= high and value % step == 0
        return value if fits and isinstance(value, int) else None

    told = say("a whole number from {low} to {high}", low=low, high=high)
    if step > 1:
        told = say(
            "a whole number from {low} to {high} and a multiple of {step}", low=low, high=high, step=step
        )
    schema = {"type": "integer", "minimum": low, "maximum": high}
    return ParameterShape(told, schema if step == 1 else {**schema, "multipleOf": step}, read)


def word(*words: str) -> ParameterShape:
    """Return the shape of one of some words."""

    def read(value: object) -> Parameter | None:
        return value if isinstance(value, str) and value in words else None

    known = listed(map(Verbatim, words))
    told = say("one of {known}", known=known) if len(words) > 1 else alone(known)
    return ParameterShape(told, {"enum": list(words)}, read)


def words_of(what: Message, words: tuple[str, ...]) -> ParameterShape:
    """Return the shape of a list of some of these words, each once, described as `what`."""

    def read(value: object) -> Parameter | None:
        if not isinstance(value, list) or len(set(map(str, value))) < len(value):
            return None
        return tuple(value) if all(isinstance(each, str) and each in words for each in value) else None

    item = {"enum": list(words)} if len(words) < 20 else {"type": "string"}
    return ParameterShape(what, {"type": "array", "items": item, "uniqueItems": True}, read)


def card_points(value: object) -> Parameter | None:
    """Return the points by card or court letter, None for anything else."""
    known = {*BY_TEXT, *COURTS}
    if not isinstance(value, dict) or not known >= set(value):
        return None
    return dict(value) if all(type(each) is int and 0 <= each <= 20 for each in value.values()) else None


FLAG: Final = ParameterShape(
    say("true or false"), {"type": "boolean"}, lambda value: value if isinstance(value, bool) else None
)
AMOUNT: Final = whole(0, 1000, 5)
"""Tokens: every payment is a multiple of 5 (main rule text, "Scoring, payment")."""
TRICK: Final = whole(0, 26)
"""A trick counted from the end, 1 the last; 0 for none."""
CARD: Final = replace(
    word(*BY_TEXT),
    told=say("a card in canonical notation, such as hR, T21 or fool"),
    made=BY_TEXT.__getitem__,
)
CARDS: Final = replace(
    words_of(say("a list of cards such as [hR, T21, fool], each once"), tuple(BY_TEXT)), made=_cards
)
CATEGORY: Final = word(*(each.value for each in Category))
SUIT: Final = replace(word(*SUITS), made=Suit)
SUIT_LIST: Final = words_of(
    say("a list of suits ({known}), each once", known=listed(map(Verbatim, SUITS))), SUITS
)
POT: Final = replace(word(*POTS), made=Pot)
POT_LIST: Final = replace(words_of(say("a list of pots (king, pagat), each once"), POTS), made=_pots)


def some(*words: str) -> ParameterShape:
    """Return the shape of a list of some of a few words, each once."""
    return words_of(say("a list of some of {known}, each once", known=listed(map(Verbatim, words))), words)


POINTS: Final = ParameterShape(
    say("points by card or by court letter, such as {R: 4, T1: 4, fool: 4}"),
    {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 20}},
    card_points,
)


T = TypeVar("T")
_NEEDED: Final = object()


class ClauseKind(Record, frozen=True):
    """A kind of clause: its parameters, and the optional ones."""

    name: str
    at: tuple[str, ...]
    """The ids of its clauses in games of card points."""
    parameters: Mapping[str, ParameterShape]
    optional: frozenset[str] = frozenset()

    @property
    def clause(self) -> Any:
        """A field with the id of the clause."""
        return _Field(self, lambda _given, clause: clause)

    def derived_field(self, value: Callable[[ClauseReader], Any]) -> Any:
        """Return a field that is read from several clauses."""
        return _Field(self, lambda given, _: value(given))

    def clause_or(self, otherwise: str | None) -> Any:
        """Return a field with the id of the clause, or another value if there is none."""
        return _Field(self, lambda _given, clause: clause, otherwise)

    def clause_or_of(self, *others: ClauseKind) -> Any:
        """Return a field with the id of the clause, or of one of other kinds; the last is required."""
        kinds = (self, *others)
        return _Field(
            others[-1], lambda given, _: next(filter(None, (given.maybe(each.name) for each in kinds)))
        )

    def __getitem__(self, name: str) -> Any:
        """Return a field with a parameter."""
        return self.get(name, _NEEDED)

    def get(self, name: str, otherwise: object = _NEEDED, as_: Callable[[Any], Any] | None = None) -> Any:
        """Return a field with a converted parameter, or another value if it is not given."""
        made = as_ or self.parameters[name].made

        def value(given: ClauseReader, clause: str) -> Any:
            if name in self.optional and not given.has(clause, name):
                return otherwise
            return made(given.parameter(clause, name))

        return _Field(self, value, otherwise)

    def numbers(self, *names: str) -> Any:
        """Return a field with several parameters by their index among these names, the first at 0."""

        def value(given: ClauseReader, clause: str) -> dict[int, Any]:
            return {place: given.parameter(clause, name) for place, name in enumerate(names)}

        return _Field(self, value)

    def clause_where(self, name: str, said: object, otherwise: str | None) -> Any:
        """Return a field with the id of the clause if a parameter has a value; otherwise another value."""

        def value(given: ClauseReader, clause: str) -> str | None:
            return clause if given.parameter(clause, name) == said else otherwise

        return _Field(self, value, otherwise)

    def says(self, name: str, word: str, otherwise: object = _NEEDED) -> Any:
        """Return a field that is True if a parameter is this word."""
        return self.get(name, otherwise, lambda said: said == word)


class _Field(Record, frozen=True):
    """The content of a field of a chapter: a part of the clause of a kind."""

    kind: ClauseKind
    value: Callable[[ClauseReader, str], Any]
    otherwise: object = _NEEDED
    """Its content if a rule set has no clause of the kind."""

    def read_from(self, given: ClauseReader) -> Any:
        """Return its content in a rule set.

        Raises: KeyError if that lacks a required clause of the kind.
        """
        clause = given.maybe(self.kind.name)
        if clause is not None:
            return self.value(given, clause)
        if self.otherwise is _NEEDED:
            raise KeyError(self.kind.name)
        return self.otherwise


REGISTERED: Final[dict[str, ClauseKind]] = {}
"""Every kind of clause by its name; :mod:`analyzer.rules.spec.kinds.catalogue` has them all loaded."""


def kind(name: str, *at: str, optional: tuple[str, ...] = (), **parameters: ParameterShape) -> ClauseKind:
    """Make a kind of clause; a parameter whose name is a word of Python has a `_` after it here."""
    assert name not in REGISTERED, name
    shapes = {parameter.rstrip("_"): shape for parameter, shape in parameters.items()}
    REGISTERED[name] = ClauseKind(name, at, shapes, frozenset(optional))
    return REGISTERED[name]


class _Chapter(Record, frozen=True):
    """The contents of a chapter: the kinds of which one makes it, its fields, and its other requirements."""

    heads: tuple[ClauseKind, ...]
    fields: Mapping[str, _Field]
    where: str | None
    beside: tuple[ClauseKind, ...]


_CHAPTERS: Final[dict[type, _Chapter]] = {}


@dataclass_transform(kw_only_default=True, frozen_default=True)
def chapter(
    *heads: ClauseKind, where: str | None = None, beside: tuple[ClauseKind, ...] = ()
) -> Callable[[type[T]], type[T]]:
    """Make a class a chapter: a value that a rule set has if it has a clause of one of these kinds.

    It needs clauses of the kinds of its fields, and of those in `beside`. `where` names a field that is
    false if the chapter does not apply after all.
    """

    def make_chapter(cls: type[T]) -> type[T]:
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

    return make_chapter


def read(chapter: type[T], given: ClauseReader) -> T | None:
    """Return a chapter of the rule set with these clauses; None if it has none.

    Raises: KeyError if a kind of clause is missing that the chapter needs.
    """
    found = _CHAPTERS[chapter]
    if all(given.maybe(each.name) is None for each in found.heads):
        return None
    values = {name: field.read_from(given) for name, field in found.fields.items()}
    return chapter(**values) if found.where is None or values[found.where] else None


def kinds_beside() -> dict[str, tuple[str, ...]]:
    """Return the kinds of which a rule set needs a clause if it has one of another kind, by that kind."""
    return {
        head.name: tuple(
            dict.fromkeys(
                each.name
                for each in (
                    *found.beside,
                    *(each.kind for each in found.fields.values() if each.otherwise is _NEEDED),
                )
                if each is not head
            )
        )
        for found in _CHAPTERS.values()
        for head in found.heads
    }
