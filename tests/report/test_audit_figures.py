"""An audit as a figure: what every player was sure of before each card, and where what was lost, in words."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from commands import Run, written
from places import POSITIONS

PROP2 = str(POSITIONS / "prop2.yaml")
SLOVENIAN = str(POSITIONS / "endings/slovenian-king-ultimo.yaml")


def test_a_figure_of_an_audit_names_the_line_the_players_the_axes_and_each_mistake(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "audit.svg"
    assert run("replay", PROP2, "--audit", "-o", str(file)).status == 0
    told = file.read_text(encoding="utf-8")
    for word in (
        *("position 2: B leads the nine", "position 2: B leads the king", ">trick<", ">A<", ">B<", ">C<"),
        *("tokens sure of before each card", "24.1: −105", "24.1 B ♦9: −35 → −140", "Bagud for B"),
    ):
        assert word in told, word
    assert told.count("24.1") == 2  # nothing is wrong in the other line


def test_a_game_of_card_points_is_drawn_in_danish_with_the_goals_that_were_let_go(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "audit.svg"
    assert run("replay", SLOVENIAN, "--audit", "-o", str(file), "--lang", "da").status == 0
    told = file.read_text(encoding="utf-8")
    for word in (">stik<", "point, der er sikret før hvert kort", "10.4: −7 1/3", "giver slip", ">D<"):
        assert word in told, word


def test_a_figure_of_an_audit_is_a_picture_in_dots_too(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "audit.png"
    assert run("replay", PROP2, "--line", "B leads the nine", "--audit", "-o", str(file)).status == 0
    assert file.read_bytes().startswith(b"\x89PNG\r\n")


def test_a_figure_is_refused_where_no_card_was_to_be_valued(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "audit.svg"
    ran = run("replay", PROP2, "-o", str(file))
    assert (ran.status, ran.out, file.exists()) == (2, "", False)
    assert "a figure shows what the cards were worth; ask with --audit" in " ".join(ran.err.split())


def test_of_a_line_in_which_nothing_was_valued_there_is_no_figure_but_the_answer(
    run: Run, tmp_path: Path
) -> None:
    hand, _ = (POSITIONS / "whole-hand.yaml").read_text(encoding="utf-8").split("lines:\n")
    begun = written(tmp_path, f"{hand}lines:\n  - {{name: begun, play: s10 s3 T2}}\n", "begun.yaml")
    file = tmp_path / "audit.svg"
    ran = run("replay", begun, "--audit", "-o", str(file))
    assert (ran.status, file.exists()) == (74, False)
    assert "so there is nothing to draw" in " ".join(ran.err.split())
    assert "begun: Anna -30" in ran.out


def test_a_figure_of_an_audit_without_matplotlib_says_which_extra_draws(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    ran = run("replay", PROP2, "--audit", "-o", str(tmp_path / "audit.svg"))
    assert (ran.status, "-m pip install 'matplotlib>=3.9'" in ran.err) == (2, True)
