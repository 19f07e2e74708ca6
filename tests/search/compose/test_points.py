"""Composed endings of games of card points: one card alone decides, and the lines come to what they say."""

from __future__ import annotations

from typing import Any

import pytest
from commands import Run, run
from schemas import faults

import analyzer
from analyzer.position.question import PositionQuestion
from analyzer.rules.actions import side_groups
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.reference import ReferenceEngine

__all__ = ["run"]

ASKED = [
    ("lhombre", 3, "one-card-wins", ()),
    ("grosstarock", 4, "one-card-saves", ()),
    ("tapp", 3, "one-card-wins", ("--goal", "tricks>=6")),
    ("french", 3, "one-card-saves", ()),
]


def composed(run: Run, ruleset: str, seats: int, want: str, *more: str) -> Any:
    seed = () if "--seed" in more else ("--seed", "3")
    done = run("compose", want, "--ruleset", ruleset, "--seats", str(seats), *seed, "--json", *more)
    assert done.status == 0, done.err
    assert faults("compose", done.json) == []
    return done.json["problems"][0]


@pytest.mark.parametrize(("ruleset", "seats", "want", "more"), ASKED, ids=[each[0] for each in ASKED])
def test_one_card_alone_decides_a_composed_ending(
    run: Run, ruleset: str, seats: int, want: str, more: tuple[str, ...]
) -> None:
    problem = composed(run, ruleset, seats, want, *more)
    position = analyzer.loads(problem["text"])
    assert (position.rules.name, len(position.players)) == (ruleset, seats)
    asking = PositionQuestion.from_position(position)
    goal = asking.aim(more[1]) if more else next(asking.worth.goals())
    deciding = []
    for seat in asking.worth.seats(goal.aim):
        by = side_groups(position.sides)[position.sides.of[seat]]
        found = {
            str(move): ReferenceEngine().forces(asking.question.after(move)[0], goal, seat, by, Budget())
            for move in asking.question.moves()
        }
        alone = [card for card, holds in found.items() if holds is (want == "one-card-wins")]
        deciding += alone if len(alone) == 1 else []
    assert problem["key"] in deciding
    played = run("replay", "-", stdin=problem["text"])
    assert played.status == 0, played.out
    assert len(position.lines) == 2


def test_the_same_seed_composes_the_same_ending_and_another_another(run: Run) -> None:
    first = composed(run, "basic", 3, "one-card-wins")
    assert composed(run, "basic", 3, "one-card-wins") == first
    assert composed(run, "basic", 3, "one-card-wins", "--seed", "4")["text"] != first["text"]


def test_properties_are_listed_and_what_cannot_be_is_refused(run: Run) -> None:
    listed = run("compose", "list", "--ruleset", "french", "--json").json["wants"]
    assert [each["want"] for each in listed] == ["one-card-wins", "one-card-saves"]
    for asked, said in (
        (("no-bagud", "--ruleset", "french"), "no problem is composed for"),
        (("one-card-wins", "--ruleset", "french", "--goal", "bagud"), "unknown goal"),
        (("one-card-wins", "--ruleset", "french", "--tricks", "2"), "takes at least 3 tricks"),
        (("one-card-wins", "--ruleset", "french", "--seats", "2"), "has no form for 2 players"),
        (("one-card-wins", "--ruleset", "lhombre", "--goal", "valat"), "valat is not a goal of lhombre"),
        (("one-card-wins", "--goal", "contract"), "--goal is for games of card points"),
    ):
        done = run("compose", *asked)
        assert (done.status, said in done.err) == (2, True), done.err
