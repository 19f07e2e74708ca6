"""The manual page: made from what the commands declare, in both languages, and fit for `man`."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from places import ROOT

from analyzer.cli.examples import EXAMPLES
from analyzer.cli.manual import manual, path_of
from analyzer.cli.table import COMMANDS


@pytest.mark.parametrize("lang", ["en", "da"])
def test_the_manual_page_is_made_from_the_commands_as_they_are(lang: str) -> None:
    stored = path_of(lang, ROOT / "docs/man").read_text(encoding="utf-8")
    assert stored == manual(lang), "python -m analyzer.cli.manual"


@pytest.mark.parametrize("lang", ["en", "da"])
@pytest.mark.skipif(shutil.which("man") is None, reason="there is no man here")
def test_man_shows_every_command_with_its_options_and_examples(lang: str) -> None:
    page = path_of(lang, ROOT / "docs/man")
    command = ["man", "--warnings=w", "-E", "UTF-8", "-l", str(page)]
    ran = subprocess.run(
        command, capture_output=True, text=True, check=True, env={"MANWIDTH": "500", "PATH": "/usr/bin:/bin"}
    )
    shown = " ".join(ran.stdout.split())
    assert ran.stderr == ""
    for name in COMMANDS:
        assert all(f"tarok-analyze {name} {words}" in shown for words, _ in EXAMPLES[name])
    assert "--max-nodes N" in shown
    assert ("EXIT STATUS" if lang == "en" else "AFSLUTNINGSSTATUS") in shown
