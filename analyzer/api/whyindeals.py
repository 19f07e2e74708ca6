"""A plan for every deal that a half-known position may be, for one player who sees his own cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from analyzer import report
from analyzer.api.answer import Settled
from analyzer.api.asked import ForcedRequest
from analyzer.api.everydeal import ForcedInDeals, forced_in_deals
from analyzer.api.requests import Means
from analyzer.api.why import explained_as_read
from analyzer.certify.certificate import Certificate
from analyzer.certify.checker import proves_by
from analyzer.certify.claim import GoalClaim
from analyzer.certify.plan import Plan, PlanEvent, PlanEventKind
from analyzer.errors import LimitReached
from analyzer.report.style.textstyle import TextStyle
from analyzer.search.engine.reasons import Explained

if TYPE_CHECKING:
    from analyzer.position.model import Position
TRIED: Final = 3
"""Deals of which a plan is held against all others."""
MOST_PLAYED: Final = 200_000
"""States that a plan is played through, over all deals."""
_SEEN: Final = frozenset(
    {
        *(PlanEventKind.TO_LEAD, PlanEventKind.LAST, PlanEventKind.LED, PlanEventKind.RUFFED),
        *(PlanEventKind.LEADER, PlanEventKind.WINNING, PlanEventKind.IN_TRICK, PlanEventKind.TAKES),
        PlanEventKind.LEFT,
    }
)
"""What every player sees, whatever lies hidden."""


@dataclass(frozen=True, slots=True)
class WhyInDeals:
    """The answer of `explain` about every deal that fits."""

    answer: ForcedInDeals
    explained: Explained
    unwritten: None = None

    @property
    def settled(self) -> Settled:
        return self.answer.settled if self.explained.plan is not None else Settled.OPEN

    def view(self) -> report.view.explain.ExplainAnswer:
        answer = self.answer
        return report.view.explain.explain_deals_view(
            answer.position, answer.claimed, answer.found, self.explained
        )

    def brief(self, style: TextStyle) -> list[str]:
        return self.answer.brief(style)

    def text(self, style: TextStyle) -> str:
        answer = self.answer
        return report.text.everydeal.explain_deals_text(
            answer.position, answer.claimed, answer.found, self.explained, style
        )


def explained_in_deals(position: Position, request: ForcedRequest, means: Means) -> WhyInDeals:
    """The answer in every deal that fits, and a plan that is right in all of them where one is found.

    Raises: as :func:`forced_in_deals`.
    """
    answer = forced_in_deals(position, request, means)
    found, by = answer.found, answer.claimed.by
    plan = None
    if found.holds and found.one_plan is not False and by.bit_count() == 1:
        plan = _plan(answer, means)
    return WhyInDeals(answer, Explained(found.holds, by, plan, nodes=found.nodes, seconds=found.seconds))


def _plan(answer: ForcedInDeals, means: Means) -> Plan | None:
    """A plan of one of the deals that goes by what is seen, and is right in all others too."""
    asked, deals = answer.claimed, answer.found.deals
    player = asked.by.bit_length() - 1
    claim = GoalClaim(asked.goal, asked.seat, frozenset({player}), True, deals[0].scored)  # noqa: FBT003
    for deal in deals[:TRIED]:
        try:
            plan = explained_as_read(deal, asked, means).plan
            if plan is None or not _goes_by_what_is_seen(plan, player):
                continue
            left = MOST_PLAYED
            for other in deals:
                verdict = proves_by(Certificate(other, claim, {}, plan=plan), other, left)
                left -= verdict.states
                if not verdict.proven:
                    break
            else:
                return plan
        except LimitReached:
            return None
    return None


def _goes_by_what_is_seen(plan: Plan, player: int) -> bool:
    return all(
        _is_seen(event, player) for lines in plan.lines.values() for line in lines for event in line.when
    )


def _is_seen(event: PlanEvent, player: int) -> bool:
    own = event.kind in (PlanEventKind.VOID, PlanEventKind.HAS) and event.who == player
    return own or event.kind in _SEEN
