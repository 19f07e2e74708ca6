"""A line of Slovenian Tarok without the tricks before: what the play itself decides is written.

A bonus that both sides announced is told of both.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import Run

LINE = """\
format: tarok-position/2
ruleset: slovenian
variant: {pagat-beaten-unannounced: loss, mond-to-partner: lost, misere-bonuses: own, \
missed-announcement: doubled-loss}
players: [A, B, C, D]
"""
REGULAR = "contract: two\ndeclarer: A\ncalled: hR\n"
KING = (
    "hands: {A: T20 s7, B: T2 s8, C: hR s9, D: T6 s10}\nlead: A\nlines: [{play: s7 s8 s9 s10 T6 T20 T2 hR}]"
)
PAGAT = (
    "hands: {A: h1 T1, B: s8 T21, C: s9 fool, D: hV T20}\nlead: D\n"
    "lines: [{play: hV h1 T21 fool s9 T20 T1 s8}]"
)


@pytest.mark.parametrize(
    ("told", "sheet", "bonuses"),
    [
        (REGULAR + KING, (10, 0, 10, 0), {"king-ultimo": ("A", 10)}),
        (REGULAR + "radli: {A: 1}\n" + KING, (20, 0, 20, 0), {"king-ultimo": ("A", 10)}),
        (REGULAR + "announced: {A: king-ultimo}\n" + KING, (20, 0, 20, 0), {"king-ultimo": ("A", 20)}),
        (
            REGULAR + "announced: {A: [kings, trinity, valat]}\n" + KING,
            (10, 0, 10, 0),
            {"king-ultimo": ("A", 10)},
        ),
        (
            REGULAR + "announced: {A: king-ultimo}\n" + "partner: C\n" + PAGAT,
            (-45, -20, -20, 0),
            {"king-ultimo": ("A", -20), "pagat": ("A", -25), "mond-lost": ("B", -20)},
        ),
        ("contract: misere\n" + PAGAT, (-25, -20, 0, 0), {"pagat": ("A", -25), "mond-lost": ("B", -20)}),
        ("contract: beggar\ndeclarer: A\n" + PAGAT, (0, 0, 0, 0), {}),
    ],
)
def test_bonuses_that_the_last_tricks_decide_are_written_without_the_points(
    run: Run, tmp_path: Path, told: str, sheet: tuple[int, ...], bonuses: dict[str, tuple[str, int]]
) -> None:
    file = tmp_path / "line.yaml"
    file.write_text(LINE + told, encoding="utf-8")
    (line,) = json.loads(run("replay", str(file), "--json").out)["lines"]
    assert tuple(line["sheet"].values()) == sheet
    assert {name: (each["by"], each["value"]) for name, each in line["outcome"]["bonuses"].items()} == bonuses
    assert line["outcome"]["contract"] is None


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("ruleset: basic\n", {"last_trick"}),
        ("ruleset: grosstarock\n", {"last_trick", "nil"}),
        ("ruleset: lhombre\ncontract: solo\ndeclarer: A\n", {"last_trick", "contract", "margin", "partner"}),
        (
            "ruleset: french\ncontract: take\ndeclarer: A\n",
            {"last_trick", "contract", "margin", "target", "partner", "slam"},
        ),
    ],
)
def test_what_a_hand_came_to_is_told_with_the_words_that_its_game_has(
    run: Run, tmp_path: Path, told: str, words: set[str]
) -> None:
    file = tmp_path / "line.yaml"
    ending = "players: [A, B, C]\nhands: {A: T3, B: h2, C: h3}\nlead: A\nlines: [{play: T3 h2 h3}]\n"
    file.write_text(f"format: tarok-position/2\n{told}{ending}", encoding="utf-8")
    (line,) = json.loads(run("replay", str(file), "--json").out)["lines"]
    assert {*line["outcome"]} == words


KINGS = """\
format: tarok-position/2
ruleset: slovenian
variant: {missed-announcement: doubled-loss}
players: [A, B, C, D]
contract: two
declarer: A
called: hR
lead: A
hands: {A: T5, B: T7, C: hR, D: T9}
announced: {A: [kings], B: [kings]}
taken:
  A: {tricks: 6, points: 30}
  B: {tricks: 5, points: 34 2/3}
  C: {tricks: 0, points: 0}
  D: {tricks: 0, points: 0}
lines:
  - name: both miss them
    play: T5 T7 hR T9
    expect: {bonuses: {kings: {by: B, value: 20}, king-ultimo: {by: B}}}
"""


def test_kings_announced_by_both_sides_are_a_bonus_of_each(run: Run) -> None:
    ran = run("replay", "-", "--json", stdin=KINGS)
    assert ran.status == 0, ran.err
    (line,) = ran.json["lines"]
    kings = line["outcome"]["bonuses"]["kings"]
    assert kings == {"by": "A", "value": -20, "beside": [{"by": "B", "value": 20}]}
    assert line["expected"]["met"] is True
    told = " ".join(run("replay", "-", stdin=KINGS).out.split())
    assert "kings -20 (A); kings +20 (B)" in told
