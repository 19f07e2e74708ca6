"""What was against the rules in a hand that was played is told by `replay` as `check` tells it."""

from __future__ import annotations

from typing import Any

import pytest
from commands import Ran, Run
from places import POSITIONS
from whole_hands import SAID, SILENT, WHOLE, dealt, played_out

import analyzer


def line(ran: Ran) -> dict[str, Any]:
    (found,) = ran.json["lines"]
    return dict(found)


def clauses(found: dict[str, Any]) -> list[str]:
    return [each["clause"] for each in found["violations"]]


def as_checked(run: Run, hand: str, discard: str) -> list[dict[str, Any]]:
    """The violations of a discard as a dispute about it tells them."""
    text = f"format: tarok-dispute/1\nkind: discard\nhand: {hand}\ndiscard: {discard}\n"
    return [dict(each) for each in run("check", "-", "--json", stdin=text).json["violations"]]


CLARA = "hR hC hV h2 h4 h6 h9 h10 d9 d10 c10 c7 c6 c3 T19 T18 T17 T15 T13 T9 T7 T4 T3 T2 fool d6 s9 s8"


@pytest.mark.parametrize(
    ("away", "broken"),
    [("T2", ["discard.trumps", "discard.combination"]), ("hV", ["discard.combination"])],
    ids=["a trump while trumps are kept", "a jack of half hearts"],
)
def test_the_skat_of_a_played_hand_is_judged_as_the_dispute_about_it_is(
    run: Run, away: str, broken: list[str]
) -> None:
    ran = run("replay", "-", "--json", stdin=played_out(dealt((away, "s8"))))
    found = line(ran)
    assert (ran.status, clauses(found)) == (1, broken)
    checked = as_checked(run, CLARA, f"d6 s9 {away}")
    told = [{key: each[key] for key in checked[0]} for each in found["violations"]]
    assert told == checked
    assert {(each["player"], each["trick"]) for each in found["violations"]} == {("Clara", None)}
    assert found["complete"]
    assert len(found["events"]) == 25


def test_an_improper_skat_costs_40_into_each_pot_and_the_hand_is_given_up(run: Run) -> None:
    found = line(run("replay", "-", "--json", stdin=played_out(dealt(("hR", "s8")))))
    assert clauses(found) == ["discard.kings", "discard.combination"]
    (penalty,) = found["penalties"]
    assert (penalty["irregularity"], penalty["category"]) == ("improper-discard", "irrecoverable")
    assert (penalty["player"], penalty["into_each_pot"], penalty["play_goes_on"]) == ("Clara", 40, False)
    # 5 into each pot for the deal; 11 trumps, paid 15 each, and full clubs, paid 10 each, stand.
    assert found["due"]["tokens"] == {"Anna": -25, "Bent": 5, "Clara": -10 + 30 - 10 - 80}
    assert found["due"]["pots"] == {"king": 45, "pagat": 45}
    assert sum(found["tokens"].values()) == -sum(found["pots"].values())


def test_a_file_that_only_sets_a_position_still_has_no_king_in_the_skat(run: Run) -> None:
    ran = run("solve", "-", stdin=dealt(("hR", "s8")))
    assert (ran.status, "hR is in the skat" in ran.err) == (3, True)


@pytest.mark.parametrize(("away", "clause"), [("fool", "discard.fool"), ("T1", "discard.pagat")])
def test_every_card_that_may_not_lie_there_is_a_fault_of_the_play(run: Run, away: str, clause: str) -> None:
    text = dealt(("fool", "s8"))
    if away == "T1":
        text = SILENT.replace("T5 T1", "T5 s8").replace("d6 s9 s8", "d6 s9 T1")
    ran = run("replay", "-", "--json", stdin=played_out(text))
    assert (ran.status, clause in clauses(line(ran))) == (1, True)


def test_a_wrong_declaration_is_told_with_its_clause_and_its_fine(run: Run) -> None:
    said = 'declarations: {Clara: "12 trumps without pagat, half hearts no queen", Anna: pass, Bent: pass}\n'
    text = WHOLE.replace(SAID, said)
    ran = run("replay", "-", "--json", stdin=text)
    found = line(ran)
    assert (ran.status, clauses(found)) == (1, ["declare.trumps", "declare.cavallerie"])
    assert [each["player"] for each in found["violations"]] == ["Clara", "Bent"]
    assert {each["irregularity"] for each in found["penalties"]} == {"wrong-declaration"}
    # What the wrong declarations brought is repaid: half hearts stands. The hand ends with the first
    # breach, and one fine is paid.
    assert found["due"]["tokens"] == {"Anna": -5, "Bent": -5, "Clara": -10 + 10 - 80}
    hands = f"hands: {{Clara: {CLARA[:-9]}}}\nplayers: [Anna, Bent, Clara]\n"
    dispute = (
        f"format: tarok-dispute/1\nkind: declarations\n{hands}"
        'said: {Clara: ["12 trumps without pagat", half hearts no queen]}\n'
    )
    (checked,) = run("check", "-", "--json", stdin=dispute).json["violations"]
    assert {key: found["violations"][0][key] for key in checked} == checked


def test_a_line_that_expects_the_clauses_is_as_expected(run: Run) -> None:
    deal = dealt(("T2", "s8"))
    ran = run(
        "replay", "-", "--json", stdin=played_out(deal, "clauses: [discard.trumps, discard.combination]")
    )
    assert (ran.status, line(ran)["expected"]) == (0, {"met": True, "differs": []})
    assert len(line(ran)["violations"]) == 2
    ran = run("replay", "-", "--json", stdin=played_out(deal, "clauses: [discard.trumps]"))
    assert (ran.status, line(ran)["expected"]["differs"][0]["key"]) == (1, "clauses")
    ran = run("replay", "-", "--json", stdin=played_out(deal, "tout: null"))
    assert (ran.status, line(ran)["expected"]["met"]) == (1, True)


def test_an_expected_clause_that_there_is_not_is_a_fault_at_its_place(run: Run) -> None:
    ran = run("replay", "-", stdin=played_out(dealt(), "clauses: [discard.trump]"))
    assert (ran.status, "did you mean discard.trumps?" in ran.err) == (3, True)


ENDING = """\
format: tarok-position/1
hands: {A: h5 h6 c2, B: h7 fool c5, C: T9 T3 d4}
lead: A
lines:
  - name: late
    play: %s
"""
LATE = """\
format: tarok-dispute/1
kind: fool-demand
hands: {A: h5 h6 c2, B: h7 fool c5, C: T9 T3 d4}
lead: A
events: [{A: {leads: h5}}, {B: {plays: h7}}, {C: {plays: T9}}, {A: {demands: fool}}]
"""


@pytest.mark.parametrize(
    ("variant", "back"), [("all-after-holder", ["B", "C"]), ("holder", ["B"])], ids=["all behind", "one"]
)
def test_a_late_demand_takes_back_the_same_cards_in_a_dispute_and_in_a_line(
    run: Run, variant: str, back: list[str]
) -> None:
    option = ("--variant", f"demand-take-back={variant}")
    checked = run("check", "-", "--json", *option, stdin=LATE).json
    found = line(run("replay", "-", "--json", *option, stdin=ENDING % "h5 h7 T9 demand[A]"))
    taken = [each["player"] for each in found["events"][0]["said"] if each["kind"] == "take-back"]
    assert sorted(taken) == back == checked["steps"][-1]["take_back"]
    other = "B" if len(back) == 2 else "B and C"
    note = f"no source says whose cards go back for a late demand; it may also be: {other}"
    assert found["notes"] == checked["notes"] == [note]


def test_a_late_demand_without_a_reading_chosen_is_the_first_one(run: Run) -> None:
    assert run("check", "-", "--json", stdin=LATE).json["steps"][-1]["take_back"] == ["B", "C"]


def test_a_demand_in_error_costs_20_into_each_pot_and_play_goes_on(run: Run) -> None:
    ran = run("replay", "-", "--json", stdin=ENDING % "h5 fool demand[A] T9 T3 h6 h7 d4 c2 c5")
    found = line(ran)
    assert (ran.status, found["complete"], clauses(found)) == (1, True, ["irregularity.needless-demand"])
    (penalty,) = found["penalties"]
    assert (penalty["player"], penalty["trick"], penalty["into_each_pot"]) == ("A", 23, 20)
    assert penalty["play_goes_on"]
    assert "uden ret" in run("replay", "-", "--lang", "da", stdin=ENDING % "h5 fool demand[A] T9").out


def test_a_card_before_its_turn_stands_and_costs_20_into_each_pot(run: Run) -> None:
    ran = run("replay", "-", "--json", stdin=ENDING % "h5 T9 h7 T3 h6 c5 d4 c2 fool")
    found = line(ran)
    assert (ran.status, found["complete"], clauses(found)) == (1, True, ["irregularity.premature-play"])
    (broken,), (penalty,) = found["violations"], found["penalties"]
    assert (broken["player"], broken["cards"], broken["trick"]) == ("C", ["T9"], 23)
    assert (penalty["category"], penalty["remedy"]) == ("major", "stands")


def test_a_revoke_is_fined_in_a_line_as_in_a_dispute(run: Run) -> None:
    stopped = line(run("replay", "-", "--json", "--strict", stdin=ENDING % "h5 c5"))
    assert stopped["illegal"]["clause"] == "play.follow"
    found = line(run("replay", "-", "--json", stdin=ENDING % "h5 c5"))
    assert found["penalties"] == stopped["penalties"]
    assert (found["illegal"], [each["clause"] for each in found["violations"]]) == (None, ["play.follow"])
    assert [each["irregularity"] for each in found["penalties"]] == [
        "corrected-revoke",
        "irrecoverable-revoke",
    ]


def test_no_source_names_the_class_of_a_fool_in_the_trick_before_the_last(run: Run) -> None:
    note = ["no source names the class of this irregularity: the players agree on it"]
    found = line(run("replay", "-", "--json", "--strict", stdin=ENDING % "h5 h7 T9 T3 h6 fool"))
    assert (found["illegal"]["clause"], found["penalties"], found["notes"]) == (
        "fool.second-to-last", [], note,
    )  # fmt: skip
    checked = run("check", str(POSITIONS / "disputes/play-fool-second-to-last.yaml"), "--json").json
    assert (checked["verdict"], checked["penalties"], checked["notes"]) == ("illegal", [], note)


TOUT = "announce: [tout]\n"


@pytest.mark.parametrize("ruleset", ["danish", "danish-concise"])
def test_a_tout_announced_with_the_fool_kept_costs_nothing_where_it_fails(run: Run, ruleset: str) -> None:
    text = WHOLE.replace("skat:", f"{TOUT}skat:")
    ran = run("replay", "-", "--ruleset", ruleset, "--json", stdin=text)
    found, plain = line(ran), line(run("replay", "-", "--ruleset", ruleset, "--json", stdin=WHOLE))
    assert (found["tokens"], found["outcome"]["ultimo"]) == (plain["tokens"], "Bent")
    (question,) = found["open"]
    assert question["clauses"] == ["payment.failed-tout", "discard.fool"]
    assert len(question["readings"]) == 2


def test_a_tout_announced_with_the_fool_laid_away_is_charged_where_it_fails(run: Run) -> None:
    text = dealt(("fool", "s8"), more=TOUT)
    ran = run("replay", "-", "--json", stdin=played_out(text))
    found = line(ran)
    assert "payment.failed-tout-declarations" in ran.json["rests_on"]
    paid = [each for each in found["events"][-1]["transfers"] if each["clause"] == "payment.failed-tout"]
    assert found["outcome"]["tout"] is None
    assert [each["from"] for each in paid] == ["Clara"] * 4


def test_the_rule_set_asked_for_reads_the_file_whatever_its_own_says(run: Run) -> None:
    text = dealt(("fool", "s8"), more=TOUT)
    never = run("replay", "-", "--ruleset", "danish-concise", "--json", stdin=played_out(text))
    own = run("replay", "-", "--json", stdin=played_out(f"ruleset: danish-concise\n{text}"))
    assert (never.status, own.status) == (1, 1)
    assert clauses(line(never)) == clauses(line(own)) == ["discard.fool", "discard.combination"]
    for command in ("solve", "show", "deals"):
        assert run(command, "-", "--ruleset", "danish-concise", stdin=text).status == 3
        assert "the Fool is in the skat" in run(command, "-", "--ruleset", "danish-concise", stdin=text).err


PLAIN = """\
dealer: C
lead: A
skat: T1 T2 T3
hands:
  A: hR hD hC hV h1 h2 h3 h4 dR dD dC dV d1 d2 d3 d4 sR sD T4 T5 T6 T7 T8 T9 T10
  B: sC sV s10 s9 s8 s7 s6 s5 s4 s3 cR cD cC cV T11 T12 T13 T14 T15 T16 T17 T18 T19 T20 T21
  C: h5 h6 h7 h8 h9 h10 d5 d6 d7 d8 d9 d10 s2 s1 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 fool
"""


def test_the_pagat_may_go_where_the_rules_of_1996_are_asked_for(
    run: Run,
) -> None:
    today = f"format: tarok-position/1\n{PLAIN}"
    before = f"format: tarok-position/1\nruleset: danish-1996\n{PLAIN}"
    assert (
        line(run("replay", "-", "--ruleset", "danish-1996", "--json", stdin=played_out(today)))["violations"]
        == []
    )
    found = run("replay", "-", "--ruleset", "danish", "--json", stdin=played_out(before))
    assert (found.status, clauses(line(found))) == (1, ["discard.pagat"])
    assert run("show", "-", "--ruleset", "danish-1996", stdin=today).status == 0
    assert run("show", "-", "--ruleset", "danish", stdin=before).status == 3


def test_a_file_whose_own_rule_set_cannot_be_read_is_read_by_the_one_asked_for(run: Run) -> None:
    text = LATE.replace("kind:", "ruleset: no-such-rules\nkind:")
    assert run("check", "-", stdin=text).status == 3
    found = run("check", "-", "--ruleset", "danish", "--json", stdin=text)
    assert (found.status, found.json["verdict"], "in_file" in found.json) == (0, "legal", False)


def test_what_was_against_the_rules_is_told_in_english_and_danish(run: Run) -> None:
    text = played_out(dealt(("hR", "s8")))
    told = " ".join(run("replay", "-", stdin=text).out.split())
    assert "Against the rules: - a king may never be discarded: ♥R A king may never be discarded" in told
    assert "improper discard by Clara: irrecoverable, 40 into each pot; abandoned" in told
    assert "Given up before the first lead, with what is repaid: Anna -25" in told
    said = " ".join(run("replay", "-", "--lang", "da", stdin=text).out.split())
    assert "Imod reglerne:" in said
    assert "spillet opgives" in said
    assert "Opgivet før første udspil" in said
    assert "Given up" not in said


def test_python_gives_the_same_as_the_command(run: Run) -> None:
    text = played_out(dealt(("T2", "s8")))
    replayed = analyzer.replay(analyzer.loads(text), "played")
    found = line(run("replay", "-", "--json", stdin=text))
    assert [each.clause for each in replayed.violations] == clauses(found)
    assert [str(each.text) for each in replayed.violations] == [each["text"] for each in found["violations"]]
    assert not replayed.met


def test_a_position_of_an_irregular_hand_can_be_played_on(run: Run) -> None:
    position = analyzer.loads(played_out(dealt(("hR", "s8"))))
    *_, (_, end) = position.play("played")
    found = line(run("replay", "-", "--json", stdin=played_out(dealt(("hR", "s8")))))
    assert end.over
    assert end.pots.king - position.pots.king == found["pots"]["king"]
