"""Deciding the claims about one rule set."""

from __future__ import annotations

import copyreg
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import product
from math import prod

from msgspec.structs import replace

from analyzer.claims.chapters import any_settlement as claims_any_settlement
from analyzer.claims.chapters import combinations as claims_combinations
from analyzer.claims.chapters import count as claims_count
from analyzer.claims.chapters import discard as claims_discard
from analyzer.claims.chapters import duties as claims_duties
from analyzer.claims.chapters import ending as claims_ending
from analyzer.claims.chapters import hands as claims_hands
from analyzer.claims.chapters import laidaway as claims_laidaway
from analyzer.claims.chapters import naming as claims_naming
from analyzer.claims.chapters import payments as claims_payments
from analyzer.claims.chapters import piles as claims_piles
from analyzer.claims.chapters import play as claims_play
from analyzer.claims.chapters import scores as claims_scores
from analyzer.claims.chapters import tricks as claims_tricks
from analyzer.claims.claim import CLAIMS, Claim, ClaimKind, ClaimReading, ClaimVerdict, DecidedClaim
from analyzer.claims.readings import bearing, under_open_options
from analyzer.errors import LimitReached, UsageError
from analyzer.proofs.smt import RLIMIT
from analyzer.rules.spec.grounds import (
    AnsweredReading,
    Grounds,
    open_options,
    silent_among,
    unsettled_of,
)
from analyzer.rules.spec.readings import MOST
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import choose

__all__ = ["CLAIMS", "decide", "grounds_of_claims", "verify_rules"]

_CHAPTERS = tuple(
    module.__name__
    for module in (
        claims_payments,
        claims_any_settlement,
        claims_discard,
        claims_combinations,
        claims_ending,
        claims_naming,
        claims_play,
        claims_laidaway,
        claims_tricks,
        claims_duties,
        claims_piles,
        claims_scores,
        claims_hands,
        claims_count,
    )
)


def _place(claim: Claim) -> tuple[bool, int]:
    return claim.kind is ClaimKind.GUARD, _CHAPTERS.index(claim.chapter)


CLAIMS.sort(key=_place)  # findings before guards, and by chapters, whichever was imported first


def claim_called(name: str) -> Claim:
    """The claim of that id."""
    return next(each for each in CLAIMS if each.id == name)


copyreg.pickle(
    Claim, lambda claim: (claim_called, (claim.id,))
)  # its formulas are functions, which no pickle takes


def verify_rules(
    rules: RuleSet, only: Collection[str] | None = None, rlimit: int | None = None
) -> tuple[DecidedClaim, ...]:
    """Every claim with its verdict, the findings first and by chapters; `only` names those that are wanted.

    A claim about a clause that the rule set has not is left out.
    `rlimit` is what Z3 may use up for one question, in its own units.
    """
    wanted = (each for each in CLAIMS if only is None or each.id in only)
    return tuple(decide(each, rules, rlimit or RLIMIT) for each in wanted if each.about(rules))


def decide(claim: Claim, rules: RuleSet, rlimit: int = RLIMIT) -> DecidedClaim:
    """One claim: proved, refuted, undecided where Z3's limit was reached; by each reading where these differ.

    Raises: Mismatch where the engine does not see in a witness what Z3 saw.
    """
    clauses = claim.clauses_of(rules)
    rests_on = silent_among(rules, clauses)
    try:
        found = claim.decide(rules, rlimit)
        readings = under_open_options(rules, rlimit, claim, found)
    except LimitReached as reached:
        return DecidedClaim(claim, ClaimVerdict.UNDECIDED, clauses, limit=reached.reason, rests_on=rests_on)
    options = bearing(rules, found, readings)
    if not options:
        return DecidedClaim(
            claim, found.verdict, clauses, found.witness, found.families, readings, rests_on=rests_on
        )
    first = {name: words[0] for name, words in options.items()}
    read = (ClaimReading({}, found.verdict, found.witness), *readings)
    readings = tuple(replace(each, variant={**first, **each.variant}) for each in read)
    unsettled = unsettled_of(rules, options)
    return DecidedClaim(claim, None, clauses, readings=readings, rests_on=rests_on, unsettled=unsettled)


def grounds_of_claims(rules: RuleSet, claims: Sequence[DecidedClaim]) -> Grounds:
    """What the verdicts rest on, all in all; of each reading the verdicts that are others by it."""
    rests_on = silent_among(rules, (clause for each in claims for clause in each.rests_on))
    hanging = [each for each in claims if each.unsettled]
    unsettled = {clause for each in hanging for clause in each.unsettled}
    options = {
        name: words for name, words in open_options(rules).items() if rules.options[name].clause in unsettled
    }
    if not options:
        return Grounds(rests_on)
    if prod(map(len, options.values())) > MOST:
        return Grounds(rests_on, unsettled_of(rules, options), too_many=True)
    variants = (dict(zip(options, words, strict=True)) for words in product(*options.values()))
    readings = tuple(
        AnsweredReading(variant, {"verdicts": verdicts})
        for variant in variants
        if (verdicts := _verdicts(rules, hanging, variant)) is not None
    )
    return Grounds(rests_on, unsettled_of(rules, options), readings)


def _verdicts(
    rules: RuleSet, claims: Iterable[DecidedClaim], variant: Mapping[str, str]
) -> dict[str, str] | None:
    """The verdicts on unsettled claims by readings; None where these contradict: nobody can play so."""
    try:
        choose(rules, variant)
    except UsageError:
        return None
    return {
        each.claim.id: reading.verdict.value
        for each in claims
        for reading in each.readings
        if reading.variant
        == {name: word for name, word in variant.items() if rules.options[name].clause in each.unsettled}
    }
