"""Questions, from words to values: positions, goals, players, and the means of a search."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import UNSET, field, structs

from analyzer import views
from analyzer.errors import check_whole
from analyzer.frozenrecord import Record
from analyzer.position.asked import Asking
from analyzer.position.reading import load
from analyzer.rules.score.goals import Aim, Goal, read_goal
from analyzer.rules.spec.shipped import rules_asked
from analyzer.rules.spec.variants import split_named
from analyzer.search import engine
from analyzer.search.engine.counting.short import is_short, paid_by_points
from analyzer.search.engine.engine import AN_AGE, Engine
from analyzer.search.engine.results import Limits
from analyzer.search.solve.assemble import SearchRequest

if TYPE_CHECKING:
    from analyzer.position.model import Position
    from analyzer.rules.spec.game import GameSpec

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
    def together(self) -> int:
        """The number of threads for one question: 1 if nodes are limited, as their count never varies."""
        return self.threads if self.limits.max_nodes is None else 1

    def left(self, started: float, nodes: int = 0) -> Means:
        """Return the means left since a start, after `nodes` nodes: one question has one limit."""
        return structs.replace(self, limits=limits_left(self.limits, nodes, time.monotonic() - started))

    def engine_of(self, game: GameSpec) -> Engine:
        """Return the engine that answers."""
        return self.engine or engine.default.default_engine(game, self.together)


def limits_left(limits: Limits, nodes: int, seconds: float) -> Limits:
    """Return the limits left after so many nodes and seconds."""
    return structs.replace(
        limits,
        max_nodes=None if limits.max_nodes is None else max(0, limits.max_nodes - nodes),
        timeout=None if limits.timeout is None else max(0.0, min(limits.timeout, AN_AGE) - seconds),
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
        seat = Asking.of(position).owner(goal, seat)
    return views.why.QuestionView(
        goal=UNSET if request.goal is None else str(goal or request.goal),
        player=UNSET if seat is None else position.players[seat],
    )


def search_request(asking: Asking, request: SolveRequest, *, plain: bool) -> SearchRequest:
    """Return the parts to search; payments in a longer ending only if they are named.

    Raises: UsageError for an unknown goal or player.
    """
    question = asking.question
    seat = None if request.player is None else asking.position.seat(request.player)
    aim = None if request.goal is None else asking.aim(request.goal)
    whole = SearchRequest.everything(question, asking.groups(request.by))
    sides = range(question.sides.count) if seat is None else (question.sides.of[seat],)
    goal = aim if isinstance(aim, Goal) else None
    short = plain or request.tokens is True or question.judged or is_short(question)
    paid = request.with_tokens and (short or paid_by_points(question))
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
