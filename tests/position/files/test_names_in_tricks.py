"""Tricks in which the players are named, as they are told at the table and as a replay prints them."""

from __future__ import annotations

import pytest

from analyzer.errors import InvalidFile
from analyzer.position.reading import loads

HANDS = "players: [Anna, Bent, Clara]\nhands: {Anna: dR T7, Bent: d9, Clara: c7}\n"


@pytest.mark.parametrize(
    "trick",
    [
        "Bent hR, Clara h3",
        "'Bent: hR Clara: h3'",
        "'Bent: ♥R   clara ♥3'",
        "[Bent hR, Clara h3]",
        "Bent hjerter konge, Clara hjerter 3",
    ],
)
def test_who_laid_which_card_tells_who_led(trick: str) -> None:
    told = loads(f"format: tarok-position/1\n{HANDS}trick: {trick}\n")
    assert told == loads(f"format: tarok-position/1\n{HANDS}trick: hR h3\nlead: Bent\n")


def test_a_player_called_by_a_letter_stands_before_a_colon() -> None:
    hands = "format: tarok-position/1\nhands: {A: dR T7, B: d9, C: c7}\n"
    assert loads(f"{hands}trick: 'B: hR C: c4'\n") == loads(f"{hands}trick: hR c4\nlead: B\n")


def test_one_line_of_text_names_who_laid_the_cards_too() -> None:
    line = "danish / Anna: dR T7 / Bent: d9 / Clara: c7 / Bent leads "
    assert loads(f"{line}hR, Clara h3") == loads(f"{line}hR h3")


def test_recorded_tricks_name_who_laid_the_cards_known_or_not() -> None:
    head = "format: tarok-position/1\nplayers: [Anna, Bent, Clara]\ntricks:\n"
    named = loads(f"{head}  - Bent hR, Clara h3, Anna T7\n  - 'Anna: dR Bent: d9 Clara: c7'\n")
    plain = loads(f"{head}  - {{lead: Bent, cards: hR h3 T7}}\n  - dR d9 c7\n")
    assert (named.hands, named.lead, named.lines[0].moves) == (plain.hands, plain.lead, plain.lines[0].moves)
    half = loads(f"{head}  - Bent hR, Clara ?, Anna T7\n  - 'Anna: dR Bent: d9 Clara: c7'\n")
    assert half.half_known is not None


def test_who_is_named_out_of_turn_is_a_fault_where_the_name_stands() -> None:
    with pytest.raises(InvalidFile) as refused:
        loads(f"format: tarok-position/1\n{HANDS}trick: Bent hR, Anna h3\n")
    (fault,) = refused.value.faults
    assert str(fault.message) == "Anna plays out of turn"
    assert str(fault.expected) == "expected Clara"


def test_a_card_that_is_played_and_still_in_the_hand_is_one_fault() -> None:
    with pytest.raises(InvalidFile) as refused:
        loads("Anna: dR T7 / Bent: hR d9 / Clara: c7 c4 / Bent leads hR")
    (fault,) = refused.value.faults
    assert str(fault.message) == "hR is in Bent's hand and in the trick"
