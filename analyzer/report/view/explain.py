"""The answer of `explain`: who gets their way, by which plan, and what mattered."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from analyzer.certify.certificate import Certificate
from analyzer.position.asked import ForcingClaim
from analyzer.position.model import Position
from analyzer.report.phrases.plans import Seen
from analyzer.report.view.base import UNSET, Grounded, Meta, UnsetType, grounded
from analyzer.report.view.everydeal import OnePlan, Worlds, worlds_view
from analyzer.report.view.solve import CertificateWritten
from analyzer.report.view.values import COMPLETE, LimitsView, StatsView, stats_view
from analyzer.report.view.why import (
    Asked,
    By,
    Exchanges,
    GoalWord,
    Mattered,
    PlanOrNot,
    Sentences,
    ToCome,
    Worths,
    question_of_claim,
    told_of,
)
from analyzer.search.engine.reasons import Explained
from analyzer.search.worlds.everydeal import InEveryDeal


class ExplainAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/explain/1"):
    """Why players force a goal, or others prevent it: a plan, and what mattered."""

    holds: Annotated[bool | None, Meta(description="Null where readings differ, or a limit came first.")]
    question: Asked = UNSET
    goal: GoalWord
    to_come: ToCome = UNSET
    player: str
    by: By
    plan: PlanOrNot
    text: Sentences
    mattered: Mattered
    exchange_loses: Exchanges
    worths: Worths | UnsetType = UNSET
    limits: LimitsView
    stats: StatsView
    worlds: Worlds = UNSET
    one_plan: OnePlan = UNSET
    certificate: CertificateWritten | UnsetType = UNSET


def explain_view(position: Position, claim: ForcingClaim, found: Explained) -> ExplainAnswer:
    """The answer of `explain`."""
    goal, seat = claim.goal, claim.seat
    return ExplainAnswer(
        **grounded(position.rules, found.grounds),
        question=question_of_claim(position, claim),
        holds=found.holds,
        goal=str(goal),
        to_come=goal.to_come or UNSET,
        player=position.players[seat],
        **told_of(Seen(position.players, position.table), goal, seat, found),
        limits=_limits(found),
        stats=stats_view(found.nodes, found.seconds),
    )


def explain_deals_view(
    position: Position, claim: ForcingClaim, answer: InEveryDeal, found: Explained
) -> ExplainAnswer:
    """The answer of `explain` over every deal that fits; what mattered is told of one deal alone."""
    told = explain_view(answer.deals[0], claim, found)
    return replace(
        told,
        **grounded(position.rules, answer.grounds),
        text=told.text if found.plan is not None else [],
        worlds=worlds_view(answer),
        one_plan=answer.one_plan,
    )


def of_kind(answer: ExplainAnswer, certificate: Certificate) -> ExplainAnswer:
    """The answer with what sort of proof its certificate holds."""
    assert isinstance(answer.certificate, CertificateWritten)
    kind = "strategy" if certificate.plan is None else "plan"
    return replace(answer, certificate=replace(answer.certificate, kind=kind))


def undecided_explain_view(position: Position, claim: ForcingClaim, found: Explained) -> ExplainAnswer:
    """The answer of `explain` where the search was stopped before it knew who gets their way."""
    return replace(explain_view(position, claim, found), text=[])


def _limits(found: Explained) -> LimitsView:
    parts = {"plan": found.plan, "mattered": found.mattered, "exchange_loses": found.exchange_loses}
    missing = [name for name, part in parts.items() if part is None]
    if not missing:
        return COMPLETE
    reason = None if found.stopped is None else str(found.stopped)
    return LimitsView(complete=False, reason=reason, unfinished=missing)
