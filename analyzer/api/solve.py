"""Who can force what, what everyone is sure of, and the value of every card."""

from __future__ import annotations

from dataclasses import dataclass, replace

from analyzer.api.answer import Settled
from analyzer.api.asked import SolveRequest
from analyzer.api.readings import bearing_ahead, game_played, under_each_reading
from analyzer.api.requests import Means, goal_named, seat_named
from analyzer.position.ahead import Asked
from analyzer.position.model import Position
from analyzer.report.style.textstyle import TextStyle
from analyzer.search.engine.results import Solution
from analyzer.search.engine.watch import Watch
from analyzer.search.solve.assemble import solve as search

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.api.points.solve import PointSolved
    from analyzer.report.view.solve import SolveAnswer


@dataclass(frozen=True, slots=True)
class Solved:
    """The answer of `solve`."""

    position: Position
    solution: Solution
    cards: bool

    @property
    def settled(self) -> Settled:
        return Settled.YES if self.solution.complete else Settled.OPEN

    def view(self) -> SolveAnswer:
        from analyzer.report.view.solve import solve_view  # noqa: PLC0415 - where JSON is asked for

        return solve_view(
            self.position, self.solution, self.solution.cards if self.cards else None, self.solution.grounds
        )

    def brief(self, style: TextStyle) -> list[str]:
        from analyzer.report.text.brief import solve_brief  # noqa: PLC0415 - where that alone is asked for

        return solve_brief(self.position, self.solution, style)

    def text(self, style: TextStyle) -> str:
        from analyzer.report.phrases.grounds import grounds_text  # noqa: PLC0415
        from analyzer.report.text.solve import solve_text  # noqa: PLC0415 - where text is asked for

        told = solve_text(self.position, self.solution, style)
        return told + grounds_text(self.position.rules, self.solution.grounds, style)


def solve(
    position: Position, request: SolveRequest, means: Means, watch: Watch | None = None
) -> Solved | PointSolved:
    """The answer, with what is known where a limit was reached.

    Raises: UsageError for an unknown goal or player, or a position that cannot be searched.
    """
    if position.scored:
        from analyzer.api.points.solve import solve_scored  # noqa: PLC0415 - where such a game is played

        return solve_scored(position, request, means, watch)

    def ask(read: Position) -> Solved:
        return Solved(read, _searched(read, request, means, watch), request.cards)

    def applied(_: Solved) -> tuple[str, ...]:
        return bearing_ahead(position, _asked(request))

    found, grounds = under_each_reading(position, ask, Solved.view, game_played(position), applied)
    return Solved(position, replace(found.solution, grounds=grounds), request.cards)


def _asked(request: SolveRequest) -> Asked:
    asked = Asked.TOKENS if request.with_tokens else Asked.PLAY
    return asked | Asked.PROPRIETY if request.goals and request.cards else asked


def _searched(position: Position, request: SolveRequest, means: Means, watch: Watch | None) -> Solution:
    return search(
        position,
        goals=request.goals,
        tokens=request.with_tokens,
        equilibria=request.equilibria,
        goal=None if request.goal is None else goal_named(request.goal),
        player=None if request.player is None else seat_named(position, request.player),
        cards=request.cards,
        limits=means.limits,
        engine=means.engine,
        threads=means.threads,
        watch=watch,
    )
