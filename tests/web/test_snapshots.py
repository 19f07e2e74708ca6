"""What every view is called to those who hear it: the whole tree of names, as it was read and found good."""

from __future__ import annotations

import re

from board_page import finds, old_case, open_tab, press, says
from playwright.sync_api import Page, expect
from syrupy.assertion import SnapshotAssertion


def tree(page: Page, role: str = "main") -> str:
    """The tree of accessible names, without long lists of what is shipped, times, and what was last said."""
    found = page.get_by_role(role).aria_snapshot()
    found = re.sub(r"(\n +)- option [^\n]*(\n +- option [^\n]*){7,}", r"\1- many options", found)
    found = re.sub(r"- status: [^\n]*", "- status", found)
    return re.sub(r"searched in [\d.]+ s", "searched", found)


def test_the_table_and_what_stands_around_it(page: Page, snapshot: SnapshotAssertion) -> None:
    finds(page, "No: B can prevent it.")
    king = page.get_by_role("button", name="king of hearts").first
    expect(king).to_have_accessible_description(re.compile("each for themselves"))
    finds(page, "The play that shows it")
    expect(page.get_by_role("button", name="stop", exact=True)).to_have_count(0)
    assert tree(page) == snapshot(name="table")
    assert tree(page, "banner") == snapshot(name="head")
    page.keyboard.press("End")
    says(page, "Outcome")
    press(page, "look at every card")
    says(page, "The line was looked at.")
    assert tree(page) == snapshot(name="out")
    page.keyboard.press("?")
    assert tree(page, "dialog") == snapshot(name="keys")


def test_the_views_beside_it(page: Page, snapshot: SnapshotAssertion) -> None:
    says(page, "B leads.")
    open_tab(page, "set up")
    pack = page.get_by_role("group", name="the pack")
    expect(pack.get_by_role("button", name="king of hearts")).to_be_visible()
    expect(page.get_by_label("property").locator("option").nth(1)).to_be_attached()
    expect(page.get_by_label("from the shelf").locator("option").nth(1)).to_be_attached()
    expect(page.locator(".by-hand details").first).to_have_attribute(
        "open", ""
    )  # what the table tells is there
    assert tree(page) == snapshot(name="set up")
    open_tab(page, "dispute")
    old_case(page, "discard-king")
    expect(page.get_by_label("discard *")).to_have_value("hR s2 c3")
    laid_away = page.get_by_role("group", name="cards for The discard.")
    expect(laid_away.get_by_role("button")).to_have_count(28)  # those of the hand alone, not of the pack
    says(page, "ILLEGAL")
    expect(page.get_by_role("main")).to_have_attribute("aria-busy", "false")
    assert tree(page) == snapshot(name="dispute")
    open_tab(page, "what I know")
    press(page, "decide")
    says(page, "Best on average")
    assert tree(page) == snapshot(name="what I know")
    open_tab(page, "score sheet")
    page.get_by_label("from the shelf").select_option("sessions/appel")
    expect(page.get_by_role("heading", name="hand 3")).to_be_visible()
    expect(page.get_by_role("table").locator("tbody tr").last).not_to_contain_text("not complete yet")
    assert tree(page) == snapshot(name="score sheet")
    open_tab(page, "rules")
    page.get_by_label("look for").fill("play.follow")
    expect(page.get_by_role("definition")).to_have_count(1)
    assert tree(page) == snapshot(name="rules")
