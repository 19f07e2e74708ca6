"""`show`: a position as a diagram, as one line and as a file, each of which is read back."""

from __future__ import annotations

import pytest
from commands import Run

LINE = "danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads / king=60 pagat=60"


def test_a_position_is_shown_as_the_table_that_every_answer_begins_with(run: Run, prop1: str) -> None:
    shown = run("show", prop1)
    assert shown.status == 0
    assert run("solve", prop1).out.startswith(shown.out)


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
    assert run("show", prop1, "--text", "--yaml").status == 2


@pytest.mark.parametrize("lang", ["en", "da"])
def test_a_fault_of_a_line_has_its_column(run: Run, lang: str) -> None:
    ran = run("show", "-", "--lang", lang, stdin=LINE.replace("T7", "T99"))
    assert ran.status == 3
    assert "<stdin>:1:16: T99" in ran.err
