"""Every text begins with its answer, has no key of a program in it, and tells what it took where asked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commands import Run
from effort import part
from places import POSITIONS

ENOUGH = ["--max-nodes", "20000"]
FILES = sorted({*POSITIONS.glob("*.yaml"), *POSITIONS.glob("endings/*.yaml")})
DISPUTES, EVENINGS = (sorted(POSITIONS.glob(f"{folder}/*.yaml")) for folder in ("disputes", "sessions"))
ASKED = [
    *((command, file) for file in FILES for command in ("solve", "forced", "explain", "moves", "decide")),
    *(("replay", file) for file in FILES),
    *(("check", file) for file in DISPUTES),
    *(("score", file) for file in EVENINGS),
    *(("deals", file) for file in sorted(POSITIONS.glob("worlds/*.yaml"))),
]
LIMITED = {"solve", "forced", "explain", "decide"}
KEYS = re.compile(r"\b[a-z]+_[a-z_]+\b|\b(?:goals|guarantee|equilibria|points|tricks)\.\w")
"""Words with `_` in them, and parts of an answer as a program calls them."""
EFFORT = re.compile(r"positions? searched|gennemsøgt")


def told(run: Run, command: str, file: Path, *more: str) -> str:
    """What a command says of a file whose own title and source are left out."""
    text = re.sub(r"^(?:title|source|teaches): .*\n(?:  .*\n)*", "", file.read_text(), flags=re.MULTILINE)
    limits = ENOUGH if command in LIMITED else []
    return run(command, "-", *limits, *more, stdin=text).out


def name(case: tuple[str, Path]) -> str:
    return f"{case[0]}-{case[1].stem}"


@pytest.mark.parametrize("lang", ["en", "da"])
@pytest.mark.parametrize("case", part(ASKED, 90), ids=name)
def test_a_text_begins_with_the_answer_and_has_no_raw_key_in_it(
    run: Run, case: tuple[str, Path], lang: str
) -> None:
    whole, brief = (told(run, *case, "--lang", lang, *more) for more in ((), ("--brief",)))
    first, *_ = brief.splitlines() or [""]
    assert " ".join(whole.split()).startswith(" ".join(first.split()))
    assert KEYS.findall(whole + brief) == []
    assert EFFORT.search(whole) is None


@pytest.mark.parametrize("command", ["solve", "forced", "explain", "decide"])
def test_what_an_answer_took_is_told_where_it_is_asked_for(run: Run, command: str) -> None:
    prop1 = POSITIONS / "prop1.yaml"
    assert EFFORT.search(told(run, command, prop1, "--stats")) is not None


def test_a_composed_problem_goes_into_the_file_that_is_named(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "new" / "one.yaml"
    assert run("compose", "one-card-wins", "--seed", "1", "-o", str(file)).status == 0
    assert file.read_text().startswith("format: tarok-position/1")
    many = run("compose", "one-card-wins", "--count", "2", "-o", str(tmp_path / "two.yaml"))
    assert many.status == 2
    assert "a position file holds one" in many.err


def test_a_dane_forces_his_own_ultimo_with_sin(run: Run) -> None:
    text = "danish / A: dR T7 / B: hR d9 / C: c7 c2 / A leads / king=60 pagat=60"
    ran = run("explain", "-", "--goal", "ultimo", "--for", "A", "--lang", "da", stdin=text)
    assert "A tvinger sin ultimo igennem." in ran.out
    assert "A forces A's Ultimo." in run("explain", "-", "--for", "A", stdin=text).out


def test_of_eight_tricks_the_answer_alone_waits_for_nothing_that_it_does_not_tell(run: Run) -> None:
    ran = run("solve", str(POSITIONS / "whole-hand.yaml"), "--at", "18", "--brief", "--max-nodes", "8000000")
    assert (ran.status, ran.out.splitlines()[0]) == (0, "Surest for Anna: ♠C, ♠V, ♠1 or T1.")
    short = run("solve", str(POSITIONS / "whole-hand.yaml"), "--at", "21", "--brief").out
    assert short.startswith("Best for Bent: ♦R.")
