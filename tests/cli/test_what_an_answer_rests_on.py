"""What no source settles is told under each reading; what a source is silent of is named in every answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from commands import Run
from places import POSITIONS

import analyzer
from analyzer.position.model import Position

FAILED_TOUT = str(POSITIONS / "announced-tout-failed.yaml")
DEMAND = str(POSITIONS / "fool-demand.yaml")
QUESTION = ("--goal", "bagud", "--for", "A", "--by", "B")
UNDEMANDED = """\
format: tarok-rules/2
name: undemanded
title: Danish Tarok where nobody knows whether the Fool may be demanded
extends: danish
source: 000_4ea154ee5e2b0cc2.txt
options:
  fool-demand: {default: open, readings: {open: }}
clauses:
  - id: fool.demand
    kind: demand-at-trick
    parameters: {card: fool, trick: 3}
    statement: Whether the Fool may be demanded at the third trick from the end is not settled.
    standing: disputed
    because: Two descriptions of the game differ.
    cites: [The fool]
    overrides: [fool.any-trick, play.follow, play.trump]
"""


@pytest.fixture
def undemanded(tmp_path: Path) -> str:
    rules = tmp_path / "undemanded.yaml"
    rules.write_text(UNDEMANDED, encoding="utf-8")
    return str(rules)


def variants(answer: dict[str, Any]) -> list[dict[str, str]]:
    return [each["variant"] for each in answer["readings"]]


def test_a_failed_tout_is_paid_by_the_first_reading_and_told_under_both(run: Run) -> None:
    told = run("replay", FAILED_TOUT, "--ruleset", "danish-1996", "--json")
    assert told.status == 0
    assert told.json["unsettled"] == ["payment.failed-tout"]
    assert variants(told.json) == [{"failed-tout": "85-and-double"}, {"failed-tout": "as-any-hand"}]
    first, other = (each["lines"][0]["tokens"] for each in told.json["readings"])
    assert first == told.json["lines"][0]["tokens"] == {"A": -315, "B": 60, "C": 135}
    assert other == {"A": -25, "B": -25, "C": 50}


def test_a_reading_that_is_chosen_settles_it(run: Run) -> None:
    for reading in ("85-and-double", "as-any-hand"):
        asked = ("--ruleset", "danish-1996", "--variant", f"failed-tout={reading}", "--json")
        told = run("replay", FAILED_TOUT, *asked).json
        assert (told["unsettled"], told["readings"]) == ([], [])


def test_to_choose_not_to_know_settles_nothing(run: Run) -> None:
    told = run("replay", FAILED_TOUT, "--variant", "failed-tout=open", "--json").json
    assert told["unsettled"] == ["payment.failed-tout"]


def test_where_no_tout_was_announced_nothing_hangs_on_what_a_failed_one_costs(run: Run) -> None:
    told = run("solve", str(POSITIONS / "prop1.yaml"), "--ruleset", "danish-1996", "--json").json
    assert (told["unsettled"], told["readings"]) == ([], [])


def test_a_yes_or_no_is_not_given_where_the_readings_differ(run: Run, undemanded: str) -> None:
    told = run("forced", DEMAND, *QUESTION, "--ruleset", undemanded, "--json")
    assert (told.status, told.json["holds"], told.json["unsettled"]) == (4, None, ["fool.demand"])
    by_reading = {each["variant"]["fool-demand"]: each["holds"] for each in told.json["readings"]}
    for reading, holds in by_reading.items():
        chosen = run("forced", DEMAND, *QUESTION, "--variant", f"fool-demand={reading}", "--json")
        assert (chosen.json["holds"], chosen.status) == (holds, 0 if holds else 1)
    assert set(by_reading.values()) == {True, False}
    assert "Unsettled" in run("forced", DEMAND, *QUESTION, "--ruleset", undemanded).out


def test_values_are_those_of_the_first_reading_and_say_so(run: Run, undemanded: str) -> None:
    asked = ("solve", DEMAND, "--ruleset", undemanded)
    told = run(*asked, "--json")
    assert told.status == 0
    assert told.json["readings"][0]["variant"] == {"fool-demand": "yes"}
    assert told.json["readings"][0]["goals"] == told.json["goals"]
    assert told.json["goals"] == run("solve", DEMAND, "--json").json["goals"]
    assert "No source settles fool.demand." in run(*asked).out
    assert "Ingen kilde afgør fool.demand." in run(*asked, "--lang", "da").out


FAILED_AT_LAST = """\
format: tarok-dispute/1
ruleset: danish-1996
kind: settlement
lead: B
trick: hR h3 h4
taken: {A: {tricks: 22}, B: {tricks: 1}, C: {tricks: 1}}
dealer: A
announce: [tout]
"""


def test_the_settlement_of_a_failed_tout_is_unsettled_with_the_tokens_of_both_readings(run: Run) -> None:
    told = run("check", "-", "--json", stdin=FAILED_AT_LAST)
    assert (told.status, told.json["verdict"], told.json["proofs"]) == (4, "unsettled", [])
    assert told.json["unsettled"] == ["payment.failed-tout"]
    (question,) = told.json["open"]
    assert question["clauses"] == ["payment.failed-tout"]
    assert [(each["variant"], each["tokens"]) for each in question["readings"]] == [
        ({"failed-tout": "85-and-double"}, {"A": -290, "B": 85, "C": 85}),
        ({"failed-tout": "as-any-hand"}, {"A": -60, "B": 120, "C": -60}),
    ]
    assert told.json["tokens"] == {"A": -290, "B": 85, "C": 85}
    assert "By the first reading:" in run("check", "-", stdin=FAILED_AT_LAST).out


def test_a_settlement_that_a_variant_chooses_is_settled(run: Run) -> None:
    told = run("check", "-", "--variant", "failed-tout=as-any-hand", "--json", stdin=FAILED_AT_LAST)
    assert (told.status, told.json["verdict"], told.json["open"]) == (0, "legal", [])
    assert told.json["tokens"] == {"A": -60, "B": 120, "C": -60}


def test_readings_differ_in_what_was_asked_and_not_in_how_long_it_took(run: Run) -> None:
    text = "format: tarok-position/1\nhands: {A: h3 d2, B: h4 hR, C: T5 d3}\nlead: A\n"
    asked = ("--goal", "last_trick", "--for", "A", "--ruleset", "danish-concise", "--json")
    told = run("forced", "-", *asked, stdin=text)
    assert (told.status, told.json["holds"], told.json["unsettled"]) == (4, None, ["table.ranks"])
    for each, word, holds in zip(told.json["readings"], ("reversed", "straight"), (True, False), strict=True):
        assert (each["variant"], each["holds"]) == ({"red-spots": word}, holds)
        assert set(each) == {"variant", "holds", "status", "forced_by", "prevented_by"}
    solved = run("solve", "-", "--ruleset", "danish-concise", "--json", stdin=text).json
    assert all("stats" not in each for each in solved["readings"])


def test_what_a_variant_chooses_is_no_default_that_an_answer_rests_on(run: Run) -> None:
    late = str(POSITIONS / "disputes/demand-holder-second.yaml")
    assert run("check", late, "--json").json["rests_on"] == ["fool.demand-late"]
    for word in ("all-after-holder", "holder"):
        chosen = run("check", late, "--variant", f"demand-take-back={word}", "--json").json
        assert (chosen["verdict"], chosen["rests_on"]) == ("legal", [])


def test_a_claim_that_is_wrong_by_every_reading_is_wrong(run: Run) -> None:
    claimed = FAILED_AT_LAST + "paid: [{from: B, to: A, amount: 300}]\n"
    told = run("check", "-", "--json", stdin=claimed)
    assert (told.status, told.json["verdict"]) == (1, "illegal")
    assert told.json["unsettled"] == ["payment.failed-tout"]


def test_the_fool_in_the_skat_is_unsettled_by_its_two_readings(run: Run) -> None:
    file = str(POSITIONS / "disputes" / "discard-fool-for-tout.yaml")
    told = run("check", file, "--ruleset", "danish-1996", "--json")
    assert told.status == 4
    (question,) = told.json["open"]
    readings = [(each["variant"]["fool-in-skat"], each["verdict"]) for each in question["readings"]]
    assert readings == [("announced-tout", "legal"), ("never", "illegal")]


CONCISE = ("--ruleset", "danish-concise", "--json")


def rests_on(run: Run, command: str, file: str, *options: str) -> list[str]:
    found: list[str] = run(command, str(POSITIONS / file), *(options or CONCISE)).json["rests_on"]
    return found


def test_a_lost_king_rests_on_what_it_costs_where_the_source_names_no_amount(run: Run) -> None:
    assert rests_on(run, "replay", "tout.yaml") == ["payment.king-bagud"]
    assert rests_on(run, "check", "disputes/settlement-tout-with-bagud.yaml") == ["payment.king-bagud"]
    assert "payment.king-bagud" not in rests_on(run, "check", "disputes/settlement-pagat-forgotten.yaml")
    assert rests_on(run, "replay", "tout.yaml", "--json") == []


def test_a_count_rests_on_what_the_cards_count_only_where_there_is_one(run: Run) -> None:
    assert "count.points" in rests_on(run, "replay", "count.yaml")
    assert "count.points" not in rests_on(run, "replay", "prop1.yaml")
    by_the_next = (*CONCISE, "--variant", "count=next-dealer")
    assert "table.next-dealer" in rests_on(run, "replay", "count.yaml", *by_the_next)
    assert "table.next-dealer" not in rests_on(run, "replay", "count.yaml")


def test_a_legal_verdict_names_the_steps_of_naming_that_it_rests_on(run: Run) -> None:
    assert "naming.second-card-names" in rests_on(run, "check", "disputes/naming-second-card.yaml")
    assert "naming.second-card-names" not in rests_on(run, "check", "disputes/naming-stands.yaml")
    told = run("check", str(POSITIONS / "disputes" / "naming-stands.yaml"), "--ruleset", "danish-concise")
    assert "This rests on fool.lowest, fool.naming and naming.followable" in told.out


def test_naming_trumps_bears_only_where_a_fool_can_still_be_led(run: Run) -> None:
    older = ("--ruleset", "danish-1996", "--json")
    assert rests_on(run, "solve", "fool-demand.yaml", *older) == ["fool.naming"]
    assert rests_on(run, "solve", "prop1.yaml", *older) == []
    assert rests_on(run, "forced", "fool-demand.yaml", "--for", "A", *older) == ["fool.naming"]


def test_a_yes_or_no_rests_on_clauses_of_play_and_not_of_payment(run: Run) -> None:
    goal = set(rests_on(run, "forced", "fool-demand.yaml", "--for", "A", *CONCISE))
    values = set(rests_on(run, "solve", "fool-demand.yaml"))
    assert "fool.demand" in goal < values
    assert "payment.king-bagud" in values - goal
    assert rests_on(run, "forced", "prop1.yaml", "--for", "A", *CONCISE) == []


def test_the_chance_that_has_to_be_taken_is_asked_for_where_deals_cannot_be_told_apart(run: Run) -> None:
    assert "proper.take-chance" in rests_on(run, "decide", "prop2-3-worlds.yaml")
    assert "proper.take-chance" not in rests_on(run, "solve", "prop2.yaml")


def test_a_fine_that_no_source_tells_is_named_with_the_verdict(run: Run) -> None:
    named = rests_on(run, "check", "disputes/irregularity-out-of-turn.yaml")
    assert named == ["fine.major", "irregularity.lead-out-of-turn"]


def test_a_whole_hand_with_the_fool_in_the_skat_is_told_by_both_readings(run: Run) -> None:
    text = (POSITIONS / "whole-hand.yaml").read_text(encoding="utf-8")
    text = text.replace("T2 fool", "T2 d6").replace("skat: d6 s9 s8", "skat: fool s9 s8\nannounce: [tout]")
    told = run("replay", "-", "--ruleset", "danish-1996", "--json", stdin=text).json
    assert "discard.fool" in told["unsettled"]
    broken = {
        each["variant"]["fool-in-skat"]: {found["clause"] for found in each["lines"][0]["violations"]}
        for each in told["readings"]
    }
    assert "discard.fool" in broken["never"] - broken["announced-tout"]


KEPT_FOOL = FAILED_AT_LAST.replace("danish-1996", "danish").replace("h4", "fool")


def test_the_settlement_of_a_tout_announced_with_the_fool_kept_is_open_with_both_tokens(run: Run) -> None:
    told = run("check", "-", "--json", stdin=KEPT_FOOL)
    assert (told.status, told.json["verdict"]) == (4, "unsettled")
    (question,) = told.json["open"]
    assert question["clauses"] == ["payment.failed-tout", "discard.fool"]
    free, bound = (each["tokens"] for each in question["readings"])
    assert free == told.json["tokens"] == {"A": -60, "B": 120, "C": -60}
    assert bound == {"A": -290, "B": 85, "C": 85}


def test_a_settlement_with_the_fool_in_the_skat_charges_the_dealer(run: Run) -> None:
    away = FAILED_AT_LAST.replace("danish-1996", "danish") + "skat: fool s1 s2\n"
    told = run("check", "-", "--json", stdin=away)
    assert (told.status, told.json["tokens"]) == (0, {"A": -290, "B": 85, "C": 85})
    kept = run("check", "-", "--json", stdin=away.replace("fool", "s3"))
    assert (kept.status, kept.json["verdict"]) == (4, "unsettled")


def test_a_tout_made_with_the_fool_kept_leaves_nothing_open(run: Run) -> None:
    made = KEPT_FOOL.replace("{tricks: 22}", "{tricks: 24}").replace("{tricks: 1}", "{tricks: 0}")
    told = run("check", "-", "--json", stdin=made.replace("lead: B", "lead: A"))
    assert (told.status, told.json["open"]) == (0, [])


def test_what_is_open_in_a_replay_is_told_as_in_a_dispute(run: Run) -> None:
    whole = (POSITIONS / "whole-hand.yaml").read_text(encoding="utf-8")
    text = whole.replace("skat:", "announce: [tout]\nskat:")
    (line,) = run("replay", "-", "--json", stdin=text).json["lines"]
    (question,) = line["open"]
    free, bound = question["readings"]
    assert set(free) == {"text", "verdict", "clauses", "leads_to", "variant", "tokens"}
    assert free["tokens"] == line["tokens"]
    assert bound["tokens"]["Clara"] < free["tokens"]["Clara"]
    assert bound["leads_to"].startswith("Anna ")


def test_where_no_source_settles_the_answer_no_certificate_and_no_proof_is_given_and_that_is_said(
    run: Run, undemanded: str, tmp_path: Path
) -> None:
    out = tmp_path / "out.json"
    asked = ("forced", DEMAND, *QUESTION, "--ruleset", undemanded, "--certificate", str(out), "--prove")
    told = run(*asked, "--json")
    assert (told.status, told.json["holds"], out.exists()) == (4, None, False)
    assert told.json["certificate"]["file"] is None
    assert "--variant" in told.json["certificate"]["reason"]
    assert told.json["proof"]["holds"] is None
    assert "--variant" in told.json["proof"]["reason"]
    text = run(*asked).out
    assert "No certificate was written: no source settles the answer" in text
    assert "Not proved: no source settles the answer" in text
    chosen = run(*asked, "--variant", "fool-demand=no", "--json")
    assert chosen.json["proof"]["holds"] is chosen.json["holds"] is not None
    assert out.exists()


def by_rules(file: str, ruleset: str, more: str = "") -> Position:
    text = Path(file).read_text(encoding="utf-8")
    return analyzer.loads(
        text.replace("tarok-position/1", f"tarok-position/1\nruleset: {ruleset}\n{more}", 1), file
    )


def test_in_python_an_answer_that_no_source_settles_is_neither_yes_nor_no(undemanded: str) -> None:
    told = analyzer.forced(by_rules(DEMAND, undemanded), goal="bagud", player="A", by={"B"})
    assert told.holds is None
    assert told.unsettled == ("fool.demand",)
    by_reading = {each.variant["fool-demand"]: each.differs["holds"] for each in told.readings}
    for reading, holds in by_reading.items():
        chosen = by_rules(DEMAND, undemanded, f"variant: {{fool-demand: {reading}}}")
        assert analyzer.forced(chosen, goal="bagud", player="A", by={"B"}).holds is holds
    assert set(by_reading.values()) == {True, False}
    with pytest.raises(analyzer.UsageError, match=r"no source settles fool\.demand"):
        bool(told)


def test_in_python_an_answer_is_true_where_it_holds() -> None:
    position = analyzer.load(DEMAND)
    for by in ({"A"}, {"B"}, {"A", "B", "C"}):
        told = analyzer.forced(position, goal="bagud", player="A", by=by)
        assert bool(told) is told.holds


def test_in_python_every_answer_tells_what_it_rests_on(undemanded: str) -> None:
    position = by_rules(DEMAND, undemanded)
    solved = analyzer.solve(position)
    assert solved.unsettled == ("fool.demand",)
    assert [each.variant for each in solved.readings] == [{"fool-demand": "yes"}, {"fool-demand": "no"}]
    assert solved.values == analyzer.solve(analyzer.load(DEMAND)).values
    failed = by_rules(FAILED_TOUT, "danish-1996")
    replayed = analyzer.replay(failed, "the last trick is lost")
    assert replayed.unsettled == ("payment.failed-tout",)
    assert replayed.tokens == (-315, 60, 135)
    assert replayed.readings[1].differs["lines"][0]["tokens"] == {"A": -25, "B": -25, "C": 50}
    concise = by_rules(DEMAND, "danish-concise")
    assert "fool.demand" in analyzer.solve(concise).rests_on
    assert "fool.demand" in analyzer.forced(concise, player="A").rests_on
    worlds = by_rules(str(POSITIONS / "prop2-3-worlds.yaml"), "danish-concise")
    assert "proper.protect-pots" in analyzer.decide(worlds).rests_on


def test_the_rules_in_words_mark_the_options_that_no_source_settles(run: Run) -> None:
    told = run("rules", "danish-1996").out
    assert "An option marked ? is open" in told
    assert "failed-tout (payment.failed-tout) ?\n* 85-and-double:" in told
    chosen = run("rules", "danish-1996", "--variant", "failed-tout=as-any-hand").out
    assert "failed-tout (payment.failed-tout)\n  85-and-double:" in chosen
    assert "An option marked ?" not in run("rules", "danish").out


def test_a_certificate_that_was_found_by_one_reading_is_tried_under_every_other(
    run: Run, undemanded: str, tmp_path: Path
) -> None:
    out = tmp_path / "out.json"
    concise = ("--ruleset", "danish-concise", "--variant", "red-spots=reversed")
    run("forced", DEMAND, *QUESTION, *concise, "--certificate", str(out))
    told = run("certify", str(out), "--json")
    assert (told.status, told.json["unsettled"]) == (0, [])
    assert "fool.demand" in told.json["rests_on"]
    assert "This rests on" in run("certify", str(out)).out
    alike, lost = ("--goal", "ultimo", "--for", "A"), ("--goal", "bagud", "--for", "A", "--by", "A,B")
    run("forced", DEMAND, *alike, "--ruleset", undemanded, "--certificate", str(out))
    told = run("certify", str(out), "--json").json
    assert (told["proven"], told["unsettled"], told["readings"]) == (True, [], [])
    run("forced", DEMAND, *lost, "--ruleset", undemanded, "--certificate", str(out))
    told = run("certify", str(out), "--json").json
    assert (told["proven"], told["unsettled"]) == (True, ["fool.demand"])
    by_reading = {each["variant"]["fool-demand"]: each["proven"] for each in told["readings"]}
    assert by_reading == {"yes": True, "no": False}
