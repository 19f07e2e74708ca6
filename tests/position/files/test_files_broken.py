"""Broken position files: every fault at its line and column, with what was expected."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from analyzer.cards.card import DECK
from analyzer.errors import InvalidFile
from analyzer.position.reading import loads

HEAD = "format: tarok-position/1\n"
GOOD = HEAD + "hands: {A: dR T7, B: hR d9, C: c7 c2}\nlead: B\n"

CASES = Path(__file__).with_name("broken_positions.txt").read_text(encoding="utf-8")


def cases() -> Iterator[tuple[str, str, list[str]]]:
    """What each case shows, its file, and the faults to come: line:column and message."""
    for case in re.split(r"^== ", CASES, flags=re.MULTILINE)[1:]:
        sentence, _, rest = case.partition("\n")
        text, _, faults = rest.partition("--\n")
        yield sentence, text, faults.strip("\n").split("\n")


def faults_of(text: str) -> list[str]:
    with pytest.raises(InvalidFile) as caught:
        loads(text, "f.yaml")
    return [str(fault).removeprefix("f.yaml:") for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("text", "faults"), [each[1:] for each in cases()], ids=[each[0] for each in cases()]
)
def test_a_broken_position_tells_every_fault_at_its_place(text: str, faults: list[str]) -> None:
    assert faults_of(text) == faults


def test_a_file_with_ten_faults_tells_all_ten_in_file_order() -> None:
    text = (
        "format: tarok-position/1\n"
        "titel: ten faults\n"  # 1 an unknown key
        "players: [A, B, C]\n"
        "hands:\n"
        "  A: dR hX\n"  # 2 no such card
        "  B: dR h kn T7\n"  # 3 two hands, 4 reads two ways, 5 too many cards
        "  C: c7 c2\n"
        "lead: D\n"  # 6 no such player
        "pots: {king: -1, pagat: six}\n"  # 7 and 8
        "dealer: Q\n"  # 9 no such player
        "lines:\n"
        "  - play: 7x\n"  # 10 no such card
    )
    assert [fault.split(": ")[0] for fault in faults_of(text)] == [
        "2:1", "5:9", "6:6", "6:6", "6:9", "8:7", "9:14", "9:25", "10:9", "12:11",
    ]  # fmt: skip


def test_every_key_that_is_missing_is_told_though_all_have_one_place() -> None:
    assert faults_of("title: nothing else\n") == [
        "1:1: `format` is missing; expected `format: ...`",
        "1:1: `hands` is missing; expected `hands: ...`",
        "1:1: `lead` is missing; expected the player who leads this trick",
    ]


def test_a_name_nobody_has_is_told_though_too_many_play() -> None:
    text = GOOD.replace("lead: B", "lead: Q\nplayers: [A, B, C, D]")
    assert [fault.partition("; ")[0] for fault in faults_of(text) if "Q" in fault] == [
        f"{text[: text.index('lead:')].count(chr(10)) + 1}:7: no player is called Q"
    ]


def test_faults_of_the_rule_set_are_told_after_those_of_the_file(tmp_path) -> None:
    (tmp_path / "own.yaml").write_text("nonsense: true\n", encoding="utf-8")
    with pytest.raises(InvalidFile) as caught:
        loads(GOOD.replace("T7", "T77") + "ruleset: own.yaml\n", str(tmp_path / "f.yaml"))
    files = [fault.where.file for fault in caught.value.faults if fault.where]
    assert files[:2] == [str(tmp_path / "f.yaml")] * 2
    assert set(files[2:]) == {str(tmp_path / "own.yaml")}


def test_the_good_file_these_are_made_from_is_read() -> None:
    assert loads(GOOD).lead == 1


def test_nobody_holds_more_than_25_cards() -> None:
    hands = {name: " ".join(map(str, DECK[26 * seat :][:26])) for seat, name in enumerate("ABC")}
    text = HEAD + "hands:\n" + "".join(f"  {name}: {hand}\n" for name, hand in hands.items()) + "lead: A\n"
    assert faults_of(text) == ["3:6: hands of 26 cards; a hand has at most 25"]


def test_a_trick_on_the_table_obeys_the_rules_in_every_world() -> None:
    text = HEAD + "hands: {A: d9 d8, B: d7, C: c7}\nlead: B\ntrick: h1 s4\n"
    assert loads(text).tricks_left == 2
    assert faults_of(text + "worlds: [{hands: {C: h8}}]\n") == [
        (
            "4:11: in item 1 of `worlds`, C played s4: "
            "s4 does not follow h, which the player holds; legal: h8 (play.follow)"
        ),
    ]
