"""Questions under every combination of readings of the open options that affect them.

Asking shows which options affect a question: the rules note what is read of them (:class:`Consulted`). An
answer holds for all readings of the options that were not consulted on the way to it. Each consulted option
is then read differently, and so on until every combination has its answer. So an option that matters only
with another is found, and one that nobody asks about costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import fields, is_dataclass
from itertools import combinations, product
from operator import eq
from typing import Any, Final, Generic, Protocol, Self, TypeVar

from msgspec import Struct, field, structs

from analyzer.errors import IllegalMove, Invalid, TarokError, UsageError
from analyzer.frozenrecord import Record
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.grounds import AnsweredReading, open_options
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import choose, read_as

Place = tuple[str, ...]
"""Names of fields and keys of tables, from the rule set down to the difference."""
DifferingPlaces = dict[Place, frozenset[str]]
"""The options that change each place."""
A = TypeVar("A")
APART: Final[dict[tuple[str, str], DifferingPlaces]] = {}
"""The places where the readings of shipped rule sets differ, by name and digest, from their compiled form."""

_TOLD: Final = frozenset(
    {"statement", "standing", "because", "readings", "cites", "origin", "by_seats", "depends"}
    | {"title", "sources", "options", "variant", "digest", "forms"}
)
"""Fields that describe rules and who chose them; they decide nothing."""


def differing(one: Any, other: Any, place: Place = ()) -> Iterator[Place]:
    """Yield the smallest parts in which two rule sets differ."""
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
    """Return True if two tables have parts under the same names, so that they differ only in those."""
    return (
        isinstance(one, dict)
        and isinstance(other, dict)
        and one.keys() == other.keys()
        and all(isinstance(key, str) and isinstance(part, Record) for key, part in one.items())
    )


class Consulted(Struct):
    """The options that were consulted, including those for a part of the question."""

    frames: list[set[str]] = field(default_factory=lambda: [set()])

    def note(self, options: Iterable[str]) -> None:
        """Note options that something was read by."""
        for each in self.frames:
            each.update(options)


_KIND: Final = vars(object)["__class__"]
"""The place of the kind of an object, even of one that never changes."""
_active: Final[dict[int, Consulted]] = {}
"""Notes by the watched rules."""


@contextmanager
def watched(rules: RuleSet, apart: DifferingPlaces) -> Iterator[tuple[RuleSet, set[str]]]:
    """Give rules that note what is read of them, and the options consulted so far, a growing set."""
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


class CachePerReading(Struct, Generic[A]):
    """A part of a question that is asked once for all readings under which it is the same."""

    _known: list[tuple[Mapping[str, str], object, A]] = field(default_factory=list)

    def get_or_make(self, rules: RuleSet, key: object, make: Callable[[], A]) -> A:
        """Return the value made under the rules, watched or not, for a key.

        Rules within the key are not part of it: what was read of them is noted while the value is made, and
        comparing them would read all of them.
        """
        notes = _active.get(id(rules))
        if notes is None:
            return make()
        key = _strip_rules(key)
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


def _strip_rules(value: Any) -> Any:
    """Return the parts of a value, without the rules in it."""
    if isinstance(value, GameSpec | RuleSet):
        return None
    if isinstance(value, list | tuple):
        return [_strip_rules(each) for each in value]
    if isinstance(value, Record):
        return [type(value), *map(_strip_rules, structs.astuple(value))]
    if is_dataclass(value):
        return [type(value), *(_strip_rules(getattr(value, each.name)) for each in fields(value))]
    return value


def _watched(part: Any, apart: Mapping[Place, frozenset[str]], notes: Consulted, parts: list[Any]) -> Any:
    here = {place[0]: options for place, options in apart.items() if len(place) == 1}
    below: dict[str, DifferingPlaces] = {}
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
    """Return a kind of part that notes the reading of these fields; a copy with other values does too."""

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


Variant = dict[str, str]

MOST: Final = 1024
"""The largest number of combinations of readings that are asked; with more, a question has no answer."""


class NoMoreReadings(Exception):
    """An exception for a question whose limits leave nothing for another reading."""


class ReadCase(Record, Generic[A], frozen=True):
    """The answer under some readings, whatever the readings of all other options."""

    variant: Variant
    answer: A | TarokError
    """The error that shows that the facts are impossible under them, if they are."""

    @property
    def can_be(self) -> bool:
        """True if the facts are possible under them."""
        return not isinstance(self.answer, TarokError)

    def agrees(self, variant: Mapping[str, str], but: str | None = None) -> bool:
        """Return True if it covers these readings too, apart from one option."""
        return all(variant.get(name, word) == word for name, word in self.variant.items() if name != but)


class Explored(Record, Generic[A], frozen=True):
    """The cases of all combinations of readings, first that of the first readings."""

    rules: RuleSet
    cases: tuple[ReadCase[A], ...]
    too_many: tuple[str, ...] = ()
    """The options known to affect it, if they have more combinations than are asked or limits allow."""

    @property
    def first(self) -> A:
        """The answer under the first readings that do not contradict the facts.

        Raises: the error under the first readings, if all contradict them.
        """
        for answer in self.possible:
            return answer
        raise self.cases[0].answer  # type: ignore[misc]

    @property
    def possible(self) -> list[A]:
        """The answers under the readings that do not contradict the facts."""
        return [each.answer for each in self.cases if not isinstance(each.answer, TarokError)]


class InFile(Protocol):
    """Something in a file, which has its rules with it."""

    @property
    def rules(self) -> RuleSet: ...
    @property
    def read_by(self) -> Callable[[RuleSet], Self] | None: ...
    def with_rules(self, rules: RuleSet) -> Self: ...


T = TypeVar("T", bound=InFile)


def reread(told: T) -> Callable[[RuleSet], T]:
    """Return a function that gives it under other rules: its file read again or, without one, the facts.

    The function raises InvalidFile if the facts are impossible under those rules.
    """
    if told.read_by is not None:
        with suppress(Invalid):
            if told.read_by(told.rules) == told:
                return told.read_by
    return told.with_rules


def explored(
    rules: RuleSet, ask: Callable[[RuleSet], A], alike: Callable[[RuleSet], object] | None = None
) -> Explored[A]:
    """Return the answers under all readings; rules with an equal part, as `alike` gives it, are asked once.

    Raises: what `ask` raises, except that the facts are impossible, or the question unanswerable, under a
    reading.
    """
    words = open_options(rules)
    if not words:
        return Explored(rules, (ReadCase({}, ask(rules)),))
    asking, first = _Asking(rules, ask, alike), {name: each[0] for name, each in words.items()}
    cases: list[ReadCase[A]] = []
    pending: list[Variant] = [{}]
    while pending:
        fixed = pending.pop()
        try:
            answer, consulted = asking.answer_under({**first, **fixed})
        except NoMoreReadings:
            return _too_many(rules, cases, [fixed, *pending])
        free = [name for name in words if name in consulted and name not in fixed]
        if answer is not None:
            cases.append(ReadCase(fixed | {name: first[name] for name in free}, answer))
        for place, name in reversed([*enumerate(free)]):
            before = fixed | {each: first[each] for each in free[:place]}
            pending += [{**before, name: word} for word in reversed(words[name][1:])]
        if len(cases) + len(pending) > MOST:
            return _too_many(rules, cases, pending)
    return Explored(rules, tuple(cases))


def _too_many(rules: RuleSet, cases: Sequence[ReadCase[A]], pending: Sequence[Variant]) -> Explored[A]:
    bear = {name for each in (*(case.variant for case in cases), *pending) for name in each}
    return Explored(rules, tuple(cases), tuple(name for name in open_options(rules) if name in bear))


class _Asking(Generic[A]):
    """A question in progress under readings, which notes the options it consults."""

    def __init__(
        self, rules: RuleSet, ask: Callable[[RuleSet], A], alike: Callable[[RuleSet], object] | None
    ) -> None:
        self._rules, self._ask, self._alike = rules, ask, alike
        self._kept = _Kept.for_rules(rules)
        self._known: list[tuple[object, A | TarokError, frozenset[str]]] = []

    def answer_under(self, variant: Variant) -> tuple[A | TarokError | None, frozenset[str]]:
        """Return the answer with the options that it may depend on; None if the readings contradict."""
        read = self._kept.rules_under(variant)
        if read is None:
            return None, frozenset(variant)
        part = None if self._alike is None else self._alike(read)
        if part is not None:
            for before, known, consulted in self._known:
                if before == part:
                    return known, consulted
        with watched(read, self._kept.apart) as (rules, noted):
            try:
                answer: A | TarokError = self._ask(rules)
            except (Invalid, IllegalMove, UsageError) as wrong:
                answer = wrong
        if part is not None:
            self._known.append((part, answer, frozenset(noted)))
        return answer, frozenset(noted)


class _Kept(Record, frozen=True):
    """The knowledge about a rule set: the places where its readings differ, and some of its forms."""

    rules: RuleSet
    apart: DifferingPlaces
    read: dict[tuple[str, ...], RuleSet | None]

    @classmethod
    def for_rules(cls, rules: RuleSet) -> _Kept:
        """Return the knowledge about a rule set; one rule set is one object wherever it is used."""
        known = _kept.get(id(rules))
        if known is None or known.rules is not rules:
            if len(_kept) >= _MOST_KEPT:
                _kept.clear()
            shipped = None if rules.variant else APART.get((rules.name, rules.digest))
            known = _kept[id(rules)] = cls(rules, differing_places(rules) if shipped is None else shipped, {})
        return known

    def rules_under(self, variant: Variant) -> RuleSet | None:
        """Return the rule set under these readings of all its open options; None if they contradict."""
        words = tuple(variant.values())
        if words not in self.read:
            if len(self.read) >= MOST:
                self.read.clear()
            try:
                self.read[words] = choose(self.rules, variant)
            except UsageError:
                self.read[words] = None
        return self.read[words]


_MOST_KEPT: Final = 32
_kept: Final[dict[int, _Kept]] = {}


def differing_places(rules: RuleSet) -> DifferingPlaces:
    """Return the places where readings of the open options differ, each read alone and in pairs."""
    words = open_options(rules)
    first = {name: each[0] for name, each in words.items()}
    otherwise = [{name: word} for name, each in words.items() for word in each[1:]]
    pairs = (one | other for one, other in combinations(otherwise, 2) if one.keys() != other.keys())
    taken = read_as(rules, first)
    found: DifferingPlaces = {}
    for variant in (*otherwise, *pairs):
        for place in differing(taken, read_as(rules, {**first, **variant})):
            known = found.get(place, frozenset())
            if known.isdisjoint(variant):
                found[place] = known.union(variant)
    return found


class Hanging(Record, Generic[A], frozen=True):
    """The options that answers depend on, and the case of each combination of their readings.

    `impossible` are the readings that contradict the facts, with as few options as show it.
    """

    options: tuple[str, ...]
    readings: tuple[tuple[Variant, A], ...]
    impossible: tuple[tuple[Variant, TarokError], ...]


def dependence(found: Explored[A], same: Callable[[A, A], bool]) -> Hanging[A]:
    """Return the options that the answers depend on."""
    can = [each for each in found.cases if each.can_be]
    kinds = _kinds(can, same)
    options = _mattering(found.rules, can, kinds)
    possible = [int(each.can_be) for each in found.cases]
    cannot = [
        each for each in _list_answers(found, _mattering(found.rules, found.cases, possible), found.cases)
        if isinstance(each[1], TarokError)
    ] if can else []  # fmt: skip
    if len({*kinds}) > 1 and not _decide(options, can, kinds):
        every = [-1 if not each.can_be else kinds[can.index(each)] for each in found.cases]
        options = _mattering(found.rules, found.cases, every)
    readings = _list_answers(found, options, can)
    return Hanging(options, readings if len(readings) > 1 else (), tuple(cannot))  # type: ignore[arg-type]


def _kinds(cases: Sequence[ReadCase[A]], same: Callable[[A, A], bool]) -> list[int]:
    """Return a number for each case, equal if the answers are the same."""
    apart_: list[A] = []
    found = []
    for each in cases:
        answer: A = each.answer  # type: ignore[assignment]
        place = next((at for at, other in enumerate(apart_) if same(answer, other)), len(apart_))
        if place == len(apart_):
            apart_.append(answer)
        found.append(place)
    return found


def _mattering(rules: RuleSet, cases: Sequence[ReadCase[A]], kinds: Sequence[int]) -> tuple[str, ...]:
    """Return the options with two readings that give different answers, other options being equal."""
    found: set[str] = set()
    for (one, mine), (other, yours) in combinations(zip(cases, kinds, strict=True), 2):
        if mine != yours:
            shared = [
                name
                for name in one.variant
                if other.variant.get(name, one.variant[name]) != one.variant[name]
            ]
            if len(shared) == 1:
                found.update(shared)
    return tuple(name for name in rules.options if name in found)


def _decide(options: Sequence[str], cases: Sequence[ReadCase[A]], kinds: Sequence[int]) -> bool:
    """Return True if the readings of some options decide the kind of an answer."""
    for (one, mine), (other, yours) in combinations(zip(cases, kinds, strict=True), 2):
        if mine != yours and all(
            one.variant.get(name, word) == word for name, word in other.variant.items() if name in options
        ):
            return False
    return True


def _list_answers(
    found: Explored[A], options: Sequence[str], cases: Sequence[ReadCase[A]]
) -> tuple[tuple[Variant, A | TarokError], ...]:
    """Return for every combination of readings of some options the answer of a case that covers them."""
    words = open_options(found.rules)
    told = []
    for chosen in product(*(words[name] for name in options)):
        variant = dict(zip(options, chosen, strict=True))
        case = next((each for each in cases if each.agrees(variant)), None)
        if case is not None:
            told.append((variant, case.answer))
    return tuple(told)


def readings_of(
    found: Hanging[A], told: Callable[[A], Mapping[str, Any]], same: Callable[[Any, Any], bool] = eq
) -> tuple[AnsweredReading, ...]:
    """Return the readings of an answer, each with the keys in which it differs from another."""
    shown = [told(answer) for _, answer in found.readings]
    every = dict.fromkeys(key for each in shown for key in each)
    keys = [key for key in every if any(not same(each.get(key), shown[0].get(key)) for each in shown)]
    return tuple(
        AnsweredReading(variant, {key: each.get(key) for key in keys})
        for (variant, _), each in zip(found.readings, shown, strict=True)
    )


def impossible_of(found: Hanging[A]) -> tuple[AnsweredReading, ...]:
    """Return the readings that contradict the facts, each with its error."""
    return tuple(AnsweredReading(variant, {"faults": [str(wrong)]}) for variant, wrong in found.impossible)
