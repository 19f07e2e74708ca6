"""The pictures of the board's views: `python screenshots.py FOLDER`, run by `make screenshots`."""

from __future__ import annotations

import sys
from pathlib import Path

from board_page import open_tab, says
from board_served import a_board, a_browser
from playwright.sync_api import Page

VIEWS = {"board": "board", "set up": "set-up", "dispute": "dispute", "what I know": "know",
         "score sheet": "score", "rules": "rules"}  # fmt: skip
WIDE, HIGH = 1100, 820


def prepared(page: Page, tab: str) -> None:
    """A view with something in it."""
    open_tab(page, tab)
    match tab:
        case "dispute":
            page.get_by_role("combobox", name="from the shelf").select_option("disputes/discard-king")
            page.get_by_role("button", name="settle").click()
            says(page, "ILLEGAL")
        case "what I know":
            page.get_by_role("button", name="decide").click()
            says(page, "Best on average")
        case "score sheet":
            page.get_by_role("combobox", name="from the shelf").select_option("sessions/four-at-the-table")
            page.get_by_role("button", name="score it").click()
            says(page, "The evening is scored.")
        case _:
            page.wait_for_load_state("networkidle")


def main(folder: Path) -> None:
    """Draw every view once."""
    folder.mkdir(parents=True, exist_ok=True)
    with a_board() as address, a_browser() as browser:
        page = browser.new_page(viewport={"width": WIDE, "height": HIGH})
        page.goto(f"{address}?lang=en")
        says(page, "B leads. A's Ultimo")
        for tab, name in VIEWS.items():
            prepared(page, tab)
            page.screenshot(path=folder / f"{name}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
