"""What every card is worth, told while it is found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from analyzer.answers.decide import DecideRequest, decide
from analyzer.answers.requests import Means, SolveRequest
from analyzer.answers.solve import Solved, solve
from analyzer.api.board.cards import stopped_said, worth_view
from analyzer.api.board.overdeals import counted, deals_worth_view
from analyzer.api.board.views import WorthAnswer
from analyzer.frozenrecord import Record
from analyzer.knowledge.fitting import one_chooses
from analyzer.messages import say
from analyzer.position.model import Position
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.results import Solution
from analyzer.search.engine.watch import Watch
from analyzer.search.worlds.results import Decision
from analyzer.views.base import plain

ASKED: Final = "asked"
EVERYTHING: Final = "all"
TOKENS: Final = "tokens"
"""What is asked beside a goal: what the position asks, everything, what is sure and comes of it for each."""

SOON: Final = 60
"""Deals of which something is told at first, where more fit."""


class WorthRequest(Record, frozen=True):
    """The question: `all`, `tokens`, or a goal by its word and whose it is."""

    question: str = EVERYTHING
    player: str | None = None

    @property
    def of_a_goal(self) -> bool:
        """Whether one goal is asked about."""
        return self.question not in (ASKED, EVERYTHING, TOKENS)

    @property
    def parts(self) -> SolveRequest:
        """The parts of `solve` that answer it."""
        if self.question == TOKENS:
            return SolveRequest(goals=False, tokens=True)
        if self.of_a_goal:
            return SolveRequest(goal=self.question, player=self.player, numbers=False)
        return SolveRequest()

    def read(self, asked: tuple[int, Goal] | None, players: Sequence[str]) -> WorthRequest:
        """The request with the goal that the position asks about, where it is what the position asks."""
        if self.question != ASKED:
            return self
        return WorthRequest() if asked is None else WorthRequest(str(asked[1]), players[asked[0]])


def worth(
    position: Position,
    request: WorthRequest,
    means: Means,
    style: TextStyle,
    watch: Watch,
    told: Callable[[WorthAnswer], None],
) -> None:
    """Tell what the cards are worth: as far as it is known each time something is found, and in the end.

    Raises: UsageError for an unknown goal or player, or a position in which nothing can be played.
    """
    answer: Solved | None = None
    style = replace(style, game=position.rules.name)
    if position.many:
        _over_deals(position, request, means, style, told)
        return

    def grown(found: object) -> None:
        assert isinstance(found, Solution)
        if answer is None:
            told(_view(style, position, found, None))
        else:
            told(_view(style, position, answer.solution, answer, found))

    watch.grown = grown
    answer = solve(position, request.parts, means, watch)
    rest = None
    if request.of_a_goal:
        told(_view(style, position, answer.solution, answer, answer.solution, more=True))
        rest = solve(position, SolveRequest(), means, watch).solution
    told(_view(style, position, answer.solution, answer, rest))


def _over_deals(
    position: Position,
    request: WorthRequest,
    means: Means,
    style: TextStyle,
    told: Callable[[WorthAnswer], None],
) -> None:
    """Answer the question over a few of the deals that fit, then over all; then answer everything.

    Last come the values of the cards, if one player chooses for all the deals.
    """

    def over(parts: SolveRequest) -> Solved:
        return solve(position, replace(parts, cards=False), means)

    few = over(replace(request.parts, sample=SOON))
    if not counted(few).exact:
        told(deals_worth_view(style, position, few, None, few, more=True))
    asked = few if counted(few).exact else over(request.parts)
    everything = asked
    if request.parts != SolveRequest():
        told(deals_worth_view(style, position, asked, None, asked, more=True))
        everything = over(SolveRequest())
    decision = None
    if _can_decide(position, counted(everything).deals):

        def grown(found: Decision | None) -> None:
            told(deals_worth_view(style, position, asked, found, everything, more=True))

        grown(None)
        decision = decide(position, DecideRequest(grown=grown), means).decision
    told(deals_worth_view(style, position, asked, decision, everything))


def _can_decide(position: Position, deals: Sequence[Position]) -> bool:
    """Return True if the player to move, and nobody else, chooses without seeing which deal it is."""
    if deals[0].whole_hand or position.hidden_from not in {None, deals[0].table.to_move}:
        return False
    return one_chooses(deal.table for deal in deals)


def _view(
    style: TextStyle,
    position: Position,
    found: Solution,
    answer: Solved | None,
    rest: Solution | None = None,
    *,
    more: bool = False,
) -> WorthAnswer:
    """What is known of the question, with `rest` of everything else; whether `more` of that is to come."""
    sought = found if rest is None or not found.complete else rest
    now = style.said(say("Searching") if more else stopped_said(sought.reason, sought.unfinished))
    whole: dict[str, Any] | None = None if answer is None else plain(answer.view())
    complete = not more and sought.complete
    return worth_view(style, position, found, rest or found, (now, complete), whole)
