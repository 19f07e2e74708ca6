"""One question put to many positions, one by one or in rows for the core."""

from __future__ import annotations

import dataclasses
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from msgspec import field
from msgspec.structs import replace

from analyzer.answers.answer import Settled
from analyzer.answers.everydeal import decided as decided_in_deals
from analyzer.answers.forced import claimed
from analyzer.answers.records.replay import audited
from analyzer.answers.records.replay import replay as replayed
from analyzer.answers.requests import ForcedRequest, Means, SolveRequest, one_game
from analyzer.answers.solve import solve
from analyzer.api.many.identity import LIMITS, RulesSeen
from analyzer.api.many.records import BatchRecord
from analyzer.api.python.positions import decided_alone
from analyzer.cards.card import DECK
from analyzer.errors import Fault, IllegalMove, Invalid, InvalidFile, LimitReached, TarokError, UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import ENGLISH, say
from analyzer.position.files.oneline import Plain
from analyzer.position.files.positions import position_tree
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.position.question import ForcingClaim, check_word
from analyzer.position.reading import position_of_row, read_tree
from analyzer.rules.score.goals import Goal
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import rules_asked
from analyzer.rules.spec.variants import Under
from analyzer.search.engine.many import RowResult, Rows
from analyzer.search.engine.results import Forced
from analyzer.search.worlds.everydeal import InEveryDeal
from analyzer.views.base import plain as as_plain

# One question put to one position after the other: what is answered, as the object of a line of JSON.


Told = dict[str, Any]
"""What is told of one position, without its line."""


class Kind(Enum):
    """What is asked."""

    FORCED = "forced"
    SOLVE = "solve"
    REPLAY = "replay"
    GUARANTEE = "guarantee"
    POINTS = "points"
    CARDS = "cards"
    """The one or the other after each card; of Python alone."""


class ManyRequest(Record, frozen=True, kw_only=True):
    """A question in the user's words, for any number of positions."""

    kind: Kind = Kind.SOLVE
    forced: ForcedRequest = field(default_factory=ForcedRequest)
    solve: SolveRequest = field(default_factory=SolveRequest)
    line: str | None = None
    """Of `replay`: the one line that is replayed."""
    audit: bool = False
    ruleset: str | None = None
    """The rules it is played by in place of its own; see :func:`analyzer.rules.spec.shipped.rules_asked`."""
    after_cards: Kind = Kind.GUARANTEE
    """Of `cards`: what is told of each, what is guaranteed or points."""
    every_seat: bool = False
    """Whether what a side has is told of each of its players."""
    told: Mapping[str, str] = field(default_factory=dict)
    """Words that stand under keys of every position in place of its own."""


class Asker(Record, frozen=True):
    """Answers one position after the other; the limits are those of each."""

    request: ManyRequest
    means: Means
    under: Under | None = None
    """The rules it is played by in place of its own."""
    lang: str = ENGLISH
    rules: RuleSet | None = None
    """Those of rows, which tell none."""
    seen: RulesSeen = field(default_factory=RulesSeen)
    """The rules of all that was read so far."""

    @classmethod
    def from_request(cls, request: ManyRequest, means: Means, lang: str = ENGLISH) -> Asker:
        """Raises: UsageError for a goal that no game has, or an unknown rule set."""
        goal = request.forced.goal
        if goal is not None:
            check_word(goal)
        under = None if request.ruleset is None else rules_asked(request.ruleset)
        return cls(request, means, under, lang, seen=RulesSeen.from_ruleset(request.ruleset))

    def answer(self, record: BatchRecord) -> Told:
        """What is told of a record, sound or not."""
        try:
            return self.answer_position(self.read(record))
        except TarokError as error:
            return {"errors": fault_records(error, self.lang, within=record.file is not None)}

    def read(self, record: BatchRecord) -> Position:
        """The position of a record. Raises: InvalidFile with every fault; UsageError for unknown rules."""
        if record.fault is not None:
            raise InvalidFile([record.fault])
        if record.position is not None:
            return record.position
        if record.row is not None:
            return position_of_row(self.rules, record.row)
        tree = position_tree(record.text, record.name)
        tree.tell(self.request.told)
        position = read_tree(tree, self.under)
        self.seen.note(position)
        return position

    def answer_position(self, position: Position) -> Told:
        """What is told of a position. Raises: UsageError for what cannot be asked of it."""
        return _ASKED[self.request.kind](self, position)

    def forced(self, position: Position) -> Told:
        request, told = self.request.forced, dict[str, Any]()
        found: Forced | InEveryDeal
        try:
            if position.many:
                every, found = decided_in_deals(position, request, self.means)
                told["question"] = _question(position, every.claimed)
            else:
                asked = claimed(position, request)
                told["question"] = _question(position, asked)
                found = decided_alone(position, asked, request, self.means)
        except LimitReached as stopped:
            return {**told, "holds": None, "nodes": stopped.nodes}
        told |= {"holds": found.holds, "nodes": found.nodes}
        if isinstance(found, InEveryDeal):
            number, deals = found.number, len(found.answers)
            told["worlds"] = {"count": deals, "exact": found.exact, "holds": number}
            return {**told, "unsettled": list(found.unsettled)} if found.unsettled else told
        return told if found.holds is not None else {**told, "unsettled": list(found.unsettled)}

    def solve(self, position: Position) -> Told:
        return as_plain(solve(position, self.request.solve, self.means).view())

    def guarantee(self, position: Position) -> Told:
        return self._part(position, Kind.GUARANTEE)

    def points(self, position: Position) -> Told:
        return self._part(position, Kind.POINTS)

    def cards(self, position: Position) -> Told:
        key = self.request.after_cards
        found = self._solve_value(position, key, cards=True)
        if found is None:
            return {"cards": None}
        return {
            "cards": [
                {"card": card, "names": each["names"], key.value: self._seated(position, each[key.value])}
                for each in found["cards"]
                for card in (each["card"], *each["equals"])
            ]
        }

    def replay(self, position: Position) -> Told:
        asked = self.request
        if asked.audit:
            return as_plain(audited(position, asked.line, self.means).view())
        return as_plain(replayed(position, asked.line).view())

    def _part(self, position: Position, key: Kind) -> Told:
        found = self._solve_value(position, key, cards=False)
        return {key.value: None if found is None else self._seated(position, found[key.value])}

    def _solve_value(self, position: Position, key: Kind, *, cards: bool) -> Told | None:
        """As little of `solve` as has a value in it; None where the limits did not last."""
        if key is Kind.GUARANTEE:
            asked = replace(self.request.solve, tokens=True, goal=None, equilibria=False, numbers=False)
        elif position.pots is None:
            asked = replace(self.request.solve, tokens=False, goal="points")
        else:
            told = say("no card points are won in this game, only counted")
            raise UsageError(told, say("expected a game that is decided by card points"))
        answer = solve(position, replace(asked, goals=False, cards=cards), self.means)
        return as_plain(answer.view()) if answer.settled is not Settled.OPEN else None

    def _seated(self, position: Position, values: Told) -> Told:
        """Values by player: of sides those they are called by, or each of them."""
        if not self.request.every_seat or position.pots is not None:
            return values
        sides, players = position.sides, position.players
        every = [(seat, value) for name, value in values.items()
                 for seat in sides.seats(sides.of[players.index(name)])]  # fmt: skip
        return {players[seat]: value for seat, value in sorted(every)}


def _question(position: Position, claim: ForcingClaim) -> Told:
    """The goal and the player that a line was asked about."""
    return {"goal": str(claim.goal), "for": position.players[claim.seat]}


_ASKED: Final[Mapping[Kind, Callable[[Asker, Position], Told]]] = {
    Kind.FORCED: Asker.forced,
    Kind.SOLVE: Asker.solve,
    Kind.REPLAY: Asker.replay,
    Kind.GUARANTEE: Asker.guarantee,
    Kind.POINTS: Asker.points,
    Kind.CARDS: Asker.cards,
}


def question_record(asker: Asker) -> Told:
    """What is asked, as JSON: the words of the command by the names of its options, and the limits."""
    request, limits = asker.request, asker.means.limits
    forced = request.kind is Kind.FORCED
    asked: Any = request.forced if forced else request.solve
    parts = ("goals", "tokens", "cards") if request.kind is Kind.SOLVE else ()
    return {
        "of": request.kind.value,
        "goal": None if asked.goal is None else str(asked.goal),
        "for": asked.player,
        "by": sorted(asked.by) if isinstance(asked.by, list) else asked.by,
        **{part: getattr(asked, part) for part in parts},
        **({"line": request.line, "audit": request.audit} if request.kind is Kind.REPLAY else {}),
        "ruleset": request.ruleset,
        "told": dict(request.told),
        "engine": "native" if asker.means.engine is None else "reference",
        LIMITS: {each: getattr(limits, each) for each in ("max_nodes", "timeout", "table_mb")},
    }


def unanswered(told: Told) -> bool:
    """Whether the limits came before an answer, or no source settles it."""
    if told.get("limits", {}).get("complete") is False:
        return True
    return any(key in told and told[key] is None for key in ("holds", "guarantee", "points"))


def fault_records(error: TarokError, lang: str = ENGLISH, *, within: bool = False) -> list[Told]:
    """Every fault of a line with its column; `within` a file of its own with its line too."""
    if isinstance(error, Invalid):
        return [_fault(each, lang, within=within) for each in error.faults]
    legal = {"clause": error.clause} if isinstance(error, IllegalMove) else {}
    return [{"column": 1, "message": error.describe(lang), **legal}]


def _fault(fault: Fault, lang: str, *, within: bool) -> Told:
    where = fault.where
    line = {"line": 1 if where is None else where.line} if within else {}
    return {**line, "column": 1 if where is None else where.column, "message": fault.text(lang)}


# The positions of a chunk that tell nothing but the cards, put to the core together as rows.


_MOST_LIKE: Final = 1000
"""So many pairs of a rule set and the names of the players are remembered."""

Answers = dict[int, Told]
"""What is told by place in the chunk; what is not in it is asked by itself."""
STOPPED: Final[Told] = {}
"""In the place of an answer that was broken off."""
_OF_ROWS: Final = (Kind.FORCED, Kind.GUARANTEE)


class Like(Record, frozen=True):
    """What all plain lines of one rule set and the same players have in common, and what is asked of them."""

    question: Hand
    players: tuple[str, ...]
    longest: int
    """Tricks; a longer hand is a whole one, of which more has to be told."""
    seats: tuple[int, ...]
    """Whose goal it is, or who is asked about."""
    goal: Goal = Goal.ULTIMO
    by: int = 0


@dataclass(slots=True)
class _Rows:
    """Rows that are put to the core together."""

    places: list[int] = dataclasses.field(default_factory=list)
    rows: bytearray = dataclasses.field(default_factory=bytearray)
    tricks: int = 0

    def add(self, place: int, plain: Plain) -> None:
        self.places.append(place)
        self.rows += plain.row
        self.tricks = max(self.tricks, plain.tricks)


class RowAsker:
    """Puts a question to plain lines in one piece, and leaves what it is not sure of."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        request = asker.request
        native = asker.means.engine is None
        self.able = native and request.kind in _OF_ROWS and not request.told
        """Whether it answers anything."""
        self._likes: dict[tuple[str, tuple[str, ...], str, str, int], Like | None] = {}

    def answers(self, plains: dict[int, tuple[BatchRecord, Plain]]) -> Answers:
        """What the core says of the plain ones of a chunk."""
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
        # If nobody is named, the goal is that of the player to move: a row names him behind its cards.
        whose = -1 if paid or self._asker.request.forced.player is not None else plain.row[-1]
        key = plain.rules, plain.players, plain.pots if paid else "", plain.flags, whose
        if key not in self._likes:
            if len(self._likes) >= _MOST_LIKE:
                self._likes.clear()
            self._likes[key] = self._read_example(record, plain)
        return self._likes[key]

    def _read_example(self, record: BatchRecord, plain: Plain) -> Like | None:
        """What the first of its kind is like, read by the readers of files; None where that is not all."""
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
    """Whether cards and lead are all that an answer about a position, and others like it, hangs on."""
    game = position.rules.game
    if position.pots is None or position.whole_hand or set(game.table.deck) != set(DECK):
        return False
    return one_game(position)


_HOLDS: Final[dict[int, bool]] = {RowResult.NO: False, RowResult.YES: True}


def _sure(like: Like, came: bytes, sure: array[int]) -> Iterator[Told]:
    """By row what each seat is sure of; none of it where a limit came before the last."""
    names, wide = [like.players[seat] for seat in like.seats], len(like.seats)
    for row, what in enumerate(came):
        amounts = sure[row * wide : (row + 1) * wide]
        yield {"guarantee": dict(zip(names, amounts, strict=True)) if what == RowResult.YES else None}
