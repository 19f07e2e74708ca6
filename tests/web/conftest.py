"""A board that answers, and one browser for all tests of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from board_served import a_board
from commands import run
from effort import part
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

HERE: Final = Path(__file__).parent
expect.set_options(timeout=120_000)

__all__ = ["address", "page", "run"]


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where a board answers that was opened with position 1."""
    with a_board() as found:
        yield found


MANY: Final = 100
"""So many tests in a browser are a whole run, which takes a part of them."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave half of what is asked in a browser to another run, or to a thorough one."""
    kept = HERE / "test_snapshots.py"  # every snapshot on the disk is held against something
    asked = [
        item
        for item in items
        if item.path.parent == HERE and item.path != kept and "browser" in item.fixturenames
    ]
    if len(asked) > MANY:
        left = {*asked} - {*part(asked, 2)}
        config.hook.pytest_deselected(items=[item for item in items if item in left])
        items[:] = [item for item in items if item not in left]


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
