"""A hand on paper is a page a line of play: who laid what, what all pay, and what each card gave away."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import Run
from places import POSITIONS
from pypdf import PdfReader

PROP2 = str(POSITIONS / "prop2.yaml")


def pages(file: Path) -> list[str]:
    return [page.extract_text() for page in PdfReader(file).pages]


def test_each_line_is_played_and_audited_on_a_page_of_its_own(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "hand.pdf"
    assert run("replay", PROP2, "--audit", "-o", str(file)).status == 0
    nine, king = pages(file)
    played = ("24 B ♦9 · C ♥3 · A T7 A", "tokens +40 −140 +40", "24.1 B ♦9 −35 → −140")
    for told in ("B leads the nine", *played):
        assert told in nine
    assert "Judgement" in nine
    assert "B pays 5 to C, 5 to A and 5 to the king pot [king lost early]" in king
    assert "tokens +45 −35 −15" in king


def test_a_hand_that_is_not_audited_has_no_word_of_what_cards_are_worth(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "hand.pdf"
    assert run("replay", PROP2, "-o", str(file)).status == 0
    assert [("tokens" in page, "Every card" in page) for page in pages(file)] == [(True, False)] * 2


def test_the_audit_of_a_long_hand_stands_on_the_page_behind_it(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "hand.pdf"
    assert run("replay", str(POSITIONS / "whole-hand.yaml"), "--audit", "-o", str(file)).status == 0
    play, found, audit = "\n".join(pages(file)).partition("Every card")
    assert found
    assert "25 Bent ♦R · Clara ♥C · Anna ♠R Bent" in play
    assert "king pot 80 → 90" in play
    assert "!x 22.1 Clara ♣7 −55 → −60 gives Bent an Ultimo that can no longer be prevented" in audit


@pytest.mark.parametrize("ending", [".html", ".md"])
def test_a_game_of_card_points_is_printed_in_danish_too(run: Run, tmp_path: Path, ending: str) -> None:
    file, hand = tmp_path / f"hand{ending}", POSITIONS / "endings/slovenian-king-ultimo.yaml"
    assert run("replay", str(hand), "--audit", "-o", str(file), "--lang", "da").status == 0
    told = file.read_text(encoding="utf-8")
    for word in ("vundet af", "regnskab", "Kort for kort", "T21", "7 1/3 → 0", "D: partiet er sikret"):
        assert word in told
