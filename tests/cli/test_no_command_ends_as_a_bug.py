"""Whatever is asked about a file that is shipped is answered or refused, and never ends as a bug."""

from __future__ import annotations

from pathlib import Path

import pytest
from asked_anything import ASKED, ROOT, command_lines
from commands import Run

STATUSES = {0, 1, 2, 3, 4}


@pytest.mark.parametrize("command", ASKED)
def test_every_command_about_every_shipped_file_is_answered_or_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(ROOT)
    bugs = []
    for words in command_lines(command, tmp_path):
        ran = run(*words)
        if ran.status not in STATUSES or "Traceback" in ran.err:
            bugs.append(f"{' '.join(words)}: {ran.status}, {ran.err}")
    assert bugs == []
