"""A browser that comes to the page for the first time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, ViewportSize

PROP1 = "danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads / king=60 pagat=60"
LINK = f"#p={PROP1.replace(' ', '_')}"
READY = 120_000
"""Milliseconds in which even a busy machine has the program."""


@contextmanager
def visited(browser: Browser, size: ViewportSize | None = None) -> Iterator[Page]:
    """A page that nothing goes wrong on, and that asks nobody but the server it came from."""
    context = browser.new_context(viewport=size or ViewportSize(width=1280, height=720))
    context.set_default_timeout(READY)
    found = context.new_page()
    errors: list[str] = []
    elsewhere: list[str] = []
    found.on("pageerror", lambda error: errors.append(str(error)))
    found.on(
        "request",
        lambda asked: (
            None if asked.url.startswith(("http://127.0.0.1", "blob:")) else elsewhere.append(asked.url)
        ),
    )
    yield found
    context.close()
    assert errors == []
    assert elsewhere == []
