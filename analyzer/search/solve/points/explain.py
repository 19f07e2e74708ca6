"""Why a goal of a game of card points is forced, or prevented: a plan for those who get their way."""

from __future__ import annotations

from analyzer.certify.certificate import Certificate
from analyzer.certify.checker import proves_by
from analyzer.certify.claim import GoalClaim
from analyzer.certify.plan import Plan
from analyzer.position.model import Position
from analyzer.position.pointquestion import PointQuestion
from analyzer.position.question import check_claim
from analyzer.rules.score.pointgoals import PointGoal
from analyzer.search.engine.planning import FoundPlan
from analyzer.search.engine.points.engine import PointEngine, default_point_engine
from analyzer.search.engine.question import Budget
from analyzer.search.engine.reasons import Explained
from analyzer.search.engine.results import Limits, members
from analyzer.search.solve.explain import Explaining
from analyzer.search.solve.force import ForcingClaim
from analyzer.search.solve.points.mattering import KnowingLittle, mattered
from analyzer.search.solve.points.planning import WrittenOut, found_plan


def explain_points(
    position: Position,
    claim: ForcingClaim[PointGoal],
    limits: Limits | None = None,
    engine: PointEngine | None = None,
) -> Explained:
    """Whether the seats of a claim force its goal, and the plan of those who get their way.

    Raises: LimitReached where the limits do not last for the answer itself; UsageError for a position that is
    over or not all known.
    """
    question, budget = PointQuestion.of(position), Budget.of(limits or Limits())
    check_claim(question, claim.seat, claim.by)

    def plan(side: int, planners: int, *, holds: bool) -> FoundPlan:
        told = GoalClaim(str(claim.goal), claim.seat, frozenset(members(side)), holds, scored=True)

        def proves(found: Plan) -> bool:
            budget.check_clock()
            return proves_by(Certificate(position, told, {}, plan=found), position).proven

        def reached(end: PointQuestion) -> bool:
            return end.reached(claim.goal, claim.seat) is holds

        ending = WrittenOut(planners, reached, budget)
        found = found_plan(ending, ending.number(question), proves)
        if found is None:
            return FoundPlan(None, None, one_line_ruled_out=False)
        play = KnowingLittle(question, found, planners, reached, budget)
        why = mattered(play, claim.goal, claim.seat, holds=holds)
        pairs, worths = (None, None) if why is None else why
        return FoundPlan(found, pairs, one_line_ruled_out=False, worths=worths)

    asked = engine or default_point_engine()
    return Explaining(question, claim.goal, claim.seat, claim.by, asked, budget, plan).answer()
