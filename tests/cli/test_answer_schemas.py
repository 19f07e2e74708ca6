"""What `--json` writes is what the schemas of the machine interface say, and nothing they leave out."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from commands import PROP1, Run
from jsonschema import Draft202012Validator
from places import SHIPPED
from schemas import closed

from analyzer.position.files.positions import load
from analyzer.report.view.schema import ANSWERS, answer_schema

FOOL = "format: tarok-position/1\nhands: {A: fool h2 h4, B: hR d9 T1, C: d4 c2 c3}\nlead: A\n"
REVOKE = PROP1.replace("d9 c7 dR T7", "d9 c7 T7 dR")
UNSETTLED = """\
format: tarok-position/1
hands: {A: fool h2 hR, B: c5 c9 d2, C: c2 s3 s4}
lead: A
lines: [{name: open, play: "fool=h void[B] c5 claim[C]=s s3"}]
"""


@cache
def judge(kind: str) -> Draft202012Validator:
    """A validator that also refuses keys the schema does not know, so that none goes undescribed."""
    schema = closed(answer_schema(kind))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def faults(kind: str, answer: Any) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in judge(kind).iter_errors(answer)]


@pytest.mark.parametrize(
    "path", [path for path in SHIPPED if path.stem != "whole-hand"], ids=lambda p: p.stem
)
def test_the_answers_about_a_shipped_position_are_as_described(run: Run, path: Path) -> None:
    assert faults("solve", run("solve", str(path), "--json").json) == []
    if load(str(path)).lines:
        assert faults("replay", run("replay", str(path), "--audit", "--json").json) == []


def test_a_replayed_whole_hand_is_as_described(run: Run) -> None:
    path = next(path for path in SHIPPED if load(str(path)).whole_hand)
    assert faults("replay", run("replay", str(path), "--json").json) == []


@pytest.mark.parametrize(
    "options",
    [
        [], ["--no-tokens"], ["--no-goals"], ["--no-cards"], ["--goal", "bagud", "--for", "B"],
        ["--max-nodes", "40"], ["--timeout", "0"],
    ],
)  # fmt: skip
@pytest.mark.parametrize("text", [PROP1, FOOL], ids=["prop1", "fool"])
def test_every_part_of_solve_is_as_described(run: Run, text: str, options: list[str]) -> None:
    assert faults("solve", run("solve", "-", "--json", *options, stdin=text).json) == []


@pytest.mark.parametrize("options", [["--by", "B"], ["--by", ""], ["--max-nodes", "0"], ["--no-line"]])
def test_forced_is_as_described(run: Run, prop1: str, options: list[str]) -> None:
    found = run("forced", prop1, "--for", "A", "--json", *options).json
    assert faults("forced", found) == []


def test_forced_with_a_certificate_is_as_described(run: Run, prop1: str, tmp_path: Path) -> None:
    out = str(tmp_path / "proof.json")
    found = run("forced", prop1, "--for", "A", "--by", "B", "--certificate", out, "--json").json
    assert "certificate" in found
    assert faults("forced", found) == []


@pytest.mark.parametrize("options", [[], ["--count"], ["--list"], ["--sample", "3", "--seed", "1"]], ids=str)
@pytest.mark.parametrize("known", ["", ", void: {A: [h]}, played: {A: c4}"], ids=["open", "facts"])
def test_the_deals_that_fit_are_as_described(run: Run, options: list[str], known: str) -> None:
    unseen = f"unseen: {{hidden_from: B, sizes: {{A: 2, C: 2}}, cards: T10 T7 h3 h4{known}}}\n"
    text = f"format: tarok-position/1\nhands: {{B: hR d9}}\nlead: B\n{unseen}"
    assert faults("deals", run("deals", "-", "--json", *options, stdin=text).json) == []


def test_facts_that_clash_are_as_described(run: Run) -> None:
    unseen = "unseen: {hidden_from: B, sizes: {A: 2, C: 2}, cards: T10 T7 h3 h4, void: {A: [h], C: [h]}}\n"
    text = f"format: tarok-position/1\nhands: {{B: hR d9}}\nlead: B\n{unseen}"
    answer = run("deals", "-", "--json", stdin=text).json
    assert answer["clash"]
    assert faults("deals", answer) == []


def test_the_deals_behind_a_line_are_as_described(run: Run) -> None:
    path = str(next(path for path in SHIPPED if path.stem == "prop1"))
    line = load(path).lines[0].name
    answer = run("deals", path, "--line", line, "--at", "1.2", "--seen-by", "B", "--json").json
    assert answer["line"] == line
    assert faults("deals", answer) == []


@pytest.mark.parametrize("text", [REVOKE, UNSETTLED], ids=["revoke", "unsettled"])
def test_a_replay_that_is_not_plain_is_as_described(run: Run, text: str) -> None:
    assert faults("replay", run("replay", "-", "--audit", "--json", stdin=text).json) == []


@pytest.mark.parametrize(
    "args", [["solve", "FILE"], ["replay", "nowhere.yaml"], ["forced"], ["schema", "song"]]
)
def test_errors_are_as_described(run: Run, bad: str, args: list[str]) -> None:
    answer = run(*(bad if arg == "FILE" else arg for arg in args), "--json").json
    assert answer["errors"]
    assert faults("error", answer) == []


@pytest.mark.parametrize("kind", ANSWERS)
def test_an_answer_without_one_of_its_keys_is_not_as_described(kind: str) -> None:
    assert faults(kind, {"schema": f"tarok-analyze/{kind}/1"})
    assert faults(kind, {"schema": "tarok-analyze/song/1"})


@pytest.mark.parametrize("kind", ANSWERS)
def test_the_command_line_shows_the_schema_of_every_answer(run: Run, kind: str) -> None:
    assert run("schema", kind).json == answer_schema(kind)


def test_a_wrong_card_or_a_missing_amount_is_not_as_described(run: Run, prop1: str) -> None:
    answer = run("solve", prop1, "--json").json
    answer["cards"][0]["card"] = "hX"
    del answer["equilibria"][0]["pots"]["king"]
    assert len(faults("solve", answer)) == 2
