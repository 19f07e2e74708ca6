"""What a claim that no source settles comes to by each reading of the option that it hangs on."""

from __future__ import annotations

from analyzer.claims.claim import ClaimVerdict, DecidedClaim
from analyzer.rules.spec.grounds import open_options
from analyzer.rules.spec.ruleset import RuleSet


def reading_verdicts(found: DecidedClaim, option: str) -> dict[str, ClaimVerdict]:
    """The verdict by each reading of an option, which is the same whatever else is read."""
    verdicts: dict[str, ClaimVerdict] = {}
    for each in found.readings:
        assert verdicts.setdefault(each.variant[option], each.verdict) is each.verdict
    return verdicts


def hangs_on(rules: RuleSet, found: DecidedClaim, option: str) -> dict[str, ClaimVerdict]:
    """The verdict by each reading, where a claim has none but those: it hangs on that option alone."""
    assert found.verdict is None
    assert found.witness is None
    assert found.unsettled == (rules.options[option].clause,)
    verdicts = reading_verdicts(found, option)
    assert tuple(verdicts) == tuple(open_options(rules)[option])
    assert len(set(verdicts.values())) > 1
    return verdicts
