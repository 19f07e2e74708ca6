"""Plans that other answers bring along: why it is forced, why not that card, what was let go."""

from __future__ import annotations

import re
from pathlib import Path

from commands import Run, written
from jsonschema import Draft202012Validator

COMPOSED = "positions/composed/"
FORCES = f"{COMPOSED}one-card-wins-5-3-29.yaml"


def flat(text: str) -> str:
    return " ".join(text.split())


def test_forced_says_why_where_it_is_asked(run: Run, prop1: str) -> None:
    asked = run("forced", prop1, "--for", "A", "--why")
    assert asked.status == 1
    assert "B prevents A's Ultimo. B plays, as soon as it is allowed: ♦9" in flat(asked.out)
    told = run("forced", prop1, "--for", "A", "--why", "--json").json
    explained = run("explain", prop1, "--for", "A", "--json").json
    for key in ("by", "plan", "text", "mattered", "exchange_loses"):
        assert told["why"][key] == explained[key]
    assert "why" not in run("forced", prop1, "--for", "A", "--json").json
    Draft202012Validator(run("schema", "forced").json).validate(told)


def test_forced_without_the_time_for_a_plan_answers_all_the_same(run: Run) -> None:
    nodes = run("forced", FORCES, "--for", "B", "--no-line", "--json").json["stats"]["nodes"]
    asked = run("forced", FORCES, "--for", "B", "--why", "--json", "--max-nodes", str(nodes))
    assert (asked.status, asked.json["holds"]) == (0, True)


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
    assert out.count("B plays each time the first of these that is allowed: T20, T17, ♣C") == 2
    assert "Why: B plays each time the first of these" in out


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
    out = tmp_path / "sheet.html"
    asked = run("explain", FORCES, "--for", "B", "--sheet", str(out), "--json")
    assert (asked.status, asked.json["sheet"]) == (0, str(out))
    page = out.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "<svg" in page
    assert "Yes: B can force the Ultimo." in page
    assert "T20, T17, ♣C; the rest does not matter." in page
    assert "http" not in page.replace("http://www.w3.org/", "")
    run("explain", FORCES, "--for", "B", "--sheet", str(out), "--lang", "da")
    assert "resten er ligegyldigt" in out.read_text(encoding="utf-8")


def test_a_page_that_cannot_be_written_leaves_the_answer_and_says_so(run: Run, tmp_path: Path) -> None:
    asked = run("explain", FORCES, "--for", "B", "--sheet", str(tmp_path / "no" / "sheet.html"))
    assert asked.status == 74
    assert "Yes: B can force the Ultimo." in asked.out
    assert "cannot write" in asked.err
