"""`explain`: the plan in words and as JSON, its certificate, and the exit status.

Then the plans that other answers bring along: why it is forced, why not that card, what was let go.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from commands import Run, written
from jsonschema import Draft202012Validator

import analyzer
from analyzer.certificates.certificate import digest_of
from analyzer.search.engine.planning import PlanSize
from analyzer.search.solve import explain

FOR_A = ("--goal", "ultimo", "--for", "A")
PAIR = """\
format: tarok-position/1
hands:
  A: d6 sD s10 s2 c5 c1
  B: dD dV d8 T20 T6 T2
  C: dR dC cR c9 T19 T16
lead: A
"""
LINES = """\
format: tarok-position/1
hands:
  A: s9 s8 c10 T14 T6 T1
  B: h9 cR cC c7 c1 T10
  C: hR hD sD s6 T13 T12
lead: A
"""
COMPOSED = "positions/composed/"


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_plan_against_a_goal_is_told_in_a_line_with_what_mattered(run: Run, prop1: str) -> None:
    asked = run("explain", prop1, *FOR_A)
    assert asked.status == 1
    assert "No: A cannot force the Ultimo." in asked.out
    assert "B prevents A's Ultimo." in asked.out
    assert "B plays ♦9 as soon as it is legal; nothing else matters." in flat(asked.out)
    assert "What matters: who holds which suits. No card rank matters." in asked.out


def test_the_same_in_danish(run: Run, prop1: str) -> None:
    out = flat(run("explain", prop1, *FOR_A, "--lang", "da").out)
    assert "B forhindrer A's ultimo. B lægger, så snart det er tilladt: ♦9; resten er ligegyldigt." in out
    assert "Det afgørende: hvem der har hvilke farver; ingen højde tæller." in out


def test_a_plan_for_a_goal_is_a_list_of_cards_and_what_must_not_change_hands(run: Run) -> None:
    asked = run("explain", f"{COMPOSED}one-card-wins-5-3-29.yaml", "--for", "B")
    assert asked.status == 0
    assert (
        "Each time, B plays the first legal card of T20, T17, ♣C; nothing else matters. "
        "What matters: B's T20 beats A's T19 and C's T8; B's T17 beats C's T8. No other rank matters. "
        "Swap T20 and T19, or T20 and T8, or T17 and T8, and the answer changes."
    ) in flat(asked.out)
    danish = run("explain", f"{COMPOSED}one-card-wins-5-3-29.yaml", "--for", "B", "--lang", "da")
    assert (
        "B lægger hver gang det første af disse, der er tilladt: T20, T17, ♣C; resten er ligegyldigt. "
        "Det afgørende: B's T20 går over A's T19 og C's T8; B's T17 går over C's T8. "
        "Ingen anden højde tæller. "
        "Byttes T20 og T19, eller T20 og T8, eller T17 og T8 om, går det ikke."
    ) in flat(danish.out)


def test_the_json_has_the_plan_by_player_with_events_and_groups(run: Run) -> None:
    found = run("explain", f"{COMPOSED}demand-decides-4-2-406.yaml", "--for", "B", "--json").json
    assert found["schema"] == "tarok-analyze/explain/1"
    assert (found["holds"], found["by"]) == (True, ["B"])
    assert found["plan"] == {"B": [{"when": [], "first": [["h1"], ["h8", "demand"]]}]}
    assert found["mattered"] == [{"higher": "h1", "lower": "h4"}, {"higher": "h1", "lower": "h10"}]
    assert found["exchange_loses"] == [["h1", "h4"], ["h1", "h10"]]
    assert found["text"][0] == "B forces B's Ultimo."
    assert found["limits"] == {"complete": True}
    assert (found["rests_on"], found["unsettled"], found["readings"]) == ([], [], [])


def test_a_plan_of_several_lines_numbers_them_and_says_when(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, LINES)
    asked = run("explain", file, "--for", "A")
    assert asked.status == 0
    assert "A follows the first of these rules that gives a legal card:" in flat(asked.out)
    assert "  1. " in asked.out
    assert "  2. " in asked.out
    told = run("explain", file, "--for", "A", "--json").json
    assert any(line["when"] for line in told["plan"]["A"])


def test_two_who_prevent_a_goal_together_have_a_plan_each(run: Run, tmp_path: Path) -> None:
    found = run("explain", written(tmp_path, PAIR), "--for", "C", "--json")
    assert found.status == 1
    assert found.json["by"] == ["A", "B"]
    assert set(found.json["plan"]) == {"A", "B"}
    assert found.json["text"][0] == "A and B prevent C's Ultimo."
    assert run("explain", written(tmp_path, PAIR), "--for", "C", "--by", "A,C").status == 0


def test_where_every_line_of_play_leads_there_any_card_does(run: Run, prop1: str) -> None:
    c_leads = Path(prop1).read_text(encoding="utf-8").replace("lead: B", "lead: C").partition("lines:")[0]
    file = written(Path(prop1).parent, c_leads, "c.yaml")
    asked = run("explain", file, *FOR_A)
    assert asked.status == 0
    assert "Every line of play leads to A's Ultimo; any card will do." in asked.out
    assert run("explain", file, *FOR_A, "--json").json["plan"] == {}
    asked = run("explain", file, "--goal", "pagat_ultimo", "--for", "A", "--json")
    assert (asked.status, asked.json["by"], asked.json["plan"]) == (1, [], {})


def test_the_plan_is_a_certificate_that_is_checked_by_the_rules_alone(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "plan.json"
    file = written(tmp_path, LINES)
    asked = run("explain", file, "--for", "A", "--certificate", str(out))
    assert asked.status == 0
    assert "plan.json" in asked.out.replace("\n", "")
    checked = run("certify", str(out))
    assert checked.status == 0
    assert "Proven by the rules alone." in checked.out
    content = json.loads(out.read_text(encoding="utf-8"))
    Draft202012Validator(run("schema", "certificate").json).validate(content)
    told = run("certify", str(out), "--json").json
    Draft202012Validator(run("schema", "certify").json).validate(told)
    assert told["lines"] == len(content["plan"]["A"])
    found = run("explain", file, "--for", "A", "--certificate", str(out), "--json").json
    assert (found["certificate"]["kind"], found["certificate"]["moves"]) == ("plan", told["lines"])


def forged(out: Path, change: Any) -> None:
    content = json.loads(out.read_text(encoding="utf-8"))
    change(content)
    out.write_text(json.dumps(content | {"digest": digest_of(content)}), encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda content: content["plan"]["B"][0]["first"].reverse(), "the goal can no longer be reached"),
        (lambda content: content["plan"]["B"][0]["first"].pop(0), "the goal can no longer be reached"),
        (lambda content: content["plan"].clear(), "the goal can no longer be reached"),
        (lambda content: content.update(holds=False, plan={}), "the goal is reached"),
    ],
)
def test_a_forged_plan_is_refused_with_the_play_that_breaks_it(
    run: Run, tmp_path: Path, change: Any, says: str
) -> None:
    out = tmp_path / "plan.json"
    run("explain", f"{COMPOSED}one-card-wins-5-3-29.yaml", "--for", "B", "--certificate", str(out))
    forged(out, change)
    checked = run("certify", str(out))
    assert checked.status == 1
    assert says in flat(checked.out)
    assert "After: " in checked.out


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda content: content["plan"].update(A=[]), "'A' does not follow it"),
        (lambda content: content["plan"].update(B=1), "expected a list of lines for each player"),
        (lambda content: content["plan"]["B"].append({"first": []}), "expected `when` and `first`"),
        (lambda content: content["plan"]["B"][0]["first"].append(["h77"]), "a card of `plan` cannot be read"),
        (lambda content: content["plan"]["B"][0].update(first=[7]), "a card of `plan` cannot be read"),
        (lambda content: content["plan"]["B"][0].update(when=[{"event": "rain"}]), "an event of `plan`"),
        (
            lambda content: content["plan"]["B"][0].update(when=[{"event": "void", "who": "B"}]),
            "an event of `plan`",
        ),
        (lambda content: content.update(strategy={"x": "h#1"}), "are both given"),
    ],
)
def test_a_plan_that_is_none_is_a_fault_of_its_file(run: Run, tmp_path: Path, change: Any, says: str) -> None:
    out = tmp_path / "plan.json"
    run("explain", f"{COMPOSED}one-card-wins-5-3-29.yaml", "--for", "B", "--certificate", str(out))
    forged(out, change)
    checked = run("certify", str(out))
    assert checked.status == 3
    assert says in flat(checked.err)


def test_a_limit_before_yes_or_no_is_undecided(run: Run, prop1: str) -> None:
    asked = run("explain", prop1, *FOR_A, "--json", "--max-nodes", "0")
    assert asked.status == 4
    assert (asked.json["holds"], asked.json["plan"], asked.json["text"]) == (None, None, [])
    assert asked.json["limits"]["complete"] is False


def test_a_limit_before_a_plan_tells_yes_or_no_and_points_to_the_certificate(
    run: Run, tmp_path: Path
) -> None:
    file = written(tmp_path, LINES)
    nodes = run("forced", file, "--for", "A", "--json", "--no-line").json["stats"]["nodes"]
    limit = str(2 * nodes + 20)
    asked = run("explain", file, "--for", "A", "--json", "--max-nodes", limit)
    assert asked.status == 4
    assert (asked.json["holds"], asked.json["by"], asked.json["plan"]) == (True, ["A"], None)
    text = run("explain", file, "--for", "A", "--max-nodes", limit)
    assert text.status == 4
    assert "`forced --certificate` writes a strategy" in flat(text.out)


def test_where_no_plan_was_found_the_certificate_is_a_strategy_and_is_said_to_be(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explain, "PlanSize", lambda: PlanSize(1, 1, 1, 1, 1))
    file, out = written(tmp_path, LINES), tmp_path / "strategy.json"
    asked = run("explain", file, "--for", "A", "--certificate", str(out), "--json")
    assert (asked.status, asked.json["holds"], asked.json["plan"]) == (4, True, None)
    content = json.loads(out.read_text(encoding="utf-8"))
    assert asked.json["certificate"]["kind"] == "strategy"
    assert asked.json["certificate"]["moves"] == len(content["strategy"]) > 0
    assert run("certify", str(out)).status == 0
    text = flat(run("explain", file, "--for", "A", "--certificate", str(out)).out)
    assert "No plan in lines was found within the limits; the certificate is a strategy" in text
    danish = flat(run("explain", file, "--for", "A", "--certificate", str(out), "--lang", "da").out)
    assert "certifikatet er en strategi, et kort for hver stilling" in danish


@pytest.mark.parametrize("command", ["forced", "explain"])
def test_without_a_name_it_is_asked_of_who_is_to_play(run: Run, prop1: str, command: str) -> None:
    mover = run(command, prop1, "--for", "B", "--json")
    unnamed = run(command, prop1, "--json")
    assert unnamed.json["player"] == mover.json["player"] == "B"
    assert (unnamed.status, unnamed.json["holds"]) == (mover.status, mover.json["holds"])
    assert analyzer.forced(analyzer.load(prop1)).holds is unnamed.json["holds"]
    text = Path(prop1).read_text(encoding="utf-8")
    assert [each.holds for each in analyzer.forced_many([text])] == [unnamed.json["holds"]]


FORCES = f"{COMPOSED}one-card-wins-5-3-29.yaml"


def test_a_card_that_lets_the_own_ultimo_go_has_the_plan_against_it(run: Run) -> None:
    cards = {card["card"]: card for card in run("solve", FORCES, "--no-tokens", "--json").json["cards"]}
    assert "lets_go" not in cards["T20"]
    against = cards["T17"]["lets_go"]
    assert (against["player"], against["holds"]) == ("B", False)
    assert set(against["plan"]) <= set(against["by"]) <= {"A", "C"}
    text = flat(run("solve", FORCES, "--no-tokens").out)
    assert "why not: " in text
    assert "hvorfor ikke: " in flat(run("solve", FORCES, "--no-tokens", "--lang", "da").out)


def test_an_improper_card_has_the_plan_that_wins_after_it_and_the_one_that_was_better(
    run: Run, prop1: str
) -> None:
    cards = {card["card"]: card for card in run("solve", prop1, "--json").json["cards"]}
    evidence = cards["hR"]["evidence"]
    assert (evidence["against"]["player"], evidence["against"]["holds"]) == ("A", True)
    assert (evidence["better"]["player"], evidence["better"]["holds"]) == ("A", False)
    assert "evidence" not in cards["d9"]


def test_the_audit_has_the_plan_that_was_let_go_at_the_card_that_let_it_go(run: Run, tmp_path: Path) -> None:
    lines = "lines:\n  - name: the wrong trump\n    play: T17 T8 T19\n"
    text = Path(FORCES).read_text(encoding="utf-8")
    file = written(tmp_path, re.sub(r"lines:.*", "", text, flags=re.DOTALL) + lines)
    told = run("replay", file, "--audit", "--json")
    marks = [mark for each in told.json["lines"][0]["audit"]["decisions"] for mark in each["marks"]]
    let_go = next(mark for mark in marks if mark["kind"] == "let-go")
    assert let_go["plan"]["plan"] == {"B": [{"when": [], "first": [["T20"], ["T17"], ["cC"]]}]}
    Draft202012Validator(run("schema", "replay").json).validate(told.json)
    out = flat(run("replay", file, "--audit").out)
    assert out.count("Each time, B plays the first legal card of T20, T17, ♣C") == 2
    assert "Why: Each time, B plays the first" in out


def test_a_dispute_about_proper_play_tells_the_plan_of_what_comes_of_the_card(run: Run) -> None:
    file = next(
        str(path)
        for path in sorted(Path("positions/disputes").glob("propriety-*.yaml"))
        if run("check", str(path), "--json").json.get("offence")
    )
    told = run("check", file, "--json").json
    assert told["against"]["holds"] is True
    assert told["why_better"]["plan"] is not None
    Draft202012Validator(run("schema", "check").json).validate(told)
    assert told["against"]["text"][0] in flat(run("check", file).out)


def test_a_composed_problem_has_its_plan_and_how_many_lines_it_takes(run: Run) -> None:
    asked = ("compose", "one-card-wins", "--tricks", "3", "--seed", "1")
    problem = run(*asked, "--json").json["problems"][0]
    assert problem["lines"] == sum(map(len, problem["plan"]["plan"].values())) > 0
    assert problem["plan"]["holds"] is True
    text = run(*asked).out
    assert "\n# " in text
    assert "plays" in text.rpartition("\n# ")[0] + text.rpartition("\n# ")[2]


def test_a_page_to_print_has_the_table_the_question_and_the_plan(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "plan.html"
    asked = run("explain", FORCES, "--for", "B", "-o", str(out))
    assert (asked.status, asked.out) == (0, f"Yes: B can force the Ultimo.\n{out}\n")
    page = " ".join(re.sub("<[^>]*>", " ", out.read_text(encoding="utf-8")).split())
    assert "Yes: B can force the Ultimo." in page
    assert "nothing else matters." in page
    assert '<div class="seats">' in out.read_text(encoding="utf-8")
    run("explain", FORCES, "--for", "B", "-o", str(out), "--lang", "da")
    assert "resten er ligegyldigt" in out.read_text(encoding="utf-8")


def test_a_page_that_cannot_be_written_leaves_the_answer_and_says_so(run: Run, tmp_path: Path) -> None:
    asked = run("explain", FORCES, "--for", "B", "-o", str(tmp_path / "no" / "plan.html"))
    assert asked.status == 74
    assert "Yes: B can force the Ultimo." in asked.out
    assert "cannot write" in asked.err
