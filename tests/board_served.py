"""A board that answers, and the browser that opens it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from places import POSITIONS
from playwright.sync_api import Browser, sync_playwright

FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]
NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str:
    """The machine's browser; where there is none the tests fail, and say so."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    assert found, "the tests of the board need Chromium: install it, or name it with CHROMIUM=PATH"
    return found


@contextmanager
def a_board(name: str = "prop1") -> Iterator[str]:
    """Where a board answers that was opened with a shipped position; it is ended by a signal."""
    command = [sys.executable, "-m", "analyzer", "board", str(POSITIONS / f"{name}.yaml")]
    command += ["--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as started:
        assert started.stdout is not None
        try:
            yield started.stdout.readline().strip()
        finally:
            started.terminate()
        assert started.wait(10) == 0


@contextmanager
def a_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield found
        found.close()
