"""The pictures of the board's views: `python screenshots.py FOLDER`, run by `make screenshots`."""

from __future__ import annotations

import sys
from pathlib import Path

from board_page import open_tab, press, says
from board_served import a_board, a_browser
from playwright.sync_api import Page, expect

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
        case "rules":
            page.get_by_role("definition").first.wait_for()
        case "set up":
            page.get_by_role("button", name="king of hearts").wait_for()
            page.wait_for_load_state("networkidle")
        case _:
            page.wait_for_load_state("networkidle")


def played(page: Page) -> None:
    """A whole hand that was looked at card by card."""
    open_tab(page, "set up")
    page.get_by_role("combobox", name="from the shelf").select_option("whole-hand")
    says(page, "leads.")
    press(page, "end")
    says(page, "Outcome")
    press(page, "look at every card")
    says(page, "The line was looked at.")
    page.get_by_role("region", name="card by card").evaluate(
        "each => { each.scrollTop = each.scrollHeight; }"
    )


def main(folder: Path) -> None:
    """Draw every view once."""
    expect.set_options(timeout=60_000)
    folder.mkdir(parents=True, exist_ok=True)
    with a_board() as address, a_browser() as browser:
        page = browser.new_page(viewport={"width": WIDE, "height": HIGH})
        page.goto(f"{address}?lang=en")
        says(page, "B leads. A's Ultimo")
        for tab, name in VIEWS.items():
            prepared(page, tab)
            page.screenshot(path=folder / f"{name}.png")
        played(page)
        page.get_by_role("region", name="The line looked at").screenshot(path=folder / "played.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
