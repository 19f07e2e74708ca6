"""Where the rules stand."""

from __future__ import annotations

from analyzer.rules.spec.ruleset import RuleSet


def source_of(rules: RuleSet, clause: str) -> str:
    """Where a clause stands; for one its source says nothing about, why it is taken."""
    found = rules.clauses[clause]
    places = "; ".join(str(cite) for cite in found.cites)
    return places or f"no source says so: {found.because}"
