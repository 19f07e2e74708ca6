"""Answers of the search for tests, asked for by part."""

from __future__ import annotations

from analyzer.errors import UsageError
from analyzer.messages import say
from analyzer.position.model import Position
from analyzer.rules.actions import seat_groups
from analyzer.rules.score.goals import LAST_TRICK_GOALS, Goal
from analyzer.search.engine.engine import Engine
from analyzer.search.engine.results import Limits, Solution
from analyzer.search.engine.watch import Watch
from analyzer.search.solve.assemble import SearchRequest, search


def solve(
    position: Position,
    *,
    goals: bool = True,
    tokens: bool = True,
    equilibria: bool = True,
    goal: Goal | None = None,
    player: int | None = None,
    cards: bool = True,
    limits: Limits | None = None,
    engine: Engine | None = None,
    threads: int = 1,
    watch: Watch | None = None,
) -> Solution:
    """Every answer about a position, or the parts asked for; tokens are those from the position on.

    `goal` and `player` (a seat) narrow the goals down, `player` the guarantees too; without `equilibria`
    the tokens are guarantees alone. Where a limit is
    reached or the user interrupts, what is known stays and the rest is listed as unfinished. `threads` are
    for the usual engine and searches without a limit of nodes; others are done by one. Their number
    changes no answer. Progress can be read from `watch`.

    Raises: UsageError for a position that is over or not all known, or a player not at the table.
    """
    players = len(position.players)
    if player is not None and player not in range(players):
        raise UsageError(say("there is no seat {seat}; seats are 0 to {last}", seat=player, last=players - 1))
    seats = tuple(range(players)) if player is None else (player,)
    kinds = LAST_TRICK_GOALS if goal is None else (goal,)
    asked = SearchRequest(
        goals=tuple((seat, kind) for seat in seats for kind in kinds) if goals else (),
        guarantee=seats if tokens else (),
        equilibria=tokens and equilibria,
        cards=cards,
        proper=True,
        groups=seat_groups(players),
    )
    return search(position, asked, limits or Limits(), engine, threads, watch)
