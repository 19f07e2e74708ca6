"""The answer of `certify`, and what a certificate itself holds."""

from __future__ import annotations

from typing import Annotated

from analyzer.certify.certificate import Certificate
from analyzer.certify.checker import CertificateVerdict, Flaw
from analyzer.report.phrases.moves import names
from analyzer.report.view.base import (
    UNSET,
    Digest,
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
from analyzer.report.view.why import GoalWord, PlanView, ToCome
from analyzer.rules.spec.grounds import STATED, Grounds

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
