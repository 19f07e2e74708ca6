"""`decide` in a game of card points: one card for all the worlds a player cannot tell apart."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyzer.api.answer import Settled
from analyzer.api.points.readings import point_bearing, point_game_played
from analyzer.api.readings import under_each_reading
from analyzer.api.requests import Means
from analyzer.position.model import Position
from analyzer.report.style.textstyle import TextStyle
from analyzer.search.worlds.points import PointDecision, decide_points
from analyzer.search.worlds.results import Opponents

if TYPE_CHECKING:
    from analyzer.report.view.pointdecide import PointDecideAnswer


@dataclass(frozen=True, slots=True)
class PointDecided:
    """The answer of `decide` in a game of card points."""

    position: Position
    decision: PointDecision

    @property
    def settled(self) -> Settled:
        return Settled.YES if self.decision.complete else Settled.OPEN

    def view(self) -> PointDecideAnswer:
        from analyzer.report.view.pointdecide import point_decide_view  # noqa: PLC0415

        return point_decide_view(self.position, self.decision)

    def brief(self, style: TextStyle) -> list[str]:
        from analyzer.report.text.pointdecide import point_advice  # noqa: PLC0415

        return point_advice(style, self.decision)

    def text(self, style: TextStyle) -> str:
        from analyzer.report.phrases.grounds import grounds_text  # noqa: PLC0415
        from analyzer.report.text.pointdecide import point_decide_text  # noqa: PLC0415

        told = point_decide_text(self.position, self.decision, style)
        return told + grounds_text(self.position.rules, self.decision.grounds, style)


def decide_scored(
    position: Position, opponents: Opponents, sample: int | None, seed: int, means: Means
) -> PointDecided:
    """What every card comes to, with what is known where a limit was reached.

    Raises: UsageError for a position that cannot be decided so.
    """

    def ask(read: Position) -> PointDecided:
        found = decide_points(read, opponents=opponents, sample=sample, seed=seed, limits=means.limits)
        return PointDecided(read, found)

    def applied(found: PointDecided) -> tuple[str, ...]:
        return point_bearing(found.position, paid=False)

    found, grounds = under_each_reading(
        position, ask, PointDecided.view, point_game_played(position), applied
    )
    return PointDecided(position, replace(found.decision, grounds=grounds))
