"""What `--json` writes is what the schemas of the machine interface say, and nothing they leave out."""

from __future__ import annotations

import json
import shlex
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from commands import PROP1, Run
from frozen import store
from jsonschema import Draft202012Validator
from places import SHIPPED
from schemas import closed, faults

from analyzer.api.files.new import ANSWERS, FILES, answer_schema, names
from analyzer.position.reading import load
from analyzer.rules.spec.shipped import ruleset_names

FOOL = "format: tarok-position/1\nhands: {A: fool h2 h4, B: hR d9 T1, C: d4 c2 c3}\nlead: A\n"
REVOKE = PROP1.replace("d9 c7 dR T7", "d9 c7 T7 dR")
UNSETTLED = """\
format: tarok-position/1
hands: {A: fool h2 hR, B: c5 c9 d2, C: c2 s3 s4}
lead: A
lines: [{name: open, play: "fool=h void[B] c5 claim[C]=s s3"}]
"""


UNSEEN = """\
format: tarok-position/1
hands: {B: hR d9}
lead: B
unseen: {hidden_from: B, sizes: {A: 2, C: 2}, cards: T10 T7 h3 h4%s}
"""
FACTS, CLASHING = UNSEEN % ", void: {A: [h]}, played: {A: c4}", UNSEEN % ", void: {A: [h], C: [h]}"
ALL = ("", "--no-tokens", "--no-goals", "--no-cards", "--goal bagud --for B", "--max-nodes 40", "--timeout 0")
DECIDED = "decide positions/prop2-3-worlds.yaml"
COMPOSED = "compose one-card-wins --tricks 3"
ASKED = [
    *((f"solve - {part}", text, "") for part in ALL for text in (PROP1, FOOL)),
    *((f"forced - --for A {how}", PROP1, "") for how in ("--by B", "--by=", "--max-nodes 0", "--no-line")),
    ("forced - --for A --by B --certificate OUT/proof.json", PROP1, "certificate"),
    ("explain - --goal ultimo --for A", PROP1, "plan"),
    ("explain - --goal ultimo --for A --max-nodes 0", PROP1, ""),
    ("explain positions/composed/one-card-wins-5-3-29.yaml --for B", "", "exchange_loses"),
    ("replay - --audit", REVOKE, ""),
    ("replay - --audit", UNSETTLED, ""),
    ("replay positions/whole-hand.yaml", "", ""),
    *(
        (f"deals - {how}", text, "clash" if text == CLASHING else "")
        for how in ("", "--count", "--list", "--sample 3 --seed 1")
        for text in (UNSEEN % "", FACTS, *([CLASHING] if not how else []))
    ),
    ("deals positions/prop1.yaml --line 'B leads the king' --at 1.2 --seen-by B", "", "line"),
    ("check positions/disputes/discard-pagat.yaml --ruleset danish-1996", "", "in_file.ruleset"),
    ("compare tapp tapp+kontra=game", "", "differences"),
    *((f"rules {name}", "", "") for name in ruleset_names()),
    (COMPOSED, "", "problems"),
    (f"{COMPOSED} --tries 1", "", ""),
    (f"{COMPOSED} -o OUT", "", "problems"),
    ("compose list", "", "wants"),
    *((f"{DECIDED} {how}", "", "") for how in ("", "--opponents against", "--max-nodes 20")),
]
"""Command lines, what is read from standard input, and what has to be in the answer."""


@pytest.mark.parametrize(("words", "text", "there"), ASKED, ids=lambda each: each.partition("\n")[0])
def test_an_answer_is_as_described(run: Run, tmp_path: Path, words: str, text: str, there: str) -> None:
    answer = run(*shlex.split(words.replace("OUT", str(tmp_path))), "--json", stdin=text).json
    part = answer
    for key in filter(None, there.split(".")):
        part = part[key]
    assert part
    assert faults("wants" if words == "compose list" else words.partition(" ")[0], answer) == []


@pytest.mark.parametrize(
    "path", [path for path in SHIPPED if path.stem != "whole-hand"], ids=lambda p: p.stem
)
def test_the_answers_about_a_shipped_position_are_as_described(run: Run, path: Path) -> None:
    assert faults("solve", run("solve", str(path), "--json").json) == []
    if load(str(path)).lines:
        assert faults("replay", run("replay", str(path), "--audit", "--json").json) == []


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_position_shown_is_as_described(run: Run, path: Path) -> None:
    assert faults("show", run("show", str(path), "--json").json) == []


def test_claims_about_a_rule_set_are_as_described(run: Run) -> None:
    proved = run("verify", "danish", "--claim", "discard-no-king", "--json")
    known = proved.json["errors"][0]["message"].partition("choose one of ")[2].split(", ")
    for claim in known[::9]:
        answer = run("verify", "danish", "--claim", claim, "--json").json
        assert [each["id"] for each in answer["claims"]] == [claim]
        assert faults("verify", answer) == []


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
