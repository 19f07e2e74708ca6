"""The answers of `verify` and `compare`: claims about a rule set, and where two rule sets differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from analyzer.claims.chapters.needed import ClauseNeeded, Need
from analyzer.claims.claim import ClaimKind, ClaimVerdict, DecidedClaim
from analyzer.claims.compare import Comparison, Difference
from analyzer.rules.spec.grounds import STATED, Grounds
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.views.base import (
    UNSET,
    Digest,
    Grounded,
    Meta,
    RestsOn,
    UnsettledIds,
    UnsetType,
    Variant,
    View,
    grounded,
    or_unset,
)

Case = Annotated[
    dict[str, Any] | None, Meta(description="A case in plain words and numbers, replayed in the engine.")
]


class ClaimReadingView(View, frozen=True):
    """What a claim comes to where one option is read otherwise."""

    variant: Variant
    verdict: ClaimVerdict
    witness: Case


class ClaimView(View, frozen=True):
    """A claim about the rules, and what deciding it came to."""

    id: str
    statement: str
    verdict: Annotated[
        ClaimVerdict | None, Meta(description="None where readings differ: `readings` has that of each.")
    ]
    witness: Case
    families: Annotated[list[str], Meta(description="All cases, in words.")]
    clauses: list[str]
    sat: Annotated[str, Meta(description="What it means that Z3 finds a case.")]
    unsat: Annotated[str, Meta(description="What it means that there is none.")]
    bound: Annotated[str, Meta(description="What the claim ranges over.")]
    limit: Annotated[str | None, Meta(description="Why it is undecided.")]
    kind: Annotated[
        ClaimKind, Meta(description="A finding, or a guard: a claim that only restates what clauses say.")
    ]
    readings: Annotated[
        list[ClaimReadingView],
        Meta(description="Where it was asked under other readings, those of each option that bear on it."),
    ]
    rests_on: RestsOn
    unsettled: UnsettledIds


class NeedView(View, frozen=True):
    """A duty of play or of the discard, and whether it forbids anything that no other clause does."""

    clause: str
    standing: Annotated[ClauseNeeded, Meta(description="needed, shadowed by others, or undecided.")]
    witness: Annotated[Case, Meta(description="A case that it alone forbids.")]
    by: Annotated[list[str], Meta(description="The clauses that shadow it.")]
    limit: Annotated[str | None, Meta(description="Why it is undecided.")]


class VerifyAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/verify/1"):
    """The claims about a rule set."""

    claims: list[ClaimView]
    clauses: (
        Annotated[list[NeedView], Meta(description="Absent where single claims were asked for.")] | UnsetType
    ) = UNSET


class RuleDifferenceView(View, frozen=True):
    """A clause that differs, and a small case that shows it; of both rule sets in their order."""

    clause: str
    what: Annotated[list[str], Meta(description="kind, parameters, standing, or missing.")]
    kinds: list[str]
    parameters: list[dict[str, Any]]
    standings: list[str]
    statements: list[str]
    area: Annotated[str | None, Meta(description="Where the case was found.")]
    witness: Annotated[
        dict[str, Any] | None,
        Meta(
            description="A small case: the whole of a file, to be read with `--ruleset` by either of the two."
        ),
    ]
    verdicts: Annotated[
        list[str], Meta(description="What each of the two answers, as far as the answers differ.")
    ]
    note: Annotated[str | None, Meta(description="Why no case shows it.")]
    seats: (
        Annotated[int, Meta(description="How many play the case, where not the usual number.")] | UnsetType
    ) = UNSET
    command: (
        Annotated[
            Literal["replay", "score", "check"], Meta(description="What the file of the case is given to.")
        ]
        | UnsetType
    ) = UNSET


class CompareAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/compare/1"):
    """Where two rule sets differ."""

    rulesets: list[str]
    asked: Annotated[list[str], Meta(description="The two as they were asked for: names, or files.")]
    variants: list[Variant]
    digests: list[Digest]
    differences: list[RuleDifferenceView]


def verify_view(
    rules: RuleSet,
    claims: Sequence[DecidedClaim],
    clauses: Sequence[Need] | None,
    grounds: Grounds = STATED,
) -> VerifyAnswer:
    """The answer of `verify`."""
    needs = UNSET if clauses is None else [_need(each) for each in clauses]
    return VerifyAnswer(**grounded(rules, grounds), claims=[_claim(each) for each in claims], clauses=needs)


def _need(need: Need) -> NeedView:
    witness = None if need.witness is None else dict(need.witness)
    return NeedView(
        need.clause, need.standing, witness, list(need.by), None if need.limit is None else str(need.limit)
    )


def _claim(decided: DecidedClaim) -> ClaimView:
    claim, witness = decided.claim, decided.witness
    return ClaimView(
        claim.id,
        claim.statement,
        decided.verdict,
        None if witness is None else dict(witness),
        list(decided.families),
        list(decided.clauses),
        claim.sat,
        claim.unsat,
        claim.bound,
        decided.limit,
        claim.kind,
        [
            ClaimReadingView(
                dict(each.variant), each.verdict, None if each.witness is None else dict(each.witness)
            )
            for each in decided.readings
        ],
        list(decided.rests_on),
        list(decided.unsettled),
    )


def compare_view(comparison: Comparison, asked: tuple[str, str]) -> CompareAnswer:
    """The answer of `compare`."""
    both = (comparison.one, comparison.other)
    return CompareAnswer(
        rulesets=[each.name for each in both],
        asked=list(asked),
        variants=[dict(each.variant) for each in both],
        digests=[each.digest for each in both],
        differences=[_difference(each) for each in comparison.differences],
    )


def _difference(each: Difference) -> RuleDifferenceView:
    return RuleDifferenceView(
        each.clause,
        list(each.what),
        list(each.kinds),
        [dict(parameters) for parameters in each.parameters],
        list(each.standings),
        list(map(str, each.statements)),
        each.area,
        None if each.witness is None else each.witness.file,
        list(each.verdicts),
        each.note,
        or_unset(each.seats),
        UNSET if each.witness is None else each.witness.command,
    )
