"""A board that answers, and one browser for all tests of it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest
from commands import run
from places import POSITIONS
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

__all__ = ["address", "browser", "page", "run"]

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


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where a board answers that was opened with position 1."""
    command = [sys.executable, "-m", "analyzer", "board", str(POSITIONS / "prop1.yaml")]
    command += ["--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as started:
        assert started.stdout is not None
        yield started.stdout.readline().strip()
        started.terminate()
        assert started.wait(10) == 0


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield found
        found.close()


def is_error(said: ConsoleMessage) -> bool:
    """Whether the console tells of an error; that a text has faults is an answer like others."""
    return said.type == "error" and "status of 400" not in said.text


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The board in English, with nothing refused by its own policy and no error in its console."""
    context = browser.new_context()
    context.set_default_timeout(10_000)
    found = context.new_page()
    errors: list[str] = []
    found.on("pageerror", lambda error: errors.append(str(error)))
    found.on("console", lambda said: errors.append(said.text) if is_error(said) else None)
    found.goto(f"{address}?lang=en")
    yield found
    context.close()
    assert errors == []
