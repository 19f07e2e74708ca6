"""Yes and no in games of card points, proven: strategies and plans, checked by the rules alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commands import Run
from jsonschema import Draft202012Validator
from plan_play import PlanPlay
from schemas import faults
from search.points.plain_play import Tree

import analyzer
from analyzer.certify.certificate import digest_of
from analyzer.position.model import Position
from analyzer.report.view.schema import answer_schema
from analyzer.rules.actions import Action
from analyzer.rules.score.goals import Goal
from analyzer.rules.score.pointgoals import read_goal

ENDINGS = "positions/endings/"
ASKED = [
    ("basic-two-tricks", "last_trick", "A", True, ["A"]),
    ("basic-partners", "last_trick", "B", False, ["B", "D"]),
    ("lhombre-half", "half", "A", True, ["A"]),
    ("lhombre-contract-defended", "contract", "A", False, ["A"]),
    ("french-pagat-ultimo", "pagat_ultimo", "A", True, ["A"]),
    ("tapp-contract-one-card", "contract", "A", True, ["A"]),
    ("slovenian-pagat-caught", "pagat_ultimo", "A", False, ["A"]),
]
every_answer = pytest.mark.parametrize(
    ("name", "goal", "player", "holds", "by"), ASKED, ids=[each[0] for each in ASKED]
)


def sealed(content: dict[str, Any], file: Path) -> str:
    file.write_text(json.dumps(content | {"digest": digest_of(content)}), encoding="utf-8")
    return str(file)


@every_answer
def test_a_strategy_is_written_and_proven_and_no_other_move_passes_for_it(
    run: Run, tmp_path: Path, name: str, goal: str, player: str, *, holds: bool, by: list[str]
) -> None:
    out = tmp_path / "out.json"
    asked = run(
        "forced",
        f"{ENDINGS}{name}.yaml",
        "--goal",
        goal,
        "--for",
        player,
        "--certificate",
        str(out),
        "--json",
    )
    assert (asked.status, asked.json["holds"], asked.json["by"]) == (0 if holds else 1, holds, by)
    assert faults("forced", asked.json) == []
    content = json.loads(out.read_text(encoding="utf-8"))
    assert asked.json["certificate"]["moves"] == len(content["strategy"]) > 0
    checked = run("certify", str(out), "--json")
    assert (checked.status, checked.json["proven"], checked.json["goal"]) == (0, True, goal)
    assert faults("certify", checked.json) == []
    assert faults("certificate", content) == []
    opposite = run("certify", sealed(content | {"holds": not holds}, tmp_path / "not.json"), "--json")
    assert (opposite.status, opposite.json["proven"]) == (1, False)
    silent = run("certify", sealed(content | {"strategy": {}}, tmp_path / "silent.json"), "--json")
    assert (silent.status, silent.json["flaw"]) == (1, "lost" if holds else "reached")


def ends(board: Position, play: PlanPlay, line: tuple[Action, ...]) -> list[tuple[Action, ...]]:
    """Every line in which those who follow a plan follow it."""
    if board.over:
        return [line]
    return [end for move in play.moves(board.table) for end in ends(board.after(move), play, (*line, move))]


@every_answer
def test_a_plan_gets_its_way_in_every_line_that_follows_it(
    run: Run, tmp_path: Path, name: str, goal: str, player: str, *, holds: bool, by: list[str]
) -> None:
    file, out = f"{ENDINGS}{name}.yaml", tmp_path / "plan.json"
    asked = run("explain", file, "--goal", goal, "--for", player, "--certificate", str(out), "--json")
    assert (asked.status, asked.json["holds"]) == (0 if holds else 1, holds)
    assert list(Draft202012Validator(answer_schema("explain")).iter_errors(asked.json)) == []
    assert set(asked.json["by"]) <= set(by) if holds else not set(asked.json["by"]) & set(by)
    assert asked.json["plan"].keys() <= set(asked.json["by"])
    position, wanted = analyzer.load(file), read_goal(goal)
    assert wanted is not None
    play, tree = PlanPlay(position, asked.json["plan"], Goal.ULTIMO, 0, holds), Tree(position)
    lines = ends(position, play, ())
    assert lines
    assert all(tree.played(line).reached(wanted, position.seat(player)) is holds for line in lines)
    assert run("certify", str(out)).status == 0


@pytest.mark.parametrize("place", [0, 3, 6])
def test_z3_is_asked_too_and_says_the_same(run: Run, place: int) -> None:
    name, goal, player, holds, _ = ASKED[place]
    asked = run("forced", f"{ENDINGS}{name}.yaml", "--goal", goal, "--for", player, "--prove", "--json")
    assert asked.status == (0 if holds else 1)
    assert asked.json["proof"]["holds"] is holds
    assert asked.json["proof"]["states"] > 0


def test_z3_is_not_asked_who_loses_the_mond(run: Run) -> None:
    file = f"{ENDINGS}slovenian-pagat-caught.yaml"
    asked = run("forced", file, "--goal", "mond_lost", "--for", "B", "--prove")
    assert (asked.status, asked.err) == (2, "tarok-analyze: Z3 is not asked about mond_lost\n")
