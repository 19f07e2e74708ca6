"""A question has one answer or one refusal, with its goal named or not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commands import Run
from places import POSITIONS
from ruamel.yaml import YAML

import analyzer
from analyzer.position.asked import Asking

CONTRACTS = sorted(
    path
    for game in ("appel", "french", "lhombre", "slovenian", "tapp")
    for path in (POSITIONS / "endings").glob(f"{game}-*.yaml")
)
TOLD_IN_PART = {
    "format": "tarok-position/2",
    "ruleset": "slovenian",
    "players": ["Ana", "Bor", "Cene", "Dana"],
    "contract": "two",
    "declarer": "Ana",
    "called": "hR",
    "lead": "Ana",
    "hands": {"Ana": "hR sR", "Bor": "h2 s7", "Cene": "h3 s8", "Dana": "h4 s9"},
    "taken": {"Ana": {"tricks": 6, "points": 30}, "Bor": {"tricks": 4, "points": 20}},
}
NINE = "the nine, in the hands of position 2"


def stripped(path: Path) -> list[dict[str, Any]]:
    """An ending without its past, without the points of it, and without the tricks."""
    content = {key: value for key, value in YAML(typ="safe").load(path).items() if key != "lines"}
    taken = content.pop("taken", {})
    found = [content]
    for left_out in ("points", "tricks"):
        kept = {who: {k: v for k, v in pile.items() if k != left_out} for who, pile in taken.items()}
        found.append(content | {"taken": {who: pile for who, pile in kept.items() if pile}})
    return found


@pytest.mark.parametrize("path", CONTRACTS, ids=lambda path: path.stem)
def test_a_goal_by_default_is_answered_or_refused_as_a_named_one(path: Path) -> None:
    for content in stripped(path):
        try:
            position = analyzer.loads(json.dumps(content))
        except analyzer.InvalidFile:
            continue
        worth = Asking.of(position).worth
        first = next(worth.goals())
        player = worth.seats(first.aim)[0]
        assert answer(position, None, player) == answer(position, str(first), player), content


def answer(position: analyzer.Position, goal: str | None, player: int) -> bool | str | None:
    try:
        return analyzer.forced(position, goal, player).holds
    except analyzer.UsageError as refused:
        return str(refused)


def test_a_side_that_has_won_enough_is_not_told_that_it_cannot(run: Run) -> None:
    for goal in ([], ["--goal", "contract"], ["--goal", "points>=36"], ["--goal", "margin>=0"]):
        ran = run("forced", "-", *goal, "--for", "Ana", stdin=json.dumps(TOLD_IN_PART))
        assert ran.status == 2, goal
        assert "hangs on what was won before" in ran.err.replace("\n", " ")


@pytest.mark.parametrize("command", ["solve", "forced", "explain"])
def test_one_deal_is_not_answered_for_all_that_cannot_be_told_apart(command: str, run: Run) -> None:
    text = (
        "format: tarok-position/1\nplayers: [Anna, Bent, Clara]\nlead: Bent\n"
        "hands: {Bent: T3 T1 s9, Anna: hR T7 d4, Clara: d7 T12 c4}\n"
        "worlds: [{name: both with Anna, hands: {Anna: hR T7 T12, Clara: d7 d4 c4}}]\n"
    )
    asked = () if command == "solve" else ("--for", "Bent", "--goal", "pagat_ultimo")
    ran = run(command, "-", *asked, stdin=text)
    assert (ran.status, ran.out) == (2, "")
    assert "`worlds`, which is for `decide`" in ran.err.replace("\n", " ")


@pytest.mark.parametrize("moment", [("--play", "d9"), ("--line", NINE, "--at", "24.2"), ("--swap", "hR,h3")])
@pytest.mark.parametrize("command", ["solve", "forced", "explain", "decide"])
def test_worlds_are_not_forgotten_once_a_card_is_played(
    command: str, moment: tuple[str, ...], run: Run
) -> None:
    asked = () if command in ("solve", "decide") else ("--for", "B", "--goal", "ultimo")
    ran = run(command, str(POSITIONS / "prop2-3-worlds.yaml"), *asked, *moment)
    assert (ran.status, ran.out) == (2, "")
    assert "`worlds`" in ran.err
