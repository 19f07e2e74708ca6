"""What is told of a game is told in the words of its players, and set as its language sets it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commands import Run
from effort import part
from places import POSITIONS

from analyzer.api.files.new import template_kinds
from analyzer.report.style.language import typeset

GENERAL = re.compile(r"(?i)\btrull|\bpagat\b(?!\.com)|ultimo|\btokens?\b|\bskat\b")
"""Words of the other games, which nobody says at a table of tarot."""
SET_CLOSE = re.compile(r"[^\s\u00a0;:?!/][;:?!](?=\s|$)")
"""What a French sentence has no space before."""
COMMANDS = {
    "endings": ("solve", "explain", "moves", "replay"),
    "disputes": ("check",),
    "sessions": ("score",),
}


def shipped(folder: str, start: str = "") -> list[Path]:
    return sorted((POSITIONS / folder).glob(f"{start}*.yaml"))


@pytest.mark.parametrize("folder", COMMANDS)
def test_in_english_tarot_is_told_in_the_words_of_tarot(run: Run, folder: str) -> None:
    files = [path for path in shipped(folder) if re.search(r"ruleset: *tarot\b", path.read_text("utf-8"))]
    assert files
    for path in part(files, 3):
        for command in COMMANDS[folder]:
            told = run(command, str(path), "--lang", "en").out
            assert not GENERAL.findall(told.replace("pagat.com", "")), (path.name, command, told)


def test_what_others_call_the_trull_are_oudlers_and_the_pagat_s_last_trick_is_petit_au_bout(run: Run) -> None:
    told = run("solve", str(POSITIONS / "endings/tarot-petit-au-bout.yaml")).out
    assert "C can force the petit au bout against all others." in told
    assert "oudlers: 1 or more" in told
    assert "score, sure of" in told
    danish = run("solve", str(POSITIONS / "prop1.yaml")).out
    assert "king Ultimo" in danish


@pytest.mark.parametrize("folder", COMMANDS)
def test_in_french_a_space_stands_before_what_a_colon_closes(run: Run, folder: str) -> None:
    for path in part(shipped(folder), 8):
        for command in COMMANDS[folder]:
            told = run(command, str(path), "--lang", "fr").out
            assert not [line for line in told.splitlines() if SET_CLOSE.search(line)], (path.name, command)


def test_what_is_a_file_and_where_a_fault_is_are_as_in_every_language(run: Run, bad: str) -> None:
    for kind in template_kinds():
        assert "format: tarok-" in run("new", kind, "--lang", "fr").out
    composed = run("compose", "pagat-wins", "--tricks", "3", "--lang", "fr")
    assert composed.out.startswith("format: tarok-position")
    faults = run("solve", bad, "--lang", "fr").err.splitlines()
    assert all(re.match(r".*bad\.yaml:\d+:\d+: ", line) for line in faults)
    assert "; attendu" not in "".join(faults)


def test_a_place_in_a_file_and_a_time_of_day_are_no_sentences() -> None:
    assert typeset("a.yaml:3:21 à 12:30", "fr") == "a.yaml:3:21 à 12:30"
    assert typeset("contrat : forcé; bouts: 2 ?", "fr") == "contrat : forcé\u00a0; bouts\u00a0: 2 ?"
    assert typeset("contract: forced", "en") == "contract: forced"
