"""The parts of an answer, the goals first, sought in turn or by several threads at once."""

from __future__ import annotations

import queue
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from fractions import Fraction
from itertools import count, groupby
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from msgspec import field

from analyzer.errors import INTERRUPTED, LimitReached
from analyzer.frozenrecord import Record
from analyzer.messages import Message
from analyzer.position.hand import Hand
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.native import ALL_NODES, FIRST_NODES, NODES, Guesser, Guesses, guesser
from analyzer.search.engine.reference import Facts
from analyzer.search.engine.results import Key, OpenGoal
from analyzer.search.engine.watch import Watch

if TYPE_CHECKING:
    from concurrent.futures import Future


# The goals of a position before those of its cards: what is proved so far, and what is likely.
#
# In a long hand the goals of every card may take longer than anybody waits. So the position itself is asked
# first, each question for a moment, then the open ones for longer; what is known when a limit comes is
# told. Once the easy ones are proved the others are guessed, and what a guess took says which to try to
# prove first.


LONG: Final = 15
"""Tricks to go from which on the position itself is asked before its cards."""

SLICE: Final = 2_000
"""Positions that a question may take the first time."""

GROWTH: Final = 4
"""How many times more it may take the next time."""

UNGUESSED: Final = 2
"""So many times all questions are asked before those still open are guessed."""

ANY_GUESS: Final = 1_000
"""Positions that a question is reckoned to take beside those that its guess took."""

NOT_GUESSED: Final = Fraction(1 << 40)
"""What a question is reckoned to take of which there is no guess."""


LATE_SECONDS: Final = 2.0
"""Seconds that guesses may take once the time is up, where no limit of nodes says how many."""


def after_the_limit(budget: Budget) -> Budget:
    """What guesses may take of a search that is over."""
    timed = budget.max_nodes is None and budget.deadline is not None
    return Budget(budget.max_nodes, time.monotonic() + LATE_SECONDS if timed else None)


class RootGoals:
    """What is known of a position's own goals."""

    def __init__(self, question: Hand, keys: Sequence[Key], watch: Watch | None = None) -> None:
        self._question, self._watch = question, watch
        self._keys = tuple(keys)
        self._facts = Facts(question.players)
        self._guesses = Guesses()

    @property
    def long(self) -> bool:
        """Whether the position is asked before its cards."""
        return bool(self._keys) and self._question.table.tricks_left >= LONG

    def seek(self, engine: Engine, budget: Budget) -> None:
        """Prove what can be proved at once, guess the rest, then prove that. Raises: LimitReached."""
        for times in count():
            if times == UNGUESSED:
                self.guess(self._keys, budget)
            self._ask_all(engine, budget, SLICE * GROWTH**times, each_is_told=times >= UNGUESSED)
            if not self._pending():
                return

    def proved(self) -> Mapping[Key, int]:
        """The goals of which everything is known, with bit S set when the players in mask S force it."""
        settled = (key for key in self._keys if not self._facts.unknown(*key))
        return {key: self._facts.sets(*key, holds=True) for key in settled}

    def guess(self, keys: Sequence[Key], budget: Budget) -> None:
        """Find what is likely of some goals that are open, the easy ones first; made guesses stay."""
        wanted = [key for key in keys if self._guesses.believed(self._facts).unknown(*key)]
        if not wanted:
            return
        guessing = guesser(self._question, budget)
        if guessing is None:
            return
        for most in (FIRST_NODES, NODES, ALL_NODES):
            wanted = [key for key in wanted if not self._guess(guessing, key, most)]

    def _guess(self, guessing: Guesser, key: Key, most: int) -> bool:
        guessed = guessing.guess(self._guesses, *key, self._facts, most)
        if guessed:
            self._grew()
        return guessed

    def still_open(self, keys: Sequence[Key]) -> tuple[OpenGoal, ...]:
        """What is known of goals that are not settled."""
        facts = self._facts
        return tuple(
            OpenGoal(
                *key,
                facts.sets(*key, holds=True),
                facts.sets(*key, holds=False),
                self._guesses.status(*key, facts),
            )
            for key in keys
        )

    def _ask_all(self, engine: Engine, budget: Budget, most: int, *, each_is_told: bool) -> None:
        """Ask every open question once, those first whose answers are likely to tell much for little."""
        left = self._pending()
        while left:
            believed = self._guesses.believed(self._facts)
            efforts = [self._effort(key, by, believed) for key, by in left]
            key, by = left.pop(efforts.index(min(efforts)))
            told = self._ask(engine, budget, key, by, most) and each_is_told
            if told or not self._facts.unknown(*key):
                self._grew()
            left = [(key, by) for key, by in left if self._facts.get(*key, by) is None]

    def _effort(self, key: Key, by: int, believed: Facts) -> Fraction:
        """What a question may take, for each answer that it gives if the guess is right."""
        holds = believed.get(*key, by)
        if holds is None:
            return NOT_GUESSED
        took = self._guesses.effort((*key, by)) + ANY_GUESS
        return Fraction(took, self._facts.gained(*key, by, holds=holds))

    def _pending(self) -> list[tuple[Key, int]]:
        """All open questions: of each goal the player alone first, then the smaller sets."""
        return [(key, by) for key in self._keys for by in self._facts.unknown(*key)]

    def _ask(self, engine: Engine, budget: Budget, key: Key, by: int, most: int) -> bool:
        """Whether an answer was found within so many positions. Raises: LimitReached."""
        seat, goal = key
        part = budget.part(most)
        try:
            holds = engine.forces(self._question, goal, seat, by, part)
        except LimitReached:
            budget.spend(part.spent)
            budget.check_clock()
            return False
        self._facts.learn(seat, goal, by, holds=holds)
        budget.spend(part.spent)
        return True

    def _grew(self) -> None:
        if self._watch is not None:
            self._watch.grew()


# The parts of an answer, sought one after the other, or by several threads at once.
#
# Every thread asks an engine of its own, and every piece of work fills in its own place of the answer, so
# the answer is the same at any number of threads; only the number of nodes differs, as threads do not
# share what they found. The interpreter is free while the core searches.


E = TypeVar("E")
"""A sort of engine."""

Piece = Callable[[E, Budget], None]
"""Work that finds one thing and writes it down in its own place."""

Unfinished = tuple[tuple[str, ...], Message | None]
"""The names of the parts that were not finished, and why not: nothing and None when all were."""


class Part(Record, Generic[E], frozen=True):
    """A part of the answer: its name, and a piece of work for each state it is sought for."""

    name: str
    pieces: tuple[Piece[E], ...]
    family: str
    """Parts of one family help each other in the same state, so one engine does them there, in order."""


class Patience(Record, frozen=True):
    """How long a part is sought that is asked for in one state after another."""

    nodes: int
    """For each state."""
    times: int
    """In so many states it may take more nodes, and is then asked for no longer."""
    missed: Counter[str] = field(default_factory=Counter)
    """Of each part, by name, in how many states it took more."""


class _Bundle(Record, Generic[E], frozen=True):
    """The pieces of one family for one state, and the names of their parts."""

    names: tuple[str, ...]
    pieces: tuple[Piece[E], ...]


def _bundles(parts: Sequence[Part[E]]) -> list[_Bundle[E]]:
    """All the work, in the order of the parts."""
    found: list[_Bundle[E]] = []
    for _, members in groupby(parts, key=lambda part: part.family):
        family = tuple(members)
        names = tuple(part.name for part in family)
        found += [_Bundle(names, pieces) for pieces in zip(*(part.pieces for part in family), strict=True)]
    return found


def seek_in_turn(
    parts: Sequence[Part[E]],
    engine: E,
    budget: Budget,
    watch: Watch | None,
    meanwhile: AbstractContextManager[object],
    total: int | None = None,
) -> Unfinished:
    """Do the parts in their order, until all are done or one is stopped; they may be the first of more."""
    with meanwhile:
        for at, part in enumerate(parts):
            try:
                for piece in part.pieces:
                    if watch is not None:
                        watch.begin(part.name, at, len(parts) if total is None else total)
                        watch.count(budget.spent)
                    piece(engine, budget)
            except (LimitReached, KeyboardInterrupt) as stop:
                _count_interrupted(budget, watch)
                return tuple(left.name for left in parts[at:]), _reason(stop)
    return (), None


def seek_apart(
    parts: Sequence[Part[E]], engine: E, budget: Budget, watch: Watch | None, patience: Patience
) -> Unfinished:
    """Do the parts in their order, each with nodes of its own, but for those that patience has ended with.

    Unfinished is what a limit of the whole has stopped.
    """
    for at, part in enumerate(parts):
        if patience.missed[part.name] >= patience.times:
            continue
        if watch is not None:
            watch.count(budget.spent)
        try:
            with budget.apart(patience.nodes) as own:
                for piece in part.pieces:
                    piece(engine, own)
        except (LimitReached, KeyboardInterrupt) as stop:
            if isinstance(stop, KeyboardInterrupt) or own.spent <= patience.nodes:
                _count_interrupted(budget, watch)
                return tuple(left.name for left in parts[at:]), _reason(stop)
            patience.missed[part.name] += 1
    return (), None


def seek_in_threads(
    parts: Sequence[Part[E]], threads: int, engines: Callable[[], E], budget: Budget, watch: Watch
) -> Unfinished:
    """Do all parts; a limit of nodes is not kept, and each thread has a table of the size allowed.

    The nodes of all threads are added to the budget's. An interrupt stops what is under way.
    """
    if not parts:
        return (), None
    crew = _Crew(threads, engines, budget, watch)
    bundles = _bundles(parts)
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - one thread needs none

    work: dict[Future[None], _Bundle[E]] = {}
    with ThreadPoolExecutor(threads, initializer=watch.over_this_thread) as pool:
        try:
            work.update((pool.submit(crew.do, bundle), bundle) for bundle in bundles)
            _await(work, parts, watch)
        except KeyboardInterrupt:
            crew.stop()
            pool.shutdown(cancel_futures=True)
    budget.spent += crew.spent()
    if crew.stopped:
        _count_interrupted(budget, watch)
    stopped = {name: INTERRUPTED for bundle in bundles[len(work) :] for name in bundle.names}
    stopped |= _stopped(work)
    names = tuple(part.name for part in parts if part.name in stopped)
    return names, (INTERRUPTED if crew.stopped else stopped[names[0]]) if names else None


def _await(work: Mapping[Future[None], _Bundle[E]], parts: Sequence[Part[E]], watch: Watch) -> None:
    """Wait for all the work, and tell the watch how far it is."""
    watch.begin(parts[0].name, 0, len(parts))
    left = {part.name: len(part.pieces) for part in parts}
    from concurrent.futures import as_completed  # noqa: PLC0415

    for future in as_completed(work):
        if not future.cancelled() and isinstance(future.exception(), LimitReached):
            # As in turn, nothing more is begun; what other threads are at may still end.
            for other in work:
                other.cancel()
        for name in work[future].names:
            left[name] -= 1
        open_parts = [name for name, more in left.items() if more]
        watch.begin(open_parts[0] if open_parts else "", len(left) - len(open_parts), len(left))


def _stopped(work: Mapping[Future[None], _Bundle[E]]) -> dict[str, Message]:
    """The parts with a piece that did not end, with the first reason. Raises: whatever else went wrong."""
    names: set[str] = set()
    reason: Message | None = None
    for future, bundle in work.items():
        error = None if future.cancelled() else future.exception()
        if isinstance(error, LimitReached | KeyboardInterrupt):
            reason = reason or _reason(error)
        elif error is not None:
            raise error
        if future.cancelled() or error is not None:
            names.update(bundle.names)
    return dict.fromkeys(names, reason or INTERRUPTED)


def _count_interrupted(budget: Budget, watch: Watch | None) -> None:
    """An interrupted core does not say how many nodes it laid; the watch has seen about how many."""
    if watch is not None:
        budget.spent = max(budget.spent, watch.nodes)


def _reason(stop: LimitReached | KeyboardInterrupt) -> Message:
    return stop.reason if isinstance(stop, LimitReached) else INTERRUPTED


class _Crew(Generic[E]):
    """The threads' engines and budgets: who does a bundle of work takes an engine, and gives it back."""

    def __init__(self, threads: int, engines: Callable[[], E], budget: Budget, watch: Watch) -> None:
        self.stopped = False
        self._engines: queue.SimpleQueue[E] = queue.SimpleQueue()
        for _ in range(threads):
            self._engines.put(engines())
        self._budgets: list[Budget] = []
        self._deadline = budget.deadline
        self._table_mb = budget.table_mb
        self._watch = watch

    def do(self, bundle: _Bundle[E]) -> None:
        """Do some pieces of work with one engine."""
        budget = Budget(None, self._deadline, self._table_mb)
        self._budgets.append(budget)
        engine = self._engines.get()
        try:
            for piece in bundle.pieces:
                if self.stopped:
                    raise KeyboardInterrupt
                piece(engine, budget)
        finally:
            self._engines.put(engine)

    def stop(self) -> None:
        """Let nobody begin anything more, and stop what is under way."""
        self.stopped = True
        self._watch.stop()
        for budget in self._budgets:
            budget.deadline = 0.0

    def spent(self) -> int:
        """The nodes of all threads."""
        return sum(budget.spent for budget in self._budgets)
