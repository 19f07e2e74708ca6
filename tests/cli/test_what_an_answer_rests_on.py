"""What no source settles is told under each reading; what a source is silent of is named in every answer.

At the end the silent clauses about a failed Tout, which every payment by them names.
"""

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
    assert "No source settles “demand for the Fool”." in run(*asked).out
    assert "Ingen kilde afgør “krav om skisen”." in run(*asked, "--lang", "da").out
    assert "No source settles fool.demand." in run(*asked, "--ids").out


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
    assert [(each["variant"], each["tokens"]) for each in told.json["readings"]] == [
        ({"failed-tout": "85-and-double"}, {"A": -290, "B": 85, "C": 85}),
        ({"failed-tout": "as-any-hand"}, {"A": -60, "B": 120, "C": -60}),
    ]
    assert not {"tokens", "payments", "pots"} & told.json.keys(), "each reading has a sum, and none is due"
    assert "By the first reading:" not in run("check", "-", stdin=FAILED_AT_LAST).out


def test_a_settlement_that_a_variant_chooses_is_settled(run: Run) -> None:
    told = run("check", "-", "--variant", "failed-tout=as-any-hand", "--json", stdin=FAILED_AT_LAST)
    assert (told.status, told.json["verdict"], told.json["readings"]) == (0, "legal", [])
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


CONCISE = ("--ruleset", "danish-concise", "--json")


def rests_on(run: Run, command: str, file: str, *options: str) -> list[str]:
    found: list[str] = run(command, str(POSITIONS / file), *(options or CONCISE)).json["rests_on"]
    return found


NEXT = "replay count.yaml --ruleset danish-concise --variant count=next-dealer"


@pytest.mark.parametrize(
    ("asked", "clause", "rests"),
    [
        ("check disputes/settlement-pagat-forgotten.yaml", "payment.king-bagud", False),
        ("replay count.yaml", "count.points", True),
        ("replay prop1.yaml", "count.points", False),
        (NEXT, "table.next-dealer", True),
        ("replay count.yaml", "table.next-dealer", False),
        ("check disputes/naming-second-card.yaml", "naming.second-card-names", True),
        ("check disputes/naming-stands.yaml", "naming.second-card-names", False),
        ("decide prop2-3-worlds.yaml", "proper.take-chance", True),
        ("solve prop2.yaml", "proper.take-chance", False),
    ],
)
def test_an_answer_rests_on_a_clause_only_where_the_clause_bears_on_it(
    run: Run, asked: str, clause: str, rests: bool
) -> None:
    command, file, *options = asked.split()
    more = (*options, "--json") if options else ()
    assert (clause in rests_on(run, command, file, *more)) is rests


def test_a_lost_king_rests_alone_on_what_it_costs_where_the_source_names_no_amount(run: Run) -> None:
    assert rests_on(run, "replay", "tout.yaml") == ["payment.king-bagud"]
    assert rests_on(run, "check", "disputes/settlement-tout-with-bagud.yaml") == ["payment.king-bagud"]
    assert rests_on(run, "replay", "tout.yaml", "--json") == []
    told = run(
        "check", str(POSITIONS / "disputes" / "naming-stands.yaml"), "--ruleset", "danish-concise", "--ids"
    )
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
    assert told.json["unsettled"] == ["payment.failed-tout", "discard.fool"]
    free, bound = (each["tokens"] for each in told.json["readings"])
    assert ("tokens" in told.json, free) == (False, {"A": -60, "B": 120, "C": -60})
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
    assert (told.status, told.json["readings"]) == (0, [])


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


def test_where_no_source_settles_the_answer_no_certificate_is_given_and_that_is_said(
    run: Run, undemanded: str, tmp_path: Path
) -> None:
    out = tmp_path / "out.json"
    asked = ("forced", DEMAND, *QUESTION, "--ruleset", undemanded, "--certificate", str(out))
    told = run(*asked, "--json")
    assert (told.status, told.json["holds"], out.exists()) == (4, None, False)
    assert told.json["certificate"]["file"] is None
    assert "--variant" in told.json["certificate"]["reason"]
    assert "No certificate was written: no source settles the answer" in run(*asked).out
    chosen = run(*asked, "--variant", "fool-demand=no", "--json")
    assert chosen.json["holds"] is not None
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


LAST_TRICK, BAGUD = "payment.failed-tout-last-trick", "payment.failed-tout-bagud"
SETTLEMENT = """\
format: tarok-dispute/1
kind: settlement
lead: B
trick: {trick}
taken: {{A: {{tricks: 22}}, B: {{tricks: 1}}, C: {{tricks: 1}}}}
dealer: A
announce: [tout]
"""
PLAIN = SETTLEMENT.format(trick="h3 h4 h5")
OWN_BAGUD = SETTLEMENT.format(trick="T5 h3 hR")
ENDING = """\
format: tarok-position/1
hands: {A: hR s2, B: T5 s3, C: h3 s4}
lead: B
dealer: A
announce: [tout]
taken: {A: {tricks: 21}, B: {tricks: 1}, C: {tricks: 1}}
lines: [{play: s3 s4 s2 h3 hR T5}]
"""
OTHERWISE = """\
format: tarok-rules/2
name: ours
title: A club that settles a failed Tout in its own way
extends: danish
source: 000_4ea154ee5e2b0cc2.txt
clauses:
  - id: payment.failed-tout-last-trick
    kind: failed-tout-last-trick
    parameters: {paid: false}
    statement: Where an announced Tout fails, the plain last trick is not paid.
    standing: silent
    because: The club plays it so.
  - id: payment.failed-tout-bagud
    kind: failed-tout-doubling
    parameters: {doubles: as-it-lies}
    statement: A failed Tout doubles what lies in the pots when every Bagud has paid.
    standing: silent
    because: The club plays it so.
"""


@pytest.fixture
def otherwise(tmp_path: Path) -> str:
    rules = tmp_path / "ours.yaml"
    rules.write_text(OTHERWISE, encoding="utf-8")
    return str(rules)


def test_the_plain_last_trick_beside_a_failed_tout_is_paid_and_rests_on_a_silent_clause(run: Run) -> None:
    told = run("check", "-", "--json", stdin=PLAIN).json
    assert told["tokens"] == {"A": -310, "B": 125, "C": 65}
    assert told["rests_on"] == [LAST_TRICK]


def test_an_own_bagud_beside_a_failed_tout_makes_the_pot_three_times_as_much_by_a_silent_clause(
    run: Run,
) -> None:
    told = run("check", "-", "--json", stdin=OWN_BAGUD).json
    assert told["pots"] == {"king": 120, "pagat": 60}
    assert told["rests_on"] == [BAGUD]


def test_a_club_that_pays_no_last_trick_beside_a_failed_tout_is_settled_so(run: Run, otherwise: str) -> None:
    told = run("check", "-", "--ruleset", otherwise, "--json", stdin=PLAIN).json
    assert told["tokens"] == {"A": -290, "B": 85, "C": 85}


def test_a_club_that_doubles_what_lies_there_makes_the_pot_four_times_as_much(
    run: Run, otherwise: str
) -> None:
    told = run("check", "-", "--ruleset", otherwise, "--json", stdin=OWN_BAGUD).json
    assert told["pots"] == {"king": 180, "pagat": 60}
    assert told["tokens"] == {"A": -80 - 60 - 170 - 120 - 60, "B": 125, "C": 125}


def test_a_replay_pays_as_a_dispute_does(run: Run, otherwise: str) -> None:
    for more, king in (((), 120), (("--ruleset", otherwise), 180)):
        told = run("replay", "-", *more, "--json", stdin=ENDING).json
        assert told["lines"][0]["pots"]["king"] == king
        assert BAGUD in told["rests_on"]


def test_the_search_knows_a_failed_tout_as_it_is_paid_today_and_refuses_another(
    run: Run, otherwise: str
) -> None:
    told = run("solve", "-", "--json", stdin=ENDING)
    assert (told.status, LAST_TRICK in told.json["rests_on"]) == (0, True)
    refused = run("solve", "-", "--ruleset", otherwise, stdin=ENDING)
    assert refused.status == 2
    assert "failed Tout" in refused.err
    plain = ENDING.replace("announce: [tout]\n", "")
    assert run("solve", "-", "--ruleset", otherwise, stdin=plain).status == 0


def test_where_a_failed_tout_is_settled_like_any_hand_nothing_rests_on_what_else_it_does(run: Run) -> None:
    chosen = ("--variant", "failed-tout=as-any-hand", "--json")
    told = run("check", "-", *chosen, stdin=PLAIN).json
    assert (told["tokens"], told["rests_on"]) == ({"A": -20, "B": 40, "C": -20}, [])


def test_declarations_that_a_failed_tout_would_undo_are_refused(run: Run, tmp_path: Path) -> None:
    rules = tmp_path / "undone.yaml"
    head = OTHERWISE[: OTHERWISE.index("clauses:")]
    rules.write_text(
        head
        + """\
clauses:
  - id: payment.failed-tout-declarations
    kind: failed-tout-declarations
    parameters: {stand: false}
    statement: What was declared is paid back.
    standing: silent
    because: The club plays it so.
""",
        encoding="utf-8",
    )
    told = run("check", "-", "--ruleset", str(rules), stdin=PLAIN)
    assert told.status == 3
    assert "undone.yaml:9:" in told.err
