"""One yes or no in a game of card points: can these seats force that goal?"""

from __future__ import annotations

from collections.abc import Callable

from analyzer.position.model import Position
from analyzer.position.pointquestion import PointQuestion
from analyzer.rules.score.pointgoals import PointGoal
from analyzer.search.engine.points.engine import PointEngine, default_point_engine
from analyzer.search.engine.question import Budget
from analyzer.search.engine.results import Forced, GoalAnswer, Limits
from analyzer.search.solve.force import ForcingClaim, ForcingPlay


def forced_points(
    position: Position,
    claim: ForcingClaim[PointGoal],
    limits: Limits | None = None,
    engine: PointEngine | None = None,
    *,
    line: bool = True,
    sets: bool = True,
    known: Callable[[bool], None] | None = None,
) -> Forced[PointGoal]:
    """Whether the seats of a claim force its goal; as :func:`analyzer.search.solve.force.forced`.

    Raises: LimitReached; UsageError for a position that is over or not all known.
    """
    question, asked = PointQuestion.of(position), engine or default_point_engine()
    key = claim.seat, claim.goal
    play = ForcingPlay(claim.goal, claim.seat, claim.by, asked, Budget.of(limits or Limits()))

    def who() -> GoalAnswer[PointGoal]:
        forcing = asked.goals(question, [key], claim.groups, play.budget)[key]
        return GoalAnswer(*key, forcing=forcing, groups=claim.groups)

    return play.answer(question, position.players, who if sets else None, line=line, known=known)
