"""Questions about many positions from Python, answered as arrays of numbers."""

from __future__ import annotations

import os
import sys
import threading
from abc import abstractmethod
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Final, TypeVar, cast, overload

from msgspec.structs import replace

from analyzer.answers.requests import ForcedRequest, Means, SolveRequest
from analyzer.cards.card import BY_TEXT, DECK, Suit
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.many.question import Asker, Kind, ManyRequest, Told
from analyzer.many.rows import answer_records
from analyzer.many.source import BatchRecord, RecordBlock, dealt_rows
from analyzer.messages import Verbatim, listed, quoted, say
from analyzer.position.files.oneline import ROW
from analyzer.position.model import Position
from analyzer.pythonanswer import checked_arguments
from analyzer.rules.score.goals import Goal, exact
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.search.engine.engine import NO_DEADLINE
from analyzer.search.engine.results import Limits
from analyzer.search.engine.watch import Watch

_SUITS: Final = tuple(Suit)
_NO_SUIT: Final = -1
_OPEN: Final = -1
T = TypeVar("T")


class _Answers(Sequence[T]):
    """Answers in the order of the positions, each built when it is read."""

    __slots__ = ()

    @abstractmethod
    def _build_answer(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...
    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        every = range(len(self))[place]
        return self._build_answer(every) if isinstance(every, int) else tuple(map(self._build_answer, every))


class OneOfMany(Record, frozen=True):
    """The answer to one position of many."""

    holds: bool | None
    """True for yes, False for no; None if a limit came first, no source settles it, or there are `errors`."""
    nodes: int
    errors: tuple[Told, ...] = ()
    """The faults of a position that cannot be asked about, each with `message` and `column`."""

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data: the object that `batch forced` writes, without the line number."""
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

    def _build_answer(self, place: int) -> OneOfMany:
        holds = self.holds[place]
        found = None if holds == _OPEN else bool(holds)
        return OneOfMany(found, self.nodes[place], self.errors.get(place, ()))


class _Table:
    """Rows of named numbers; each row is stored as whole numbers over one common denominator."""

    def __init__(self) -> None:
        self.names: list[tuple[str, ...]] = []
        self.parts = array("q")
        self._flat, self._first = array("q"), array("Q", [0])
        self._known: dict[tuple[str, ...], tuple[str, ...]] = {}

    def add(self, values: Mapping[str, Any] | None) -> None:
        """Add a row of numbers by name, empty if None; a fraction is a pair (numerator, denominator)."""
        told = values or {}
        numbers = [Fraction(*each) if isinstance(each, list) else Fraction(each) for each in told.values()]
        parts = lcm(*(each.denominator for each in numbers))
        names = tuple(told)
        self.names.append(self._known.setdefault(names, names))
        self.parts.append(parts)
        self._flat.extend(int(each * parts) for each in numbers)
        self._first.append(len(self._flat))

    def view(self) -> memoryview:
        """Return the rows as a two-dimensional buffer, padded with 0; the buffer is empty if the table is."""
        broad = max(map(len, self.names), default=0)
        if not broad:
            return memoryview(array("q"))
        rows = array("q", bytes(8 * broad * len(self.parts)))
        for row, names in enumerate(self.names):
            rows[row * broad : row * broad + len(names)] = self._numbers(row)
        return memoryview(rows).cast("B").cast("q", (len(self.parts), broad))

    def read_row(self, row: int) -> dict[str, Any]:
        """Return a row as numbers by name."""
        numbers = (exact(Fraction(number, self.parts[row])) for number in self._numbers(row))
        return dict(zip(self.names[row], numbers, strict=True))

    def _numbers(self, row: int) -> array[int]:
        return self._flat[self._first[row] : self._first[row + 1]]


@dataclass(frozen=True, slots=True, eq=False)
class _Many(_Answers[Told]):
    """Answers in the order of the positions."""

    key: str
    table: _Table
    answered: array[int]
    """`int8` of shape (n,): 1 if answered; 0 if a limit came first, if not reached, or if it has `errors`."""
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
        """`int64` of shape (rows,): the denominator of each row; 1 unless points are fractions."""
        return self.table.parts

    def __len__(self) -> int:
        return len(self.answered)

    def _build_answer(self, place: int) -> Told:
        if place in self.errors:
            return {"errors": list(self.errors[place])}
        return {self.key: self._value(place) if self.answered[place] else None}

    def _value(self, place: int) -> Any:
        return self.table.read_row(place)


@dataclass(frozen=True, slots=True, eq=False)
class ValuesMany(_Many):
    """The guaranteed amounts, one row per position; each item is the object that `batch` writes for it."""


@dataclass(frozen=True, slots=True, eq=False)
class CardsMany(_Many):
    """The amounts after each legal card: one row per card, in the order of the positions."""

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
                self.of: self.table.read_row(row),
            }
            for row in range(self.first[place], self.first[place + 1])
        ]


class _Collected:
    """The answers to `count` positions, some of which may not have been reached."""

    def __init__(self, answers: Iterable[Told], key: str, count: int) -> None:
        self.answered, self.errors = array("b"), dict[int, tuple[Told, ...]]()
        self.done = 0
        self._answers, self._key, self._count = answers, key, count

    def __iter__(self) -> Iterator[tuple[Any, Told]]:
        """Yield each answer, preceded by its value under the key (None if the key is missing)."""
        for told in self._answers:
            if "errors" in told:
                self.errors[self.done] = tuple(told["errors"])
            self.done += 1
            yield self._add(told), told
        for _ in range(self.done, self._count):
            yield self._add({}), {}

    def _add(self, told: Told) -> Any:
        found = told.get(self._key)
        self.answered.append(found is not None)
        return found


def holds_of(answers: Iterable[Told], count: int) -> ForcedMany:
    """Collect yes-or-no answers to `count` positions, some of which may not have been reached."""
    every, holds, nodes = _Collected(answers, "holds", count), array("b"), array("Q")
    for found, told in every:
        holds.append(_OPEN if found is None else int(found))
        nodes.append(told.get("nodes", 0))
    return ForcedMany(holds, nodes, every.errors, every.done)


def values_of(answers: Iterable[Told], key: str, count: int) -> ValuesMany:
    """Collect amounts for `count` positions, some of which may not have been reached."""
    every, table = _Collected(answers, key, count), _Table()
    for found, _ in every:
        table.add(found)
    return ValuesMany(key, table, every.answered, every.errors, every.done)


def cards_of(answers: Iterable[Told], key: str, count: int) -> CardsMany:
    """Collect the answers about every card of `count` positions."""
    every, table, first = _Collected(answers, "cards", count), _Table(), array("Q", [0])
    cards, suits = array("B"), array("b")
    for found, _ in every:
        for each in found or ():
            cards.append(BY_TEXT[each["card"]].index)
            suits.append(_NO_SUIT if each["names"] is None else _SUITS.index(Suit(each["names"])))
            table.add(each[key])
        first.append(len(cards))
    return CardsMany("cards", table, every.answered, every.errors, every.done, first, cards, suits, key)


# Questions about many positions from Python: chunks go to the core, and answers come back in order.


Rows = Any
"""An object with the buffer protocol: bytes, an array, a NumPy array of whole numbers of any width."""
_WHOLE: Final = frozenset("bBhHiIlLqQ")
"""The format codes of whole numbers."""
_ORDERS: Final = {"<": "little", ">": "big", "!": "big"}
_NOBODY: Final = 255
Positions = Iterable[Position | str] | Rows
Who = str | int
_BLOCK: Final = 512
"""The number of positions handed on together."""
_OF_CARDS: Final = (Kind.GUARANTEE.value, Kind.POINTS.value)


class Batch:
    """Questions about many positions at once, answered by several threads over the core.

    `positions` are positions, texts (one line each, or of a file), or rows of whole numbers, such as a NumPy
    array of shape (n, 79). In a row, entry i is the seat that holds card i of `analyzer.cards.card.DECK`
    (hearts, diamonds, spades, clubs from high to low, trumps from 21 to 1, the Fool), or 255 or -1 if nobody
    holds it; entry 78 is the seat that leads. Rows use the `ruleset` named here, and their players are called
    A, B, C and so on; positions and texts name their own. :meth:`dealt` makes random rows.

    :meth:`forced` gives a yes or no for each position, :meth:`guarantee` and :meth:`points` numbers for all
    players, and :meth:`cards` those numbers after each card. These answers are arrays that `numpy.asarray`
    takes as they are (each gives its shape and type). :meth:`solve` gives full answers.

    A position that cannot be asked about has its own errors, and the rest are still answered. `max_nodes`
    limits each position, `timeout` all of them together: when the time is up, or at Ctrl-C, the positions
    done so far are answered.

    >>> import analyzer
    >>> line = "danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads / king=60 pagat=60"
    >>> [each.holds for each in analyzer.Batch(threads=1).forced([line, "A: dR"], player="A", by={"B"})]
    [True, None]
    """

    @checked_arguments
    def __init__(self, ruleset: str = "danish", *, threads: int | None = None, table_mb: int = 256) -> None:
        """Set the rules for rows, the number of threads, and the memory of the search tables in megabytes.

        Raises: UsageError if the rule set is unknown or a number is impossible.
        """
        self._rules = load_ruleset(ruleset)
        self._limits = Limits(table_mb=table_mb)
        self._threads = Means(threads=threads or os.cpu_count() or 1).threads

    def __repr__(self) -> str:
        return f"<Batch {self._rules.name}, {self._threads} threads>"

    @checked_arguments
    def forced(
        self,
        positions: Positions,
        goal: Goal | str | None = None,
        player: Who | None = None,
        by: Who | Iterable[Who] | None = None,
        *,
        max_nodes: int | None = None,
        timeout: float | None = None,
    ) -> ForcedMany:
        """Decide for each position if `by` can force the goal; arguments as for `analyzer.forced`."""
        together = tuple(by) if isinstance(by, Iterable) and not isinstance(by, str) else by
        asked = ForcedRequest(goal=goal, player=player, by=together)
        request = ManyRequest(kind=Kind.FORCED, forced=asked)
        records = list(_records(positions))
        told = self._answer_records(records, request, max_nodes=max_nodes, timeout=timeout)
        return holds_of(told, len(records))

    @checked_arguments
    def guarantee(self, positions: Positions, player: Who | None = None, **limits: Any) -> ValuesMany:
        """Return the tokens that every player, or one player, is guaranteed from each position on, as arrays.

        `limits` are `max_nodes` for each position and `timeout` for all.
        """
        return self._values(positions, Kind.GUARANTEE, player, **limits)

    @checked_arguments
    def points(self, positions: Positions, player: Who | None = None, **limits: Any) -> ValuesMany:
        """Return the card points guaranteed to each player's side; arguments as for :meth:`guarantee`."""
        return self._values(positions, Kind.POINTS, player, **limits)

    def dealt(self, count: int, tricks: int, seed: int = 0, first: int = 0) -> memoryview:
        """Return rows of random endings with `tricks` tricks left, `uint8` of shape (count, 79).

        All cards and leads are equally likely. Row k of a seed is deal `first` + k of a study that deals
        `by: uniform` with that seed, on every machine and for every `count`.

        >>> import analyzer
        >>> batch = analyzer.Batch(threads=1)
        >>> rows = batch.dealt(1000, tricks=4, seed=1)
        >>> list(batch.forced(rows, player="A").holds).count(1)
        24

        Raises: UsageError if a number is impossible.
        """
        return dealt_rows(self._rules, count, tricks, seed, first)

    @checked_arguments
    def cards(
        self, positions: Positions, of: str = "guarantee", player: Who | None = None, **limits: Any
    ) -> CardsMany:
        """Return the `guarantee` or the `points` after each legal card; arguments as for :meth:`guarantee`.

        Raises: UsageError if `of` is another word.
        """
        if of not in _OF_CARDS:
            told = say("unknown question {word}", word=quoted(of))
            raise UsageError(told, say("there are {known}", known=listed(map(Verbatim, _OF_CARDS))))
        records = list(_records(positions))
        request = ManyRequest(kind=Kind.CARDS, after_cards=Kind(of), solve=SolveRequest(player=player))
        return cards_of(self._answer_records(records, request, **limits), of, len(records))

    @checked_arguments
    def solve(self, positions: Positions, **parts: Any) -> list[Told]:
        """Return full answers, as `batch` writes them; `parts` as for `analyzer.solve`, and limits."""
        limits = {key: parts.pop(key) for key in ("max_nodes", "timeout") if key in parts}
        request = ManyRequest(kind=Kind.SOLVE, solve=SolveRequest(**parts))
        return list(self._answer_records(list(_records(positions)), request, **limits))

    def _values(self, positions: Positions, kind: Kind, player: Who | None, **limits: Any) -> ValuesMany:
        records = list(_records(positions))
        request = ManyRequest(kind=kind, solve=SolveRequest(player=player))
        return values_of(self._answer_records(records, request, **limits), kind.value, len(records))

    def _answer_records(
        self,
        records: Sequence[BatchRecord],
        request: ManyRequest,
        *,
        max_nodes: int | None = None,
        timeout: float | None = None,
    ) -> Iterator[Told]:
        """Yield the answer to each record until all are done, the time is up, or Ctrl-C stops the search."""
        seconds = Limits(timeout=timeout).timeout
        means = Means(replace(self._limits, max_nodes=max_nodes))
        asker = replace(Asker.from_request(replace(request, every_seat=True), means), rules=self._rules)
        blocks = (RecordBlock(records[at : at + _BLOCK], at) for at in range(0, len(records), _BLOCK))
        watch = Watch()
        many = closing(answer_records(blocks, asker, self._threads, watch))
        with _stopping(watch, seconds), suppress(KeyboardInterrupt), many as chunks:
            for chunk in chunks:
                for _, told in chunk.answers:
                    yield told


@checked_arguments
def forced_many(
    positions: Positions,
    goal: Goal | str | None = None,
    player: Who | None = None,
    by: Who | Iterable[Who] | None = None,
    *,
    ruleset: str = "danish",
    threads: int | None = None,
    max_nodes: int | None = None,
    timeout: float | None = None,
    table_mb: int = 256,
) -> ForcedMany:
    """Call :meth:`Batch.forced` once."""
    batch = Batch(ruleset, threads=threads, table_mb=table_mb)
    return batch.forced(positions, goal, player, by, max_nodes=max_nodes, timeout=timeout)


@contextmanager
def _stopping(watch: Watch, timeout: float | None) -> Iterator[None]:
    """Stop the watched search when the time is up."""
    if timeout is None:
        yield
        return
    timer = threading.Timer(min(timeout, NO_DEADLINE), watch.stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _records(positions: Positions) -> Iterator[BatchRecord]:
    """Yield positions in any form as records. Raises: UsageError if something is not a position."""
    view = _buffer(positions)
    if view is not None:
        yield from _rows(view)
        return
    if isinstance(positions, str | Position):
        told = say("{word} is one position", word=quoted(str(positions)))
        raise UsageError(told, say("expected a list of positions or texts, or rows"))
    for number, each in enumerate(cast("Iterable[object]", positions), 1):
        if isinstance(each, Position):
            yield BatchRecord(number, "", position=each)
        elif isinstance(each, str):
            yield BatchRecord(number, each)
        else:
            raise UsageError(
                say("{word} is not a position", word=quoted(each)), say("expected a position or text")
            )


def _buffer(given: object) -> memoryview | None:
    """Return the bytes of an object with the buffer protocol; None for any other object."""
    try:
        return memoryview(cast("bytes", given))
    except TypeError:
        return None


def _bytes(view: memoryview) -> bytes:
    """Return rows of whole numbers of any width with one byte per entry, -1 as 255.

    Raises: UsageError if a number is not a seat.
    """
    order, code = view.format[0], view.format[-1]
    if code == "B":
        return view.tobytes()
    seats = array(code, view.tobytes())
    if order in _ORDERS and _ORDERS[order] != sys.byteorder:
        seats.byteswap()
    if seats and not -1 <= min(seats) <= max(seats) <= _NOBODY:
        told = say("a row has {number} in place of a seat", number=quoted(max(seats, key=abs)))
        raise UsageError(told, say("expected the seat of each card, and who leads"))
    return bytes(each & _NOBODY for each in seats)


def _rows(view: memoryview) -> Iterator[BatchRecord]:
    wide = (view.shape or (ROW,))[-1]
    number = view.nbytes // view.itemsize
    if view.format.lstrip("@=<>!") not in _WHOLE or number % ROW or (view.ndim > 1 and wide != ROW):
        told = say("these are not rows of {number} whole numbers", number=ROW)
        raise UsageError(told, say("expected the seat of each card, and who leads"))
    flat = _bytes(view)
    for number, at in enumerate(range(0, len(flat), ROW), 1):
        yield BatchRecord(number, "", row=bytes(flat[at : at + ROW]))
