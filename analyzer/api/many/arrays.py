"""The answers to many positions as arrays of numbers, which NumPy reads where they are."""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Final, TypeVar, cast, overload

from analyzer.api.many.ask import Told
from analyzer.cards.card import BY_TEXT, DECK, Suit
from analyzer.frozenrecord import Record
from analyzer.rules.score.goals import exact

Values = Mapping[str, Any]
"""By player a number, or two of a fraction."""
_SUITS: Final = tuple(Suit)
_NO_SUIT: Final = -1
_OPEN: Final = -1
T = TypeVar("T")


class _Answers(Sequence[T]):
    """Answers in the order of the positions, each put together when it is asked for."""

    __slots__ = ()

    @abstractmethod
    def _told(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...
    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        every = range(len(self))[place]
        return self._told(every) if isinstance(every, int) else tuple(map(self._told, every))


class OneOfMany(Record, frozen=True):
    """The answer to one position of many."""

    holds: bool | None
    """None where a limit came first, where no source settles it, or the position has `errors`."""
    nodes: int
    errors: tuple[Told, ...] = ()
    """Why it cannot be asked: `message` and `column` of each fault."""

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data: what `batch forced` writes of a line, less its number."""
        if self.errors:
            return {"errors": [dict(each) for each in self.errors]}
        return {"holds": self.holds, "nodes": self.nodes}


@dataclass(frozen=True, slots=True)
class ForcedMany(_Answers[OneOfMany]):
    """The answers to many positions, in their order.

    `holds` (`int8`, shape (n,)) has 1 for yes, 0 for no and -1 for no answer, `nodes` (`uint64`, shape (n,))
    what each took; both can be read as buffers. What Ctrl-C or the time left undone has no answer.
    """

    holds: array[int]
    nodes: array[int]
    errors: dict[int, tuple[Told, ...]]
    """Of those that cannot be asked, by place."""
    done: int
    """So many were come to; fewer than all where it was broken off."""

    def __len__(self) -> int:
        return len(self.holds)

    def _told(self, place: int) -> OneOfMany:
        holds = self.holds[place]
        found = None if holds == _OPEN else bool(holds)
        return OneOfMany(found, self.nodes[place], self.errors.get(place, ()))


class _Table:
    """Rows of whole numbers, as wide as the widest; what is not told is 0."""

    def __init__(self) -> None:
        self._flat: array[int] = array("q")
        self._wide = 0
        self.parts = array("q")

    def add(self, values: Values | None) -> None:
        """One row more: numbers, or so many parts of a whole."""
        told = (values or {}).values()
        numbers = [Fraction(*each) if isinstance(each, list) else Fraction(each) for each in told]
        parts = lcm(*(each.denominator for each in numbers))
        if len(numbers) > self._wide:
            self._widen(len(numbers))
        self._flat.extend(int(each * parts) for each in numbers)
        self._flat.extend([0] * (self._wide - len(numbers)))
        self.parts.append(parts)

    def _widen(self, wide: int) -> None:
        before, narrow, rows = self._flat, self._wide, len(self.parts)
        self._flat = array("q", [0] * (wide * rows))
        self._wide = wide
        for row in range(rows):
            self._flat[row * wide : row * wide + narrow] = before[row * narrow : (row + 1) * narrow]

    def view(self) -> memoryview:
        """The rows as a buffer of two dimensions; of one where there is nothing."""
        flat = memoryview(self._flat)
        return flat if not self._flat else flat.cast("B").cast("q", (len(self.parts), self._wide))

    def told(self, row: int, names: Sequence[str]) -> dict[str, Any]:
        """A row by name again."""
        parts, at = self.parts[row], row * self._wide
        numbers = (Fraction(number, parts) for number in self._flat[at : at + len(names)])
        return dict(zip(names, map(exact, numbers), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class _Many(_Answers[Told]):
    """Answers in the order of the positions."""

    key: str
    table: _Table
    names: list[tuple[str, ...]]
    """By row whose numbers they are."""
    answered: array[int]
    """`int8` of shape (n,): 1, or 0 where a limit came first, nothing was come to, or there are `errors`."""
    errors: dict[int, tuple[Told, ...]]
    """Of those that cannot be asked, by place: `message` and `column` of each fault."""
    done: int
    """So many were come to; fewer than all where it was broken off."""

    @property
    def amounts(self) -> memoryview:
        """`int64` of shape (rows, players): of each player as they sit; 0 where it is not known."""
        return self.table.view()

    @property
    def parts(self) -> array[int]:
        """`int64` of shape (rows,): how many of `amounts` are one; 1 but where points are fractions."""
        return self.table.parts

    def __len__(self) -> int:
        return len(self.answered)

    def _told(self, place: int) -> Told:
        if place in self.errors:
            return {"errors": list(self.errors[place])}
        return {self.key: self._value(place) if self.answered[place] else None}

    def _value(self, place: int) -> Any:
        return self.table.told(place, self.names[place])


@dataclass(frozen=True, slots=True, eq=False)
class ValuesMany(_Many):
    """What players are sure of, a row for each position; each item is what `batch` writes of one."""


@dataclass(frozen=True, slots=True, eq=False)
class CardsMany(_Many):
    """Values after each card that may be laid: a row for each, one position's behind the other's."""

    first: array[int]
    """`uint64` of shape (n + 1,): rows `first[i]` to `first[i + 1]` are those of position i."""
    cards: array[int]
    """`uint8` of shape (rows,): the place of the card in `analyzer.cards.card.DECK`."""
    suits: array[int]
    """`int8` of shape (rows,): the suit that is named with it (h d s c T are 0 to 4), or -1."""
    of: str
    """What is told of each card."""

    def _value(self, place: int) -> Any:
        return [
            {
                "card": str(DECK[self.cards[row]]),
                "names": None if self.suits[row] == _NO_SUIT else str(_SUITS[self.suits[row]]),
                self.of: self.table.told(row, self.names[row]),
            }
            for row in range(self.first[place], self.first[place + 1])
        ]


class _Noted:
    """Which positions were answered, and why others cannot be."""

    def __init__(self) -> None:
        self.answered, self.errors = array("b"), dict[int, tuple[Told, ...]]()

    def note(self, told: Told, key: str) -> Any:
        """What is told of the next position; None where that is nothing."""
        if "errors" in told:
            self.errors[len(self.answered)] = tuple(told["errors"])
        found = told.get(key)
        self.answered.append(found is not None)
        return found


class _Gathered(_Noted):
    """Answers on their way into arrays."""

    def __init__(self) -> None:
        super().__init__()
        self.table, self.names = _Table(), list[tuple[str, ...]]()
        self._known: dict[tuple[str, ...], tuple[str, ...]] = {}

    def add(self, values: Values | None) -> None:
        """A row of the table."""
        names = tuple(values or ())
        self.names.append(self._known.setdefault(names, names))
        self.table.add(values)


def holds_of(answers: Iterable[Told], count: int) -> ForcedMany:
    """The answers to so many positions, yes or no, of which some may not have been come to."""
    all_, holds, nodes = _Noted(), array("b"), array("Q")
    for told in answers:
        found = all_.note(told, "holds")
        holds.append(_OPEN if found is None else int(found))
        nodes.append(told.get("nodes", 0))
    done = len(holds)
    holds.extend([_OPEN] * (count - done))
    nodes.extend([0] * (count - done))
    return ForcedMany(holds, nodes, all_.errors, done)


def values_of(answers: Iterable[Told], key: str, count: int) -> ValuesMany:
    """The answers to so many positions, of which some may not have been come to."""
    all_ = _Gathered()
    for told in answers:
        all_.add(cast("Values | None", all_.note(told, key)))
    done = len(all_.answered)
    for _ in range(done, count):
        all_.add(all_.note({}, key))
    return ValuesMany(key, all_.table, all_.names, all_.answered, all_.errors, done)


def cards_of(answers: Iterable[Told], key: str, count: int) -> CardsMany:
    """The arrays of answers about every card."""
    all_, first = _Gathered(), array("Q", [0])
    cards, suits = array("B"), array("b")
    for told in answers:
        for each in all_.note(told, "cards") or ():
            cards.append(BY_TEXT[each["card"]].index)
            suits.append(_NO_SUIT if each["names"] is None else _SUITS.index(Suit(each["names"])))
            all_.add(each[key])
        first.append(len(cards))
    done = len(all_.answered)
    for _ in range(done, count):
        all_.note({}, "cards")
        first.append(len(cards))
    return CardsMany(
        "cards", all_.table, all_.names, all_.answered, all_.errors, done, first, cards, suits, key
    )
