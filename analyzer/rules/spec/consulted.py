"""Rules that note which of the open options somebody asks them about.

An option that was never consulted cannot have changed what came of it, whatever the others were read as.
Where readings differ is found part by part of what is compiled from the clauses; while a question is asked,
each part that differs notes that it is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import fields, is_dataclass
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct, field, structs

from analyzer.frozenrecord import Record
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.ruleset import RuleSet

Place = tuple[str, ...]
"""Names of fields and keys of tables, from the rule set down to what differs."""
Apart = dict[Place, frozenset[str]]
"""By place the options by which it reads otherwise."""
A = TypeVar("A")
APART: Final[dict[tuple[str, str], Apart]] = {}
"""Where the readings of shipped rule sets differ, by name and digest: it stands in their compiled form."""

_TOLD: Final = frozenset(
    {"statement", "standing", "because", "readings", "cites", "origin", "by_seats", "depends"}
    | {"title", "sources", "options", "variant", "digest", "forms"}
)
"""Fields in which rules tell what they are and who chose them; they decide nothing."""


def differing(one: Any, other: Any, place: Place = ()) -> Iterator[Place]:
    """The smallest parts in which two rule sets differ."""
    if one is other:
        return
    if type(one) is type(other) and isinstance(one, Record):
        for name in one.__struct_fields__:
            if name not in _TOLD:
                yield from differing(getattr(one, name), getattr(other, name), (*place, name))
    elif _tables_alike(one, other):
        for key, part in one.items():
            yield from differing(part, other[key], (*place, key))
    elif one != other:
        yield place


def _tables_alike(one: Any, other: Any) -> bool:
    """Whether two tables have parts under the same names, so that they differ in those alone."""
    return (
        isinstance(one, dict)
        and isinstance(other, dict)
        and one.keys() == other.keys()
        and all(isinstance(key, str) and isinstance(part, Record) for key, part in one.items())
    )


class Consulted(Struct):
    """The options that were consulted, and of those the ones for a part of what is asked."""

    frames: list[set[str]] = field(default_factory=lambda: [set()])

    def note(self, options: Iterable[str]) -> None:
        """Note options that something was read by."""
        for each in self.frames:
            each.update(options)


_KIND: Final = vars(object)["__class__"]
"""Where it stands of what kind an object is, of one that never changes too."""
_active: Final[dict[int, Consulted]] = {}
"""By the watched rules."""


@contextmanager
def watched(rules: RuleSet, apart: Apart) -> Iterator[tuple[RuleSet, set[str]]]:
    """Rules that note what is read of them, and the options consulted so far, which grow until the end."""
    parts: list[Any] = []
    notes = Consulted()
    found: RuleSet = _watched(rules, apart, notes, parts)
    _active[id(found)] = notes
    try:
        yield found, notes.frames[0]
    finally:
        del _active[id(found)]
        for each in parts:  # whoever keeps a part of them has rules like any others
            _KIND.__set__(each, type(each).__base__)


class Once(Struct, Generic[A]):
    """A part of a question that is asked once for all readings which it does not tell apart."""

    _known: list[tuple[Mapping[str, str], object, A]] = field(default_factory=list)

    def of(self, rules: RuleSet, key: object, make: Callable[[], A]) -> A:
        """What is made by the rules, watched or not, for what is told by a key.

        Rules that stand in the key are no part of it: what was read of them is noted while it is made, and
        to compare them is to read them all.
        """
        notes = _active.get(id(rules))
        if notes is None:
            return make()
        key = _beside_rules(key)
        for variant, other, made in self._known:
            if other == key and all(rules.variant[name] == word for name, word in variant.items()):
                notes.note(variant)
                return made
        notes.frames.append(set())
        try:
            made = make()
        finally:
            consulted = notes.frames.pop()
        self._known.append(({name: rules.variant[name] for name in consulted}, key, made))
        return made


def _beside_rules(value: Any) -> Any:
    """What a value is made of, with the rules left out that stand in it."""
    if isinstance(value, GameSpec | RuleSet):
        return None
    if isinstance(value, list | tuple):
        return [_beside_rules(each) for each in value]
    if isinstance(value, Record):
        return [type(value), *map(_beside_rules, structs.astuple(value))]
    if is_dataclass(value):
        return [type(value), *(_beside_rules(getattr(value, each.name)) for each in fields(value))]
    return value


def _watched(part: Any, apart: Mapping[Place, frozenset[str]], notes: Consulted, parts: list[Any]) -> Any:
    here = {place[0]: options for place, options in apart.items() if len(place) == 1}
    below: dict[str, Apart] = {}
    for (first, *rest), options in apart.items():
        if rest:
            below.setdefault(first, {})[tuple(rest)] = options
    if isinstance(part, dict):
        return part | {
            name: _watched(part[name], each, notes, parts) for name, each in below.items() if name in part
        }
    if part is None:
        return None
    kind = type(part)
    made = copy(part)
    for name, inside in below.items():
        getattr(kind, name).__set__(made, _watched(getattr(part, name), inside, notes, parts))
    if here:
        _KIND.__set__(made, _noting(kind, here, notes))
        parts.append(made)
    return made


def _noting(kind: type[Record], here: Mapping[str, frozenset[str]], notes: Consulted) -> type:
    """A kind of part that notes where one of these fields is read; a copy with other values notes it too."""

    def noted(name: str, options: frozenset[str]) -> property:
        slot = getattr(kind, name)

        def value(part: Any) -> Any:
            notes.note(options)
            return slot.__get__(part, kind)

        return property(value)

    def values(part: Any) -> tuple[Any, ...]:
        return tuple(getattr(part, name) for name in kind.__struct_fields__)

    def equal(part: Any, other: object) -> bool:
        return isinstance(other, kind) and values(part) == values(other)

    body: dict[str, Any] = {name: noted(name, options) for name, options in here.items()}
    body |= {"__eq__": equal, "__hash__": kind.__hash__}
    body["__reduce__"] = lambda part: (kind, values(part))  # what is kept somewhere else notes nothing
    body["__class__"] = property(lambda _: kind)  # what others take it for
    meta: Any = type(kind)
    found: type[Record] = meta(kind.__name__, (kind,), body)
    return found
