"""A problem is examined: its key, its duals, what it does not need; and composed as it was wished."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from commands import Run, run
from effort import part
from places import POSITIONS

import analyzer
from analyzer.api.python.reading import load
from analyzer.errors import LimitReached, UsageError
from analyzer.position.model import Position
from analyzer.rules.actions import Action
from analyzer.search.compose.compose import Examination
from analyzer.search.engine.reference import ReferenceEngine

__all__ = ["run"]

COMPOSED = sorted((POSITIONS / "composed").glob("*-3-*.yaml"))
LONG = POSITIONS / "composed/one-card-wins-5-3-29.yaml"


def forced(position: Position, asked: dict[str, str], by: set[str]) -> bool:
    return analyzer.forced(position, asked["goal"], asked["for"], by, engine=ReferenceEngine()).holds is True


def question(found: Examination) -> dict[str, str]:
    asked: dict[str, str] = found.to_dict()["question"]
    return asked


def plays(position: Position) -> Iterator[tuple[Action, Position]]:
    yield from ((move, position.after(move)) for move in position.legal())


def does(position: Position, found: Examination, move: Action) -> bool:
    """Whether a card does what the problem asks, by the plain search."""
    asked = question(found)
    others = {each for each in position.players if each != asked["for"]}
    by = others if asked["goal"] == "bagud" else {asked["for"]}
    return forced(position.after(move), asked, by) is found.wins


@pytest.mark.parametrize("path", COMPOSED, ids=lambda path: path.stem)
def test_the_key_of_a_composed_problem_is_the_only_card_that_the_plain_search_finds(path: Path) -> None:
    position = load(path)
    found = analyzer.examine(position)
    good = [str(move) for move in position.legal() if does(position, found, move)]
    assert found.sound
    assert good == [str(each.move) for each in found.keys]
    assert {str(each.move) for each in found.tries} <= {str(move) for move in position.legal()}


@pytest.mark.parametrize("path", part(COMPOSED, 4), ids=lambda path: path.stem)
def test_a_trick_that_can_be_spared_leaves_the_same_key_and_every_other_one_does_not(path: Path) -> None:
    position = load(path)
    found = analyzer.examine(position)
    assert found.spare is not None
    key = found.keys[0].move
    sparing = {tuple(map(str, cards)) for cards in found.spare}
    for cards in product(*(sorted(hand - {key.card}) for hand in position.hands)):
        hands = tuple(hand - {card} for hand, card in zip(position.hands, cards, strict=True))
        shorter = replace(position, hands=hands, lines=())
        good = [move for move in shorter.legal() if does(shorter, found, move)]
        assert (tuple(map(str, cards)) in sparing) is (good == [key] and len(shorter.legal()) > 1)


def test_a_dual_is_a_place_where_some_cards_do_and_others_do_not() -> None:
    position = load(LONG)
    found = analyzer.examine(position)
    assert len(found.duals) == 3
    for dual in found.duals:
        later = position
        for _, move in dual.after:
            later = later.after(move)
        assert later.table.to_move == dual.player
        good = {str(move) for move in later.legal() if does(later, found, move)}
        told = {str(card) for each in dual.choices for card in (each.move, *each.equals)}
        assert 1 < len(good) < len(later.legal())
        assert told == good


@pytest.mark.parametrize(
    ("text", "asked", "told"),
    [
        ("danish / A: dR d9 T7 / B: hR h9 h8 / C: c7 c2 c3 / A leads", "last_trick for A",
         "No problem: every card keeps A's last trick forced."),
        ("danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads", "ultimo for B",
         "No solution: no card keeps B's Ultimo forced."),
    ],
)  # fmt: skip
def test_an_ending_without_a_card_that_decides_is_no_problem(
    run: Run, text: str, asked: str, told: str
) -> None:
    goal, _, player = asked.partition(" for ")
    ran = run("compose", "--check", text, "--goal", goal, "--for", player)
    assert (ran.status, ran.out.splitlines()[0]) == (1, told)


def test_a_problem_with_two_keys_is_not_sound(run: Run) -> None:
    text = "danish / A: h4 T19 T1 / B: h2 h8 s10 / C: hR h7 h10 / A leads"
    ran = run("compose", "--check", text, "--goal", "ultimo")
    assert (ran.status, ran.out) == (
        1,
        "Not sound: each of ♥4 and T19 keeps A's Ultimo forced.\nFails: T1\n",
    )
    assert analyzer.examine(text, goal="ultimo").spare is None


def test_a_problem_that_asks_nothing_is_refused_with_what_can_be_asked(run: Run) -> None:
    prop1 = str(POSITIONS / "prop1.yaml")
    ran = run("compose", "--check", prop1)
    assert ran.status == 2
    assert ran.err.startswith(
        "tarok-analyze: the position has no stipulation; expected --goal and --for, or "
    )
    assert run("compose", "--check", prop1, "--goal", "ultimo").status == 1
    assert run("compose", "--check", "nowhere.yaml").status == 3
    assert run("compose").status == 2


def test_the_examination_is_plain_data_and_blocks(run: Run) -> None:
    told = run("compose", "--check", str(LONG), "--json").json
    assert (told["schema"], told["question"]) == (
        "tarok-analyze/examine/1",
        {"goal": "ultimo", "for": "B"},
    )
    assert told["keys"] == [{"card": "T20", "equals": []}]
    assert told["duals"][0] == {
        "after": ["T20", "T8", "T19"],
        "player": "B",
        "cards": [{"card": "cC", "equals": []}, {"card": "T17", "equals": []}],
    }
    assert ["sV", "T17", "T8"] in told["spare"]
    assert (
        run("compose", "--check", str(LONG), "--brief").out == "Sound: T20 alone keeps B's Ultimo forced.\n"
    )
    danish = run("compose", "--check", str(LONG), "--lang", "da").out
    assert danish.startswith("Holdbar: T20 alene sikrer B's ultimo.\n")


def test_a_limit_leaves_open_what_comes_after_the_key() -> None:
    position = load(LONG)
    with pytest.raises(LimitReached):
        analyzer.examine(position, timeout=0.0)


@pytest.mark.parametrize(
    ("key", "cards"),
    [("low trump", "T"), ("king", "R"), ("hearts", "h"), ("lav tarok", "T"), ("plain", "hdsc")],
)
def test_a_problem_is_composed_with_the_key_that_is_wished(key: str, cards: str) -> None:
    (problem,) = analyzer.compose("one-card-wins", key=key, seed=5, title="Mine")
    assert any(letter in problem.key for letter in cards)
    assert problem.position.title == "Mine"
    if cards == "T":
        assert int(problem.key[1:]) < 11


def test_a_problem_is_composed_with_the_cards_where_they_are_wished() -> None:
    found = analyzer.compose("one-card-wins", holders={"B": "T1", "C": "hR"}, seed=2, count=2)
    for problem in found:
        assert {"T1"} <= set(map(str, problem.position.hands[1]))
        assert {"hR"} <= set(map(str, problem.position.hands[2]))
    assert len(found) == 2


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ({"key": "purple"}, "'purple' is not a card"),
        ({"key": "low king"}, "no card is 'low king'"),
        ({"holders": {"Z": "T1"}}, "unknown player 'Z'"),
        ({"holders": {"B": ""}}, "'B:' names no holder"),
    ],
)
def test_a_wish_that_is_none_is_told(wish: dict[str, object], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        analyzer.compose("one-card-wins", **wish)  # type: ignore[arg-type]
