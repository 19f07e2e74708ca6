"""A dispute settled under every reading of what no source settles, and what is so under all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, TypeVar

from analyzer.cards.card import Card
from analyzer.disputes.findings import Finding
from analyzer.disputes.model import Dispute
from analyzer.messages import Message, alone, listed, stated
from analyzer.rules.spec.grounds import (
    AnsweredReading,
    Hanging,
    hanging,
    open_options,
    under_readings,
    unsettled_of,
)
from analyzer.rules.spec.ruleset import Option, RuleSet
from analyzer.rules.verdicts import VERDICT_WORDS, OpenQuestion, Reading, Verdict, Violation

Each = TypeVar("Each")

_ASIDE: Final = frozenset(
    {"dispute", "proofs", "notes", "applied", "unsettled", "answered", "smt2", "nearest", "no_legal"}
)
"""What a finding tells beside the answer: how it was found, and what could be done instead."""


def settle_under_readings(dispute: Dispute, settle: Callable[[Dispute], Finding]) -> Finding:
    """The finding by the first reading of everything open; where readings differ, unsettled between them.

    What is broken under every reading is broken. What is paid is told by the first.
    """
    rules = dispute.rules
    options = open_options(rules)
    if not options:
        return settle(dispute)
    known: dict[str, Finding] = {}

    def by(read: RuleSet) -> Finding:
        if str(read) not in known:
            known[str(read)] = settle(replace(dispute, rules=read))
        return known[str(read)]

    # Each option is read in all its ways alone first: most bear on nothing here.
    alone_ = {name: [_answer(by(each)) for each in under_readings(rules, (name,))] for name in options}
    needed = [name for name, answers in alone_.items() if any(each != answers[0] for each in answers)]
    under = under_readings(rules, needed)
    findings = [by(each) for each in under]
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


def settle_between(clauses: tuple[str, ...], cases: Mapping[Message, Finding]) -> Finding:
    """The finding where clauses meet and no option says which way: a case for each reading, by its words."""
    first, *others = cases.values()
    if all(_answer(each) == _answer(first) for each in others):
        return first
    readings = tuple(replace(_outcome(case), text=text) for text, case in cases.items())
    question = OpenQuestion(clauses, _apart(list(cases.values())), readings)
    return _so_in_all(first, list(cases.values()), (question,))


def _merged(first: Finding, cases: Sequence[Finding], found: Hanging) -> Finding:
    rules = first.dispute.rules
    questions = tuple(_question(rules, name, cases, found) for name in found.options)
    merged = replace(
        _so_in_all(first, cases, questions),
        unsettled=unsettled_of(rules, found.options),
        answered=tuple(map(AnsweredReading, found.variants, _told(cases))),
    )
    return merged.beyond_question(cases)


def _so_in_all(first: Finding, cases: Sequence[Finding], questions: tuple[OpenQuestion, ...]) -> Finding:
    """The first finding with what is so in every case, the rest being open."""
    broken = _common([each.violations for each in cases], _broken)
    if not broken and all(each.violations for each in cases):
        broken = first.violations
    asked = dict.fromkeys(question for case in cases for question in case.open_questions)
    return replace(
        first,
        violations=broken,
        open_questions=(*questions, *asked),
        proofs=_common([each.proofs for each in cases]),
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


def _question(rules: RuleSet, name: str, cases: Sequence[Finding], found: Hanging) -> OpenQuestion:
    """What is open about one option: each of its readings, the other options being read as at first."""
    option, taken = rules.options[name], {**found.variants[0]}
    alone_ = [
        (variant[name], case)
        for variant, case in zip(found.variants, cases, strict=True)
        if {**variant, name: taken[name]} == taken
    ]
    readings = tuple(_reading(option, name, word, case) for word, case in alone_)
    return OpenQuestion((option.clause,), _apart([case for _, case in alone_]), readings)


def _apart(cases: Sequence[Finding]) -> tuple[Card, ...]:
    """The cards of what is broken in some cases and not in all."""
    common = set(map(_broken, _common([case.violations for case in cases], _broken)))
    wrong = [each for case in cases for each in case.violations if _broken(each) not in common]
    return tuple(sorted({card for each in wrong for card in each.cards}))


def _reading(option: Option, name: str, word: str, case: Finding) -> Reading:
    """What one reading of an option says, and what it leads to."""
    says = alone(listed([stated(option.readings[word][0].statement)]))
    return replace(_outcome(case), text=says, variant={name: word})


def _outcome(case: Finding) -> Reading:
    """What a reading leads to; what is open beside it is a question of its own."""
    return Reading(
        VERDICT_WORDS[case.verdict],
        Verdict.ILLEGAL if case.violations else Verdict.LEGAL,
        tuple(dict.fromkeys(each.clause for each in case.violations)),
        case.leads_to,
        tokens=case.tokens_told,
    )


def _told(cases: Sequence[Finding]) -> Iterator[dict[str, Any]]:
    """What each finding comes to, where they differ."""
    told = [case.comes_to for case in cases]
    for each in told:
        yield {key: value for key, value in each.items() if any(other[key] != value for other in told)}
