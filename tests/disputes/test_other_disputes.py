"""Kinds of dispute other than discard and naming, and what a file expects."""

from __future__ import annotations

import json

import pytest
from commands import Run
from places import POSITIONS
from ruamel.yaml import YAML

from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.errors import InvalidFile


def told(text: str):
    return settle(loads_dispute(f"format: tarok-dispute/1\n{text}"))


def test_a_file_that_expects_something_else_is_told_so() -> None:
    text = "kind: irregularity\nirregularity: lead-out-of-turn\nby: B\nexpect: {verdict: legal}\n"
    assert told(text).unexpected == ("the verdict is illegal, not legal",)


def test_a_file_that_expects_another_remedy_or_other_tokens_is_told_so() -> None:
    fine = "kind: irregularity\nirregularity: lead-out-of-turn\nby: B\nsitting_out: D\nexpect: "
    right = "{verdict: illegal, remedy: [taken-back], tokens: {B: -40, C: 0, D: 0}}\n"
    assert told(fine + right).unexpected == ()
    wrong = told(fine + "{remedy: [abandoned], tokens: {B: -80, D: 5}}\n").unexpected
    assert wrong == (
        "the remedy is taken-back",
        "B has -40 tokens, not -80",
        "D has +0 tokens, not +5",
    )


def test_tokens_cannot_be_expected_where_a_dispute_tells_none() -> None:
    found = told(PLAY + "  - {A: {leads: h5}}\nexpect: {remedy: [], tokens: {A: 0}}\n")
    assert found.unexpected == ("no tokens are given for A",)


def test_a_demand_that_holds_has_cards_taken_back_as_its_remedy() -> None:
    hands = "kind: fool-demand\nhands: {A: h5 h6 c2, B: h7 fool c5, C: T9 d3 d4}\nevents:\n"
    events = "  - {A: {leads: h5}}\n  - {B: {plays: h7}}\n  - {A: {demands: fool}}\n"
    assert told(hands + events + "expect: {remedy: [taken-back]}\n").unexpected == ()


def test_a_remedy_there_is_not_and_a_player_who_is_not_there_are_faults_at_their_places() -> None:
    text = "kind: irregularity\nirregularity: wrong-deal\nby: B\nexpect: {remedy: [prayer], tokens: {Q: 5}}\n"
    with pytest.raises(InvalidFile) as refused:
        told(text)
    assert [(each.where.line, each.where.column) for each in refused.value.faults] == [(5, 19), (5, 37)]


PLAY = """kind: play
hands: {A: h5 h6 c2, B: h7 T4 c5, C: T9 d3 d4}
events:
"""


def test_a_revoke_names_what_could_have_been_played() -> None:
    found = told(PLAY + "  - {A: {leads: h5}}\n  - {B: {plays: T4}}\n  - {C: {plays: T9}}\n")
    assert found.clauses == ("play.follow",)
    assert [str(card) for card in found.steps[1].legal] == ["h7"]
    assert found.winners == (2,)


def test_a_second_card_of_a_player_is_premature_play_where_the_first_was_right() -> None:
    found = told(
        PLAY + "  - {A: {leads: h5}}\n  - {B: {plays: h7}}\n  - {A: {plays: h6}}\n  - {C: {plays: T9}}\n"
        "  - {C: {leads: d3}}\n  - {A: {plays: h6}}\n"
    )
    assert found.clauses == ("irregularity.premature-play",)
    assert found.winners == (2,)
    assert found.steps[-1].legal == ()


def test_a_second_card_of_a_player_puts_his_revoke_right() -> None:
    found = told(
        PLAY + "  - {A: {leads: h5}}\n  - {B: {plays: T4}}\n  - {B: {plays: h7}}\n  - {C: {plays: T9}}\n"
        "  - {C: {leads: d3}}\n  - {A: {plays: h6}}\n  - {B: {plays: T4}}\n"
    )
    assert found.clauses == ("play.follow",)
    assert found.winners == (2, 1)


def test_a_lead_out_of_turn_is_taken_back_and_the_right_player_leads() -> None:
    found = told(f"{PLAY.replace('events', 'lead: A' + chr(10) + 'events')}"
                 "  - {B: {leads: h7}}\n  - {A: {leads: h5}}\n  - {B: {plays: h7}}\n")  # fmt: skip
    assert found.clauses == ("irregularity.lead-out-of-turn",)
    assert found.penalties[0].each_pot == 20


def test_two_tricks_are_judged_by_the_cards_that_are_left() -> None:
    found = told(
        PLAY + "  - {A: {leads: h5}}\n  - {B: {plays: h7}}\n  - {C: {plays: T9}}\n"
        "  - {C: {leads: d3}}\n  - {A: {plays: c2}}\n  - {B: {plays: c5}}\n"
    )
    assert found.clauses == ("play.trump",)
    assert found.winners == (2, 2)


def test_a_demand_takes_the_cards_back_that_it_must() -> None:
    found = told(
        "kind: fool-demand\nhands: {A: fool h6 c2, B: h7 T4 c5, C: T9 d3 d4}\nevents:\n"
        "  - {A: {leads: h6}}\n  - {B: {plays: h7}}\n  - {C: {demands: fool}}\n"
        "  - {A: {leads: h6}}\n"
    )
    assert found.steps[2].take_back == (0, 1)
    assert found.clauses == ("fool.demand",)


def test_a_demand_is_wrong_where_the_table_does_not_play_with_it() -> None:
    text = "kind: fool-demand\nfool_demand: false\nhands: {A: h5 h6 c2, B: fool T4 c5, C: T9 d3 d4}\n"
    found = told(text + "events:\n  - {A: {leads: h5}}\n  - {C: {demands: fool}}\n")
    assert found.clauses == ("fool.demand",)


def test_a_count_that_was_paid_wrongly_names_its_clause() -> None:
    found = told(
        "kind: settlement\nlead: A\ntrick: c7 T5 c2\ndealer: C\ncount: true\n"
        "taken: {A: {tricks: 10, points: 30}, B: {tricks: 9, points: 30}, C: {tricks: 5, points: 17}}\n"
        "paid:\n  - {from: A, to: B, amount: 20}\n  - {from: C, to: B, amount: 20}\n"
        "  - {from: A, to: C, amount: 10}\n"
    )
    assert "count.next-dealer" in found.clauses


def test_every_clause_of_a_verdict_comes_with_its_source(run) -> None:
    ran = run("check", str(POSITIONS / "disputes/discard-king.yaml"), "--json")
    answer = json.loads(ran.out)
    assert ran.status == 1
    assert answer["schema"] == "tarok-analyze/check/1"
    assert answer["violations"][0]["clause"] == "discard.kings"
    assert answer["violations"][0]["cards"] == ["hR"]
    assert "The discard (the skat)" in answer["violations"][0]["source"]
    assert answer["remedy"]["discard"]


def test_another_rule_set_shows_how_the_verdict_changes(run) -> None:
    path = str(POSITIONS / "disputes/discard-pagat.yaml")
    ran = run("check", path, "--json", "--ruleset", "danish-1996")
    answer = json.loads(ran.out)
    assert (ran.status, answer["verdict"], answer["in_file"]["verdict"]) == (0, "legal", "illegal")


def test_what_is_unsettled_is_neither_yes_nor_no(run) -> None:
    assert run("check", str(POSITIONS / "disputes/naming-said-and-played.yaml")).status == 4


FOLLOWED = """kind: play
hands: {A: h5 h6, B: h7 T4, C: h9 d3}
lead: A
events: [{B: {leads: h7}}, {C: {PLAYS: h9}}, {A: {leads: h5}}]
"""


def test_whether_a_card_laid_to_a_lead_out_of_turn_goes_back_with_it_is_open() -> None:
    found = told(FOLLOWED.replace("PLAYS", "plays"))
    assert [each.clause for each in found.violations] == ["irregularity.lead-out-of-turn"]
    assert [each.seat for each in found.penalties] == [1]
    (question,) = found.open_questions
    assert [each.verdict.value for each in question.readings] == ["legal", "illegal"]


def test_a_second_lead_out_of_turn_is_fined_as_the_first() -> None:
    found = told(FOLLOWED.replace("PLAYS", "leads"))
    assert [each.seat for each in found.penalties] == [1, 2]
    assert found.open_questions == ()


def test_a_late_demand_names_everybody_who_takes_a_card_back(run) -> None:
    path = str(POSITIONS / "disputes/demand-holder-second.yaml")
    assert "Takes the card back: B, C" in run("check", path).out
    assert "Takes the card back: B\n" in run("check", path, "--variant", "demand-take-back=holder").out


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("count-tapp-rest-of-the-talon", "SETTLED: B 13"),
        ("trick-basic-fool-led", "SETTLED: C"),
        (
            "session-foundation-at-the-start",
            "DUE: Anna -40, Bent -40, Carl -40, Dora -40",
        ),
        (
            "settlement-three-kings",
            "DUE: A +295, B -215, C -215",
        ),
    ],
)
def test_where_nobody_claims_anything_nothing_is_called_legal(name: str, told: str, run: Run) -> None:
    file = YAML(typ="safe").load(POSITIONS / "disputes" / f"{name}.yaml")
    asked = {key: value for key, value in file.items() if key not in ("expect", "paid", "winner")}
    for pile in asked.get("piles", {}).values():
        pile.pop("points")
    ran = run("check", "-", "--brief", stdin=json.dumps(asked))
    assert (ran.status, " ".join(ran.out.split())) == (0, told)
