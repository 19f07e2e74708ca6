"""The claims about a rule set as text: each with its verdict, and for a refuted one the case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from analyzer.claims.claim import Answer, Decided
from analyzer.claims.needed import Need, Standing
from analyzer.messages import Message, say
from analyzer.report.phrases.terms import term
from analyzer.report.rulings.options import variant_lines
from analyzer.report.style.face import Face
from analyzer.report.style.layout import finished, wrap
from analyzer.rules.spec.ruleset import RuleSet

_STYLE: Final = {Answer.PROVED: "good", Answer.REFUTED: "bad", Answer.UNDECIDED: "warn"}
_ANSWERS: Final = {
    Answer.PROVED: say("proved"),
    Answer.REFUTED: say("refuted"),
    Answer.UNDECIDED: say("undecided"),
}


def verify_text(rules: RuleSet, claims: Sequence[Decided], clauses: Sequence[Need], face: Face) -> str:
    """Every claim with its verdict, its bound and its clauses; then the duties that are not needed."""
    lines = [face.paint(face.stated(rules.title), "bold"), *variant_lines(rules, face), ""]
    for each in claims:
        lines += _claim(each, face)
    counts = Counter(each.verdict for each in claims)
    told = [f"{counts[answer]} {face.said(_ANSWERS[answer])}" for answer in Answer if counts[answer]]
    total = face.n(
        "{number} claim: {verdicts}", "{number} claims: {verdicts}", len(claims), verdicts=", ".join(told)
    )
    return finished([*lines, total, *_needs(clauses, face)], face.width)


def _needs(clauses: Sequence[Need], face: Face) -> Iterator[str]:
    """How many duties forbid something of their own, and of the others why they do not."""
    if not clauses:
        return
    needed = sum(each.standing is Standing.NEEDED for each in clauses)
    text = face.t(
        "{needed} of {all} duties forbid what no other clause forbids", needed=needed, all=len(clauses)
    )
    yield from wrap(text, face.width)
    for each in clauses:
        if each.standing is Standing.SHADOWED:
            others = ", ".join(each.by)
            text = face.t("{clause}: forbidden by {others} already", clause=each.clause, others=others)
            yield from wrap(text, face.width, "  ", "    ")
        elif each.limit is not None:
            yield from wrap(f"{each.clause}: {face.said(each.limit)}", face.width, "  ", "    ")


def _claim(decided: Decided, face: Face) -> Iterator[str]:
    claim = decided.claim
    verdict = face.said(_ANSWERS[decided.verdict])
    yield f"{face.paint(f'{verdict:<9}', _STYLE[decided.verdict])} {claim.id}"
    yield from wrap(face.said(claim.statement), face.width, "  ")
    about = face.t("For {bound}; {clauses}", bound=face.said(claim.bound), clauses=", ".join(claim.clauses))
    yield from wrap(face.paint(about, "dim"), face.width, "  ")
    if decided.limit is not None:
        yield from wrap(face.said(decided.limit), face.width, "  ")
    if decided.witness is not None:
        case = face.t("Case: {case}", case=witness_words(decided.witness, face))
        yield from wrap(case, face.width, "  ", "    ")
    for family in decided.families:
        yield from wrap(face.t("All of them: {family}", family=face.said(family)), face.width, "  ", "    ")
    yield ""


def witness_words(witness: Mapping[str, Any], face: Face) -> str:
    """A case in one line."""
    return "; ".join(
        f"{term(face, key)} {_words(value, face)}" for key, value in witness.items() if value != []
    )


def _words(value: object, face: Face) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{term(face, key)}: {_words(each, face)}" for key, each in value.items())
    if isinstance(value, list):
        between = ", " if any(isinstance(each, Message) for each in value) else " "
        return between.join(_words(each, face) for each in value)
    if isinstance(value, Message):
        return face.said(value)
    return "-" if value is None else term(face, str(value))
