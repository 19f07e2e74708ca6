"""What is asked, from words to values, each with a nearest guess."""

from __future__ import annotations

import pytest

import analyzer
from analyzer.answers.requests import names_in, position_of
from analyzer.errors import UsageError
from analyzer.position.question import PositionQuestion, mask_of
from analyzer.rules.score.goals import Goal

POSITION = analyzer.loads(
    "format: tarok-position/1\nplayers: [Anna, Bo, Carl]\nhands: {Anna: T1, Bo: hR, Carl: d4}\nlead: Bo\n"
)


@pytest.mark.parametrize("word", ["last_trick", "last-trick", "Last_Trick", Goal.LAST_TRICK])
def test_a_goal_is_read_however_it_is_written(word: Goal | str) -> None:
    assert PositionQuestion.from_position(POSITION).goal(word) == Goal.LAST_TRICK


@pytest.mark.parametrize(
    ("word", "guess"),
    [("ultmo", "did you mean ultimo?"), ("xyz", "there are ultimo, king_ultimo")],
)
def test_an_unknown_goal_is_told_with_the_nearest(word: str, guess: str) -> None:
    with pytest.raises(UsageError, match=f"unknown goal '{word}'; {guess[:-1]}"):
        PositionQuestion.from_position(POSITION).goal(word)


@pytest.mark.parametrize(("player", "seat"), [("Anna", 0), ("carl", 2), ("BO", 1), (1, 1)])
def test_a_player_is_found_by_name_or_seat(player: str | int, seat: int) -> None:
    assert POSITION.seat(player) == seat


@pytest.mark.parametrize(
    ("player", "told"),
    [
        ("Ana", "unknown player 'Ana'; did you mean Anna?"),
        ("Q", "unknown player 'Q'; there are Anna, Bo, Carl"),
        (3, "unknown player 3; there are Anna, Bo, Carl"),
        (-1, "unknown player -1; there are Anna, Bo, Carl"),
    ],
)
def test_an_unknown_player_is_told_with_the_nearest(player: str | int, told: str) -> None:
    with pytest.raises(UsageError) as refused:
        POSITION.seat(player)
    assert str(refused.value) == told


@pytest.mark.parametrize(
    ("players", "mask"),
    [("Bo", 0b010), (2, 0b100), ((), 0), (["Anna", "Carl"], 0b101), (["Bo", 1], 0b010)],
)
def test_players_together_are_a_mask(players: str | list[str | int], mask: int) -> None:
    assert mask_of(POSITION, players) == mask


@pytest.mark.parametrize(
    ("words", "names"), [("Anna,Bo", ["Anna", "Bo"]), (" Bo , ", ["Bo"]), ("", []), (",", [])]
)
def test_a_set_of_players_is_written_with_commas(words: str, names: list[str]) -> None:
    assert names_in(words) == names


def test_a_position_may_be_played_by_another_rule_set(prop1: str) -> None:
    assert position_of(prop1).rules.name == "danish"
    assert position_of(prop1, "danish-1996").rules.name == "danish-1996"
    with pytest.raises(UsageError, match="did you mean danish"):
        position_of(prop1, "dansh")
