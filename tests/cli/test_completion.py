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
        monkeypatch.setenv("TAROK_COMPLETE", "bash")
        ran = run(*words)
        monkeypatch.delenv("TAROK_COMPLETE")
        assert (ran.status, ran.err) == (0, "")
        return [line.partition("\t")[0] for line in ran.out.splitlines()]

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
        (["solve", "--engine=n"], ["--engine=native"]),
        (["solve", "--engine", "=", "n"], ["native"]),
        (["forced", HAND, "--for", ""], ["Anna", "Bent", "Clara"]),
        (["forced", "--by", "C", HAND], []),
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
    ],
    ids=lambda each: " ".join(Path(word).name for word in each)[:40] or "nothing",
)
def test_what_may_stand_next_is_offered(asked: object, words: list[str], found: list[str]) -> None:
    assert asked(*words) == found  # type: ignore[operator]


def test_a_command_is_offered_with_its_purpose_in_the_language_asked_for(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAROK_COMPLETE", "fish")
    assert run("--lang", "da", "sol").out.startswith("solve\tHvem der kan tvinge hvad")


@pytest.mark.parametrize(
    ("shell", "script", "start"),
    [
        ("bash", ".local/share/bash-completion/completions/tarok-analyze", ".bashrc"),
        ("zsh", ".zfunc/_tarok-analyze", ".zshrc"),
        ("fish", ".config/fish/completions/tarok-analyze.fish", None),
    ],
)
def test_completion_is_installed_once_where_the_shell_looks_for_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: str, script: str, start: str | None
) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "ZDOTDIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
    if start is not None:
        (tmp_path / start).write_text("alias t=true")
    for args in (["--install-completion"], ["--install-completion", shell]):
        ran = run(*args)
        assert ran.status == 0
        assert script in ran.out
    assert (tmp_path / script).read_text() == run("--show-completion").out
    if start is not None:
        first, *rest = (tmp_path / start).read_text().splitlines()
        assert first == "alias t=true"
        assert len(rest) == 1
        assert Path(script).parent.name in rest[0]


def test_a_shell_that_is_not_known_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    for args in (["--install-completion"], ["--show-completion", "fisk"]):
        ran = run(*args)
        assert ran.status == 2
        assert "no completion for the shell" in ran.err


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_completes_with_what_the_program_offers(tmp_path: Path) -> None:
    program = tmp_path / "tarok-analyze"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m analyzer "$@"\n')
    program.chmod(0o755)
    shown = process("--show-completion", "bash").stdout.decode()
    words = f'COMP_WORDS=(tarok-analyze forced "{HAND}" --for B); COMP_CWORD=4'
    asking = f'{shown}\nPATH="{tmp_path}:$PATH"\n{words}; _tarok_analyze; echo "${{COMPREPLY[@]}}"'
    ran = subprocess.run(["bash", "-c", asking], cwd=ROOT, capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("Bent\n", "")
