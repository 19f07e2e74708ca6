"""The answers of `explain` and `certify`: who gets their way, by which plan; what a certificate holds."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from analyzer.certificates.certificate import Certificate
from analyzer.certificates.checker import CertificateVerdict, Flaw
from analyzer.position.asked import ForcingClaim
from analyzer.position.model import Position
from analyzer.report.view.deals import OnePlan, Worlds, worlds_view
from analyzer.report.view.solve import CertificateWritten
from analyzer.report.view.values import COMPLETE, LimitsView, StatsView, stats_view
from analyzer.rules.spec.grounds import STATED, Grounds
from analyzer.search.engine.reasons import Explained
from analyzer.search.worlds.everydeal import InEveryDeal
from analyzer.views.base import (
    UNSET,
    Digest,
    Grounded,
    Head,
    Impossible,
    Meta,
    Moves,
    Players,
    Readings,
    RestsOn,
    TooMany,
    UnsettledIds,
    UnsetType,
    Variant,
    View,
    grounded,
)
from analyzer.views.why import (
    Asked,
    By,
    Exchanges,
    GoalWord,
    Mattered,
    PlanOrNot,
    PlanView,
    Sentences,
    ToCome,
    Worths,
    question_of_claim,
    told_of,
)
from analyzer.words.moves import names
from analyzer.words.plans import Seen

WhoseGoal = Annotated[str, Meta(description="Whose goal.")]
Together = Annotated[Players, Meta(description="Who plays together for it.")]
Claimed = Annotated[bool, Meta(description="Whether they bring it about; else the others prevent it.")]


class CertifyAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/certify/1"):
    """What the checker found, and the claim it looked at."""

    proven: bool
    ruleset: str
    variant: Variant
    digest: Digest
    rests_on: RestsOn
    unsettled: UnsettledIds
    readings: Readings
    impossible: Impossible = UNSET
    too_many_readings: TooMany = UNSET
    goal: GoalWord
    to_come: ToCome = UNSET
    player: WhoseGoal
    by: Together
    holds: Claimed
    moves: Annotated[int, Meta(ge=0, description="Moves of the strategy; 0 for a plan.")]
    lines: Annotated[int, Meta(ge=0, description="Lines of the plan, where it is one.")] | UnsetType = UNSET
    states: Annotated[int, Meta(ge=0, description="States played, those that play alike once.")]
    flaw: Flaw | UnsetType | None = UNSET
    why: Annotated[str, Meta(description="What is wrong, where it is not proven.")] | UnsetType = UNSET
    after: (
        Annotated[
            Moves,
            Meta(description="The play that leads to it, in the words of a position file."),
        ]
        | UnsetType
    ) = UNSET


class CertificateFile(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/certificate/1"):
    """A position, what is claimed of it, and the strategy that proves it."""

    position: Annotated[str, Meta(description="A position file.")]
    rules: Annotated[Head, Meta(description="The rules it was found by.")]
    goal: GoalWord
    to_come: ToCome = UNSET
    player: WhoseGoal
    by: Together
    holds: Claimed
    strategy: Annotated[
        dict[str, str],
        Meta(description="The move of the side that gets its way, by state; empty where there is a plan."),
    ]
    plan: Annotated[PlanView, Meta(description="Lines to follow in place of a strategy.")] | UnsetType = UNSET
    digest: Annotated[
        str, Meta(description="sha256: of all the rest as JSON in ASCII without blanks, keys sorted.")
    ]


def certify_view(
    verdict: CertificateVerdict, certificate: Certificate, why: str, grounds: Grounds = STATED
) -> CertifyAnswer:
    """The answer of `certify`; `why` says what is wrong, where it is not proven."""
    position, claim = certificate.position, certificate.claim
    return CertifyAnswer(
        proven=verdict.proven,
        **grounded(position.rules, grounds),
        goal=str(claim.goal),
        to_come=claim.goal.to_come or UNSET,
        player=position.players[claim.seat],
        by=names(sum(1 << seat for seat in claim.by), position.players),
        holds=claim.holds,
        moves=len(certificate.strategy),
        lines=UNSET if certificate.plan is None else certificate.plan.length,
        states=verdict.states,
        flaw=UNSET if verdict.proven else verdict.flaw,
        why=UNSET if verdict.proven else why,
        after=UNSET if verdict.proven else list(verdict.line),
    )


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
