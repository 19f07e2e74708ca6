"""A question about many positions, each answered as one JSON object."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, Final

from msgspec import field
from msgspec.structs import replace

from analyzer.answers.answer import Settled
from analyzer.answers.everydeal import decided as decided_in_deals
from analyzer.answers.forced import claimed
from analyzer.answers.records.replay import audited, replay
from analyzer.answers.requests import ForcedRequest, Means, SolveRequest
from analyzer.answers.solve import solve
from analyzer.api.python.positions import decided_alone
from analyzer.errors import Fault, IllegalMove, Invalid, InvalidFile, LimitReached, TarokError, UsageError
from analyzer.frozenrecord import Record
from analyzer.many.record import LIMITS, OF, RulesSeen
from analyzer.many.source import BatchRecord
from analyzer.messages import ENGLISH, say
from analyzer.position.files.positions import position_tree
from analyzer.position.model import Position
from analyzer.position.question import ForcingClaim, check_word
from analyzer.position.reading import position_of_row, read_tree
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import rules_asked
from analyzer.rules.spec.variants import Under
from analyzer.search.engine.results import Forced
from analyzer.search.worlds.everydeal import InEveryDeal
from analyzer.views.base import plain

Told = dict[str, Any]
"""The answer to one position, without its line number."""
ERRORS: Final = "errors"


class Kind(Enum):
    """The questions that a batch can ask."""

    FORCED = "forced"
    SOLVE = "solve"
    REPLAY = "replay"
    GUARANTEE = "guarantee"
    POINTS = "points"
    CARDS = "cards"
    """The guarantee or the points after each card; only from Python."""


class ManyRequest(Record, frozen=True, kw_only=True):
    """A question as the user states it, for any number of positions."""

    kind: Kind = Kind.SOLVE
    forced: ForcedRequest = field(default_factory=ForcedRequest)
    solve: SolveRequest = field(default_factory=SolveRequest)
    line: str | None = None
    """For `replay`: the only line to replay."""
    audit: bool = False
    ruleset: str | None = None
    """The rules that replace those of each position; see :func:`analyzer.rules.spec.shipped.rules_asked`."""
    after_cards: Kind = Kind.GUARANTEE
    """For `cards`: the value after each card, the guarantee or the points."""
    every_seat: bool = False
    """True if the value of a side is repeated for each of its players."""
    told: Mapping[str, str] = field(default_factory=dict)
    """Text by key that replaces the text of every position under that key."""


class Asker(Record, frozen=True):
    """Answers a question for one position at a time; the limits apply to each position."""

    request: ManyRequest
    means: Means
    under: Under | None = None
    """The rules that replace those of each position."""
    lang: str = ENGLISH
    rules: RuleSet | None = None
    """The rules for rows, which name none."""
    seen: RulesSeen = field(default_factory=RulesSeen)
    """The rules of all positions read so far."""

    @classmethod
    def from_request(cls, request: ManyRequest, means: Means, lang: str = ENGLISH) -> Asker:
        """Check a request and prepare to answer it. Raises: UsageError if the goal or rule set is unknown."""
        if request.forced.goal is not None:
            check_word(request.forced.goal)
        under = None if request.ruleset is None else rules_asked(request.ruleset)
        return cls(request, means, under, lang, seen=RulesSeen.from_ruleset(request.ruleset))

    @property
    def question(self) -> Told:
        """The question as JSON: the options of the command by name, and the limits."""
        request, limits = self.request, self.means.limits
        asked: Any = request.forced if request.kind is Kind.FORCED else request.solve
        parts = ("goals", "tokens", "cards") if request.kind is Kind.SOLVE else ()
        return {
            OF: request.kind.value,
            "goal": None if asked.goal is None else str(asked.goal),
            "for": asked.player,
            "by": sorted(asked.by) if isinstance(asked.by, list) else asked.by,
            **{part: getattr(asked, part) for part in parts},
            **({"line": request.line, "audit": request.audit} if request.kind is Kind.REPLAY else {}),
            "ruleset": request.ruleset,
            "told": dict(request.told),
            "engine": "native" if self.means.engine is None else "reference",
            LIMITS: {each: getattr(limits, each) for each in ("max_nodes", "timeout", "table_mb")},
        }

    def answer(self, record: BatchRecord) -> Told:
        """Return the answer to a record, or its faults under `errors`."""
        try:
            return self.answer_position(self.read(record))
        except TarokError as error:
            return {ERRORS: fault_records(error, self.lang, within=record.file is not None)}

    def read(self, record: BatchRecord) -> Position:
        """Return the position of a record.

        Raises: InvalidFile with every fault; UsageError if the rules are unknown.
        """
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
        """Return the answer to a position. Raises: UsageError if the question cannot be asked about it."""
        asked, means = self.request, self.means
        match asked.kind:
            case Kind.FORCED:
                return ask_forced(position, asked.forced, means)
            case Kind.SOLVE:
                return plain(solve(position, asked.solve, means).view())
            case Kind.REPLAY if asked.audit:
                return plain(audited(position, asked.line, means).view())
            case Kind.REPLAY:
                return plain(replay(position, asked.line).view())
            case Kind.CARDS:
                key = asked.after_cards
                found = ask_cards(position, key, asked.solve, means)
                rows = found and [{**row, key.value: self._seated(position, row[key.value])} for row in found]
                return {"cards": rows}
            case key:
                amounts = ask_amounts(position, key, asked.solve, means)
                return {key.value: amounts and self._seated(position, amounts)}

    def _seated(self, position: Position, values: Told) -> Told:
        """Return values by player: for a side, by the player who names it, or by each of its players."""
        if not self.request.every_seat or position.pots is not None:
            return values
        sides, players = position.sides, position.players
        every = [(seat, value) for name, value in values.items()
                 for seat in sides.seats(sides.of[players.index(name)])]  # fmt: skip
        return {players[seat]: value for seat, value in sorted(every)}


def ask_forced(position: Position, request: ForcedRequest, means: Means) -> Told:
    """Return whether a goal is forced (`holds`), with the question and the number of nodes.

    A position with unknown cards is decided in every deal that fits. `holds` is None if the limits came first
    or no source settles it.
    """
    told: Told = {}
    found: Forced | InEveryDeal
    try:
        if position.many:
            every, found = decided_in_deals(position, request, means)
            told["question"] = _question(position, every.claimed)
        else:
            asked = claimed(position, request)
            told["question"] = _question(position, asked)
            found = decided_alone(position, asked, request, means)
    except LimitReached as stopped:
        return {**told, "holds": None, "nodes": stopped.nodes}
    told |= {"holds": found.holds, "nodes": found.nodes}
    if isinstance(found, InEveryDeal):
        told["worlds"] = {"count": len(found.answers), "exact": found.exact, "holds": found.number}
        return {**told, "unsettled": list(found.unsettled)} if found.unsettled else told
    return told if found.holds is not None else {**told, "unsettled": list(found.unsettled)}


def _question(position: Position, claim: ForcingClaim) -> Told:
    """Return the goal and the player in question."""
    return {"goal": str(claim.goal), "for": position.players[claim.seat]}


def ask_amounts(position: Position, key: Kind, request: SolveRequest, means: Means) -> Told | None:
    """Return the guarantee or the points by player; None if the limits came first."""
    found = _solve_amounts(position, key, request, means, cards=False)
    return None if found is None else found[key.value]


def ask_cards(position: Position, key: Kind, request: SolveRequest, means: Means) -> list[Told] | None:
    """Return the guarantee or points by player after each legal play; None if the limits came first."""
    found = _solve_amounts(position, key, request, means, cards=True)
    if found is None:
        return None
    return [
        {"card": card, "names": each["names"], key.value: each[key.value]}
        for each in found["cards"]
        for card in (each["card"], *each["equals"])
    ]


def _solve_amounts(
    position: Position, key: Kind, request: SolveRequest, means: Means, *, cards: bool
) -> Told | None:
    """Return the smallest answer of `solve` that contains the value; None if the limits came first.

    Raises: UsageError if points are asked in a game that only counts them, or amounts of a hand whose past
    is not known.
    """
    if key is Kind.GUARANTEE:
        asked = replace(request, tokens=True, goal=None, equilibria=False, numbers=False)
    elif position.pots is None:
        asked = replace(request, tokens=False, goal="points")
    else:
        told = say("no card points are won in this game, only counted")
        raise UsageError(told, say("expected a game that is decided by card points"))
    answer = solve(position, replace(asked, goals=False, cards=cards), means)
    if answer.settled is Settled.OPEN:
        return None
    found = plain(answer.view())
    if key.value not in found:
        told = say("what everybody is paid depends on what was won earlier, which the file does not give")
        raise UsageError(told, say("expected `taken`, with the points of every side"))
    return found


def is_open(told: Told) -> bool:
    """Return True if the limits came before an answer, or no source settles it.

    "Yes in some of the deals that fit" is an answer.
    """
    if told.get("limits", {}).get("complete") is False:
        return True
    if ERRORS in told or told.get("worlds"):
        return False
    return any(key in told and told[key] is None for key in ("holds", "guarantee", "points"))


def fault_records(error: TarokError, lang: str = ENGLISH, *, within: bool = False) -> list[Told]:
    """Return every fault of a position with its column; also with its line if it is `within` its own file."""
    if isinstance(error, Invalid):
        return [_fault(each, lang, within=within) for each in error.faults]
    legal = {"clause": error.clause} if isinstance(error, IllegalMove) else {}
    return [{"column": 1, "message": error.describe(lang), **legal}]


def _fault(fault: Fault, lang: str, *, within: bool) -> Told:
    where = fault.where
    line = {"line": 1 if where is None else where.line} if within else {}
    return {**line, "column": 1 if where is None else where.column, "message": fault.text(lang)}
