"""Questions about many positions from Python: chunks go to the core, and answers come back in order."""

from __future__ import annotations

import os
import sys
import threading
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from typing import Any, Final, cast

from msgspec.structs import replace

from analyzer.answers.requests import ForcedRequest, Means, SolveRequest
from analyzer.api.many.arrays import CardsMany, ForcedMany, ValuesMany, cards_of, holds_of, values_of
from analyzer.api.many.ask import Asker, Kind, ManyRequest, Told
from analyzer.api.many.dealing import dealt_rows
from analyzer.api.many.records import BatchRecord, RecordBlock
from analyzer.api.many.run import run_many
from analyzer.arguments import checked_arguments
from analyzer.errors import UsageError
from analyzer.messages import Verbatim, listed, quoted, say
from analyzer.position.files.oneline import ROW
from analyzer.position.model import Position
from analyzer.rules.score.goals import Goal
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.search.engine.engine import AN_AGE
from analyzer.search.engine.results import Limits
from analyzer.search.engine.watch import Watch

Rows = Any
"""Any object with the buffer protocol: bytes, an array, a NumPy array of whole numbers of any width."""
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
        """Set the rules for rows and the means of the search.

        Raises: UsageError for an unknown rule set, or impossible numbers.
        """
        self._rules = load_ruleset(ruleset)
        self._limits = Limits(table_mb=table_mb)
        self._threads = Means(threads=threads or os.cpu_count() or 1).threads

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
        """Decide for each position if `by` force the player's goal; arguments as for `analyzer.forced`."""
        together = tuple(by) if isinstance(by, Iterable) and not isinstance(by, str) else by
        asked = ForcedRequest(goal=goal, player=player, by=together)
        request = ManyRequest(kind=Kind.FORCED, forced=asked)
        records = list(_records(positions))
        told = self._told(records, request, max_nodes=max_nodes, timeout=timeout)
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

        Raises: UsageError for impossible numbers.
        """
        return dealt_rows(self._rules, count, tricks, seed, first)

    @checked_arguments
    def cards(
        self, positions: Positions, of: str = "guarantee", player: Who | None = None, **limits: Any
    ) -> CardsMany:
        """Return the `guarantee` or the `points` after each legal card; arguments as for :meth:`guarantee`.

        Raises: UsageError for another word.
        """
        if of not in _OF_CARDS:
            told = say("unknown question {word}", word=quoted(of))
            raise UsageError(told, say("there are {known}", known=listed(map(Verbatim, _OF_CARDS))))
        records = list(_records(positions))
        request = ManyRequest(kind=Kind.CARDS, after_cards=Kind(of), solve=SolveRequest(player=player))
        return cards_of(self._told(records, request, **limits), of, len(records))

    @checked_arguments
    def solve(self, positions: Positions, **parts: Any) -> list[Told]:
        """Return all values of positions and cards, as `batch` writes them; parts as for `analyzer.solve`."""
        limits = {key: parts.pop(key) for key in ("max_nodes", "timeout") if key in parts}
        request = ManyRequest(kind=Kind.SOLVE, solve=SolveRequest(**parts))
        return list(self._told(list(_records(positions)), request, **limits))

    def _values(self, positions: Positions, kind: Kind, player: Who | None, **limits: Any) -> ValuesMany:
        records = list(_records(positions))
        request = ManyRequest(kind=kind, solve=SolveRequest(player=player))
        return values_of(self._told(records, request, **limits), kind.value, len(records))

    def _told(
        self,
        records: Sequence[BatchRecord],
        request: ManyRequest,
        *,
        max_nodes: int | None = None,
        timeout: float | None = None,
    ) -> Iterator[Told]:
        """Yield the answer to each record until all are done, the time is up, or Ctrl-C."""
        seconds = Limits(timeout=timeout).timeout
        means = Means(replace(self._limits, max_nodes=max_nodes))
        asker = replace(Asker.of_words(replace(request, every_seat=True), means), rules=self._rules)
        blocks = (RecordBlock(records[at : at + _BLOCK], at) for at in range(0, len(records), _BLOCK))
        watch = Watch()
        many = closing(run_many(blocks, asker, self._threads, watch))
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
    timer = threading.Timer(min(timeout, AN_AGE), watch.stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _records(positions: Positions) -> Iterator[BatchRecord]:
    """Yield positions in any form as records. Raises: UsageError for anything else."""
    view = _buffer(positions)
    if view is not None:
        yield from _rows(view)
        return
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
    """Return the seats of rows of whole numbers of any width, -1 as 255. Raises: UsageError."""
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
