"""The worked examples of every game, each as a hand of an evening that is told in words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from commands import Run

Told = dict[str, Any]
TWO = {"contract": "two", "declarer": "A", "called": "hR", "partner": "C", "points": {"declarer": 44}}
SOLO = {"contract": "solo-one", "declarer": "A"}
TAPP: Told = {"contract": "threes", "declarer": "A", "points": {"declarer": 40}}
CALL = {"contract": "call-king", "declarer": "A", "called": "hR", "partner": "C"}
FRENCH: Told = {"contract": "take", "declarer": "B", "trull": 2}

EXAMPLES: list[tuple[str, str, Told, tuple[int, ...]]] = [
    # Basic: points above or below the average, of partners for both.
    ("W12", "basic ABC", {"points": {"A": 30, "B": 28}}, (4, 2, -6)),
    ("W12 four", "basic ABCD", {"points": {"A": 41}}, (5, -5, 5, -5)),
    # Großtarock with partners: who wins the last trick with the Pagat, and a king that falls to a partner.
    (
        "W16",
        "grosstarock ABCD",
        {"last_trick": {"lead": "A", "cards": "hR h9 hD T1"}, "points": {"A": 36}},
        (-30, 10, -10, 30),
    ),
    (
        "W16 partner",
        "grosstarock ABCD",
        {"last_trick": {"lead": "A", "cards": "hR h9 T3 h8"}, "points": {"A": 36}},
        (0, 0, 0, 0),
    ),
    # Tarock-l'Hombre: the consolation with the points beyond half, times the bid.
    ("W17", "lhombre ABC", {"contract": "with-two", "declarer": "A", "points": {"A": 45}}, (64, -32, -32)),
    ("W17 half", "lhombre ABC", {"contract": "with-two", "declarer": "A", "points": {"A": 39}}, (0, 0, 0)),
    ("W17 solo", "lhombre ABC", {"contract": "solo", "declarer": "A", "points": {"A": 33}}, (-192, 96, 96)),
    ("W17 thrown in", "lhombre ABC", {"contract": "with-three", "declarer": "A"}, (20, -10, -10)),
    ("W17 four", "lhombre ABCD", {**CALL, "points": {"A": 40}}, (14, -14, 14, -14)),
    ("W17 five", "lhombre ABCDE", {**CALL, "points": {"C": 41}}, (26, -17, 25, -17, -17)),
    ("W17 five lost", "lhombre ABCDE", {**CALL, "points": {"A": 31}}, (-20, 13, -19, 13, 13)),
    # French: A deals and adds 5 to the pool of 40.
    ("W18", "french ABC", {**FRENCH, "points": {"B": 45.5}}, (-9, 53, -4)),
    ("W18 failed", "french ABC", {**FRENCH, "contract": "no-purchase", "points": {"B": 38}}, (8, -71, 13)),
    (
        "W18 Pagat",
        "french ABC",
        {**FRENCH, "points": {"B": 35}, "last_trick": {"winner": "B", "with": "T1"}},
        (-9, 53, -4),
    ),
    ("W18 target", "french ABC", {**FRENCH, "points": {"B": 41}}, (-5, 45, 0)),
    ("W18 slam", "french ABC", {"contract": "take", "declarer": "B", "slam": "B"}, (-205, 400, -200)),
    (
        "W18 five",
        "french ABCDE",
        {"contract": "no-discard", "declarer": "A", "partner": "C", "trull": 3, "points": {"A": 40}},
        (64, -24, 68, -24, -24),
    ),
    # Tapp: what is won is written for the declarer, what is lost for each opponent.
    ("W21", "tapp ABC", TAPP, (60, 0, 0)),
    ("W21 half", "tapp ABC", {**TAPP, "points": {"A": 35}}, (0, 50, 50)),
    ("W21 solo", "tapp ABC", {**TAPP, "contract": "solo", "points": {"A": 30}}, (0, 120, 120)),
    ("W21 tapp", "tapp ABC", {"contract": "tapp", "declarer": "A"}, (25, 0, 0)),
    (
        "W21 Pagat",
        "tapp ABC",
        {**TAPP, "announced": {"A": ["pagat"]}, "kontra": ["B"], "bonuses": [{"pagat": "A"}]},
        (260, 0, 0),
    ),
    ("W21 lost", "tapp ABC", {**TAPP, "announced": {"A": ["pagat"]}, "kontra": ["B"]}, (60, 200, 200)),
    ("W21 all", "tapp ABC", {"contract": "solo", "declarer": "A", "all-tricks": "A"}, (1000, 0, 0)),
    ("W21 held", "tapp ABC", {**TAPP, "points": {"A": 36}, "held": {"B": ["four-kings"]}}, (52, 50, 0)),
    # Slovenian Tarok: the contract with the difference rounded up to 5, bonuses, misere.
    ("W23", "slovenian ABCD", TWO, (30, 0, 30, 0)),
    ("W23 three", "slovenian ABCD", {**TWO, "contract": "three", "points": {"A": 30}}, (-15, 0, -15, 0)),
    ("W23 half", "slovenian ABCD", {**TWO, "contract": "three", "points": {"B": 35}}, (-10, 0, -10, 0)),
    ("W23 solo", "slovenian ABCD", {**SOLO, "points": {"A": 50}}, (75, 0, 0, 0)),
    (
        "W23 announced",
        "slovenian ABCD",
        {**TWO, "announced": {"A": ["kings"]}, "bonuses": [{"kings": "C"}]},
        (50, 0, 50, 0),
    ),
    ("W23 theirs", "slovenian ABCD", {**TWO, "bonuses": [{"kings": "D"}]}, (20, 0, 20, 0)),
    (
        "W23 missed",
        "slovenian ABCD",
        {**TWO, "announced": {"A": ["kings"]}, "bonuses": [{"kings": "B"}]},
        (10, 0, 10, 0),
    ),
    ("W23 Mond", "slovenian ABCD", {**TWO, "bonuses": [{"mond-lost": "A", "to": "B"}]}, (10, 0, 30, 0)),
    (
        "W23 Pagat",
        "slovenian ABCD",
        {**TWO, "last_trick": {"lead": "A", "cards": "h1 T1 h2 h3"}},
        (30, 25, 30, 0),
    ),
    (
        "W23 beggar",
        "slovenian ABCD",
        {"contract": "beggar", "declarer": "D", "tricks": {"D": 1}},
        (0, 0, 0, -70),
    ),
    (
        "W24",
        "slovenian ABCD",
        {**TWO, "last_trick": {"lead": "A", "cards": "hR h2 h3 h4"}},
        (40, 0, 40, 0),
    ),
    (
        "W24 lost",
        "slovenian ABCD",
        {**TWO, "last_trick": {"lead": "A", "cards": "hR T2 h3 h4"}},
        (20, 0, 20, 0),
    ),
    (
        "W24 valat",
        "slovenian ABCD",
        {**TWO, "points": {"A": 69}, "valat": "A", "bonuses": [{"trinity": "A"}, {"kings": "A"}]},
        (325, 0, 325, 0),
    ),
    (
        "W25",
        "slovenian ABCD",
        {"contract": "misere", "points": {"A": 28, "B": 22, "C": 20, "D": 0}},
        (-28, -22, -20, 70),
    ),
    (
        "W25 over",
        "slovenian ABCD",
        {"contract": "misere", "points": {"A": 40, "B": 18, "C": 12, "D": 0}, "tricks": {"D": 0}},
        (-70, 0, 0, 70),
    ),
    (
        "W25 plain",
        "slovenian ABCD",
        {"contract": "misere", "points": {"A": 24, "B": 20, "C": 15, "D": 11}},
        (-24, -20, -15, -11),
    ),
]


def evening_of(table: str, hand: Told) -> str:
    """The file of an evening of one hand, which A deals."""
    game, players = table.split()
    pools = {"pools": [{"amount": 40 if len(players) == 3 else 60}]} if game == "french" else {}
    told = {"format": "tarok-session/1", "ruleset": game, "players": [*players], **pools}
    return json.dumps({**told, "hands": [{"dealer": "A", **hand}]})


@pytest.mark.parametrize(
    ("table", "hand", "right"), [each[1:] for each in EXAMPLES], ids=[e[0] for e in EXAMPLES]
)
def test_a_worked_example_comes_out_of_an_evening(
    run: Run, table: str, hand: Told, right: tuple[int, ...]
) -> None:
    ran = run("score", "-", "--json", stdin=evening_of(table, hand))
    assert ran.status == 0, ran.err
    assert tuple(ran.json["totals"].values()) == right
