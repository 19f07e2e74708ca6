"""What is asked, from words to values: positions, goals, players, and what a search may use up."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from msgspec import field, structs

from analyzer.errors import check_whole
from analyzer.frozenrecord import Record
from analyzer.position.reading import load
from analyzer.rules.spec.shipped import rules_asked
from analyzer.rules.spec.variants import split_named
from analyzer.search import engine
from analyzer.search.engine.engine import AN_AGE, Engine
from analyzer.search.engine.results import Limits

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


def seat_named(position: Position, player: str | int) -> int:
    """The seat of a player: a seat itself, an exact name, or a name without regard to case.

    Raises: UsageError with the nearest player.
    """
    return position.seat(player)


def names_in(words: str) -> list[str]:
    """The players of a set that is written `A,B`; empty text is nobody."""
    return [word.strip() for word in words.split(",") if word.strip()]
