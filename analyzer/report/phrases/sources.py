"""Where the rules stand."""

from __future__ import annotations

from analyzer.messages import Message, Several, Verbatim, alone, say, stated
from analyzer.rules.spec.ruleset import RuleSet


def source_of(rules: RuleSet, clause: str) -> Message:
    """Where a clause stands; for one its source says nothing about, why it is taken."""
    found = rules.clauses[clause]
    if found.cites:
        return alone(Several(tuple(Verbatim(str(cite)) for cite in found.cites), ";"))
    return say("no source says so: {reason}", reason=stated(found.because or ""))
