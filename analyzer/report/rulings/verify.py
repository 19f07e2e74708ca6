"""The claims about a rule set as text: each with its verdict, and for a refuted one the case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from analyzer.claims.claim import Answer, Decided
from analyzer.layout import finished, wrap
from analyzer.report.style.face import Face
from analyzer.rules.spec.ruleset import RuleSet

_STYLE = {Answer.PROVED: "good", Answer.REFUTED: "bad", Answer.UNDECIDED: "warn"}


def verify_text(rules: RuleSet, claims: Sequence[Decided], face: Face) -> str:
    """Every claim with its verdict, its bound and its clauses."""
    lines = [face.paint(face.safe(rules.title), "bold"), ""]
    for each in claims:
        lines += _claim(each, face)
    counts = Counter(each.verdict for each in claims)
    told = ", ".join(f"{counts[answer]} {answer.value}" for answer in Answer if counts[answer])
    return finished([*lines, f"{len(claims)} claims: {told}"], face.width)


def _claim(decided: Decided, face: Face) -> Iterator[str]:
    claim = decided.claim
    verdict = face.paint(f"{decided.verdict.value:<9}", _STYLE[decided.verdict])
    yield f"{verdict} {claim.id}"
    yield from wrap(face.safe(claim.statement), face.width, "  ")
    yield from wrap(face.paint(f"For {claim.bound}; {', '.join(claim.clauses)}", "dim"), face.width, "  ")
    if decided.limit is not None:
        yield from wrap(face.safe(decided.limit), face.width, "  ")
    if decided.witness is not None:
        yield from wrap(f"Case: {witness_words(decided.witness)}", face.width, "  ", "    ")
    for family in decided.families:
        yield from wrap(f"All of them: {family}", face.width, "  ", "    ")
    yield ""


def witness_words(witness: Mapping[str, Any]) -> str:
    """A case in one line."""
    return "; ".join(
        f"{key.replace('_', ' ')} {_words(value)}" for key, value in witness.items() if value != []
    )


def _words(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_words(each)}" for key, each in value.items())
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "-" if value is None else str(value)
