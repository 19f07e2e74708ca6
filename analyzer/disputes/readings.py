"""A dispute settled under every reading of what no source settles, and what is so under all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, TypeVar

from analyzer.cards.card import Card
from analyzer.disputes.findings import Finding, OpenQuestion, Reading
from analyzer.disputes.model import Dispute
from analyzer.messages import Message, Name, Verbatim, alone, in_a_row, listed, stated
from analyzer.rules.spec.grounds import AnsweredReading, Hanging, hanging, under_readings, unsettled_of
from analyzer.rules.spec.ruleset import Option, RuleSet
from analyzer.rules.verdicts import Verdict, Violation

Each = TypeVar("Each")

_ASIDE: Final = frozenset(
    {"dispute", "proofs", "notes", "applied", "unsettled", "answered", "smt2", "nearest", "no_legal"}
)
"""What a finding tells beside the answer: how it was found, and what could be done instead."""


def settle_under_readings(dispute: Dispute, settle: Callable[[Dispute], Finding]) -> Finding:
    """The finding by the first reading of everything open; where readings differ, unsettled between them.

    What is broken under every reading is broken. What is paid is told by the first.
    """
    under = under_readings(dispute.rules)
    if len(under) == 1:
        return settle(dispute)
    findings = [settle(replace(dispute, rules=rules)) for rules in under]
    found = hanging(dispute.rules, under, [_answer(each) for each in findings])
    first = replace(findings[0], dispute=dispute)
    if not found.options:
        return first
    return _merged(first, [findings[place] for place in found.cases], found)


def _answer(finding: Finding) -> Mapping[str, Any]:
    return {
        each.name: _bare(getattr(finding, each.name)) for each in fields(finding) if each.name not in _ASIDE
    }


def _bare(value: Any) -> Any:
    """A part of a finding without the words in which it is told."""
    if isinstance(value, tuple):
        return tuple(map(_bare, value))
    if not is_dataclass(value):
        return value
    parts = {each.name: _bare(getattr(value, each.name)) for each in fields(value)}
    return type(value), {name: part for name, part in parts.items() if not isinstance(part, Message)}


def _merged(first: Finding, cases: Sequence[Finding], found: Hanging) -> Finding:
    rules = first.dispute.rules
    broken = _common([each.violations for each in cases], _broken)
    if not broken and all(each.violations for each in cases):
        broken = first.violations
    asked = dict.fromkeys(question for case in cases for question in case.open_questions)
    merged = replace(
        first,
        violations=broken,
        open_questions=(*(_question(rules, name, cases, found) for name in found.options), *asked),
        proofs=_common([each.proofs for each in cases]),
        penalties=first.penalties if broken else _common([each.penalties for each in cases]),
        notes=_common([each.notes for each in cases]),
        applied=tuple(dict.fromkeys(clause for each in cases for clause in each.applied)),
        unsettled=unsettled_of(rules, found.options),
        answered=tuple(map(AnsweredReading, found.variants, _told(cases))),
    )
    return merged.beyond_question(cases)


def _common(
    lists: Sequence[tuple[Each, ...]], key: Callable[[Each], object] = lambda each: each
) -> tuple[Each, ...]:
    """What stands in every list, as the first one has it."""
    known = [{key(each) for each in more} for more in lists]
    return tuple(each for each in lists[0] if all(key(each) in more for more in known))


def _broken(violation: Violation) -> tuple[str, tuple[Card, ...]]:
    """What tells a violation from another, whatever is said of it."""
    return violation.clause, violation.cards


def _question(rules: RuleSet, name: str, cases: Sequence[Finding], found: Hanging) -> OpenQuestion:
    """What is open about one option: each of its readings, the other options being read as at first."""
    option, taken = rules.options[name], {**found.variants[0]}
    alone_ = [
        (variant[name], case)
        for variant, case in zip(found.variants, cases, strict=True)
        if {**variant, name: taken[name]} == taken
    ]
    common = set(map(_broken, _common([case.violations for _, case in alone_], _broken)))
    apart = {card for _, case in alone_ for each in case.violations for card in each.cards
             if _broken(each) not in common}  # fmt: skip
    readings = tuple(_reading(option, name, word, case) for word, case in alone_)
    return OpenQuestion((option.clause,), tuple(sorted(apart)), readings)


def _reading(option: Option, name: str, word: str, case: Finding) -> Reading:
    """What one reading says, and what it leads to; what is open beside it is a question of its own."""
    tokens = case.tokens_told
    leads_to = None
    if tokens is not None:
        each = [in_a_row((Name(player), Verbatim(f"{amount:+d}"))) for player, amount in tokens.items()]
        leads_to = alone(listed(map(alone, each)))
    return Reading(
        alone(listed([stated(option.readings[word][0].statement)])),
        Verdict.ILLEGAL if case.violations else Verdict.LEGAL,
        tuple(dict.fromkeys(each.clause for each in case.violations)),
        leads_to,
        {name: word},
        tokens,
    )


def _told(cases: Sequence[Finding]) -> Iterator[dict[str, Any]]:
    """What each finding comes to, where they differ."""
    told = [
        {
            "verdict": case.verdict.value,
            "clauses": list(case.clauses),
            "remedies": list(case.remedies),
            "tokens": case.tokens_told,
        }
        for case in cases
    ]
    for each in told:
        yield {key: value for key, value in each.items() if any(other[key] != value for other in told)}
