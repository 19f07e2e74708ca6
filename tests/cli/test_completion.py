"""Completion in shells: commands, options, players, goals, names, and files where nothing else fits."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Run, process
from places import POSITIONS, ROOT

from analyzer.cli.table import COMMANDS

HAND = str(POSITIONS / "whole-hand.yaml")
BEGGAR = str(POSITIONS / "endings/slovenian-beggar-caught.yaml")


@pytest.fixture
def asked(run: Run, monkeypatch: pytest.MonkeyPatch) -> object:
    def asking(*words: str) -> list[str]:
        monkeypatch.setenv("_TAROK_ANALYZE_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", " ".join(["tarok-analyze", *words]))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        ran = run()
        assert (ran.status, ran.err) == (0, "")
        return ran.out.split()

    return asking


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ([""], list(COMMANDS)),
        (["so"], ["solve"]),
        (["--lang", ""], ["en", "da", "fr"]),
        (["--v"], ["--version"]),
        (["solve", "--en"], ["--engine"]),
        (["solve", "--engine", ""], ["native", "reference"]),
        (["forced", HAND, "--for", ""], ["Anna", "Bent", "Clara"]),
        (["forced", HAND, "--goal", "p"], ["pagat_ultimo"]),
        (["solve", BEGGAR, "--goal", ""], ["contract", "points>=", "tricks>=", "margin>="]),
        (["rules", "s"], ["slovenian"]),
        (["rules", "danish", "discard.fo"], ["discard.fool"]),
        (["compare", "french", "a"], ["appel"]),
        (["new", "whole"], ["whole-hand"]),
        (["schema", "mov"], ["moves"]),
        (["compose", "pag"], ["pagat-wins"]),
        (["solve", "positions/p"], []),
        (["solve", "nowhere.yaml", "--for", ""], ["A", "B", "C"]),
        (["sing", ""], list(COMMANDS)),
        (["moves", HAND, HAND, ""], []),
    ],
    ids=lambda each: " ".join(Path(word).name for word in each)[:40] or "nothing",
)
def test_what_may_stand_next_is_offered(asked: object, words: list[str], found: list[str]) -> None:
    assert asked(*words) == found  # type: ignore[operator]


def test_a_command_is_offered_with_its_purpose_in_the_language_asked_for(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_TAROK_ANALYZE_COMPLETE", "complete_fish")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "tarok-analyze --lang da sol")
    assert run().out.startswith("solve\tHvem der kan tvinge hvad")


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_completes_with_what_the_program_offers(tmp_path: Path) -> None:
    program = tmp_path / "tarok-analyze"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m analyzer "$@"\n')
    program.chmod(0o755)
    undetected = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    shown = process("--show-completion", "bash", **undetected).stdout.decode()
    words = f'COMP_WORDS=(tarok-analyze forced "{HAND}" --for B); COMP_CWORD=4'
    complete = '_tarok_analyze_completion tarok-analyze; echo "${COMPREPLY[@]}"'
    asking = f'{shown}\nPATH="{tmp_path}:$PATH"\n{words}; {complete}'
    ran = subprocess.run(["bash", "-c", asking], cwd=ROOT, capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("Bent\n", "")
