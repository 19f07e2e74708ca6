"""What `--json` writes is what the schemas of the machine interface say, and nothing they leave out."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from commands import PROP1, Run
from frozen import store
from jsonschema import Draft202012Validator
from places import POSITIONS, SHIPPED
from schemas import closed, faults

from analyzer.position.reading import load
from analyzer.report.view.schema import ANSWERS, FILES, answer_schema, names
from analyzer.rules.spec.shipped import ruleset_names

FOOL = "format: tarok-position/1\nhands: {A: fool h2 h4, B: hR d9 T1, C: d4 c2 c3}\nlead: A\n"
REVOKE = PROP1.replace("d9 c7 dR T7", "d9 c7 T7 dR")
UNSETTLED = """\
format: tarok-position/1
hands: {A: fool h2 hR, B: c5 c9 d2, C: c2 s3 s4}
lead: A
lines: [{name: open, play: "fool=h void[B] c5 claim[C]=s s3"}]
"""


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


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_position_shown_is_as_described(run: Run, path: Path) -> None:
    assert faults("show", run("show", str(path), "--json").json) == []


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


def test_a_dispute_by_another_rule_set_is_as_described(run: Run) -> None:
    path = POSITIONS / "disputes" / "discard-pagat.yaml"
    answer = run("check", str(path), "--ruleset", "danish-1996", "--json").json
    assert answer["in_file"]["ruleset"] == "danish"
    assert faults("check", answer) == []


def test_claims_about_a_rule_set_are_as_described(run: Run) -> None:
    proved = run("verify", "danish", "--claim", "discard-no-king", "--json")
    known = proved.json["errors"][0]["message"].partition("there are ")[2].split(", ")
    for claim in known[::9]:
        answer = run("verify", "danish", "--claim", claim, "--json").json
        assert [each["id"] for each in answer["claims"]] == [claim]
        assert faults("verify", answer) == []


def test_rule_sets_held_against_each_other_are_as_described(run: Run) -> None:
    answer = run("compare", "danish", "danish-1996", "--json").json
    assert answer["differences"]
    assert faults("compare", answer) == []


@pytest.mark.parametrize("name", ruleset_names())
def test_every_rule_set_is_as_described(run: Run, name: str) -> None:
    assert faults("rules", run("rules", name, "--json").json) == []


@pytest.mark.parametrize(
    ("args", "kind"), [(["graph", "FILE", "-o"], "game-graph"), (["rules", "--graph"], "clause-graph")]
)
def test_a_graph_and_its_file_are_as_described(
    run: Run, prop1: str, tmp_path: Path, args: list[str], kind: str
) -> None:
    out = tmp_path / "graph.json"
    ran = run(*(prop1 if arg == "FILE" else arg for arg in args), str(out), "--json")
    assert faults("graph", ran.json) == []
    assert faults(kind, json.loads(out.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("options", "status"),
    [([], 0), (["--tries", "1"], 4), (["-o", "OUT"], 0)],
    ids=["found", "none", "files"],
)
def test_composed_problems_are_as_described(
    run: Run, tmp_path: Path, options: list[str], status: int
) -> None:
    given = (str(tmp_path) if option == "OUT" else option for option in options)
    ran = run("compose", "one-card-wins", "--tricks", "3", "--json", *given)
    assert ran.status == status
    assert faults("compose", ran.json) == []


def test_the_properties_to_compose_for_are_as_described(run: Run) -> None:
    answer = run("compose", "list", "--json").json
    assert answer["wants"]
    assert faults("wants", answer) == []


@pytest.mark.parametrize("altered", [False, True], ids=["sound", "altered"])
def test_a_certificate_and_what_the_checker_says_of_it_are_as_described(
    run: Run, prop1: str, tmp_path: Path, altered: bool
) -> None:
    out = tmp_path / "proof.json"
    run("forced", prop1, "--for", "A", "--by", "B", "--certificate", str(out))
    written_out = out.read_text(encoding="utf-8")
    assert faults("certificate", json.loads(written_out)) == []
    if altered:
        out.write_text(written_out.replace('"holds": true', '"holds": false'), encoding="utf-8")
    answer = run("certify", str(out), "--json").json
    assert answer["proven"] is not altered
    assert faults("certify", answer) == []


def test_forced_with_the_word_of_z3_is_as_described(run: Run, prop1: str) -> None:
    found = run("forced", prop1, "--for", "A", "--by", "B", "--prove", "--json").json
    assert found["proof"]["holds"] is True
    assert faults("forced", found) == []


@pytest.mark.parametrize("options", [[], ["--opponents", "against"], ["--max-nodes", "20"]], ids=str)
def test_decisions_are_as_described(run: Run, options: list[str]) -> None:
    path = POSITIONS / "prop2-3-worlds.yaml"
    assert faults("decide", run("decide", str(path), "--json", *options).json) == []


SMALL = ["check", "compare", "compose", "decide", "rules", "worlds", "verify"]
FROZEN = [name for name in store.names() if store.family(name) in SMALL or name.endswith("0")]


@cache
def known(kind: str) -> Draft202012Validator:
    """A validator that refuses unknown keys and wrong values, and misses no key that was added since."""
    return Draft202012Validator(lenient(closed(answer_schema(kind))))


def lenient(schema: Any) -> Any:
    if isinstance(schema, list):
        return [lenient(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    given = {key: value for key, value in schema.items() if key != "required" or isinstance(value, dict)}
    return {key: lenient(value) for key, value in given.items()}


@pytest.mark.parametrize("name", FROZEN)
def test_what_was_frozen_is_still_described(name: str) -> None:
    for case in store.read(name)[::7]:
        schema = case.answer["schema"] if isinstance(case.answer, dict) and "schema" in case.answer else ""
        kind = schema.removeprefix("tarok-analyze/").removesuffix("/1").replace("graph-written", "graph")
        if kind in ANSWERS:
            assert [error.message for error in known(kind).iter_errors(case.answer)] == [], case.command


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
    assert run("schema", f"{kind}-answer").json == answer_schema(kind)
    assert (run("schema", kind).json == answer_schema(kind)) is (kind not in FILES)


def test_every_schema_that_is_listed_is_shown(run: Run) -> None:
    listed = run("schema", "list", "--json").json
    assert faults("schemas", listed) == []
    assert [*listed["files"], *listed["answers"]] == names()
    for name in names():
        shown = run("schema", name).json
        Draft202012Validator.check_schema(shown)
        assert shown["title"]
        assert name in run("schema", "list").out


def test_a_wrong_card_or_a_missing_amount_is_not_as_described(run: Run, prop1: str) -> None:
    for part in ("card", "amount"):
        answer = run("solve", prop1, "--json").json
        assert faults("solve", answer) == []
        if part == "card":
            answer["cards"][0]["card"] = "hX"
        else:
            del answer["equilibria"][0]["pots"]["king"]
        assert len(faults("solve", answer)) == 1
