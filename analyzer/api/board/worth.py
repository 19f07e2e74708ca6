"""What every card is worth, told while it is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from analyzer import report
from analyzer.api.asked import SolveRequest
from analyzer.api.decide import DecideRequest, decide
from analyzer.api.everydeal import solved_in_deals
from analyzer.api.requests import Means
from analyzer.api.solve import Solved, solve
from analyzer.knowledge.deals import deals
from analyzer.position.model import Position
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.dealsworth import deals_worth_view
from analyzer.report.text.worth import stopped_words, worth_view
from analyzer.report.view.base import plain
from analyzer.search.engine.results import Solution
from analyzer.search.engine.watch import Watch

EVERYTHING: Final = "all"
TOKENS: Final = "tokens"
"""What is asked beside a goal: everything, or what is sure and what comes of it for each."""

SOON: Final = 60
"""Deals of which something is told at first, where more fit."""
DRAWN: Final = 200
"""Deals over which cards are valued, where more fit."""


@dataclass(frozen=True, slots=True)
class WorthRequest:
    """The question: `all`, `tokens`, or a goal by its word and whose it is."""

    question: str = EVERYTHING
    player: str | None = None

    @property
    def parts(self) -> SolveRequest:
        """The parts of `solve` that answer it."""
        if self.question == EVERYTHING:
            return SolveRequest()
        if self.question == TOKENS:
            return SolveRequest(goals=False, tokens=True)
        return SolveRequest(goal=self.question, player=self.player)


def worth(
    position: Position,
    request: WorthRequest,
    means: Means,
    style: TextStyle,
    watch: Watch,
    told: Callable[[report.view.board.WorthAnswer], None],
) -> None:
    """Tell what the cards are worth: as far as it is known each time something is found, and in the end.

    Raises: UsageError for an unknown goal or player, or a position in which nothing can be played.
    """

    def grown(found: object) -> None:
        assert isinstance(found, Solution)
        told(_view(style, position, found, None))

    if position.many:
        _over_deals(position, request, means, style, told)
        return
    watch.grown = grown
    answer = solve(position, request.parts, means, watch)
    told(_view(style, position, answer.solution, answer))


def _over_deals(
    position: Position,
    request: WorthRequest,
    means: Means,
    style: TextStyle,
    told: Callable[[report.view.board.WorthAnswer], None],
) -> None:
    """Over some of the deals that fit, then all; cards have a value where who plays does not see them."""
    for sample in (SOON, None):
        found = solved_in_deals(position, replace(request.parts, sample=sample, cards=False), means).found
        if found.exact or sample is None:
            break
        told(deals_worth_view(style, position, found, None, more=True))
    decision = None
    if position.unseen is not None and position.hidden_from == found.deals[0].table.to_move:
        told(deals_worth_view(style, position, found, None, more=True))
        number = deals(position).count
        decision = decide(position, DecideRequest(sample=DRAWN if number > DRAWN else None), means).decision
    told(deals_worth_view(style, position, found, decision))


def _view(
    style: TextStyle,
    position: Position,
    found: Solution,
    answer: Solved | None,
) -> report.view.board.WorthAnswer:
    now = stopped_words(style, found.reason, found.unfinished)
    whole: dict[str, Any] | None = None if answer is None else plain(answer.view())
    return worth_view(style, position, found, now, whole)
