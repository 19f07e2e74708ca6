"""The positions of a chunk that tell nothing but the cards, put to the core together as rows."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import Final

from analyzer.api.forced import claimed
from analyzer.api.many.ask import Asker, Kind
from analyzer.api.many.records import Record
from analyzer.api.readings import each_game, game_played
from analyzer.cards.card import DECK
from analyzer.errors import TarokError
from analyzer.position.files.plainlines import Plain
from analyzer.position.model import Position
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.many import Came, forced_rows
from analyzer.search.engine.question import Question

_MOST_LIKE: Final = 1000
"""So many pairs of a rule set and the names of the players are remembered."""

Answers = dict[int, tuple[bool | None, int]]
"""By place in the chunk whether it holds, and the nodes; what is not in it is asked by itself."""
STOPPED: Final = (None, -1)
"""In the place of an answer that was broken off."""


@dataclass(frozen=True, slots=True)
class Like:
    """What all plain lines of one rule set and the same players have in common, and what is asked of them."""

    question: Question
    longest: int
    """Tricks; a longer hand is a whole one, of which more has to be told."""
    goal: Goal
    seat: int
    by: int


@dataclass(slots=True)
class _Rows:
    """Rows that are put to the core together."""

    places: list[int] = field(default_factory=list)
    rows: bytearray = field(default_factory=bytearray)
    tricks: int = 0

    def add(self, place: int, plain: Plain) -> None:
        self.places.append(place)
        self.rows += plain.row
        self.tricks = max(self.tricks, plain.tricks)


class RowAsker:
    """Puts a yes or no to plain lines in one piece, and leaves what it is not sure of."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        request = asker.request
        native = asker.means.engine is None
        self.able = native and request.kind is Kind.FORCED and not request.told
        """Whether it answers anything."""
        self._likes: dict[tuple[str, tuple[str, ...]], Like | None] = {}

    def answers(self, plains: dict[int, tuple[Record, Plain]]) -> Answers:
        """What the core says of the plain ones of a chunk."""
        found: Answers = {}
        by_like: dict[int, tuple[Like, _Rows]] = {}
        for place, (record, plain) in plains.items():
            like = self._like(record, plain)
            if like is not None and plain.tricks <= like.longest:
                by_like.setdefault(id(like), (like, _Rows()))[1].add(place, plain)
        for like, rows in by_like.values():
            found |= self._asked(like, rows)
        return found

    def _asked(self, like: Like, rows: _Rows) -> Answers:
        came, nodes = forced_rows(
            like.question,
            bytes(rows.rows),
            rows.tricks,
            like.goal,
            like.seat,
            like.by,
            self._asker.means.limits,
        )
        return _answers(rows.places, came, nodes)

    def _like(self, record: Record, plain: Plain) -> Like | None:
        key = plain.rules, plain.players
        if key not in self._likes:
            if len(self._likes) >= _MOST_LIKE:
                self._likes.clear()
            self._likes[key] = self._made(record, plain)
        return self._likes[key]

    def _made(self, record: Record, plain: Plain) -> Like | None:
        """What the first of its kind is like, read by the readers of files; None where that is not all."""
        try:
            position = self._asker.read(record)
            if not _only_cards(position) or plain.players not in ((), position.players):
                return None
            asked = claimed(position, self._asker.request.forced)
            question = Question.of(position)
        except TarokError:
            return None
        most = position.rules.table.hand_size - 1
        return Like(question, most, asked.goal, asked.seat, asked.by)


def _only_cards(position: Position) -> bool:
    """Whether cards and lead are all that an answer about a position, and others like it, hangs on."""
    game = position.rules.game
    if position.scored or position.whole_hand or set(game.table.deck) != set(DECK):
        return False
    return len(each_game(position, game_played(position))) == 1


def _answers(places: list[int], came: bytes, nodes: array[int]) -> Answers:
    holds: dict[int, bool | None] = {Came.NO: False, Came.YES: True, Came.NODES: None, Came.TIME: None}
    return {
        place: STOPPED if what == Came.STOPPED else (holds[what], spent)
        for place, what, spent in zip(places, came, nodes, strict=True)
        if what != Came.NO_POSITION
    }
