"""What is printed: tables with what is asked, booklets, solutions apart, in text that can be searched."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from time import process_time

import pytest
from commands import Run
from places import POSITIONS
from pypdf import PdfReader

import analyzer
from analyzer.api.files.show import about
from analyzer.errors import UsageError, install_command
from analyzer.report.paper.document import (
    PaperDocument,
    SolutionPlace,
    booklet,
    printed,
    problem,
    sentence,
)
from analyzer.report.paper.markup import pressed
from analyzer.report.style.textstyle import TextStyle
from analyzer.words.verdicts import stipulation

ENDINGS = sorted((POSITIONS / "endings").glob("*.yaml"))
WHO_CAN = "is up to B, who alone can give it"


def pages(file: Path) -> list[str]:
    """The text of each page of a PDF, as one copies it."""
    return [page.extract_text() for page in PdfReader(file).pages]


def test_a_printed_table_has_every_seat_every_card_and_what_is_asked(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.pdf"
    for name in ("prop1", "whole-hand", "endings/slovenian-beggar-caught", "fool-naming-last"):
        position = analyzer.load(str(POSITIONS / f"{name}.yaml"))
        assert run("show", str(POSITIONS / f"{name}.yaml"), "-o", str(file)).status == 0
        told = "\n".join(pages(file))
        for player in position.players:
            assert f"{player}" in told
        faces = told.replace("\n", " ").split()
        for card in (card for hand in position.hands for card in hand if card.suit is not None):
            assert card.face in faces, card
        assert TextStyle().render(stipulation(position, about(position))) in told.replace("\n", " ")
        assert WHO_CAN not in told


def test_the_suits_of_a_hand_stand_apart(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.pdf"
    assert run("show", str(POSITIONS / "whole-hand.yaml"), "-o", str(file)).status == 0
    lines = pages(file)[0].splitlines()
    assert [line[0] for line in lines if line[:2] in ("♥ ", "♦ ", "♠ ", "♣ ", "T ")] == [*"♥♦♣T♥♦♠♣T♥♦♠♣T"]


@pytest.mark.parametrize(
    ("lang", "asked"),
    [
        ("en", "B leads. Can A force the king Ultimo?"),
        ("da", "B spiller ud. Kan A gennemtvinge kongeultimo?"),
    ],
)
def test_what_is_asked_is_made_of_the_cards_in_the_readers_language(
    run: Run, prop1: str, tmp_path: Path, lang: str, asked: str
) -> None:
    file = tmp_path / "a.pdf"
    assert run("show", prop1, "-o", str(file), "--lang", lang).status == 0
    assert asked in pages(file)[0]
    assert run("show", prop1, "-o", str(file), "--stipulation", "Red to win", "--title", "Æble").status == 0
    told = pages(file)[0]
    assert "Red to win" in told
    assert "Æble" in told
    assert asked not in told


@pytest.mark.parametrize("where", [place.value for place in SolutionPlace])
def test_a_solution_stands_where_it_is_wanted(run: Run, prop1: str, tmp_path: Path, where: str) -> None:
    file = tmp_path / "a.pdf"
    assert run("show", prop1, "-o", str(file), "--solution", where).status == 0
    told = pages(file)
    assert len(told) == (2 if where == "apart" else 1)
    assert (WHO_CAN in told[-1]) is (where != "none")
    assert (WHO_CAN in told[0]) is (where in ("below", "upside-down"))


def test_an_upside_down_solution_is_turned() -> None:
    position = analyzer.load(str(POSITIONS / "prop1.yaml"))
    page = printed(position, TextStyle(), ["It is hR."])
    turned = problem(page, "?", SolutionPlace.UPSIDE_DOWN)
    way_up = {**turned, "turned": False}
    made = [pressed(PaperDocument("t", "en", (each,)), "pdf") for each in (turned, way_up)]
    upside = [PdfReader(io.BytesIO(each)).pages[0].extract_text(orientations=(180,)) for each in made]
    assert "It is hR." in upside[0]
    assert "It is hR." not in upside[1]


def test_what_stands_in_a_name_is_no_mark_of_the_template(run: Run, tmp_path: Path) -> None:
    line = 'danish / "#A_1*<b>$@x": dR / B: hR / C: c7 / B leads / king=60 pagat=60'
    assert run("show", "-", "-o", str(tmp_path / "a.pdf"), stdin=line).status == 0
    assert "#A_1*<b>$@x" in pages(tmp_path / "a.pdf")[0]


def test_several_positions_are_a_numbered_booklet_with_their_solutions_at_the_end(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "booklet.pdf"
    files = [str(POSITIONS / f"prop{number}.yaml") for number in (1, 2)]
    ran = run("show", *files, "-o", str(file), "--title", "Two problems", "--solution", "apart")
    assert (ran.status, ran.out) == (0, f"{file}: 2 positions\n")
    told = pages(file)
    assert "Two problems" in told[0]
    assert "1. Proprieties, position 1" in told[0]
    assert "2. Proprieties, position 2" in "".join(told[:-1])
    assert WHO_CAN not in "".join(told[:-1])
    assert WHO_CAN in told[-1]
    assert run("show", *files, "-o", str(tmp_path / "a.yaml")).status == 2


def test_a_booklet_of_twenty_problems_is_set_soon() -> None:
    style = TextStyle()
    positions = [analyzer.load(str(path)) for path in ENDINGS[:20]]
    begun = process_time()
    asked = [
        (printed(each, style, ["So."]), style.render(stipulation(each, about(each)))) for each in positions
    ]
    pressed(PaperDocument("Endings", "en", tuple(booklet(asked, SolutionPlace.APART, "Endings"))), "pdf")
    assert len(positions) == 20
    assert process_time() - begun < 20  # about a second on most machines; a slow one is given more


def test_the_fonts_of_a_page_are_in_it(run: Run, prop1: str, tmp_path: Path) -> None:
    file = tmp_path / "a.pdf"
    assert run("show", prop1, "-o", str(file)).status == 0
    fonts = PdfReader(file).pages[0]["/Resources"]["/Font"].values()
    for font in fonts:
        inner = font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
        assert {"/FontFile2", "/FontFile3"} & set(inner)


def test_where_typst_is_missing_one_sentence_says_what_to_install(
    run: Run, prop1: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    ran = run("show", prop1, "-o", str(tmp_path / "a.pdf"))
    assert ran.status == 2
    assert f"printing needs the extra `print`; install it: {install_command('print')}" in ran.err
    assert not (tmp_path / "a.pdf").exists()


def test_a_picture_of_several_pages_is_refused() -> None:
    with pytest.raises(UsageError, match="a picture holds one page"):
        pressed(
            PaperDocument("t", "en", (sentence("a"), {"kind": "break"}, sentence("b"))),
            "png",
        )


def test_the_sheet_of_an_evening_is_printed_with_a_row_a_hand_and_the_totals(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "sheet.pdf"
    evening = POSITIONS / "sessions" / "basic.yaml"
    ran = run("score", str(evening), "-o", str(file))
    assert ran.out == f"{run('score', str(evening), '--brief').out}{file}\n"
    told = pages(file)[0]
    for number, hand in enumerate(analyzer.score(evening).hands, 1):
        amounts = " ".join(f"{amount:+d}".replace("-", "−") if amount else "0" for amount in hand.amounts)
        dealer = analyzer.score(evening).evening.players[hand.dealer]
        assert f"\n{number} {dealer} {amounts}" in told
    assert "In all +9 −2 −7" in told
    assert "what came of it" in told
    assert "[" not in told.partition("what came of it")[2], "no clause where none was asked for"
    assert run("score", str(evening), "-o", str(file), "--details").status == 0
    assert "[" in "".join(pages(file)).partition("what came of it")[2]
    assert run("score", str(evening), "-o", str(file), "--lang", "da").status == 0
    assert "I alt +9" in pages(file)[0]


def test_a_verdict_is_printed_with_its_law_and_its_fine(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "verdict.pdf"
    dispute = POSITIONS / "disputes" / "demand-too-early.yaml"
    assert run("check", str(dispute), "-o", str(file)).status == 1
    told = pages(file)[0]
    assert told.startswith("Ruling")
    assert "\nILLEGAL: the Fool may be demanded with 3 tricks to go, not with" in told
    assert told.count("Arbiter") == 2, "who it was, and where he signs"
    assert told.count("ILLEGAL") == 1
    assert "In the third-to-last trick any of the other players may demand the Fool" in told
    assert "fool.demand" not in told
    assert "Jens Brix Christiansen" in told
    assert "20 into each pot" in told


def test_composed_problems_are_a_booklet(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "three.pdf"
    ran = run("compose", "one-card-wins", "--count", "3", "-o", str(file))
    assert (ran.status, str(file) in ran.out) == (0, True)
    told = pages(file)
    assert "3. One card wins" in "".join(told[:-1])
    assert "".join(told[:-1]).count("Which card alone") == 3
    assert told[-1].count("Solution") == 3
    solutions = told[-1]
    assert solutions.count("Which card alone keeps") == 3, "what is asked stands small above each solution"
    assert solutions.count("as it should be:") == solutions.count("which fails:") == 3
    assert "Danish Tarok, today's rules" in told[0]
    assert "danish" not in told[0]


def test_a_printed_sheet_says_what_no_source_settles_before_it_is_signed(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "sheet.md"
    assert run("score", str(POSITIONS / "sessions" / "slovenian.yaml"), "-o", str(out)).status == 0
    text = out.read_text(encoding="utf-8")
    assert 0 < text.index("No source settles") < text.rindex("…………")


HALF_KNOWN = "Anna: hR T7 / Bent: c2 T3 / Clara: h7 T12|d7 / Bent leads"


def test_a_card_that_is_not_known_is_printed_as_one(run: Run) -> None:
    shown = run("show", HALF_KNOWN, "--as", "markdown").out
    assert "♥ 7  ♦7\\|T12" in shown


def test_no_single_solution_is_printed_of_several_deals(run: Run) -> None:
    ran = run("show", HALF_KNOWN, "--as", "markdown", "--solution")
    assert (ran.status, "answer over all of them" in ran.err.replace("\n", " ")) == (2, True)
