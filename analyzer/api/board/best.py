"""The best line of play from a position: each plays the card that is best for himself, or for his side."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from analyzer.api.asked import SolveRequest
from analyzer.api.requests import Means, limits_left
from analyzer.api.solve import solve
from analyzer.errors import INTERRUPTED, LimitReached
from analyzer.position.model import Position
from analyzer.report.phrases.moves import line_words
from analyzer.report.text.worth import best_of_points
from analyzer.report.view.board import BestAnswer
from analyzer.search.engine.points.results import PointSolution
from analyzer.search.engine.watch import Watch

if TYPE_CHECKING:
    from analyzer.search.engine.results import Solution


def best(position: Position, means: Means, watch: Watch) -> BestAnswer:
    """The moves of the best line to the end of the hand; none where every card is played.

    Where each plays for himself and several lines are best, it is the first, best for the player to move.
    Raises: LimitReached where it is not found within the limits; UsageError where nothing can be played.
    """
    if position.over:
        return BestAnswer(moves=[])
    found = solve(position, SolveRequest(goals=False, tokens=True), means, watch).solution
    _check_complete(found)
    if found.values.equilibria:
        return BestAnswer(moves=line_words(found.values.equilibria[0].line, position.players))
    return BestAnswer(moves=_card_by_card(position, means, watch))


def _check_complete(found: Solution | PointSolution) -> None:
    if not found.complete:
        raise LimitReached(found.reason or INTERRUPTED, found.nodes)


def _card_by_card(position: Position, means: Means, watch: Watch) -> list[str]:
    """In a game of two sides, where one's best is the other's worst, each best card in its turn."""
    moves: list[str] = []
    while not position.over:
        limits = limits_left(means.limits, 0, watch.seconds)
        request = SolveRequest(goals=False, tokens=True)
        found = solve(position, request, replace(means, limits=limits), watch).solution
        _check_complete(found)
        assert isinstance(found, PointSolution)
        word = best_of_points(found)
        moves.append(word)
        position = position.after(word)
    return moves
