"""A model filled from a tree: what is right has its place, what is wrong is a fault and hides nothing."""

from __future__ import annotations

from typing import Annotated

import pytest

from analyzer.messages import say
from analyzer.yamltree.reading import fill, parse
from analyzer.yamltree.shapes import Field, Notes, Shape, Text


class Pile(Shape):
    tricks: int = Field(ge=0)
    points: int | None = None


class Game(Shape):
    lead: Text
    players: list[Text] = Field([])
    piles: dict[Annotated[str, Field(pattern="^[A-Z]$")], Pile] = Field({})


def filled(text: str, null: str = "") -> tuple[Game, list[str]]:
    node = parse(text, "f")
    notes = Notes(node.where)
    game = fill(Game, node, notes, null=null)
    return game, [str(fault) for fault in notes.faults]


def test_what_is_right_is_there_beside_what_is_wrong() -> None:
    game, faults = filled("lead: A\nplayers: [A, [], C]\npiles: {A: {tricks: 3, points: x}, B: {trick: 2}}\n")
    assert faults == [
        "f:2:14: item 2 of `players` must be text; got a list",
        "f:3:32: `points` must be a whole number; got “x”",
        "f:3:39: `tricks` is missing; expected `tricks: ...`",
        "f:3:40: unknown key `trick`; did you mean `tricks`?",
    ]
    assert (game.lead, game.players) == ("A", ["A", "C"])
    assert (game.piles["A"].tricks, game.piles["A"].points) == (3, None)
    assert [game.piles["A"].has(key) for key in ("tricks", "points")] == [True, False]
    assert game.piles["A"].tells("points")
    assert not game.piles["B"].has("tricks")


def test_every_text_and_every_key_knows_its_place() -> None:
    game, faults = filled("players: [7, no]\nlead: 007\npiles:\n  A: {tricks: 1}\n")
    assert faults == []
    assert (game.lead, game.players) == ("007", ["7", "no"])
    assert (game.lead.where.line, game.lead.at(2).column) == (2, 9)
    (name,) = game.piles
    assert isinstance(name, Text)
    assert (name.key_where.line, name.key_where.column) == (4, 3)
    assert (game.key_place("piles").line, game.piles["A"].place("tricks").column) == (3, 15)


def test_a_word_for_nothing_is_a_text_where_somebody_is_called_so() -> None:
    assert filled("lead: null\n")[1] == ["f:1:7: `lead` must be text; got nothing"]
    assert filled("lead: null\n", null="null")[0].lead == "null"


def test_the_keys_of_a_mapping_keep_within_their_limits() -> None:
    assert filled("lead: A\npiles: {AB: {tricks: 1}}\n")[1] == [
        "f:2:13: `AB` is a mapping; expected text of the form ^[A-Z]$"
    ]


def test_nothing_more_is_said_of_a_value_that_was_refused() -> None:
    node = parse("lead: []\n", "f")
    notes = Notes(node.where)
    game = fill(Game, node, notes)
    notes.fault(game.place("lead"), say("another word"))
    notes.fault(node.where, say("of the whole file anything may be said"))
    assert [fault.message for fault in notes.faults] == [
        "`lead` must be text; got a list",
        "of the whole file anything may be said",
    ]


@pytest.mark.parametrize("text", ["[]\n", "a\n", "3\n"])
def test_what_is_no_mapping_leaves_the_model_empty(text: str) -> None:
    game, faults = filled(text)
    assert len(faults) == 1
    assert (game.lead, game.players, game.piles) == ("", [], {})
