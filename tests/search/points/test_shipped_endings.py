"""The endings of every game that are shipped: one card alone decides each, and its lines come out as told."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from commands import Run, run
from places import POSITIONS
from rulesets import POINT_RULES

from analyzer import load

__all__ = ["run"]

ENDINGS = sorted((POSITIONS / "endings").glob("*.yaml"))
every_ending = pytest.mark.parametrize("path", ENDINGS, ids=lambda path: path.stem)


def asked(path: Path) -> tuple[str, str]:
    """The goal that an ending is about, and whose it is."""
    (told,) = re.findall("^# asked: (.+) for (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    goal, player = told
    return goal, player


def certain(answer: Any, card: Any, goal: str) -> bool:
    """Whether a goal is certain for its side after a card."""
    (found,) = (goals[goal] for goals in card["goals"].values() if goal in goals)
    assert answer["goals"]
    return found["status"] in ("automatic", "forced")


@every_ending
def test_one_card_alone_decides_an_ending_that_is_shipped(run: Run, path: Path) -> None:
    goal, player = asked(path)
    done = run("solve", str(path), "--goal", goal, "--for", player, "--no-tokens", "--json")
    assert done.status == 0, done.err
    answer, position = done.json, load(str(path))
    own = next(side for side in answer["sides"] if player in side)
    wanted = answer["to_play"] in own
    best = [card for card in answer["cards"] if certain(answer, card, goal) is wanted]
    assert len(best) == 1
    assert len(answer["cards"]) > 1
    good, bad = position.lines
    assert str(good.moves[0]) == best[0]["card"]
    assert str(bad.moves[0]) != best[0]["card"]
    held = run("forced", str(path), "--goal", goal, "--for", player, "--json").status
    assert held == (0 if wanted else 1)


@every_ending
def test_the_lines_of_an_ending_that_is_shipped_come_out_as_told(run: Run, path: Path) -> None:
    done = run("replay", str(path), "--json")
    assert done.status == 0, done.err or done.out
    assert all(line["complete"] and line["expected"] for line in done.json["lines"])


@pytest.mark.parametrize("game", POINT_RULES)
def test_every_game_of_card_points_has_five_endings_that_teach_something(game: str) -> None:
    assert Counter(load(str(path)).ruleset for path in ENDINGS)[game] >= 5
