"""Points that nobody tells of the past are those of the tricks to come, and every answer says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import Run, run
from rules.point_battery import ending

import analyzer

__all__ = ["run"]
HANDS = (
    "/ Ana: hR sR / Bor: h2 s7 / Cene: h3 s8 / Dana: h4 s9 / Ana leads / contract=two declarer=Ana called=hR"
)
TOLD = {
    "tricks alone": f"slovenian {HANDS} taken=Ana:6,Bor:4,Cene:0,Dana:0",
    "nothing": f"slovenian {HANDS}",
}
WORDS = {
    "en": "10 points or more in the remaining tricks",
    "da": "mindst 10 point i de kommende stik",
}


@pytest.mark.parametrize("lang", WORDS)
@pytest.mark.parametrize("told", TOLD)
@pytest.mark.parametrize("command", ["forced", "explain", "solve", "forced --brief"])
def test_a_question_about_points_says_that_it_is_of_the_tricks_to_come(
    run: Run, command: str, told: str, lang: str
) -> None:
    asked = ["--goal", "points>=10", "--for", "Ana", "--lang", lang]
    said = " ".join(run(*command.split(), "-", *asked, stdin=TOLD[told]).out.split())
    assert WORDS[lang] in said


@pytest.mark.parametrize("told", TOLD)
def test_every_machine_is_told_that_it_is_of_the_tricks_to_come(run: Run, told: str, tmp_path: Path) -> None:
    asked = ("--goal", "points>=10", "--for", "Ana")
    for command in ("forced", "explain"):
        assert run(command, "-", *asked, "--json", stdin=TOLD[told]).json["to_come"] is True
    file = tmp_path / "c.json"
    run("forced", "-", *asked, "--certificate", str(file), stdin=TOLD[told])
    assert json.loads(file.read_text(encoding="utf-8"))["to_come"] is True
    assert run("certify", str(file), "--json").json["to_come"] is True
    assert WORDS["en"] in run("certify", str(file)).out
    told_otherwise = file.read_text(encoding="utf-8").replace('"to_come": true', '"to_come": false')
    file.write_text(told_otherwise, encoding="utf-8")
    assert run("certify", str(file)).status == 3
    found = analyzer.forced(analyzer.loads(TOLD[told]), goal="points>=10", player="Ana")
    assert found.to_dict()["to_come"] is True
    assert WORDS["en"] in str(found)


def test_tricks_that_are_told_are_counted_where_points_are_not(run: Run) -> None:
    answer = run("solve", "-", "--json", stdin=TOLD["tricks alone"]).json
    assert answer["tricks"] == {"Ana": 8, "Bor": 4}
    assert "tricks_to_come" not in answer
    assert answer["points"] == answer["points_to_come"]
    untold = run("solve", "-", "--json", stdin=TOLD["nothing"]).json
    assert untold["tricks"] == untold["tricks_to_come"] == {"Ana": 2, "Bor": 0}
    said = run("forced", "-", "--goal", "tricks>=7", "--for", "Ana", stdin=TOLD["tricks alone"]).out
    assert said.startswith("Yes: Ana can force 7 tricks or more.")


def of_the_defence() -> str:
    """An ending of tarot in which the defence has every trick so far."""
    hands = {"A": "c1 c2", "B": "hR sR", "C": "h3 s8"}
    more = {"contract": "garde-sans", "declarer": "A", "lead": "B", "talon": {"left": "d1 d2 d3 d4 d5 d6"}}
    return json.dumps(ending("tarot", hands, "hR h3 c1 sR s8 c2", {"B": "rest"}, **more))


@pytest.mark.parametrize(
    ("goal", "player", "holds"),
    [("slam", "B", True), ("slam", "A", False), ("bouts>=3", "C", True), ("trull>=1", "A", False)],
)
def test_a_slam_and_bouts_of_the_defence_can_be_asked(
    run: Run, goal: str, player: str, *, holds: bool
) -> None:
    text = of_the_defence()
    asked = run("forced", "-", "--goal", goal, "--for", player, "--json", stdin=text)
    assert (asked.status, asked.json["holds"]) == (0 if holds else 1, holds)
    goals = run("solve", "-", "--goal", goal, "--json", stdin=text).json["goals"]
    assert set(goals) == {"A", "B"}
    assert run("replay", "-", "--json", stdin=text).json["lines"][0]["outcome"]["slam"] == "B"
