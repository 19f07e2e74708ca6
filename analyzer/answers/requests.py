"""Questions, from words to values, asked under every reading that no source settles."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from msgspec import UNSET, Struct, field, structs

from analyzer import views
from analyzer.errors import LimitReached, TarokError, check_whole, limit_of_nodes
from analyzer.frozenrecord import Record
from analyzer.position.model import Position
from analyzer.position.question import PositionQuestion
from analyzer.position.reading import load
from analyzer.rules.score.goals import Aim, Goal, read_goal
from analyzer.rules.spec.grounds import Grounds, open_options, silent_among, unsettled_of
from analyzer.rules.spec.kinds.paying import Doubling, FailedTout, PotRules, When
from analyzer.rules.spec.readings import (
    Explored,
    Hanging,
    NoMoreReadings,
    ReadCase,
    dependence,
    explored,
    impossible_of,
    readings_of,
    reread,
)
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import rules_asked
from analyzer.rules.spec.variants import split_named
from analyzer.search import engine
from analyzer.search.engine.engine import NO_DEADLINE, Engine
from analyzer.search.engine.points import few_cards_left, paid_by_points
from analyzer.search.engine.results import Limits, Searched
from analyzer.search.solve.assemble import SearchRequest

if TYPE_CHECKING:
    from analyzer.evenings.model import Evening
    from analyzer.rules.spec.game import GameSpec
    from analyzer.search.engine.engine import Budget


# Questions, from words to values: positions, goals, players, and the means of a search.


MOST_THREADS: Final = 256


class Means(Record, frozen=True):
    """The means of a search: limits, engine, and number of threads."""

    limits: Limits = field(default_factory=Limits)
    engine: Engine | None = None
    """None for the usual one."""
    threads: int = 1

    def __post_init__(self) -> None:
        """Check the number of threads. Raises: UsageError if it is impossible."""
        check_whole("threads", self.threads, 1, MOST_THREADS)

    @property
    def threads_per_search(self) -> int:
        """The number of threads for one question: 1 if nodes are limited, as their count never varies."""
        return self.threads if self.limits.max_nodes is None else 1

    def left(self, started: float, nodes: int = 0) -> Means:
        """Return the means left since a start, after `nodes` nodes: one question has one limit."""
        return structs.replace(self, limits=limits_left(self.limits, nodes, time.monotonic() - started))

    def engine_of(self, game: GameSpec) -> Engine:
        """Return the engine that answers."""
        return self.engine or engine.native.default_engine(game, self.threads_per_search)


def limits_left(limits: Limits, nodes: int, seconds: float) -> Limits:
    """Return the limits left after so many nodes and seconds."""
    return structs.replace(
        limits,
        max_nodes=None if limits.max_nodes is None else max(0, limits.max_nodes - nodes),
        timeout=None if limits.timeout is None else max(0.0, min(limits.timeout, NO_DEADLINE) - seconds),
    )


def plain_engine() -> Engine:
    """Return the engine that searches by the rules alone, slowly."""
    return engine.reference.ReferenceEngine()


def position_of(file: str, ruleset: str | None = None, told: Mapping[str, str] | None = None) -> Position:
    """Return the position of a file, under its own rules or those named; see :func:`rules_asked`.

    `told` are values that replace those of the file, by key.
    Raises: InvalidFile with every fault; UsageError for an unknown rule set, option or reading.
    """
    if ruleset is None:
        return load(file, told=told)
    position = load(file, rules_asked(ruleset), told)
    return replace(position, ruleset=split_named(ruleset)[0] or position.ruleset)


def names_in(words: str) -> list[str]:
    """Return the players of a set that is written `A,B`; empty text is nobody."""
    return [word.strip() for word in words.split(",") if word.strip()]


MOST_MB: Final = 5
"""The size of the largest certificate written by default."""


QUICK_TRICKS: Final = 6
"""The largest number of tricks left for which equilibria take less than a second."""


class SolveRequest(Record, frozen=True, kw_only=True):
    """The requested parts; a single goal leaves tokens out unless they are named."""

    goals: bool = True
    tokens: bool | None = None
    cards: bool = True
    goal: Goal | str | None = None
    player: str | int | None = None
    by: str | None = None
    """The players who decide as one in a game with sides, `sides` or `seats`; None is the sides."""

    sample: int | None = None
    """The size of the sample if more deals fit the known hands; None is a thousand."""
    seed: int = 0
    """The seed of the draw."""
    equilibria: bool = True
    """True if equilibria are sought when tokens are."""
    numbers: bool = True
    """True if points, tricks and margin are sought in a game of card points."""

    @property
    def with_tokens(self) -> bool:
        return self.goal is None if self.tokens is None else self.tokens


class ForcedRequest(Record, frozen=True, kw_only=True):
    """The question in the user's words, and the extra parts wanted."""

    goal: Goal | str | None = None
    """None is the goal of the stipulation, if no player is given either, else the first goal of the game."""
    player: str | int | None = None
    """None means that no player is named: the default is asked."""
    by: str | int | Iterable[str | int] | None = None
    """None is the player alone."""
    line: bool = True
    sets: bool = True
    """True if all sets that can force it, or prevent it, are sought too."""
    certificate: Path | None = None
    """The file for a certificate."""
    most_mb: int = MOST_MB
    why: bool = False
    """True if a plan is wanted as the reason."""
    sample: int | None = None
    """The size of the sample if more deals fit the known hands; None is a thousand."""
    seed: int = 0
    """The seed of the draw."""
    known: Callable[[bool], None] | None = None
    """A function that gets the yes or no as soon as it is found, before any other part is searched."""


def question_asked(position: Position, request: SolveRequest) -> views.why.QuestionView | None:
    """Return the question, if it is one goal, one number or one player; None if it is everything."""
    if request.goal is None and request.player is None:
        return None
    seat = None if request.player is None else position.seat(request.player)
    goal = None if request.goal is None else read_goal(str(request.goal))
    if goal is not None and seat is not None and not position.many:
        seat = PositionQuestion.from_position(position).owner(goal, seat)
    return views.why.QuestionView(
        goal=UNSET if request.goal is None else str(goal or request.goal),
        player=UNSET if seat is None else position.players[seat],
    )


def search_request(asking: PositionQuestion, request: SolveRequest, *, plain: bool) -> SearchRequest:
    """Return the parts to search; payments in a longer ending only if they are named.

    Raises: UsageError for an unknown goal or player.
    """
    question = asking.question
    seat = None if request.player is None else asking.position.seat(request.player)
    aim = None if request.goal is None else asking.aim(request.goal)
    whole = SearchRequest.everything(question, asking.groups(request.by))
    sides = range(question.sides.count) if seat is None else (question.sides.of[seat],)
    goal = aim if isinstance(aim, Goal) else None
    short = plain or request.tokens is True or question.judged or few_cards_left(question)
    known = question.knows_result or question.pays_apart
    paid = request.with_tokens and known and (short or paid_by_points(question))
    goals = asking.keys(goal, seat) if request.goals and not isinstance(aim, Aim) else ()
    return structs.replace(
        whole,
        goals=goals,
        numbers=tuple(_numbers(whole, aim, tuple(sides))) if request.numbers else (),
        guarantee=tuple(sides) if paid else (),
        equilibria=paid
        and short
        and request.equilibria
        and whole.equilibria
        and (seat is None or question.judged),
        cards=request.cards,
    )


def _numbers(whole: SearchRequest, aim: Goal | Aim | None, sides: tuple[int, ...]) -> list[tuple[Aim, int]]:
    """Return the numbers to search: those worth knowing, the one named, or none with a goal."""
    if isinstance(aim, Goal):
        return []
    if aim is Aim.MARGIN:
        return [(aim, 0)]
    if aim is not None:
        return [(aim, side) for side in sides]
    return [number for number in whole.numbers if number[0] is Aim.MARGIN or number[1] in sides]


# Questions under every reading of what no source settles, as far as it affects the answer.


A = TypeVar("A")
S = TypeVar("S", bound=Searched)
Ruled = TypeVar("Ruled", Position, "Evening")
"""The subject of a question, which has its rules with it."""

_WHO: Final = ("schema", "ruleset", "variant", "digest", "rests_on", "unsettled", "readings", "stats")
"""Keys of every answer that are not part of the result; the time is given once, at the top."""
_HOW: Final = frozenset({"stats", "limits", "line", "evidence", "why", "certificate", "proof", "nodes"})
"""Keys for the derivation of an answer, or for one of several equivalent lines."""


class _Told(Record, Generic[A], frozen=True):
    """An answer, its keys, and those of them that are part of the result."""

    answer: A
    told: Mapping[str, Any]
    bare: Any


def answer_each_reading(
    asked: Ruled,
    ask: Callable[[Ruled], A],
    view: Callable[[A], views.base.View],
    clauses_used: Callable[[A], Iterable[str]],
    *,
    same_game: Callable[[RuleSet], object] | None = None,
    refutes: Callable[[A], TarokError | None] = lambda _: None,
) -> tuple[A, Grounds]:
    """Return the answer under the first readings that do not contradict the file, with its grounds.

    `clauses_used` are the clauses behind an answer. `same_game` gives the part of a rule set that the answer
    can depend on: rule sets equal in it are asked once. `refutes` gives the error that shows that the file is
    impossible under a reading, otherwise None.

    Raises: what `ask` raises under every reading.
    """
    rules = asked.rules
    if not open_options(rules):
        only = ask(asked)
        return only, Grounds(silent_among(rules, clauses_used(only)))

    by = _make_rereader(asked)

    def answer_reading(read: RuleSet) -> _Told[A]:
        answer = ask(by(read))
        keys = _result_values(view(answer))
        return _Told(answer, keys, _bare(keys))

    found = _possible(explored(rules, answer_reading, same_game), lambda each: refutes(each.answer))
    first = found.first.answer
    hung: Hanging[_Told[A]] = dependence(found, lambda one, other: bool(one.bare == other.bare))
    answers = [first, *(case.answer for _, case in hung.readings)]
    rests_on = silent_among(rules, (clause for each in answers for clause in clauses_used(each)))
    if found.too_many:
        unsettled = unsettled_of(rules, found.too_many)
        return first, Grounds(rests_on, unsettled, impossible=impossible_of(hung), too_many=True)
    readings = readings_of(hung, lambda each: each.told, _same)
    return first, Grounds(rests_on, unsettled_of(rules, hung.options), readings, impossible_of(hung))


class OneBudget(Struct):
    """The means that all readings of a question share: the clock decides between none of them.

    If the limits end before all were searched, nothing found under some of them is settled.
    """

    means: Means
    started: float = field(default_factory=time.monotonic)
    nodes: int = 0
    asked: bool = False
    stopped: Searched | None = None
    """The partial result of the reading at which the limits ended."""

    def left(self) -> Means:
        """Return the means for one more reading. Raises: NoMoreReadings if the limits ended with the last."""
        if self.stopped is not None:
            raise NoMoreReadings
        return self.means.left(self.started, self.nodes)

    def spent(self, left: Means, found: S) -> S:
        """Return the answer found with the means `left`, its limit given as the full one.

        Raises: NoMoreReadings if the limits ended before it, and it is not the first.
        """
        of_this, whole = left.limits.max_nodes, self.means.limits.max_nodes
        self.nodes += found.nodes
        if of_this is not None and whole is not None and found.reason == limit_of_nodes(of_this):
            found = replace(found, reason=limit_of_nodes(whole))
        self.stopped = None if found.complete else found
        if self.stopped is not None and self.asked:
            raise NoMoreReadings
        self.asked = True
        return found

    def attach_grounds(self, grounds: Grounds, found: S, *, knows: bool) -> S:
        """Return the answer with its grounds; it is unfinished if the limits ended under any reading.

        If nothing was known by then, its only grounds are the silent clauses it rests on.
        """
        if not (found.complete or knows):
            grounds = Grounds(grounds.rests_on)
        if self.stopped is not None and found.complete:
            found = replace(found, unfinished=self.stopped.unfinished, reason=self.stopped.reason)
        return replace(found, grounds=grounds)


class SharedBudget(Struct):
    """The means that all readings of a question over many deals share, including the drawing of the deals."""

    budget: Budget
    answered: int = 0
    """The number of readings answered in full."""
    lasts: bool = True

    def ask(self, ask: Callable[[Budget], A], complete: Callable[[A], bool]) -> A:
        """Return the answer under one more reading.

        Raises: NoMoreReadings if the limits end before it, and it is not the first.
        """
        if not self.lasts:
            raise NoMoreReadings
        try:
            found = ask(self.budget)
        except LimitReached:
            if not self.answered:
                raise
            raise NoMoreReadings from None
        self.lasts = complete(found)
        if not self.lasts and self.answered:
            raise NoMoreReadings
        self.answered += self.lasts
        return found


def _make_rereader(asked: Any) -> Callable[[RuleSet], Any]:
    """Return a function that gives the subject of the question under other rules."""
    if not isinstance(asked, Position):
        return reread(asked)
    return lambda rules: replace(asked, rules=rules)


def _possible(found: Explored[A], wrong: Callable[[A], TarokError | None]) -> Explored[A]:
    """Return the answers without the readings that contradict the facts."""
    cases = []
    for each in found.cases:
        fault = None if isinstance(each.answer, TarokError) else wrong(each.answer)
        cases.append(each if fault is None else ReadCase(each.variant, fault))
    return structs.replace(found, cases=tuple(cases)) if any(each.can_be for each in cases) else found


def _result_values(view: views.base.View) -> Mapping[str, Any]:
    return {key: value for key, value in views.base.plain(view).items() if key not in _WHO}


def _same(one: Any, other: Any) -> bool:
    """Return True if two parts of an answer say the same, however they were found."""
    return bool(_bare(one) == _bare(other))


def _bare(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _bare(each) for key, each in value.items() if key not in _HOW}
    return [_bare(each) for each in value] if isinstance(value, list) else value


def one_game(position: Position) -> bool:
    """Return True if a position is played in the same way under all readings."""
    part = game_played(position)
    if part is None:
        return False
    found = explored(position.rules, part)
    return not found.too_many and all(each.answer == found.cases[0].answer for each in found.cases)


def game_played(position: Position) -> Callable[[RuleSet], object] | None:
    """Return a function for the part of a rule set that play, or a full hand's deal, can depend on.

    The cost of a failed Tout is part of it only if a Tout was announced. None in a game of card points, for
    which a search consults no more than it needs.
    """
    if position.pots is None:
        return None
    announced = position.tout_at_stake is not None

    def part(rules: RuleSet) -> object:
        game = rules.game
        pots = game.the_pots if announced else _without_tout(game.the_pots)
        return structs.replace(game, name="", pots=pots), (
            rules.declarations,
            rules.discard,
        ) if position.whole_hand else None

    return part


_NO_TOUT: Final = FailedTout(ultimo=True, last_trick=True, doubling=Doubling.COUNTED)


def _without_tout(pots: PotRules) -> PotRules:
    entries = tuple(each for each in pots.entries if each.when is not When.FAILED_TOUT)
    return structs.replace(pots, entries=entries, failed_tout=_NO_TOUT)
