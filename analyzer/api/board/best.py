"""The best line of play from a position: each plays the card that is best for himself, or for his side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from analyzer.answers.requests import Means, SolveRequest, limits_left
from analyzer.answers.solve import solve
from analyzer.api.board.views import BestAnswer
from analyzer.errors import INTERRUPTED, LimitReached
from analyzer.position.model import Position
from analyzer.rules.actions import lay, line_words
from analyzer.search.engine.watch import Watch
from analyzer.words.effects import best_cards

if TYPE_CHECKING:
    from analyzer.search.engine.results import Solution


def best(position: Position, means: Means, watch: Watch) -> BestAnswer:
    """The moves of the best line to the end of the hand; none where every card is played.

    Where each plays for himself and several lines are best, it is the first, best for the player to move.
    Raises: LimitReached where it is not found within the limits; UsageError where nothing can be played.
    """
    if position.over:
        return BestAnswer(moves=[])
    found = _solved(position, means, watch)
    if found.values.equilibria:
        return BestAnswer(moves=line_words(found.values.equilibria[0].line, position.players))
    return BestAnswer(moves=_card_by_card(position, found, means, watch))


def _solved(position: Position, means: Means, watch: Watch) -> Solution:
    """What everybody comes to. Raises: LimitReached where that is not found within the limits."""
    found = solve(position, SolveRequest(goals=False, tokens=True), means, watch).solution
    if not found.complete:
        raise LimitReached(found.reason or INTERRUPTED, found.nodes)
    return found


def _card_by_card(position: Position, found: Solution, means: Means, watch: Watch) -> list[str]:
    """In a game of two sides, where one's best is the other's worst, each best card in its turn."""
    moves: list[str] = []
    while True:
        card = best_cards(found)[0]
        word = str(lay(card.card, card.names))
        moves.append(word)
        position = position.after(word)
        if position.over:
            return moves
        limits = limits_left(means.limits, 0, watch.seconds)
        found = _solved(position, replace(means, limits=limits), watch)
