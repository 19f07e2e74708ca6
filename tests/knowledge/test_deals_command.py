"""`tarok-analyze deals`: what it writes, its exit status, and that it is quick."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from places import POSITIONS

import analyzer
from analyzer.cards.card import cards
from analyzer.cli.main import main

SIX = (
    "format: tarok-position/1\nhands: {B: hR d9}\nlead: B\n"
    "unseen: {hidden_from: B, sizes: {A: 2, C: 2}, cards: T10 T7 h3 h4%s}\n"
)
WHOLE = str(POSITIONS / "whole-hand.yaml")


@pytest.fixture
def six(tmp_path):
    path = tmp_path / "six.yaml"
    path.write_text(SIX % "", encoding="utf-8")
    return str(path)


@pytest.fixture
def clash(tmp_path):
    path = tmp_path / "clash.yaml"
    path.write_text(SIX % ", void: {A: [T], C: [T, d]}", encoding="utf-8")
    return str(path)


def written(capsys, *args):
    status = main(["deals", *args])
    return status, capsys.readouterr().out


def as_json(capsys, *args):
    status, out = written(capsys, *args, "--json")
    return status, json.loads(out)


def test_the_count_is_what_is_answered_when_nothing_else_is_asked(six, capsys):
    status, out = written(capsys, six)
    assert status == 0
    assert "6 deals fit." in out
    assert "deals" not in as_json(capsys, six, "--count")[1]


def test_the_list_has_every_deal_and_the_sample_as_many_as_asked(six, capsys):
    _, listed = as_json(capsys, six, "--list")
    assert listed["schema"] == "tarok-analyze/deals/1"
    assert (listed["count"], listed["sizes"], listed["seen_by"]) == (6, {"A": 2, "C": 2}, "B")
    assert len({json.dumps(deal) for deal in listed["deals"]}) == 6
    assert listed["deals"][0] == {"A": ["h3", "h4"], "C": ["T10", "T7"]}
    _, drawn = as_json(capsys, six, "--sample", "9", "--seed", "4")
    assert (len(drawn["deals"]), drawn["seed"]) == (9, 4)
    assert drawn == as_json(capsys, six, "--sample", "9", "--seed", "4")[1]


def test_evidence_that_clashes_is_a_no_with_the_facts_and_their_places(clash, capsys):
    status, out = written(capsys, clash)
    assert status == 1
    assert "No deal fits." in out
    status, found = as_json(capsys, clash, "--list")
    assert status == 1
    assert [fact["text"] for fact in found["clash"]] == ["A has no trumps", "C has no trumps"]
    assert found["clash"][0]["line"] == 4
    assert found["deals"] == []


@pytest.mark.parametrize("shown", [["--count"], ["--list"], ["--sample", "3"]], ids=" ".join)
def test_one_void_alone_that_no_deal_can_meet_is_a_no_whatever_is_to_be_shown(shown, tmp_path, capsys):
    path = tmp_path / "alone.yaml"
    path.write_text(SIX % ", void: {C: [h, T]}", encoding="utf-8")
    status, found = as_json(capsys, str(path), *shown)
    assert (status, found["count"]) == (1, 0)
    assert [each["text"] for each in found["clash"]] == ["C has no hearts", "C has no trumps"]


def test_one_void_that_leaves_too_few_cards_for_a_hand_tells_how_many(tmp_path, capsys):
    path = tmp_path / "few.yaml"
    path.write_text(SIX.replace("T10", "h2") % ", void: {C: [h]}", encoding="utf-8")
    status, out = written(capsys, str(path))
    assert status == 1
    assert "This cannot be true\n" in out
    few = "C holds 2 cards, but only 1 of the 4 unseen ones can be among them"
    assert few in out
    assert main(["decide", str(path)]) == 3
    assert f"no deal fits: C has no hearts; {few}" in capsys.readouterr().err


def test_every_inference_of_a_replay_is_told_with_its_clause(capsys):
    status, out = written(capsys, WHOLE, "--seen-by", "Bent", "--at", "22.2", "--ids")
    assert status == 0
    told = re.sub(r"\s+", " ", out)
    assert "Clara has no spades: T2 did not follow in trick 1 (play.follow)" in told
    assert "Anna has no trumps: ♣4 was thrown off in trick 21 (play.trump)" in told
    assert "Clara declared 11 trumps without pagat (declare.trumps)" in told
    assert "Anna passed (declare.pass)" in told
    assert "10 deals fit." in told


def test_the_answer_is_told_in_danish_too(capsys):
    _, out = written(capsys, WHOLE, "--seen-by", "Bent", "--at", "22.2", "--lang", "da")
    for english in ("declared", "passed", "follow ", "deals", "thrown", "known"):
        assert english not in out
    assert "Anna meldte pas" in out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--count", "--list"], "exclude each other"),
        (["--line", "as it was played"], "--seen-by PLAYER is missing"),
        (["--seen-by", "Bob"], "unknown player 'Bob'"),
        (["--seen-by", "Bent", "--at", "late"], "TRICK.CARD"),
        ([], "no unseen cards"),
    ],
)
def test_a_question_that_makes_no_sense_is_wrong_usage(args, message, capsys):
    assert main(["deals", WHOLE, *args]) == 2
    assert message in capsys.readouterr().err


def test_too_many_deals_to_list_are_counted_in_the_message(capsys):
    assert main(["deals", WHOLE, "--seen-by", "Bent", "--list"]) == 2
    assert re.search(r"\d{12,} deals fit, more than 10000", capsys.readouterr().err)


def test_the_library_answers_as_the_command(six):
    found = analyzer.deals(analyzer.load(six))
    assert found.count == 6
    knows = analyzer.deals(analyzer.load(WHOLE), line="as it was played", at=(22, 2), seen_by="Bent")
    assert knows.count == 10
    with pytest.raises(analyzer.UsageError):
        analyzer.deals(analyzer.load(WHOLE), seen_by="Bob")


def test_the_solver_is_imported_only_to_list_deals(six):
    code = (
        "import sys, analyzer\n"
        f"found = analyzer.deals(analyzer.load({six!r}))\n"
        "assert found.count == 6 and len(found.sample(5)) == 5\n"
        "assert 'constraint' not in sys.modules\n"
        "found.listed()\n"
        "assert 'constraint' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_names_of_players_never_reach_the_solver_as_code(tmp_path):
    text = 'format: tarok-position/1\nplayers: [A, B, "__import__(1)"]\nhands: {B: hR}\nlead: B\n'
    text += 'unseen: {hidden_from: B, sizes: {A: 1, "__import__(1)": 1}, cards: T10 T7}\n'
    assert len(analyzer.deals(analyzer.loads(text)).listed()) == 2


def test_the_shipped_six_deals_are_six_and_position_three_is_one_of_them():
    position = analyzer.load(str(POSITIONS / "worlds" / "six-deals.yaml"))
    found = analyzer.deals(position)
    assert found.count == 6
    assert any(deal.hands[0] == frozenset(cards("T10 h3")) for deal in found)
    assert all(analyzer.replay(position, line).met for line in position.lines)
