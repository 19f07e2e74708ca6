"""Deciding the claims about one rule set."""

from __future__ import annotations

from collections.abc import Collection

from analyzer.claims import combinations as claims_combinations
from analyzer.claims import count as claims_count
from analyzer.claims import debts as claims_debts
from analyzer.claims import discard as claims_discard
from analyzer.claims import ending as claims_ending
from analyzer.claims import naming as claims_naming
from analyzer.claims import options as claims_options
from analyzer.claims import overtrump as claims_overtrump
from analyzer.claims import payments as claims_payments
from analyzer.claims import play as claims_play
from analyzer.claims.claim import CLAIMS, Claim, ClaimKind, ClaimVerdict, DecidedClaim
from analyzer.errors import LimitReached
from analyzer.proofs.smt import RLIMIT
from analyzer.rules.spec.ruleset import RuleSet

__all__ = ["CLAIMS", "decide", "verify_rules"]

_CHAPTERS = tuple(
    module.__name__
    for module in (
        claims_options,
        claims_debts,
        claims_discard,
        claims_combinations,
        claims_payments,
        claims_ending,
        claims_naming,
        claims_play,
        claims_overtrump,
        claims_count,
    )
)


def _place(claim: Claim) -> tuple[bool, int]:
    chapter = _CHAPTERS.index(getattr(claim.decide, "func", claim.decide).__module__)
    return claim.kind is ClaimKind.GUARD, chapter


CLAIMS.sort(key=_place)  # findings before guards, and by chapters, whichever was imported first


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
    """One claim: proved, refuted, or undecided where Z3's limit was reached.

    Raises: Mismatch where the engine does not see in a witness what Z3 saw.
    """
    try:
        found = claim.decide(rules, rlimit)
    except LimitReached as reached:
        return DecidedClaim(claim, ClaimVerdict.UNDECIDED, limit=reached.reason)
    return DecidedClaim(claim, found.verdict, found.witness, found.families, found.readings)
