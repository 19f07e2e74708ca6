"""The command line runs in a browser's Python too, though no thread starts there."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from commands import Run
from page.page_served import asked_in_wasm

COMMANDS = [
    ("forced", ["positions/prop1.yaml", "--goal", "ultimo", "--for", "A", "--brief"]),
    ("moves", ["positions/prop1.yaml"]),
    ("replay", ["positions/prop1.yaml", "--lang", "da"]),
    ("check", ["positions/disputes/discard-king.yaml"]),
    ("score", ["positions/sessions/tapp.yaml", "--json"]),
    ("rules", ["danish", "play.follow"]),
    ("solve", ["positions/nothing.yaml"]),
]


def test_commands_print_in_the_browser_what_they_print_here(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PACKAGES", str(Path(typer.__file__).parents[1]))
    found, _ = asked_in_wasm([(name, args) for name, args in COMMANDS], "commands.mjs")  # type: ignore[misc]
    here = [run(name, *args) for name, args in COMMANDS]
    assert [(status, text) for status, text, _ in found] == [(each.status, each.out) for each in here]
