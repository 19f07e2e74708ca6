"""The board is there for everyone: no view breaks a rule of access, in either theme."""

from __future__ import annotations

import hashlib
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from board_page import finds, open_tab, press, says
from places import ROOT
from playwright.sync_api import Page, expect

TABS = ("table", "set up", "dispute", "what I know", "score sheet", "rules")
VENDORED = "analyzer/web/static/vendor/htm-preact-standalone.js"


def violations(page: Page) -> list[str]:
    """What axe finds against a view, each with the first place of it."""
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found]


def shown(page: Page, tab: str) -> None:
    """A view with all that it asks for."""
    open_tab(page, tab)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    if tab == "dispute":
        expect(page.locator("#case-titles option").nth(1)).to_be_attached()
    if tab in ("set up", "score sheet"):
        expect(page.get_by_label("from the shelf").locator("option").nth(1)).to_be_attached()
    if tab == "set up":
        pack = page.get_by_role("group", name="the pack")
        expect(pack.get_by_role("button", name="king of hearts")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_view_breaks_a_rule_of_access(page: Page, theme: str) -> None:
    finds(page, "No: B can prevent it.")
    page.emulate_media(color_scheme=theme)
    for tab in TABS:
        shown(page, tab)
        assert violations(page) == [], tab
    open_tab(page, "table")
    press(page, "end")
    says(page, "Outcome")
    press(page, "look at every card")
    says(page, "The line was looked at.")
    assert violations(page) == [], "a played hand with its graph"


def test_the_names_of_the_table_are_those_a_reader_hears(page: Page) -> None:
    finds(page, "No: B can prevent it.")
    expect(page.get_by_role("group", name="hand of B")).to_match_aria_snapshot("""
      - group "hand of B":
        - heading /B/
        - list:
          - listitem:
            - button "king of hearts"
          - listitem:
            - button "9 of diamonds"
    """)
    expect(page.get_by_role("toolbar", name="play")).to_match_aria_snapshot("""
      - toolbar "play":
        - button "start" [disabled]
        - button "undo" [disabled]
        - button "redo"
        - button "end"
        - img "move 0 of 6"
        - button "best card"
        - button "best play"
        - button "hide answers"
        - button "show only one hand"
        - button "full screen"
    """)


def test_every_picture_of_a_card_has_a_name_beside_it_or_none(page: Page) -> None:
    says(page, "B leads.")
    for tab in TABS:
        shown(page, tab)
        bare = page.evaluate("""() => [...document.querySelectorAll('svg, img, canvas')].filter((each) =>
            each.getAttribute('aria-hidden') !== 'true' && !each.getAttribute('aria-label')).length""")
        assert bare == 0, tab
        twice = page.evaluate("""() => [...document.querySelectorAll('button')].filter((each) =>
            each.getAttribute('aria-label') && each.innerText.trim() && !each.querySelector('.small-card'))
            .map((each) => each.outerHTML)""")
        assert [each for each in twice if 'class="card"' not in each] == [], tab


def test_what_was_taken_from_others_is_as_it_was_published() -> None:
    path = ROOT / VENDORED
    told = re.search(r"sha256: ([0-9a-f]{64})", (path.parent / "README.md").read_text(encoding="utf-8"))
    assert told is not None
    assert hashlib.sha256(path.read_bytes()).hexdigest() == told[1]


def test_all_that_a_page_loads_is_less_than_a_quarter_of_a_megabyte() -> None:
    static = ROOT / "analyzer/web/static"
    sent = [path for path in static.rglob("*") if path.suffix in (".js", ".css", ".html", ".svg")]
    assert sum(path.stat().st_size for path in sent) < 250_000
