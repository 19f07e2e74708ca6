"""Where the rule sets differ, with cases that show it."""

from __future__ import annotations

import json

import pytest
from decided import compare_rules, compared, compared_json
from effort import part
from msgspec.structs import replace
from rulesets import rules_for

from analyzer.cards.card import BY_TEXT
from analyzer.claims.cases import CaseFile, ClauseCase, shipped_cases
from analyzer.disputes.table import DISPUTE_KINDS
from analyzer.report import terminal
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.deal.discard import judge_discard
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names
from analyzer.rules.spec.variants import derive_rules


def test_a_rule_set_does_not_differ_from_itself(rules) -> None:
    assert compare_rules(rules, rules).differences == ()


def test_today_and_1996_differ_in_the_pagat_the_fool_and_what_is_told() -> None:
    found = compare_rules(load_ruleset("danish"), load_ruleset("danish-1996"))
    shown = {each.clause: each for each in found.differences if each.witness is not None}
    assert set(shown) == {
        "discard.pagat", "discard.fool", "discard.tell-trumps", "discard.unavoidable", "payment.failed-tout",
    }  # fmt: skip
    assert shown["discard.unavoidable"].verdicts[1] == "unsettled (discard.unavoidable)"
    assert shown["discard.pagat"].verdicts == ("illegal (discard.pagat)", "legal")
    assert shown["discard.fool"].verdicts == ("legal", "unsettled (discard.fool)")
    assert shown["payment.failed-tout"].verdicts[1] == "unsettled (payment.failed-tout)"


def test_a_witness_is_judged_differently_by_the_two_rule_sets() -> None:
    one, other = load_ruleset("danish"), load_ruleset("danish-1996")
    found = compare_rules(one, other)
    case = next(each.witness for each in found.differences if each.clause == "discard.pagat")
    assert case is not None
    hand, laid = ([BY_TEXT[word] for word in case.told[key].split()] for key in ("hand", "discard"))
    assert judge_discard(one, hand, laid).verdict is not judge_discard(other, hand, laid).verdict


def test_the_concise_rules_pay_another_tout_and_count_none() -> None:
    found = compare_rules(load_ruleset("danish"), load_ruleset("danish-concise"))
    shown = {each.clause: each.area for each in found.differences if each.witness is not None}
    assert shown["payment.tout"] == "score"
    assert shown["count.tout"] == "score"
    assert shown["discard.fool"] == "discard"
    assert shown["count.next-dealer"] == "score"
    count = next(each for each in found.differences if each.clause == "count.next-dealer")
    assert count.witness is not None
    assert sum(count.witness.told["hands"][0]["points"].values()) == 78
    assert count.verdicts[0] != count.verdicts[1]
    assert shown["table.fourth"] == "score"
    assert shown["table.ranks"] == "endings"


OTHERS = [
    (option, reading)
    for option, each in load_ruleset("danish").options.items()
    for reading in [*each.readings, *(["35"] if each.number else [])]
    if reading != each.default
]


@pytest.mark.parametrize(("option", "reading"), part(OTHERS, 3))
def test_every_reading_of_an_option_is_told_from_the_default_by_a_smallest_case(
    option: str, reading: str
) -> None:
    rules = load_ruleset("danish")
    found = compare_rules(rules, load_ruleset("danish", {option: reading})).differences
    (first,) = (each for each in found if each.clause == rules.options[option].clause)
    assert first.witness is not None
    assert first.verdicts[0] != first.verdicts[1]


def test_a_comparison_can_be_read_by_people_and_by_programs() -> None:
    answer = compared_json("danish", "danish-1996")
    assert answer["rulesets"] == ["danish", "danish-1996"]
    assert {each["clause"] for each in answer["differences"]} >= {"discard.pagat"}
    assert "Pagat in the discard (discard)" in terminal.text(compared("danish", "danish-1996"), TextStyle())


OURS = """\
format: tarok-rules/2
name: ours
title: The rules of our club
extends: danish
clauses:
  - id: payment.early-queens
    kind: lost-early
    parameters: {cards: [hD, dD, sD, cD], to_each: 5, to_pot: 5, pot: king}
    statement: A queen lost before the last trick is paid for like a king.
    standing: silent
    because: The club plays it so.
"""


@pytest.mark.parametrize("ours_first", [True, False])
def test_a_clause_that_only_one_rule_set_has_is_a_difference_with_a_case(ours_first, run, tmp_path) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text(OURS, encoding="utf-8")
    both = (str(path), "danish") if ours_first else ("danish", str(path))
    ran = run("compare", *both, "--json").json
    (found,) = [each for each in ran["differences"] if each["clause"] == "payment.early-queens"]
    assert found["what"] == ["missing"]
    assert found["kinds"] == (["lost-early", ""] if ours_first else ["", "lost-early"])
    text = run("compare", *both).out
    assert "danish has no such clause" in text
    assert "A queen lost before the last trick" in text


def test_what_leads_to_other_answers_comes_first_and_what_only_stands_otherwise_in_one_line() -> None:
    ran = compared_json("danish", "danish-concise")
    shown = [each["witness"] is not None for each in ran["differences"]]
    assert shown == sorted(shown, reverse=True)
    alone = [each for each in ran["differences"] if each["what"] == ["standing"] and not each["witness"]]
    assert ran["differences"][-len(alone) :] == alone
    assert len(alone) > 30
    text = terminal.text(compared("danish", "danish-concise"), TextStyle()).splitlines()
    line = next(number for number, each in enumerate(text) if "clauses say the same" in each)
    assert "stated in danish and silent in danish-concise." in text[line]
    assert not any("irregularity." in each for each in text)


def test_two_rule_sets_of_one_name_are_told_apart_by_their_files(run, tmp_path) -> None:
    ours = (
        "format: tarok-rules/2\nname: ours\ntitle: Our rules\nextends: danish\nclauses:\n"
        "  - id: payment.nolo\n    kind: from-each\n    parameters: {amount: AMOUNT}\n"
        "    statement: Nolo brings AMOUNT.\n    standing: silent\n    because: We like it so.\n"
        "    overrides: [payment.last-trick, payment.king-ultimo, payment.pagat-ultimo]\n"
    )
    files = [tmp_path / "old.yaml", tmp_path / "new.yaml"]
    for file, amount in zip(files, ("25", "30"), strict=True):
        file.write_text(ours.replace("AMOUNT", amount))
    ran = run("compare", *map(str, files), "--json").json
    assert (ran["rulesets"], ran["asked"]) == (["ours", "ours"], [*map(str, files)])
    text = "".join(run("compare", *map(str, files)).out.split())  # a long path may be broken anywhere
    assert f"{files[0]}[silent]:Nolobrings25." in text
    assert f"{files[1]}[silent]:Nolobrings30." in text


def test_the_moment_at_which_the_dealer_may_be_asked_is_a_difference() -> None:
    rules = load_ruleset("danish")
    clause = rules.clauses["discard.tell-trumps"]
    later = replace(clause, parameters={**clause.parameters, "asked": "showing-out"})
    other = derive_rules(rules, {**rules.clauses, clause.id: later}, {})
    (found,) = compare_rules(rules, other).differences
    assert str(found.area) == "telling"
    assert [str(each) for each in found.verdicts] == ["illegal (discard.tell-trumps)", "legal"]


@pytest.mark.parametrize(
    ("one", "other", "clauses"),
    part(
        [
            (
                "basic",
                "grosstarock",
                {"payment.early", "payment.ultimo", "declare.trumps", "declare.matadors", "count.par"}
                | {"end.game", "payment.count", "declare.cavalry", "payment.nil"},
            ),
            ("grosstarock", "lhombre", {"payment.ultimo", "bid.auction"}),
            ("french", "french+pagat-by-partner=no-change", {"target.pagat"}),
        ],
        3,
    ),
)
def test_what_a_hand_or_an_ending_shows_is_shown(one, other, clauses) -> None:
    ran = compared_json(one, other)
    shown = {each["clause"] for each in ran["differences"] if each["witness"] is not None}
    assert shown >= clauses


def test_a_clause_that_no_hand_shows_is_told_as_not_shown() -> None:
    ran = compared_json("danish", "danish-concise")
    (dealt,) = (each for each in ran["differences"] if each["clause"] == "table.hand")
    assert (dealt["witness"], dealt["verdicts"]) == (None, [])
    assert dealt["note"].startswith("not shown: none of the hands and disputes that were tried")


@pytest.mark.parametrize("case", part(shipped_cases(), 12), ids=lambda case: min(case.about))
def test_each_case_is_whole_by_some_rule_set_that_has_its_clauses(case: ClauseCase) -> None:
    answers = [
        case.file.answer(rules_for(name, seats))
        for name in ruleset_names()
        for seats in load_ruleset(name).forms or [load_ruleset(name).table.players]
        if case.is_for(seats) and case.about & {*load_ruleset(name).clauses}
    ]
    assert any(not each.refused for each in answers)
    assert [each.file for each in shipped_cases()].count(case.file) == 1


def test_every_kind_of_dispute_may_be_a_case() -> None:
    kinds = (CaseFile("check", {"kind": kind}) for kind in DISPUTE_KINDS)
    assert all(str(ClauseCase(frozenset(), each).area) for each in kinds)


def test_a_case_is_a_file_and_the_text_says_how_it_is_asked_anew(run, tmp_path) -> None:
    (found,) = run("compare", "danish", "danish+winning-pagat=0", "--json").json["differences"]
    file = tmp_path / "case.json"
    file.write_text(json.dumps(found["witness"]), encoding="utf-8")
    text = " ".join(run("compare", "danish", "danish+winning-pagat=0").out.split())
    assert f"tarok-analyze {found['command']} FILE --ruleset danish" in text
    assert run(found["command"], str(file), "--ruleset", "danish").status == 0
