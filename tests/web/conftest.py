"""A board that answers, and one browser for all tests of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from board_served import a_board
from commands import run
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

expect.set_options(timeout=120_000)

__all__ = ["address", "page", "run"]


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where a board answers that was opened with position 1."""
    with a_board() as found:
        yield found


def is_error(said: ConsoleMessage) -> bool:
    """Whether the console tells of an error.

    That a text has faults is an answer like others; what a test keeps from being answered, the page tells.
    """
    told = ("status of 400", "status of 409", "net::ERR_FAILED")
    return said.type == "error" and not any(each in said.text for each in told)


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The board in English, with nothing refused by its own policy and no error in its console."""
    context = browser.new_context()
    context.set_default_timeout(120_000)
    found = context.new_page()
    errors: list[str] = []
    found.on("pageerror", lambda error: errors.append(str(error)))
    found.on("console", lambda said: errors.append(said.text) if is_error(said) else None)
    found.goto(f"{address}?lang=en")
    yield found
    context.close()
    assert errors == []
