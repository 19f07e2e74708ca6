"""Every parameter of every clause changes an answer, or its other values are refused with the reason."""

from __future__ import annotations

from functools import cache

import pytest
from effort import part
from rules.battery import BATTERY
from rules.flips import flips, refused, with_parameter
from rules.whole import whole
from rulesets import DANISH_RULES

from analyzer.answers.records.rules import rules_view
from analyzer.rules.spec.reading import TOLD
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names

CLAUSES = [(name, clause) for name in DANISH_RULES for clause in load_ruleset(name).clauses]


SWITCHED_ON = {"end.fourth-joins": {"fourth": "yes"}, "payment.tout-pots": {"tout-pots": "yes"}}
"""Clauses that say more of what a rule set may leave out: they are asked where it does not."""


@cache
def answer(rules: RuleSet, chapter: str, number: int) -> str:
    """What a rule set answers to one question."""
    return whole(BATTERY[chapter][number](rules))


def changes_an_answer(rules: RuleSet, chapter: str, changed: RuleSet) -> bool:
    return any(
        whole(ask(changed)) != answer(rules, chapter, number) for number, ask in enumerate(BATTERY[chapter])
    )


@pytest.mark.parametrize(("name", "clause"), part(CLAUSES, 10))
def test_every_parameter_of_the_clause_changes_an_answer_or_is_refused(name: str, clause: str) -> None:
    rules = load_ruleset(name, SWITCHED_ON.get(clause))
    stated = rules.clauses[clause]
    silent = []
    for parameter in stated.parameters:
        for other in flips(stated, parameter):
            if (stated.kind, parameter) in TOLD:
                continue
            changed = with_parameter(rules, clause, parameter, other)
            reasons = refused(changed)
            assert all(each.message and each.expected for each in reasons)
            if not reasons and not changes_an_answer(rules, clause.partition(".")[0], changed):
                silent.append((parameter, other))
    assert not silent, f"nothing hangs on {clause}: {silent}"


@pytest.mark.parametrize("name", ruleset_names())
def test_the_clauses_of_a_shipped_rule_set_agree_and_all_of_them_is_read(name: str) -> None:
    assert refused(load_ruleset(name)) == []


@pytest.mark.parametrize(
    ("clause", "parameter", "value", "reason"),
    [
        ("payment.tout", "cards", ("T1",), "nothing reads `cards` of a clause of the kind `from-each` here"),
        ("play.no-beat", "among", "trumps", "no card has to beat another"),
        ("play.winner", "by", ("highest-trump",), "nobody would win a trick without trumps"),
        ("table.fourth", "seat", "dealer", "`dealer` is not what this is about"),
        ("naming.lost-right", "named_by", "second", "`second` is not what this is about"),
        ("discard.announce", "announce", ("tout",), None),
        (
            "discard.announce",
            "announce",
            ("combination-cards",),
            "the Fool goes with a Tout that does not have to be",
        ),
        (
            "payment.order",
            "steps",
            ("count-pot", "bagud", "foundation"),
            "what is paid for `ultimo` would never",
        ),
        (
            "payment.order",
            "steps",
            ("count-pot", "ultimo", "bagud"),
            "pots are founded at the end of a settlement",
        ),
        ("payment.winning-pagat", "when", "tout", "`tout` is not what this is about"),
        ("count.next-dealer", "next_dealer_counts", True, "nobody is left with whom the next dealer could"),
        ("count.next-dealer", "with", "nobody", "where each gains or loses by his own pile the next dealer"),
        ("table.ranks", "reversed_spots", ("h", "T"), "trumps have no spot cards"),
        ("fool.naming", "suits", ("h", "d", "s", "T"), "a plain suit cannot be named"),
        ("proper.silence", "asks", "hands-down", "`hands-down` is not what this is about"),
        ("end.divide", "evenly", False, "no other division is known"),
    ],
)
def test_what_has_no_meaning_is_refused_with_the_reason(
    clause: str, parameter: str, value: object, reason: str | None
) -> None:
    found = [
        each.message for each in refused(with_parameter(load_ruleset("danish"), clause, parameter, value))
    ]
    assert (found == []) if reason is None else (len(found) == 1 and found[0].startswith(reason)), found


def test_what_is_only_told_stands_in_the_rules_as_json_with_the_reason() -> None:
    found = {each.id: each.told for each in rules_view(load_ruleset("danish")).clauses if each.told}
    assert found == {
        "table.hand": {"packet": TOLD["deal", "packet"]},
        "proper.silence": {"asks": TOLD["manners", "asks"]},
        "proper.fourth-silent": {"asks": TOLD["manners", "asks"]},
        "proper.hands-down": {"asks": TOLD["manners", "asks"]},
    }
