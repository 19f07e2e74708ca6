"""A ruling on paper is a form to sign for each line: verdict, breaches, what to pay; the hand behind it."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import Run, written
from places import POSITIONS
from pypdf import PdfReader

HAND = """format: tarok-position/1
players: [Anna, Bent, Carl]
hands: {Anna: dR T7 h3, Bent: hR d9 c9, Carl: c7 c2 s3}
lead: Bent
lines:
  - {name: played, play: hR c2 T7 dR d9 c7 h3 c9 s3}
  - {name: rightly, play: hR c2 h3 d9 s3 dR T7 c9 c7}
"""


@pytest.fixture
def hand(tmp_path: Path) -> str:
    return written(tmp_path, HAND, "hand.yaml")


def whole_hand_with_breaches() -> str:
    """The shipped whole hand with a wrong declaration, two revokes and a lead out of turn."""
    told = (POSITIONS / "whole-hand.yaml").read_text(encoding="utf-8").partition("    expect:")[0]
    for was, wrong in (
        ("- s4 T11 T7\n", "- s4 dR T7\n"),
        ("- dR hC sR", "- T11 hC sR"),
        ("Bent: full clubs", "Bent: 10 trumps"),
    ):
        assert was in told
        told = told.replace(was, wrong)
    return told


def test_each_line_is_ruled_on_on_a_page_to_sign_with_the_hand_behind_it(
    run: Run, hand: str, tmp_path: Path
) -> None:
    file = tmp_path / "ruling.pdf"
    assert run("check", hand, "-o", str(file)).status == 1
    broken, hand_of_it, sound, _ = (page.extract_text() for page in PdfReader(file).pages)
    for told in (
        "Ruling: played",
        "Players",
        "Anna, Bent and Carl",
        "Danish Tarok, today's rules",
        "Called for by",
        "Trick 23: Anna revokes, T7 for ♥3; no fine or 40",
        "following suit §1",
        "Remedy",
        "To pay",
        "as played +45 −35 −15",
        "due +45 −35 −15",
        "Anna −80, Bent 0, Carl 0",
        "The table at breach 1",
        "Arbiter",
    ):
        assert told in broken
    assert "The hand" in hand_of_it
    assert "won by" in hand_of_it
    assert "Nothing was against the rules" in sound


def test_a_whole_hand_with_five_breaches_has_a_row_for_each_and_the_table_at_one(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "ruling.pdf"
    ran = run("check", "-", "-o", str(file), stdin=whole_hand_with_breaches())
    assert ran.status == 1
    told = "\n".join(page.extract_text() for page in PdfReader(file).pages)
    assert [f"\n{number}. " in told for number in range(1, 7)] == [True] * 5 + [False]
    assert told.count("The table at breach") == 1
    assert told.count("\n25 ") == 1, "every trick of the hand stands behind the ruling"


def test_a_card_that_the_rules_forbid_lies_in_the_trick_at_the_moment_after_it(run: Run) -> None:
    ran = run("show", "-", "--at", "8.3", "--json", stdin=whole_hand_with_breaches())
    assert ran.status == 0
    assert "A leads" not in ran.json["text"]
    assert "s4 dR" in ran.json["text"]


@pytest.mark.parametrize("lang", ["en", "da"])
@pytest.mark.parametrize("ending", [".html", ".md"])
def test_a_ruling_is_a_page_for_the_screen_or_text_with_marks_too(
    run: Run, hand: str, tmp_path: Path, ending: str, lang: str
) -> None:
    file = tmp_path / f"ruling{ending}"
    assert run("check", hand, "-o", str(file), "--lang", lang).status == 1
    told = file.read_text(encoding="utf-8")
    assert told.startswith(
        "<!doctype html>"
        if ending == ".html"
        else {"en": "# Ruling: played", "da": "# Afgørelse: played"}[lang]
    )
    plain = told.replace(' class="number"', "")
    row = {".html": "<td>+45</td><td>−35</td><td>−15</td>", ".md": "| \\+45 | −35 | −15 |"}[ending]
    assert plain.count(row) == 2
    assert {"en": "as the players agree", "da": "som spillerne enes om"}[lang] in told


def test_an_ending_that_tells_no_form_is_refused_and_nothing_written(
    run: Run, hand: str, tmp_path: Path
) -> None:
    file = tmp_path / "ruling.docx"
    ran = run("check", hand, "-o", str(file))
    assert (ran.status, file.exists()) == (2, False)
    assert "a file ends in .pdf, .html, .md" in ran.err


def test_several_rulings_are_a_booklet_whose_first_page_lists_them(
    run: Run, hand: str, tmp_path: Path
) -> None:
    file, king = tmp_path / "rulings.pdf", str(POSITIONS / "disputes/discard-king.yaml")
    assert run("check", hand, king, "-o", str(file)).status == 1
    first, *rest = (page.extract_text() for page in PdfReader(file).pages)
    listed = first.replace("\n", " ")
    for told in (
        "Rulings",
        "1 Ruling: played Trick 23: Anna revokes",
        "2 Ruling: rightly Nothing",
        "3 Ruling: The lonely king",
    ):
        assert told in listed
    assert rest[0].startswith("Ruling: played")
    assert rest[-1].startswith("Ruling: The lonely king")


def test_z3_is_asked_nothing_of_a_recorded_hand(run: Run, hand: str, tmp_path: Path) -> None:
    ran = run("check", hand, "--smt2", str(tmp_path / "a.smt2"))
    assert (ran.status, ran.out) == (2, "")
    assert "no question for Z3 to write" in ran.err


def test_a_replay_with_a_breach_names_the_ruling_and_the_ruling_names_the_replay(run: Run, hand: str) -> None:
    replayed, ruled = run("replay", hand).out, run("check", hand).out
    assert "`check` rules on it" in replayed
    assert "`replay` shows the hand trick by trick" in ruled
    assert "`check`" not in run("replay", hand, "--line", "rightly").out


def test_a_sheet_and_a_verdict_have_the_same_forms(run: Run, tmp_path: Path) -> None:
    evening, dispute = POSITIONS / "sessions/basic.yaml", POSITIONS / "disputes/demand-too-early.yaml"
    for command, of in (("score", evening), ("check", dispute)):
        file = tmp_path / f"{command}.md"
        run(command, str(of), "-o", str(file))
        assert file.read_text(encoding="utf-8").startswith("# ")
    booklet = tmp_path / "problems.html"
    assert run("compose", "one-card-wins", "--count", "2", "-o", str(booklet)).status == 0
    assert booklet.read_text(encoding="utf-8").count("<h2>2. ") == 2


def test_a_booklet_names_the_files_that_could_not_be_ruled_on(run: Run, tmp_path: Path) -> None:
    dispute, bad = POSITIONS / "disputes" / "discard-king.yaml", written(tmp_path, "hands: x\n", "bad.yaml")
    made = tmp_path / "booklet.md"
    assert run("check", str(dispute), bad, "-o", str(made)).status == 3
    first, *_ = made.read_text(encoding="utf-8").split("\n---")
    assert "The lonely king" in first
    assert "Not ruled on, because the file has faults: bad.yaml" in first


def test_french_on_paper_is_set_as_french_on_the_screen(run: Run, tmp_path: Path) -> None:
    dispute, made = POSITIONS / "disputes" / "discard-king.yaml", tmp_path / "ruling.md"
    run("check", str(dispute), "-o", str(made), "--lang", "fr")
    text = made.read_text(encoding="utf-8")
    assert "INTERDIT\u00a0: un roi ne s’écarte jamais" in text
    assert "«\u00a0The discard (the skat)\u00a0»" in text
    assert "“" not in text
