"""The pictures of the board's views: `python screenshots.py FOLDER`, run by `make screenshots`."""

from __future__ import annotations

import sys
from pathlib import Path

from board_page import old_case, open_tab, press, says
from board_served import a_board, a_browser
from playwright.sync_api import Browser, Page, ViewportSize, expect

WIDE, PHONE = ViewportSize(width=1360, height=860), ViewportSize(width=375, height=667)
LOOKS = {"light": ("light", WIDE), "dark": ("dark", WIDE), "phone": ("light", PHONE)}
"""Each view is drawn in the light, in the dark and on a phone."""


def prepared(page: Page, tab: str) -> None:
    """A view with something in it."""
    open_tab(page, tab)
    match tab:
        case "dispute":
            old_case(page, "discard-king")
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
            expect(page.locator(".forces")).to_have_count(1)
            page.wait_for_load_state("networkidle")


def taken(page: Page, folder: Path, name: str) -> None:
    """A picture of what the window shows, from its top."""
    page.evaluate("document.querySelector('main').scrollTo(0, 0)")
    page.mouse.move(0, 0)
    page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=82)


def views(browser: Browser, folder: Path, look: str) -> None:
    """Every view of position 1, then tables of a whole hand, of four, and of a hand that is over."""
    scheme, size = LOOKS[look]
    with a_board() as address:
        page = browser.new_page(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
        page.goto(f"{address}?lang=en")
        for tab in ("table", "set up", "dispute", "what I know", "score sheet", "rules"):
            prepared(page, tab)
            taken(page, folder, f"{tab.replace(' ', '-')}-{look}")
        open_tab(page, "set up")
        page.get_by_text("Library of problems").click()
        taken(page, folder, f"library-{look}")
        page.close()
    with a_board("endings/slovenian-hidden-partner") as four:
        page = browser.new_page(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
        page.goto(f"{four}?lang=en")
        expect(page.locator(".forces")).to_have_count(1)
        page.wait_for_load_state("networkidle")
        taken(page, folder, f"four-{look}")
        page.keyboard.press("End")
        says(page, "Outcome")
        taken(page, folder, f"played-{look}")
        page.close()
    with a_board("whole-hand") as address:
        page = browser.new_page(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
        page.goto(f"{address}?lang=en")
        says(page, "leads.")
        for _ in range(4):
            page.keyboard.press("ArrowRight")
        expect(page.locator(".forces .dot").first).to_be_attached()
        taken(page, folder, f"whole-{look}")
        page.close()


def main(folder: Path) -> None:
    """Draw every view in every look, and the table as the front pages show it."""
    expect.set_options(timeout=60_000)
    folder.mkdir(parents=True, exist_ok=True)
    with a_browser() as browser:
        for look in LOOKS:
            views(browser, folder, look)
        with a_board() as address:
            page = browser.new_page(viewport=WIDE)
            page.goto(f"{address}?lang=en")
            prepared(page, "table")
            page.screenshot(path=folder / "board.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
