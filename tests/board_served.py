"""A board that answers, and the browser that opens it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

from places import POSITIONS
from playwright.sync_api import Browser, sync_playwright

FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is Chromium without a window, which draws in two thirds of the time."""


def chromium() -> str:
    """The machine's browser; where there is none the tests fail, and say so."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    assert found, "the tests of the board need Chromium: install it, or name it with CHROMIUM=PATH"
    return found


@dataclass(frozen=True, slots=True)
class Served:
    """A board, where it answers, and the program that it is."""

    address: str
    program: subprocess.Popen[str]

    @property
    def place(self) -> tuple[str, int]:
        """Its host and port."""
        found = urlsplit(self.address)
        assert found.hostname is not None
        assert found.port is not None
        return found.hostname, found.port

    def asking(self, question: str, told: object, *, length: int | None = None) -> bytes:
        """A request as it goes over the wire; `length` is what it says of its body."""
        body = json.dumps(told).encode()
        host, port = self.place
        said = len(body) if length is None else length
        return (
            f"POST /api/{question} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
            f"Connection: close\r\nContent-Length: {said}\r\n\r\n"
        ).encode() + body


@contextmanager
def board_served(name: str = "prop1", *more: str) -> Iterator[Served]:
    """A board that was opened with a shipped position, and more options; it is ended by a signal."""
    command = [sys.executable, "-m", "analyzer", "board", str(POSITIONS / f"{name}.yaml")]
    command += ["--port", "0", "--no-open", *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as started:
        assert started.stdout is not None
        try:
            yield Served(started.stdout.readline().strip(), started)
        finally:
            started.terminate()
        assert started.wait(10) in (0, 130)


@contextmanager
def a_board(name: str = "prop1") -> Iterator[str]:
    """Where such a board answers."""
    with board_served(name) as found:
        yield found.address


@contextmanager
def a_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield found
        found.close()
