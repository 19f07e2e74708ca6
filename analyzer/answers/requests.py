"""What is asked, from words to values: positions, goals, players, and what a search may use up."""

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
    """What a search may use: limits, which engine, and how many threads."""

    limits: Limits = field(default_factory=Limits)
    engine: Engine | None = None
    """None is the usual one."""
    threads: int = 1

    def __post_init__(self) -> None:
        """Raises: UsageError for a number of threads that cannot be."""
        check_whole("threads", self.threads, 1, MOST_THREADS)

    @property
    def together(self) -> int:
        """Threads that search one question: only one where nodes are limited, whose count never varies."""
        return self.threads if self.limits.max_nodes is None else 1

    def left(self, started: float, nodes: int = 0) -> Means:
        """What is left of these means since a start, after so many nodes: one question has one limit."""
        return structs.replace(self, limits=limits_left(self.limits, nodes, time.monotonic() - started))

    def engine_of(self, game: GameSpec) -> Engine:
        """The engine that answers."""
        return self.engine or engine.default.default_engine(game, self.together)


def limits_left(limits: Limits, nodes: int, seconds: float) -> Limits:
    """What is left of the limits after so many nodes and seconds."""
    return structs.replace(
        limits,
        max_nodes=None if limits.max_nodes is None else max(0, limits.max_nodes - nodes),
        timeout=None if limits.timeout is None else max(0.0, min(limits.timeout, AN_AGE) - seconds),
    )


def plain_engine() -> Engine:
    """The engine that searches by the rules alone, slowly."""
    return engine.reference.ReferenceEngine()


def position_of(file: str, ruleset: str | None = None, told: Mapping[str, str] | None = None) -> Position:
    """The position of a file, read and played by other rules where they are named; see :func:`rules_asked`.

    `told` are words that stand under keys of the file in place of its own.
    Raises: InvalidFile with every fault; UsageError for an unknown rule set, option or reading.
    """
    if ruleset is None:
        return load(file, told=told)
    position = load(file, rules_asked(ruleset), told)
    return replace(position, ruleset=split_named(ruleset)[0] or position.ruleset)


def names_in(words: str) -> list[str]:
    """The players of a set that is written `A,B`; empty text is nobody."""
    return [word.strip() for word in words.split(",") if word.strip()]


MOST_MB: Final = 5
"""Certificates larger than this are not written where nothing else is said."""


QUICK_TRICKS: Final = 6
"""With so many tricks to go it takes under a second what comes of all playing for themselves."""


class SolveRequest(Record, frozen=True, kw_only=True):
    """The parts that are asked for; a single goal asks for no tokens unless they are named."""

    goals: bool = True
    tokens: bool | None = None
    cards: bool = True
    goal: Goal | str | None = None
    player: str | int | None = None
    by: str | None = None
    """Who decides as one where sides play, `sides` or `seats`; None is the sides."""

    sample: int | None = None
    """How many deals are drawn where more fit what is known of the hands; None is a thousand."""
    seed: int = 0
    """Of the draw."""
    equilibria: bool = True
    """Whether equilibria are sought where tokens are."""
    numbers: bool = True
    """Whether points, tricks and margin are sought in a game of card points."""

    @property
    def with_tokens(self) -> bool:
        return self.goal is None if self.tokens is None else self.tokens


class ForcedRequest(Record, frozen=True, kw_only=True):
    """The question in the user's words, and what is wanted beside the answer."""

    goal: Goal | str | None = None
    """None is the first that the game has."""
    player: str | int | None = None
    """None is nobody: that is asked for."""
    by: str | int | Iterable[str | int] | None = None
    """None is the player alone."""
    line: bool = True
    sets: bool = True
    """Whether all who can force it, or prevent it, are sought too."""
    certificate: Path | None = None
    """Where a certificate is written."""
    most_mb: int = MOST_MB
    why: bool = False
    """Whether a plan says why."""
    sample: int | None = None
    """How many deals are drawn where more fit what is known of the hands; None is a thousand."""
    seed: int = 0
    """Of the draw."""
    known: Callable[[bool], None] | None = None
    """Is told the yes or no as soon as it is found, before anything beside it is looked for."""


def question_asked(position: Position, request: SolveRequest) -> views.why.QuestionView | None:
    """What is asked, where it is one goal, one number or one player; None where it is everything."""
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
    """What is to be sought; what is paid in a longer ending only where it is asked for by name.

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
    """The numbers that are asked for: those worth knowing, the one that is named, or none beside a goal."""
    if isinstance(aim, Goal):
        return []
    if aim is Aim.MARGIN:
        return [(aim, 0)]
    if aim is not None:
        return [(aim, side) for side in sides]
    return [number for number in whole.numbers if number[0] is Aim.MARGIN or number[1] in sides]
