"""The pictures of the board's views: `python screenshots.py FOLDER`, run by `make screenshots`."""

from __future__ import annotations

import sys
from pathlib import Path

from board_page import open_tab, press, says
from board_served import a_board, a_browser
from playwright.sync_api import Browser, Page, expect

VIEWS = {"table": "board", "set up": "set-up", "dispute": "dispute", "what I know": "know",
         "score sheet": "score"}  # fmt: skip
WIDE, HIGH = 1360, 860
PHONE = {"width": 375, "height": 667}


def prepared(page: Page, tab: str) -> None:
    """A view with something in it."""
    open_tab(page, tab)
    match tab:
        case "dispute":
            page.get_by_role("combobox", name="from the shelf").select_option("disputes/discard-king")
            expect(page.get_by_label("discard *")).to_have_value("hR s2 c3")
            press(page, "settle")
            says(page, "ILLEGAL")
        case "what I know":
            page.get_by_role("button", name="decide").click()
            says(page, "Best on average")
        case "score sheet":
            page.get_by_role("combobox", name="from the shelf").select_option("sessions/four-at-the-table")
            expect(page.get_by_role("table").locator("tbody tr").last).to_contain_text("Tout")
        case "rules":
            page.get_by_role("definition").first.wait_for()
        case "set up":
            pack = page.get_by_role("group", name="the pack")
            for name in ("10 of trumps", "7 of trumps"):
                pack.get_by_role("button", name=name, exact=True).click()
        case _:
            page.wait_for_load_state("networkidle")


def whole(browser: Browser, folder: Path) -> None:
    """A whole hand: on the table, on a phone, and played to its end."""
    with a_board("whole-hand") as address:
        page = browser.new_page(viewport={"width": WIDE, "height": HIGH})
        page.goto(f"{address}?lang=en")
        says(page, "leads.")
        for _ in range(4):
            page.keyboard.press("ArrowRight")
        page.wait_for_timeout(5000)
        page.screenshot(path=folder / "whole.png")
        page.set_viewport_size(PHONE)
        page.wait_for_timeout(500)
        page.screenshot(path=folder / "phone.png")
        page.close()


def main(folder: Path) -> None:
    """Draw every view once, and the table in the dark, in Danish and on a phone."""
    expect.set_options(timeout=60_000)
    folder.mkdir(parents=True, exist_ok=True)
    with a_board() as address, a_browser() as browser:
        for scheme, lang, end in (("light", "en", ""), ("dark", "da", "-dark")):
            page = browser.new_page(viewport={"width": WIDE, "height": HIGH}, color_scheme=scheme)
            page.goto(f"{address}?lang={lang}")
            expect(page.locator(".forces")).to_be_visible()
            if end:
                page.wait_for_load_state("networkidle")
                page.screenshot(path=folder / f"board{end}.png")
            for tab, name in {} if end else VIEWS.items():
                prepared(page, tab)
                page.screenshot(path=folder / f"{name}.png")
                if tab == "set up":
                    page.get_by_text("Library of problems").click()
                    page.screenshot(path=folder / "library.png")
            page.close()
        with a_board("endings/slovenian-hidden-partner") as four:
            page = browser.new_page(viewport={"width": WIDE, "height": HIGH})
            page.goto(f"{four}?lang=en")
            expect(page.locator(".forces")).to_be_visible()
            page.wait_for_load_state("networkidle")
            page.screenshot(path=folder / "four.png")
            page.keyboard.press("End")
            says(page, "Outcome")
            page.screenshot(path=folder / "played.png")
        whole(browser, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
