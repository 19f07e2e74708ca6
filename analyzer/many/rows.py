"""Records in chunks, each answered by one thread; the plain lines of a chunk go to the core together."""

from __future__ import annotations

import dataclasses
from array import array
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from msgspec.structs import replace

from analyzer.answers.forced import claimed
from analyzer.answers.requests import one_game
from analyzer.cards.card import DECK
from analyzer.errors import TarokError
from analyzer.frozenrecord import Record
from analyzer.many.question import Asker, Kind, Told
from analyzer.many.runner import Threads, run_many
from analyzer.many.source import BatchRecord, RecordBlock
from analyzer.position.files.oneline import Plain, plain_line
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.position.reading import plain_position, plain_row
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.many import RowResult, Rows
from analyzer.search.engine.watch import Watch

_PLAIN: Final = 512
"""The most plain lines in a chunk; a position that is answered singly ends its chunk."""
_WAITING: Final = 128
"""The most single positions that wait for a thread or for their turn; a hard one delays all after it."""
_EACH: Final = 24
"""The number of waiting positions for each thread, if there are many threads."""
_LIGHT: Final = 64
"""The number of plain lines that take as much memory as a position that is answered singly."""


class RecordChunk(NamedTuple):
    """Records that are answered together, the plain ones by place, and the bytes read up to their end."""

    records: list[BatchRecord]
    plains: dict[int, tuple[BatchRecord, Plain]]
    end: int


class ChunkAnswers(NamedTuple):
    """The answers to a chunk in order, and the bytes read up to its end."""

    answers: list[tuple[BatchRecord, Told]]
    end: int
    stopped: bool = False
    """True if the work was interrupted after these answers."""


def answer_records(
    blocks: Iterable[RecordBlock], asker: Asker, threads: int, watch: Watch | None = None
) -> Generator[ChunkAnswers]:
    """Yield the answers to all records in order, chunk by chunk, as `run_many` does."""
    watch = watch or Watch()
    rows = RowAsker(asker)

    def answer(chunk: RecordChunk) -> ChunkAnswers:
        """Return the answers to a chunk, up to the record at which the work was stopped."""
        found = rows.answers(chunk.plains)
        answers: list[tuple[BatchRecord, Told]] = []
        for place, record in enumerate(chunk.records):
            told = found[place] if place in found else _answer_alone(asker, record, watch)
            if told is STOPPED:
                return ChunkAnswers(answers, chunk.end, stopped=True)
            answers.append((record, told))
        return ChunkAnswers(answers, chunk.end)

    chunks = (chunk for block in blocks for chunk in _chunks(block, able=rows.able))
    workers = Threads(answer, threads, watch)
    waiting = max(_WAITING, _EACH * threads)
    return run_many(chunks, workers, waiting, threads, lambda chunk: 1 + len(chunk.records) // _LIGHT)


def _answer_alone(asker: Asker, record: BatchRecord, watch: Watch) -> Told:
    """Return the answer to a single record; STOPPED if it was interrupted, as it may be incomplete."""
    if _is_stopped(watch):
        return STOPPED
    try:
        told = asker.answer(record)
    except KeyboardInterrupt:  # raised by the watch; the signal itself goes to the main thread
        return STOPPED
    return STOPPED if _is_stopped(watch) else told


def _is_stopped(watch: Watch) -> bool:
    """Return True if another thread has stopped the watch by now."""
    return watch.stopped


def _chunks(block: RecordBlock, *, able: bool) -> Iterator[RecordChunk]:
    """Yield a block in chunks. The records of a block do not wait for the next block."""
    chunk = RecordChunk([], {}, block.end)
    for record in block.records:
        plain = _plain(record) if able and record.file is None else None
        if plain is not None:
            chunk.plains[len(chunk.records)] = record, plain
        chunk.records.append(record)
        if plain is None or len(chunk.records) >= _PLAIN:
            yield chunk
            chunk = RecordChunk([], {}, block.end)
    yield chunk


def _plain(record: BatchRecord) -> Plain | None:
    """Return a record as a row; None if it states more than a row can hold."""
    if record.position is not None:
        return plain_position(record.position)
    return plain_line(record.text) if record.row is None else plain_row(record.row)


# The positions of a chunk that state only the cards, sent to the core together.


_MOST_LIKE: Final = 1000
"""The most combinations of rule set, players and flags that are remembered."""

Answers = dict[int, Told]
"""Answers by place in the chunk; a place that is missing is answered singly."""
STOPPED: Final[Told] = {}
"""The value that replaces an interrupted answer."""
_OF_ROWS: Final = (Kind.FORCED, Kind.GUARANTEE)


class Like(Record, frozen=True):
    """The facts and the question that all plain lines with one rule set and the same players share."""

    question: Hand
    players: tuple[str, ...]
    longest: int
    """The most tricks left; a longer hand is a full one, about which a line must state more."""
    seats: tuple[int, ...]
    """The seat whose goal is in question, or the seats whose amounts are."""
    goal: Goal = Goal.ULTIMO
    by: int = 0


@dataclass(slots=True)
class _Rows:
    """Rows that are sent to the core together."""

    places: list[int] = dataclasses.field(default_factory=list)
    rows: bytearray = dataclasses.field(default_factory=bytearray)
    tricks: int = 0

    def add(self, place: int, plain: Plain) -> None:
        self.places.append(place)
        self.rows += plain.row
        self.tricks = max(self.tricks, plain.tricks)


class RowAsker:
    """Answers plain lines together in the core, and leaves any doubtful line to be answered singly."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        request = asker.request
        native = asker.means.engine is None
        self.able = native and request.kind in _OF_ROWS and not request.told
        """True if the core can answer this question for rows."""
        self._likes: dict[tuple[str, tuple[str, ...], str, str, int], Like | None] = {}

    def answers(self, plains: dict[int, tuple[BatchRecord, Plain]]) -> Answers:
        """Return the answers of the core to the plain lines of a chunk, by place."""
        found: Answers = {}
        by_like: dict[int, tuple[Like, _Rows]] = {}
        for place, (record, plain) in plains.items():
            like = self._like(record, plain)
            if like is not None and plain.tricks <= like.longest:
                by_like.setdefault(id(like), (like, _Rows()))[1].add(place, plain)
        for like, rows in by_like.values():
            found |= self._answer_rows(like, rows)
        return found

    def _answer_rows(self, like: Like, plain: _Rows) -> Answers:
        rows = Rows(like.question, bytes(plain.rows), plain.tricks, self._asker.means.limits)
        if self._asker.request.kind is Kind.FORCED:
            came, nodes = rows.forced(like.goal, like.seats[0], like.by)
            question = {"goal": str(like.goal), "for": like.players[like.seats[0]]}
            told: list[Told] = [
                {"question": question, "holds": _HOLDS.get(what), "nodes": spent}
                for what, spent in zip(came, nodes, strict=True)
            ]
        else:
            came, _, sure = rows.sure(like.seats)
            told = list(_sure(like, came, sure))
        return {
            place: STOPPED if what == RowResult.STOPPED else each
            for place, what, each in zip(plain.places, came, told, strict=True)
            if what != RowResult.NO_POSITION
        }

    def _like(self, record: BatchRecord, plain: Plain) -> Like | None:
        paid = self._asker.request.kind is Kind.GUARANTEE
        # If no player is named, the goal is that of the player to move: the last entry of the row.
        whose = -1 if paid or self._asker.request.forced.player is not None else plain.row[-1]
        key = plain.rules, plain.players, plain.pots if paid else "", plain.flags, whose
        if key not in self._likes:
            if len(self._likes) >= _MOST_LIKE:
                self._likes.clear()
            self._likes[key] = self._read_example(record, plain)
        return self._likes[key]

    def _read_example(self, record: BatchRecord, plain: Plain) -> Like | None:
        """Return the facts shared by lines like this record; None if a row cannot hold the position."""
        try:
            position = self._asker.read(record)
            if not _only_cards(position) or plain.players not in ((), position.players):
                return None
            like = Like(
                Hand.from_position(position), position.players, position.rules.table.hand_size - 1, ()
            )
            if self._asker.request.kind is Kind.FORCED:
                asked = claimed(position, self._asker.request.forced)
                return replace(like, seats=(asked.seat,), goal=asked.goal, by=asked.by)
            who = self._asker.request.solve.player
            every = tuple(range(len(position.players)))
            return replace(like, seats=every if who is None else (position.seat(who),))
        except TarokError:
            return None


def _only_cards(position: Position) -> bool:
    """Return True if an answer about a position, and about those like it, depends only on cards and lead."""
    game = position.rules.game
    if position.pots is None or position.whole_hand or set(game.table.deck) != set(DECK):
        return False
    return one_game(position)


_HOLDS: Final[dict[int, bool]] = {RowResult.NO: False, RowResult.YES: True}


def _sure(like: Like, came: bytes, sure: array[int]) -> Iterator[Told]:
    """Yield for each row the amounts guaranteed to each seat; None for all if a limit came first."""
    names, wide = [like.players[seat] for seat in like.seats], len(like.seats)
    for row, what in enumerate(came):
        amounts = sure[row * wide : (row + 1) * wide]
        yield {"guarantee": dict(zip(names, amounts, strict=True)) if what == RowResult.YES else None}
