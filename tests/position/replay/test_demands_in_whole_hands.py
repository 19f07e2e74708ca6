"""A demand said in any place of any trick is judged in a whole hand as in the ending cut out of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from effort import part
from whole_hands import SILENT

import analyzer
from analyzer.answers.records.ruling import rule
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.rules.actions import ActionKind
from analyzer.views.base import plain

CUT = 19
"""The place of the trick at which the ending begins."""


def kept_to_the_demand(rng: Random) -> list[list[str]]:
    """A hand played at random, its Fool kept until it may be demanded and then played; trick by trick."""
    position, tricks = analyzer.loads(f"{SILENT}\nlines: [{{name: played, play: []}}]\n"), [list[str]()]
    while not position.over:
        moves = [str(each) for each in position.legal() if each.kind is ActionKind.PLAY]
        fools = [word for word in moves if word.startswith("fool")]
        others = [word for word in moves if word not in fools]
        word = rng.choice(fools if fools and position.tricks_left <= 3 else others or fools)
        tricks[-1].append(word)
        position = position.after(word)
        if len(tricks[-1]) == len(position.players):
            tricks.append([])
    return tricks[:-1]


def with_line(text: str, play: list[list[str]]) -> str:
    words = " ".join(word for trick in play for word in trick)
    return f"{text}\nlines:\n  - name: played\n    play: {words}\n"


def breaches(text: str, play: list[list[str]]) -> list[tuple[Any, ...]]:
    """What a ruling finds in play from a position on, the deal apart; each `at` is a moment of the line."""
    position: Position = analyzer.loads(with_line(text, play))
    (line,) = plain(rule(position).view())["lines"]
    found = [each for each in line["breaches"] if each["at"] != "deal"]
    for each in found:
        position.at("played", each["at"])
    return [tuple(str(each[key]) for key in ("at", "by", "clause", "remedy")) for each in found]


@pytest.mark.parametrize("seed", part(range(8), 8))
def test_a_demand_is_judged_in_a_whole_hand_as_in_its_ending(seed: int) -> None:
    rng = Random(seed)
    tricks = kept_to_the_demand(rng)
    whole = analyzer.loads(with_line(SILENT, tricks))
    ending = dumps(whole.at("played", f"{CUT + 1}.1").changed(lines=()))
    holder = next(seat for seat, hand in enumerate(whole.hands) if any(card.is_fool for card in hand))
    other = rng.choice([name for seat, name in enumerate(whole.players) if seat != holder])
    judged = set[tuple[Any, ...]]()
    for trick in range(CUT, len(tricks)):
        for before in range(4):
            words = [list(each) for each in tricks]
            words[trick].insert(before, f"demand[{other}]")
            found = breaches(SILENT, words)
            assert found == breaches(analyzer.Position.from_text(ending).to_yaml(), words[CUT:]), (
                trick,
                before,
            )
            judged |= {(each[0].partition(".")[0], each[2]) for each in found}
    assert judged, "a demand elsewhere than in its own trick is an error"


def test_a_demand_between_two_tricks_is_of_the_next_where_the_fool_went_long_before() -> None:
    hand = (
        "format: tarok-position/1\nplayers: [A, B, C]\n"
        "hands: {A: hR h2 h3 h4, B: dR d2 d3 d4, C: c2 c3 c4 fool}\nlead: A\n"
        "lines:\n  - {name: x, play: 'h2 d2 fool h3 d3 c2 demand[B] h4 d4 c3'}\n"
    )
    for line in rule(analyzer.loads(hand)).lines:
        assert [(each.at, each.seat) for each in line.breaches] == [("24.1", 1), ("24.1", 1)]
