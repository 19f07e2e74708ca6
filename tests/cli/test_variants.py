"""Options are chosen on the command line, over those of the file, and the answer says what was chosen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import Run
from places import POSITIONS

FILE = str(POSITIONS / "whole-hand.yaml")
FOOL_DEMAND = str(POSITIONS / "fool-demand.yaml")
DISCARD = """\
format: tarok-dispute/1
kind: discard
hand: h1 h3 h4 h6 h9 dD d2 d5 d7 d10 sD sV s9 s8 s4 s2 cC c8 c6 c3 c2 c1 fool T5 T9 T11 T14 hV
discard: fool h1 h3
announce: tout
"""


def tokens(run: Run, *options: str, stdin: str | None = None) -> dict[str, int]:
    file = FILE if stdin is None else "-"
    (line,) = run("replay", file, *options, "--json", stdin=stdin).json["lines"]
    found: dict[str, int] = line["tokens"]
    return found


def test_a_reading_that_is_chosen_changes_what_is_paid_and_stands_in_the_answer(run: Run) -> None:
    plain, chosen = tokens(run), tokens(run, "--variant", "winning-pagat=0")
    assert chosen == {"Anna": plain["Anna"] - 10, "Bent": plain["Bent"] + 5, "Clara": plain["Clara"] + 5}
    told = run("replay", FILE, "--variant", "winning-pagat=0", "--json").json
    assert told["variant"] == {"winning-pagat": "0"}
    assert told["digest"] != run("replay", FILE, "--json").json["digest"]


def test_what_is_chosen_goes_over_what_the_file_chooses(run: Run) -> None:
    text = Path(FILE).read_text(encoding="utf-8") + "variant: {winning-pagat: 0, tout-amount: 135}\n"
    assert tokens(run, stdin=text) == tokens(run, "--variant", "winning-pagat=0")
    assert tokens(run, "--variant", "winning-pagat=5", stdin=text) == tokens(run)
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
    told = tokens(run, "--ruleset", "danish+winning-pagat=0")
    assert told == tokens(run, "--variant", "winning-pagat=0")


def test_a_dispute_is_settled_by_the_reading_chosen_with_the_files_own_beside_it(run: Run) -> None:
    ran = run("check", "-", "--variant", "fool-in-skat=never", "--json", stdin=DISCARD)
    assert (ran.status, ran.json["verdict"]) == (1, "illegal")
    assert [each["clause"] for each in ran.json["violations"]] == ["discard.fool"]
    assert (ran.json["in_file"]["verdict"], ran.json["in_file"]["variant"]) == ("legal", {})
    assert (
        "danish+fool-in-skat=never" in run("check", "-", "--variant", "fool-in-skat=never", stdin=DISCARD).out
    )


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
        (["--ruleset", "danihs", "--variant", "tout-amount=85"], "there is no rule set 'danihs'"),
    ],
)
@pytest.mark.parametrize("command", [["solve", str(POSITIONS / "prop1.yaml")], ["check", "-"]])
def test_what_cannot_be_chosen_is_wrong_usage(
    run: Run, command: list[str], options: list[str], told: str
) -> None:
    ran = run(*command, *options, "--json", stdin=DISCARD)
    assert ran.status == 2
    assert json.loads(ran.out)["errors"][0]["message"].startswith(told)


def test_verify_tells_which_duties_forbid_nothing_of_their_own(run: Run) -> None:
    found = run("verify", "danish-1996", "--json").json
    assert {each["clause"]: each["by"] for each in found["clauses"] if each["standing"] == "shadowed"} == {
        "discard.pagat": ["discard.trumps"]
    }
    assert "clauses" not in run("verify", "danish-1996", "--claim", "play.some-card", "--json").json
