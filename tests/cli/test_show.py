"""`show`: a position as a diagram, as one line and as a file, all read back; and for the printer."""

from __future__ import annotations

import html
import re
from collections import Counter
from pathlib import Path
from typing import get_args, get_type_hints
from xml.etree import ElementTree as ET

import pytest
from commands import Run, process
from PIL import Image
from places import POSITIONS
from schemas import faults

import analyzer
from analyzer import Position
from analyzer.api.files.show import ShownAs
from analyzer.cli.options import ShowForm

LINE = "danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads / king=60 pagat=60"


def test_a_position_is_shown_as_the_table_that_every_answer_ends_with(run: Run, prop1: str) -> None:
    shown = run("show", prop1)
    assert shown.status == 0
    assert run("solve", prop1).out.endswith(shown.out)


def test_one_line_of_text_is_read_by_every_command(run: Run, prop1: str) -> None:
    shown = run("show", prop1, "--text")
    assert shown.out == f"{LINE}\n"
    for link in (shown.out, shown.out.replace(" ", "_")):
        assert run("forced", "-", "--for", "A", "--by", "B", stdin=link).status == 0
        assert run("forced", "-", "--for", "A", "--by", "A", stdin=link).status == 1


def test_a_position_goes_from_a_line_into_a_file_and_back(run: Run, prop1: str) -> None:
    file = run("show", "-", "--yaml", stdin=LINE).out
    assert file.startswith("format: tarok-position/")
    assert run("show", "-", "--text", stdin=file).out == f"{LINE}\n"


def test_the_rules_that_are_asked_for_stand_in_the_line(run: Run, prop1: str) -> None:
    shown = run("show", prop1, "--text", "--variant", "fool-in-skat=never")
    assert shown.out.startswith("danish+fool-in-skat=never / A: dR T7 / ")


def test_both_forms_are_in_the_json(run: Run, prop1: str) -> None:
    found = run("show", prop1, "--json").json
    assert (found["schema"], found["text"]) == ("tarok-analyze/show/1", LINE)
    assert found["yaml"] == run("show", prop1, "--yaml").out


def test_a_line_is_not_a_file(run: Run, prop1: str) -> None:
    ran = run("show", prop1, "--text", "--yaml")
    assert ran.status == 2
    assert "--text, --yaml exclude each other" in ran.err


SHIPPED = [
    "prop1",
    "whole-hand",
    "fool-naming-last",
    "endings/slovenian-beggar-caught",
    "endings/french-overtrump",
]


def cards_of(position: Position) -> list[str]:
    """Every card that somebody holds or that lies in the trick, as it is printed."""
    held = [card for hand in position.hands for card in hand]
    return [card.face for card in (*held, *(each.card for each in position.trick)) if card.suit is not None]


@pytest.mark.parametrize("form", ["html", "markdown"])
@pytest.mark.parametrize("name", SHIPPED)
def test_a_printed_position_has_every_player_and_every_card(run: Run, name: str, form: str) -> None:
    path = str(POSITIONS / f"{name}.yaml")
    position, shown = analyzer.load(path), run("show", path, "--as", form).out
    text = html.unescape(re.sub(r"<(style|title)>.*?</\1>|<[^>]*>", " ", shown, flags=re.DOTALL))
    for player in position.players:
        assert player in text
    faces = re.findall(r"\b(?:[RDCV]|\d+)\b", re.sub(r"T(?=\d)", " ", text))
    assert not Counter(cards_of(position)) - Counter(faces)
    assert len(cards_of(position)) <= len(faces)


def test_a_drawing_for_print_is_a_column_wide_and_brings_its_letters(run: Run) -> None:
    for name in SHIPPED:
        shown = run("show", str(POSITIONS / f"{name}.yaml"), "--as", "svg").out
        drawing = ET.fromstring(shown)
        assert drawing.get("width", "").startswith("283.46")  # points: 100 mm
        assert not re.search(r'(?:href|src)="(?!#)', shown)
        assert shown.count("<use") > len(cards_of(analyzer.load(str(POSITIONS / f"{name}.yaml"))))


def test_a_picture_is_written_by_the_ending_of_its_name(run: Run, prop1: str, tmp_path: Path) -> None:
    written = tmp_path / "problem.png"
    assert run("show", prop1, "--solution", "-o", str(written)).status == 0
    with Image.open(written) as picture:
        assert abs(picture.width - 100 / 25.4 * 288) < 2
        assert picture.height > picture.width / 2
        assert picture.convert("RGB").getpixel((0, 0)) == (255, 255, 255)
        assert picture.convert("L").getextrema() == (0, 255)
    for name, starts in (("a.svg", "<svg"), ("a.html", "<!doctype"), ("a.md", "## Who")):
        path = tmp_path / name
        assert run("show", prop1, "-o", str(path)).status == 0
        assert path.read_text(encoding="utf-8").startswith(starts)
    ran = run("show", prop1, "-o", str(tmp_path / "a.doc"))
    assert ran.status == 2
    assert "a file ends in .txt" in ran.err


@pytest.mark.parametrize(
    "hands", ["Anna: hR / Bent: hD / Clara: s2", "Anna: hR T7 / Bent: hD d9 / Clara: s2 c4"]
)
def test_no_name_or_card_of_a_picture_touches_its_edge(run: Run, tmp_path: Path, hands: str) -> None:
    out = tmp_path / "table.png"
    assert run("show", f"danish / {hands} / Bent leads / king=60 pagat=60", "-o", str(out)).status == 0
    with Image.open(out) as picture:
        grey = picture.convert("L")
        for edge in ((0, 0, 20, grey.height), (grey.width - 20, 0, grey.width, grey.height)):
            assert grey.crop(edge).getextrema()[0] > 200


def test_a_solution_begins_with_yes_or_no_and_ends_with_a_line_about_what_is_asked(
    run: Run, tmp_path: Path
) -> None:
    told = {
        "pagat-ultimo": ("Yes: A can force the Pagat Ultimo.", "A T1 · B ♥3 · C ♣4: Pagat Ultimo for A."),
        "prop1": ("No: A cannot force the king Ultimo.", "A T7 · B ♥R · C ♣2: last trick to A; Bagud for B."),
    }
    for name, sentences in told.items():
        out = tmp_path / f"{name}.md"
        asked = "show", str(POSITIONS / f"{name}.yaml"), "--solution", "below", "-o", str(out)
        assert run(*asked).status == 0
        text = out.read_text(encoding="utf-8")
        assert all(sentence in text for sentence in sentences)
        assert "Each for themselves" not in text


def test_a_picture_goes_to_standard_output_as_it_is(prop1: str) -> None:
    ran = process("show", prop1, "--as", "png")
    assert (ran.returncode, ran.stdout[:8]) == (0, b"\x89PNG\r\n\x1a\n")


@pytest.mark.parametrize("form", ["html", "markdown"])
def test_a_solution_is_printed_beneath_its_problem(run: Run, prop1: str, form: str) -> None:
    alone, solved = (run("show", prop1, "--as", form, *more).out for more in ([], ["--solution"]))
    text = " ".join(html.unescape(re.sub(r"<[^>]*>", " ", solved)).split())
    assert "Solution" in text
    assert "Solution" not in alone
    assert "is up to B, who alone can give it and alone can prevent it." in text
    assert "goes Bagud for certain; prevents A's Ultimo." in text


def test_the_diagram_with_its_solution_is_the_diagram_and_then_the_solution(run: Run, prop1: str) -> None:
    alone, solved = run("show", prop1).out, run("show", prop1, "--solution").out
    assert solved.startswith(alone)
    assert "Best for B: ♥R, but ♥R is improper." in solved
    found = run("show", prop1, "--solution", "--json").json
    assert found["solution"]["schema"] == "tarok-analyze/solve/1"
    assert faults("show", found) == []


def test_in_games_of_card_points_a_solution_names_the_card_that_decides(run: Run) -> None:
    path = str(POSITIONS / "endings/slovenian-beggar-caught.yaml")
    text = run("show", path, "--solution", "--as", "markdown").out
    assert "♣V: A's contract: by B+C" in text
    assert run("show", path, "--solution", "--max-nodes", "0").status == 4


def test_a_printed_position_is_danish_where_that_is_asked_for(run: Run, prop1: str) -> None:
    text = run("show", prop1, "--as", "markdown", "--solution", "--lang", "da").out
    assert "**Løsning**" in text
    assert "B spiller ud" in text


def test_a_solution_has_no_place_in_a_form_that_is_read_back(run: Run, prop1: str) -> None:
    assert run("show", prop1, "--yaml", "--solution").status == 2


def test_what_stands_in_a_name_is_no_mark_of_the_form_it_is_printed_in(run: Run) -> None:
    line = 'danish / "A_1&<b>$": dR / B: hR / C: c7 / B leads / king=60 pagat=60'
    assert r"A\_1&\<b\>$" in run("show", "-", "--as", "markdown", stdin=line).out


@pytest.mark.parametrize("lang", ["en", "da"])
def test_a_fault_of_a_line_has_its_column(run: Run, lang: str) -> None:
    ran = run("show", "-", "--lang", lang, stdin=LINE.replace("T7", "T99"))
    assert ran.status == 3
    assert "<stdin>:1:16: T99" in ran.err


def test_every_form_in_which_a_position_is_shown_can_be_asked_for_by_its_name() -> None:
    offered = {name for asked in get_args(get_type_hints(ShowForm)["told_as"]) for name in get_args(asked)}
    assert offered == {form.value for form in ShownAs} - {"diagram"} | {"document"}
