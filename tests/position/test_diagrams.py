"""The table of two to five players, drawn and written: who sits where, every card in its own place."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter

import pytest
from contract.dealing import dealt, played
from rulesets import FORMS

import analyzer
from analyzer.position.model import Position

every_form = pytest.mark.parametrize(
    ("name", "seats"), FORMS, ids=[f"{name}-{seats}" for name, seats in FORMS]
)
SVG = "{http://www.w3.org/2000/svg}"


def near_the_end(name: str, seats: int) -> list[Position]:
    """The positions of the last three tricks of a hand played at random."""
    found = [after for _, _, after in played(dealt(name, seats, 2), 2)]
    return [each for each in found if each.tricks_left <= 3 and not each.over and each.picked is None]


@every_form
def test_every_card_held_or_laid_stands_once_in_the_diagram(name: str, seats: int) -> None:
    for position in near_the_end(name, seats):
        shown = Counter(re.findall(r"[hdsc](?:10|[RDCV1-9])|T\d+|fool", str(position)))
        held = [str(card) for hand in position.hands for card in hand]
        assert shown == Counter([*held, *(str(each.card) for each in position.trick)])
        assert max(map(len, str(position).splitlines())) <= 80


@every_form
def test_no_two_cards_are_drawn_in_one_place(name: str, seats: int) -> None:
    for position in near_the_end(name, seats):
        drawn = ET.fromstring(position._repr_svg_())
        cards = [
            each.find(f"{SVG}rect") for each in drawn.iter(f"{SVG}g") if each.find(f"{SVG}title") is not None
        ]
        places = [(each.get("x"), each.get("y")) for each in cards if each is not None]
        assert len(places) == sum(map(len, position.hands)) + len(position.trick)
        assert len({*places}) == len(places)


@pytest.mark.parametrize(
    ("name", "seats", "lines"),
    [
        ("grosstarock", 2, [["B"], ["A"]]),
        ("basic", 3, [["C", "B"], ["A"]]),
        ("basic", 4, [["C"], ["D", "B"], ["A"]]),
        ("slovenian", 4, [["C"], ["B", "D"], ["A"]]),
        ("french", 5, [["D", "C"], ["E", "B"], ["A"]]),
    ],
)
def test_the_players_sit_around_the_trick_as_play_goes_round(
    name: str, seats: int, lines: list[list[str]]
) -> None:
    position = near_the_end(name, seats)[0]
    titles = [re.findall(r"(?<!\S)[A-E](?!\S)", line) for line in str(position).splitlines()]
    assert [each for each in titles if each] == lines


@pytest.mark.parametrize(("name", "seats"), [("basic", 4), ("french", 5)])
def test_each_card_of_the_trick_lies_before_its_player(name: str, seats: int) -> None:
    start = near_the_end(name, seats)
    position = next(each for each in start if len(each.trick) == seats - 1)
    rows = [line.strip(" │").split() for line in str(position).splitlines() if line.strip().startswith("│")]
    laid = {position.players[each.seat]: str(each.card) for each in position.trick}
    order = {4: "C DB A", 5: "DC EB A"}[seats].split()
    assert rows == [[laid.get(player, "·") for player in row] for row in order]


def test_a_hand_that_is_hidden_lies_as_so_many_unknown_cards() -> None:
    hidden = analyzer.loads(
        "format: tarok-position/1\nplayers: [A, B, C]\nhands: {A: [sV, h3]}\nlead: A\n"
        "unseen: {hidden_from: A, sizes: {B: 2, C: 2}, cards: T1 T5 h7 s8}\n"
    )
    lines = str(hidden).splitlines()
    assert any(line.split() == ["?", "?", "?", "?"] for line in lines)
    assert not any("no cards" in line for line in lines)
