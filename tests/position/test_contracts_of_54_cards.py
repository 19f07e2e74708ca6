"""Positions of Tapp and Slovenian Tarok: what the contract says of the lead, of duties and of the talon."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from analyzer.cards.card import Card, cards
from analyzer.errors import IllegalMove, InvalidFile
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.position.reading import loads
from analyzer.position.replay.replay import replay
from analyzer.rules.spec.shipped import load_ruleset


def position(name: str, **keys: Any) -> Position:
    return loads(json.dumps({"format": "tarok-position/2", "ruleset": name, **keys}))


def deal(name: str, seats: int, apart: str) -> dict[str, str]:
    """Hands of all cards but some, in the order of the deck; the first player has the whole Trull."""
    rules = load_ruleset(name)
    first = cards("T21 T1 fool")
    rest = [*first, *(card for card in rules.table.deck if card not in [*cards(apart), *first])]
    size = len(rest) // seats
    return {"ABCD"[seat]: words(rest[seat * size : (seat + 1) * size]) for seat in range(seats)}


def words(some: list[Card]) -> str:
    return " ".join(map(str, some))


TALON = "s7 s8 c7 c8 d3 d4"


def whole(**keys: Any) -> Position:
    told: Mapping[str, Any] = {"dealer": "A", "players": list("ABCD"), "hands": deal("slovenian", 4, TALON)}
    return position("slovenian", **{**told, **keys})


def test_the_declarer_of_beggar_leads_and_the_player_after_the_dealer_otherwise() -> None:
    assert whole(contract="beggar", declarer="D").lead == 3
    assert whole(contract="solo-without", declarer="D").lead == 1
    assert whole(contract="misere", talon={"left": TALON}).lead == 1


def test_the_rest_of_the_talon_is_what_nobody_holds_and_nobody_laid_away() -> None:
    found = whole(contract="two", declarer="A", called="hR", discard="s7 s8")
    assert {*found.told.talon_left} == {*cards("c7 c8 d3 d4")}
    assert {*whole(contract="solo-without", declarer="A").told.talon_left} == {*cards(TALON)}
    assert whole(contract="misere").told.talon_left == ()


def test_as_many_cards_as_the_contract_takes_are_laid_away() -> None:
    with pytest.raises(InvalidFile, match="expected 2"):
        whole(contract="two", declarer="A", called="hR", discard="s7 s8 c7")


def test_a_card_that_beats_nothing_is_refused_in_beggar_where_one_can() -> None:
    hands = {"A": "h4 s7", "B": "hC s8", "C": "hR h1"}
    low = position("slovenian", players=list("ABC"), contract="beggar", declarer="A", hands=hands, lead="A")
    low = low.after("h4").after("hC")
    assert [str(each) for each in low.legal()] == ["hR"]
    with pytest.raises(IllegalMove) as caught:
        low.after("h1")
    assert caught.value.clause == "play.beat"
    free = position(
        "slovenian", players=list("ABC"), contract="solo-one", declarer="A", hands=hands, lead="A"
    )
    assert {str(each) for each in free.after("h4").after("hC").legal()} == {"hR", "h1"}


def test_cards_on_the_table_that_broke_the_duty_to_beat_are_a_fault() -> None:
    hands = {"A": "s7", "B": "hR", "C": "h1 s9"}
    told = {"players": list("ABC"), "declarer": "A", "hands": hands, "lead": "A", "trick": "h3 h4"}
    assert position("slovenian", contract="solo-one", **told).to_move == 2
    with pytest.raises(InvalidFile, match=r"play\.beat"):
        position("slovenian", contract="beggar", **told)


def test_what_a_player_held_at_the_start_of_tapp_is_still_told_in_the_middle_of_it() -> None:
    hands = deal("tapp", 3, TALON)
    start = position("tapp", dealer="C", contract="solo", declarer="A", hands=hands)
    later = start.after(start.legal()[0])
    assert later.told.held == {0: ("trull",)}
    assert loads(dumps(later)) == later
    assert loads(later.to_text()) == later
    with pytest.raises(InvalidFile, match="four-kings"):
        position("tapp", contract="solo", declarer="A", hands=hands, lead="A", held={"A": ["kings"]})


def test_a_mond_that_falls_to_the_partner_costs_by_one_reading_only() -> None:
    piles = {"A": 30, "B": "25 1/3", "C": 0, "D": 0}
    told = {
        "players": list("ABCD"), "contract": "two", "declarer": "A", "called": "cR", "lead": "A",
        "hands": {"A": "T21 s7", "B": "T2 s8", "C": "fool cR", "D": "T3 s9"},
        "taken": {name: {"tricks": 10 * (name == "A"), "points": each} for name, each in piles.items()},
        "lines": [{"play": "T21 T2 fool T3 cR s9 s7 s8"}],
    }  # fmt: skip
    lost, kept = (mond_sheet(told, reading) for reading in ("lost", "kept"))
    assert (lost[0] - kept[0], lost[1:]) == (-20, kept[1:])


def mond_sheet(told: Mapping[str, Any], reading: str) -> tuple[int, ...]:
    """What is written where a Mond that falls to the partner is read so; the same after the first trick."""
    start = position("slovenian", **told, variant={"mond-to-partner": reading})
    counted = replay(start, start.lines[0])
    assert counted.sheet is not None
    later = start
    for word in ["T21", "T2", "fool", "T3"]:
        later = later.after(word)
    rest = replay(later, replace(start.lines[0], moves=start.lines[0].moves[4:]))
    assert rest.sheet == counted.sheet
    return counted.sheet
