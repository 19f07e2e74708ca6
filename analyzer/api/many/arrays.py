"""The answers to many positions as arrays of numbers, which NumPy reads without a copy."""

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
"""A number for each player; a fraction is a pair of numbers."""
_SUITS: Final = tuple(Suit)
_NO_SUIT: Final = -1
_OPEN: Final = -1
T = TypeVar("T")


class _Answers(Sequence[T]):
    """Answers in the order of the positions, each built when it is read."""

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
    """True for yes, False for no; None if a limit came first, no source settles it, or there are `errors`."""
    nodes: int
    errors: tuple[Told, ...] = ()
    """The faults of a position that cannot be asked about, each with `message` and `column`."""

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data: what `batch forced` writes for a line, without its number."""
        if self.errors:
            return {"errors": [dict(each) for each in self.errors]}
        return {"holds": self.holds, "nodes": self.nodes}


@dataclass(frozen=True, slots=True)
class ForcedMany(_Answers[OneOfMany]):
    """The answers to many positions, in their order.

    `holds` (`int8`, shape (n,)) is 1 for yes, 0 for no and -1 for no answer. `nodes` (`uint64`, shape (n,))
    is the number of nodes searched for each. Both can be read as buffers. Positions left undone by Ctrl-C or
    the timeout have no answer.
    """

    holds: array[int]
    nodes: array[int]
    errors: dict[int, tuple[Told, ...]]
    """The faults of positions that cannot be asked about, by index."""
    done: int
    """The number of positions reached; smaller than the length after an interruption."""

    def __len__(self) -> int:
        return len(self.holds)

    def _told(self, place: int) -> OneOfMany:
        holds = self.holds[place]
        found = None if holds == _OPEN else bool(holds)
        return OneOfMany(found, self.nodes[place], self.errors.get(place, ()))


class _Table:
    """Rows of whole numbers, padded with 0 to the width of the widest row."""

    def __init__(self) -> None:
        self._flat: array[int] = array("q")
        self._wide = 0
        self.parts = array("q")

    def add(self, values: Values | None) -> None:
        """Add a row: its numbers, as whole numbers of equal parts."""
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
        """Return the rows as a two-dimensional buffer; an empty table gives a one-dimensional one."""
        flat = memoryview(self._flat)
        return flat if not self._flat else flat.cast("B").cast("q", (len(self.parts), self._wide))

    def told(self, row: int, names: Sequence[str]) -> dict[str, Any]:
        """Return a row as numbers by name."""
        parts, at = self.parts[row], row * self._wide
        numbers = (Fraction(number, parts) for number in self._flat[at : at + len(names)])
        return dict(zip(names, map(exact, numbers), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class _Many(_Answers[Told]):
    """Answers in the order of the positions."""

    key: str
    table: _Table
    names: list[tuple[str, ...]]
    """The names of the players for each row."""
    answered: array[int]
    """`int8` of shape (n,): 1, or 0 after a limit, for a position not reached, or with `errors`."""
    errors: dict[int, tuple[Told, ...]]
    """The faults of positions that cannot be asked about, by index, each with `message` and `column`."""
    done: int
    """The number of positions reached; smaller than the length after an interruption."""

    @property
    def amounts(self) -> memoryview:
        """`int64` of shape (rows, players): the amounts in seat order; 0 if unknown."""
        return self.table.view()

    @property
    def parts(self) -> array[int]:
        """`int64` of shape (rows,): the units of `amounts` that make one; 1 unless points are fractions."""
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
    """The guaranteed amounts, a row for each position; each item is what `batch` writes for one position."""


@dataclass(frozen=True, slots=True, eq=False)
class CardsMany(_Many):
    """The amounts after each legal card: a row for each card, position after position."""

    first: array[int]
    """`uint64` of shape (n + 1,): rows `first[i]` to `first[i + 1]` belong to position i."""
    cards: array[int]
    """`uint8` of shape (rows,): the index of the card in `analyzer.cards.card.DECK`."""
    suits: array[int]
    """`int8` of shape (rows,): the suit named with the card (h d s c T are 0 to 4), or -1."""
    of: str
    """The question asked about each card: `guarantee` or `points`."""

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
    """The positions that were answered, and the faults of the positions that cannot be asked about."""

    def __init__(self) -> None:
        self.answered, self.errors = array("b"), dict[int, tuple[Told, ...]]()

    def note(self, told: Told, key: str) -> Any:
        """Note the answer for the next position and return its part under a key; None if there is none."""
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
        """Add a row to the table."""
        names = tuple(values or ())
        self.names.append(self._known.setdefault(names, names))
        self.table.add(values)


def holds_of(answers: Iterable[Told], count: int) -> ForcedMany:
    """Collect yes-or-no answers to `count` positions, some of which may not have been reached."""
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
    """Collect amounts for `count` positions, some of which may not have been reached."""
    all_ = _Gathered()
    for told in answers:
        all_.add(cast("Values | None", all_.note(told, key)))
    done = len(all_.answered)
    for _ in range(done, count):
        all_.add(all_.note({}, key))
    return ValuesMany(key, all_.table, all_.names, all_.answered, all_.errors, done)


def cards_of(answers: Iterable[Told], key: str, count: int) -> CardsMany:
    """Collect the answers about every card of `count` positions."""
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
