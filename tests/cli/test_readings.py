"""What the other readings of an option come to at the table, by the commands and by both engines.

Options are chosen on the command line, over those of the file, and the answer says what was chosen.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from commands import Run
from places import POSITIONS

import analyzer
from analyzer.position.hand import Hand
from analyzer.rules.score.goals import Goal
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import NativeEngine
from analyzer.search.engine.reference import ReferenceEngine

TAKEN = "taken: {A: {tricks: 8, points: 27}, B: {tricks: 8, points: 28}, C: {tricks: 8, points: 22}}\n"
HEAD = "format: tarok-position/1\n"
COUNTED = f"{HEAD}hands: {{A: h5, B: h6, C: d8}}\nlead: A\ndealer: B\ncount: true\n{TAKEN}"
LINE = "lines: [{play: h5 h6 d8}]\n"


def tokens(run, text: str, *more: str) -> dict[str, object]:
    """The first line of a replay."""
    line = json.loads(run("replay", "-", *more, "--json", stdin=text).out)["lines"][0]
    assert isinstance(line, dict)
    return line


def test_points_28_28_and_22_bring_5_and_cost_5_where_each_counts_his_own(run) -> None:
    own = tokens(run, COUNTED + LINE, "--variant", "count=each-his-own")
    # A wins the trick, 20 from each: 28 and 28 are no difference of 5, 22 is; C deals next.
    assert own["points"] == {"A": 28, "B": 28, "C": 22}
    assert own["tokens"] == {"A": 40, "B": -20, "C": -25}
    assert own["zero_sum"] is False
    today = tokens(run, COUNTED + LINE)
    assert today["tokens"] == {"A": 40, "B": -20, "C": -20}
    assert "zero_sum" not in today


def test_a_count_of_ones_own_has_no_payer(run) -> None:
    own = tokens(run, COUNTED + LINE, "--variant", "count=each-his-own")
    counted = [each for each in own["events"][0]["transfers"] if each["clause"] == "count.next-dealer"]
    assert counted == [{"from": "C", "to": None, "amount": 5, "clause": "count.next-dealer"}]
    said = run("replay", "-", "--variant", "count=each-his-own", stdin=COUNTED + LINE).out
    assert "C loses 5, which nobody receives" in said
    assert "tokens do not have to sum to zero" in " ".join(said.split())


def test_a_settlement_with_a_count_of_ones_own_is_checked_by_engine_and_z3(run) -> None:
    text = (
        "format: tarok-dispute/1\nkind: settlement\nruleset: danish+count=each-his-own\nlead: A\n"
        f"dealer: B\ntrick: h5 h6 d8\ncount: true\n{TAKEN}paid:\n  - {{from: B, to: A, amount: 20}}\n"
        "  - {from: C, to: A, amount: 20}\n  - {from: C, to: nobody, amount: 5}\n"
    )
    told = json.loads(run("check", "-", "--json", stdin=text).out)
    assert (told["verdict"], told["zero_sum"]) == ("legal", False)
    assert told["tokens"] == {"A": 40, "B": -20, "C": -25}


@pytest.mark.parametrize(("reading", "winner"), [("reversed", "A"), ("straight", "B")])
def test_the_red_3_or_the_red_4_wins_as_the_spot_cards_rank(run, reading: str, winner: str) -> None:
    text = "format: tarok-position/1\nhands: {A: h3, B: h4, C: c1}\nlead: A\nlines: [{play: h3 h4 c1}]\n"
    found = tokens(run, text, "--variant", f"red-spots={reading}")
    assert found["outcome"]["last_trick"] == winner


NAMES_TRUMPS = "hands: {A: hR T7 fool, B: dR d9 T12, C: h9 T9 T3}\nlead: A\n"


@pytest.mark.parametrize(
    ("variant", "sure"),
    [("trumps-nameable=yes", 130), ("trumps-nameable=no", -140), ("red-spots=straight", 130)],
)
def test_both_engines_play_by_the_reading_that_was_chosen(variant: str, sure: int) -> None:
    position = analyzer.loads(f"format: tarok-position/1\n{NAMES_TRUMPS}")
    question = Hand.from_position(replace(position, rules=load_ruleset(f"danish+{variant}")))
    for engine in (NativeEngine(), ReferenceEngine()):
        assert engine.guarantee(question, 0, Budget()) == sure
        assert engine.forces(question, Goal.ULTIMO, 0, 1, Budget()) is (sure > 0)


def test_who_may_not_name_trumps_names_them_only_where_nobody_has_a_plain_card() -> None:
    rules = load_ruleset("danish+trumps-nameable=no")
    for hands, words in (("A: fool, B: T5, C: h4", ["fool=h"]), ("A: fool, B: T5, C: T6", ["fool=T"])):
        position = analyzer.loads(f"format: tarok-position/1\nhands: {{{hands}}}\nlead: A\n")
        assert [str(move) for move in replace(position, rules=rules).legal()] == words


EXACT = "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15 T16 T17 T18 T19 T20 T21 fool hR hC sR"


@pytest.mark.parametrize(
    ("ruleset", "verdict"),
    [("danish", "legal"), ("danish+unavoidable-paid=above-25", "illegal"),
     ("danish-1996+unavoidable-paid=never", "illegal"), ("danish-concise", "legal")],
)  # fmt: skip
def test_a_combination_of_25_cards_of_which_one_cannot_but_go_is_declared_as_before(
    run, ruleset: str, verdict: str
) -> None:
    text = (
        f"format: tarok-dispute/1\nkind: declarations\nruleset: {ruleset}\nplayers: [A, B, C]\ndealer: A\n"
        f"hands: {{A: {EXACT}}}\nskat: hD s1 s2\n"
        "said: {A: [22 trumps with pagat, 22 matadors, half hearts no jack]}\n"
    )
    ran = run("check", "-", "--json", stdin=text)
    assert json.loads(ran.out)["verdict"] == verdict, ran.out


@pytest.mark.parametrize(
    ("pots", "variant", "improper"),
    [
        ("king: 65, pagat: 60", "half-or-20", []),
        ("king: 60, pagat: 65", "half-or-20", []),
        ("king: 90, pagat: 60", "half-or-20", ["hR"]),
        ("king: 60, pagat: 90", "half-or-20", ["T1"]),
        ("king: 90, pagat: 60", "35", []),
        ("king: 65, pagat: 60", "5", ["hR"]),
        ("king: 40, pagat: 20", "half-or-20", ["hR"]),
        ("king: 35, pagat: 20", "half-or-20", []),
        ("king: 145, pagat: 100", "half-or-20", []),
    ],
)
def test_a_card_goes_for_the_wrong_pot_only_where_the_other_is_considerably_the_richer(
    run, pots: str, variant: str, improper: list[str]
) -> None:
    text = f"format: tarok-position/1\nhands: {{A: hR T1, B: h5 h6, C: h7 h2}}\nlead: A\npots: {{{pots}}}\n"
    told = json.loads(run("solve", "-", "--variant", f"considerable={variant}", "--json", stdin=text).out)
    assert [each["card"] for each in told["cards"] if each["proper"] is False] == improper


def test_a_pot_that_is_a_little_richer_is_told_without_a_verdict(run) -> None:
    text = f"{HEAD}hands: {{A: hR T1, B: h5 h6, C: h7 h2}}\nlead: A\npots: {{king: 65, pagat: 60}}\n"
    told = json.loads(run("solve", "-", "--json", stdin=text).out)
    assert [(each["card"], each["proper"], each.get("why")) for each in told["cards"]] == [
        ("hR", True, "goes for the pot that is poorer by 5, too little to matter; T1 wins the other"),
        ("T1", True, None),
    ]


@pytest.mark.parametrize("word", ["-5", "5.0", "05", "1001", "many"])
def test_a_considerable_difference_is_a_whole_number_or_the_usual_one(run, word: str) -> None:
    ran = run("solve", "-", "--variant", f"considerable={word}", stdin=COUNTED)
    assert ran.status == 2
    assert "there are half-or-20, and the whole numbers from 0 to 1000" in ran.err


@pytest.mark.parametrize(("said", "correction"), [(11, "acceptable"), (13, "acceptable"), (10, "unsettled")])
def test_one_trump_too_many_or_too_few_may_be_put_right_and_more_is_unsettled(
    run, said: int, correction: str
) -> None:
    text = (
        "format: tarok-dispute/1\nkind: declarations\n"
        "hands: {A: T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 h9 h8 h7 h6 h5 d4 d5 d6 d7 d8 s4 s5 s6}\n"
        f"said: {{A: [{said} trumps without pagat]}}\n"
    )
    told = json.loads(run("check", "-", "--json", stdin=text).out)
    assert told["players"]["A"]["faults"][0]["correction"] == correction


def test_a_number_of_trumps_heard_rests_on_its_not_telling_of_the_fool(run) -> None:
    text = (
        f"{HEAD}hands: {{B: hR d9}}\nlead: B\nunseen: {{hidden_from: B, sizes: {{A: 2, C: 2}}, "
        "cards: T1 T7 fool s1, declared: {A: 11 trumps without pagat}}\n"
    )
    told = json.loads(run("deals", "-", "--ruleset", "danish-concise", "--json", stdin=text).out)
    assert "declare.fool-untold" in told["rests_on"]


@pytest.mark.parametrize(("hand", "rests"), [("hR T1", True), ("hR h9", False)])
def test_which_card_is_proper_rests_on_what_is_considerable_where_both_pots_are_played_for(
    run, hand: str, rests: bool
) -> None:
    text = f"{HEAD}hands: {{A: {hand}, B: h5 h6, C: h7 h2}}\nlead: A\npots: {{king: 60, pagat: 65}}\n"
    told = json.loads(run("solve", "-", "--json", stdin=text).out)
    assert ("proper.considerable" in told["rests_on"]) is rests


FILE = str(POSITIONS / "whole-hand.yaml")
FOOL_DEMAND = str(POSITIONS / "fool-demand.yaml")
DISCARD = """\
format: tarok-dispute/1
kind: discard
hand: h1 h3 h4 h6 h9 dD d2 d5 d7 d10 sD sV s9 s8 s4 s2 cC c8 c6 c3 c2 c1 fool T5 T9 T11 T14 hV
discard: fool h1 h3
announce: tout
"""


def paid(run: Run, *options: str, stdin: str | None = None) -> dict[str, int]:
    file = FILE if stdin is None else "-"
    (line,) = run("replay", file, *options, "--json", stdin=stdin).json["lines"]
    found: dict[str, int] = line["tokens"]
    return found


def test_a_reading_that_is_chosen_changes_what_is_paid_and_stands_in_the_answer(run: Run) -> None:
    plain, chosen = paid(run), paid(run, "--variant", "winning-pagat=0")
    assert chosen == {"Anna": plain["Anna"] - 10, "Bent": plain["Bent"] + 5, "Clara": plain["Clara"] + 5}
    told = run("replay", FILE, "--variant", "winning-pagat=0", "--json").json
    assert told["variant"] == {"winning-pagat": "0"}
    assert told["digest"] != run("replay", FILE, "--json").json["digest"]


def test_what_is_chosen_goes_over_what_the_file_chooses(run: Run) -> None:
    text = Path(FILE).read_text(encoding="utf-8") + "variant: {winning-pagat: 0, tout-amount: 135}\n"
    assert paid(run, stdin=text) == paid(run, "--variant", "winning-pagat=0")
    assert paid(run, "--variant", "winning-pagat=5", stdin=text) == paid(run)
    told = run("replay", "-", "--variant", "winning-pagat=5", "--json", stdin=text).json
    assert told["variant"] == {"winning-pagat": "5", "tout-amount": "135"}


def test_a_file_is_read_by_the_rules_that_are_asked_for(run: Run) -> None:
    asked = ("forced", FOOL_DEMAND, "--goal", "bagud", "--for", "A", "--by", "B", "--json")
    assert run(*asked).json["holds"] is not run(*asked, "--variant", "fool-demand=no").json["holds"]


def test_a_rule_set_is_named_with_its_variant_where_one_is_named(run: Run) -> None:
    by_name = run("rules", "danish+tout-amount=135", "--json").json
    by_option = run("rules", "danish", "--variant", "tout-amount=135", "--json").json
    assert by_name == by_option
    assert next(each for each in by_name["options"] if each["name"] == "tout-amount")["chosen"] == "135"
    told = paid(run, "--ruleset", "danish+winning-pagat=0")
    assert told == paid(run, "--variant", "winning-pagat=0")


def test_a_dispute_is_settled_by_the_reading_chosen_with_the_files_own_beside_it(run: Run) -> None:
    ran = run("check", "-", "--variant", "fool-in-skat=never", "--json", stdin=DISCARD)
    assert (ran.status, ran.json["verdict"]) == (1, "illegal")
    assert [each["clause"] for each in ran.json["violations"]] == ["discard.fool"]
    assert (ran.json["in_file"]["verdict"], ran.json["in_file"]["variant"]) == ("legal", {})
    told = run("check", "-", "--variant", "fool-in-skat=never", stdin=DISCARD).out
    assert "under Danish Tarok, today's rules (fool-in-skat=never)" in told


def test_a_rule_set_is_compared_with_itself_under_another_reading(run: Run) -> None:
    found = run("compare", "danish", "danish+pagat-in-skat=when-void", "--json").json
    assert found["variants"] == [{}, {"pagat-in-skat": "when-void"}]
    assert [each["clause"] for each in found["differences"]] == ["discard.pagat"]
    assert found["differences"][0]["witness"]
    assert run("compare", "danish", "danish", "--variant", "pagat-in-skat=when-void", "--json").json == found


def test_the_options_are_told_with_the_reading_taken(run: Run) -> None:
    told = run("rules", "danish", "--variant", "trumps-told=how-many").out
    assert "rule set danish+trumps-told=how-many" in told
    assert "\ntrumps-told (discard.tell-trumps)\n  whether: " in told
    assert "\n* how-many: " in told


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--variant", "tout-amont=135"], "danish has no option 'tout-amont'; did you mean tout-amount?"),
        (["--variant", "tout-amount=90"], "the option tout-amount has no reading '90'; there are 85, 135"),
        (["--variant", "tout-amount"], "'tout-amount' chooses nothing; expected OPTION=READING"),
        (["--ruleset", "danihs", "--variant", "tout-amount=85"], "unknown rule set 'danihs'"),
    ],
)
@pytest.mark.parametrize("command", [["solve", str(POSITIONS / "prop1.yaml")], ["check", "-"]])
def test_what_cannot_be_chosen_is_wrong_usage(
    run: Run, command: list[str], options: list[str], told: str
) -> None:
    ran = run(*command, *options, "--json", stdin=DISCARD)
    assert ran.status == 2
    assert json.loads(ran.out)["errors"][0]["message"].startswith(told)


def test_one_claim_is_verified_without_the_clauses_of_all(run: Run) -> None:
    assert "clauses" not in run("verify", "danish-1996", "--claim", "play.some-card", "--json").json
