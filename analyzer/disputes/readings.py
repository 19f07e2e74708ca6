"""A dispute settled under every reading of what no source settles, and what is so under all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from msgspec import structs

from analyzer.cards.card import Card
from analyzer.disputes.findings import ONLY_RESULT, Finding
from analyzer.disputes.shape import Dispute
from analyzer.messages import Message, alone, in_a_row, say, stated
from analyzer.rules.spec.grounds import open_options, unsettled_of
from analyzer.rules.spec.readings import (
    Hanging,
    Variant,
    dependence,
    explored,
    impossible_of,
    readings_of,
    reread,
)
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import VERDICT_WORDS, OpenQuestion, Reading, Verdict, Violation

Each = TypeVar("Each")


def settle_under_readings(dispute: Dispute, settle: Callable[[Dispute], Finding]) -> Finding:
    """The finding by the first reading of everything open; where readings differ, unsettled between them.

    What is broken under every reading is broken. What is paid is told by the first.
    """
    if not open_options(dispute.rules):
        return settle(dispute)
    by = reread(dispute)
    found = explored(dispute.rules, lambda rules: settle(by(rules)))
    first = replace(found.first, dispute=dispute)
    hung = dependence(found, lambda one, other: one.comes_to == other.comes_to)
    first = replace(first, impossible=impossible_of(hung))
    if found.too_many:
        clauses = unsettled_of(dispute.rules, found.too_many)
        return replace(
            first,
            violations=(),
            penalties=(),
            open_questions=(OpenQuestion(clauses, (), ()),),
            unsettled=clauses,
            answered=(),
            too_many=True,
        )
    if not hung.options:
        return first
    return _merged(first, hung)


def _merged(first: Finding, hung: Hanging[Finding]) -> Finding:
    rules, cases = first.dispute.rules, [case for _, case in hung.readings]
    merged = replace(
        common_finding(first, cases, (_question(rules, hung),)),
        unsettled=unsettled_of(rules, hung.options),
        answered=readings_of(hung, lambda case: case.comes_to),
    )
    return merged.restricted_to_common(cases)


def settle_between(clauses: tuple[str, ...], cases: Mapping[Message, Finding]) -> Finding:
    """The finding where clauses meet and no option says which way: a case for each reading, by its words."""
    first, *others = cases.values()
    if all(each.comes_to == first.comes_to for each in others):
        return first
    readings = tuple(structs.replace(outcome_of(case), text=text) for text, case in cases.items())
    question = OpenQuestion(clauses, _apart(list(cases.values())), readings)
    return common_finding(first, list(cases.values()), (question,))


def common_finding(first: Finding, cases: Sequence[Finding], questions: tuple[OpenQuestion, ...]) -> Finding:
    """The first finding with what is so in every case, the rest being open."""
    broken = _common([each.violations for each in cases], _broken)
    if not broken and all(each.violations for each in cases):
        broken = first.violations
    return replace(
        first,
        violations=broken,
        open_questions=questions,
        proofs=tuple(
            each for each in _common([each.proofs for each in cases]) if each.statement != ONLY_RESULT
        ),
        penalties=first.penalties if broken else _common([each.penalties for each in cases]),
        notes=_common([each.notes for each in cases]),
        applied=tuple(dict.fromkeys(clause for each in cases for clause in each.applied)),
    )


def _common(
    lists: Sequence[tuple[Each, ...]], key: Callable[[Each], object] = lambda each: each
) -> tuple[Each, ...]:
    """What stands in every list, as the first one has it."""
    known = [{key(each) for each in more} for more in lists]
    return tuple(each for each in lists[0] if all(key(each) in more for more in known))


def _broken(violation: Violation) -> tuple[str, tuple[Card, ...]]:
    """What tells a violation from another, whatever is said of it."""
    return violation.clause, violation.cards


def _question(rules: RuleSet, hung: Hanging[Finding]) -> OpenQuestion:
    """What is open: each combination of readings, with what is open under it all the same."""
    cases = [case for _, case in hung.readings]
    beside = [question for case in cases for question in case.open_questions]
    clauses = dict.fromkeys(
        (*unsettled_of(rules, hung.options), *(id_ for each in beside for id_ in each.clauses))
    )
    readings = [reading for variant, case in hung.readings for reading in _readings(rules, variant, case)]
    return OpenQuestion(tuple(clauses), _apart(cases), tuple(readings))


def _readings(rules: RuleSet, variant: Variant, case: Finding) -> Iterator[Reading]:
    """What a combination of readings says and leads to, by each reading of a question that it leaves open."""
    says = [stated(rules.options[name].readings[word][0].statement) for name, word in variant.items()]
    rule = alone(in_a_row(says))
    left = case.open_questions[0].readings if len(case.open_questions) == 1 else ()
    if not left:
        yield structs.replace(outcome_of(case), text=rule, variant=variant)
    for each in left:
        text = say("{rule} Here: {case}", rule=rule, case=each.text)
        yield structs.replace(each, text=text, variant={**variant, **each.variant})


def _apart(cases: Sequence[Finding]) -> tuple[Card, ...]:
    """The cards of what is broken in some cases and not in all."""
    common = set(map(_broken, _common([case.violations for case in cases], _broken)))
    wrong = [each for case in cases for each in case.violations if _broken(each) not in common]
    return tuple(sorted({card for each in wrong for card in each.cards}))


def outcome_of(case: Finding) -> Reading:
    """What a reading leads to; what is open beside it is a question of its own."""
    return Reading(
        VERDICT_WORDS[case.verdict],
        Verdict.ILLEGAL if case.violations else Verdict.LEGAL,
        tuple(dict.fromkeys(each.clause for each in case.violations)),
        case.leads_to,
        tokens=case.stated_tokens,
    )
