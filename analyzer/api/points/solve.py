"""`solve` in a game of card points: who can force what, what each side is sure of, and every card."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyzer.api.answer import Settled
from analyzer.api.points.readings import point_bearing, point_game_played
from analyzer.api.points.requests import Asking, asked_goals
from analyzer.api.readings import under_each_reading
from analyzer.api.requests import Means, seat_named
from analyzer.position.model import Position
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.pointgoals import Aimed, PointGoal
from analyzer.search.engine.points.results import PointSolution
from analyzer.search.engine.points.short import is_short, paid_by_points
from analyzer.search.engine.watch import Watch
from analyzer.search.solve.points.assemble import PointRequest, everything, solve_points

if TYPE_CHECKING:
    from analyzer.api.asked import SolveRequest
    from analyzer.report.view.pointsolve import PointSolveAnswer


@dataclass(frozen=True, slots=True)
class PointSolved:
    """The answer of `solve` in a game of card points."""

    position: Position
    solution: PointSolution
    cards: bool

    @property
    def settled(self) -> Settled:
        return Settled.YES if self.solution.complete else Settled.OPEN

    def view(self) -> PointSolveAnswer:
        from analyzer.report.view.pointsolve import point_solve_view  # noqa: PLC0415 - where JSON is asked for

        return point_solve_view(self.position, self.solution, with_cards=self.cards)

    def brief(self, style: TextStyle) -> list[str]:
        from analyzer.report.text.brief import point_solve_brief  # noqa: PLC0415

        return point_solve_brief(self.position, self.solution, style)

    def text(self, style: TextStyle) -> str:
        from analyzer.report.phrases.grounds import grounds_text  # noqa: PLC0415
        from analyzer.report.text.pointsolve import point_solve_text  # noqa: PLC0415 - where text is asked for

        told = point_solve_text(self.position, self.solution, style)
        return told + grounds_text(self.position.rules, self.solution.grounds, style)


def solve_scored(
    position: Position, request: SolveRequest, means: Means, watch: Watch | None = None
) -> PointSolved:
    """The answer, with what is known where a limit was reached.

    Raises: UsageError for an unknown goal or player, or a position that cannot be searched.
    """

    def ask(read: Position) -> PointSolved:
        asking = Asking.of(read)
        asked = wanted(asking, request, plain=means.engine is not None)
        found = solve_points(read, asked, asking.question, means.limits, means.point_engine, watch)
        return PointSolved(read, found, request.cards)

    def applied(found: PointSolved) -> tuple[str, ...]:
        paid = found.solution.values.guarantee is not None
        return point_bearing(found.position, paid=paid)

    found, grounds = under_each_reading(position, ask, PointSolved.view, point_game_played(position), applied)
    return PointSolved(position, replace(found.solution, grounds=grounds), request.cards)


def wanted(asking: Asking, request: SolveRequest, *, plain: bool) -> PointRequest:
    """What is to be sought; what is paid in a longer ending only where it is asked for by name.

    Raises: UsageError for an unknown goal or player.
    """
    position, question = asking.position, asking.question
    seat = None if request.player is None else seat_named(position, request.player)
    aim = None if request.goal is None else asking.aim(request.goal)
    whole = everything(question, asking.groups(request.by))
    sides = range(question.sides.count) if seat is None else (question.sides.of[seat],)
    goal = aim if isinstance(aim, PointGoal) else None
    short = plain or request.tokens is True or is_short(question)
    paid = request.with_tokens and (short or paid_by_points(question))
    goals = tuple(asked_goals(asking, goal, seat)) if request.goals and not isinstance(aim, Aimed) else ()
    return replace(
        whole,
        goals=goals,
        numbers=tuple(_numbers(whole, aim, tuple(sides))) if request.numbers else (),
        guarantee=tuple(sides) if paid else (),
        equilibria=paid and short and request.equilibria and whole.equilibria and seat is None,
        cards=request.cards,
    )


def _numbers(
    whole: PointRequest, aim: PointGoal | Aimed | None, sides: tuple[int, ...]
) -> list[tuple[Aimed, int]]:
    """The numbers that are asked for: those worth knowing, the one that is named, or none beside a goal."""
    if isinstance(aim, PointGoal):
        return []
    if aim is Aimed.MARGIN:
        return [(aim, 0)]
    if aim is not None:
        return [(aim, side) for side in sides]
    return [number for number in whole.numbers if number[0] is Aimed.MARGIN or number[1] in sides]
