"""Wherever one comes from, a view says the same: Back, Reload, and a link that was sent."""

from __future__ import annotations

import re

import pytest
from board_page import finds, old_case, open_tab, press
from playwright.sync_api import Page, expect

VIEWS = ("table", "set up", "dispute", "what I know", "score sheet", "rules")


def asked_in(page: Page, view: str) -> None:
    """Ask something in a view, and wait for the answer."""
    if view == "table":
        expect(page.get_by_text("The play that shows it")).to_be_visible()
    if view == "dispute":
        old_case(page, "discard-king")
        expect(page.locator(".stamp")).to_be_visible()
        laid_away = page.get_by_role("group", name="cards for The discard.")
        expect(laid_away.get_by_role("button")).to_have_count(28)  # those of the hand
    if view == "what I know":
        press(page, "decide")
        expect(page.get_by_role("region", name="Answers")).to_contain_text("Best on average")
    if view == "score sheet":
        press(page, "add a hand")
        expect(page.get_by_role("row", name="Hand 1")).to_contain_text("dealer")
    expect(page.get_by_role("main")).to_have_attribute("aria-busy", "false")


def words(page: Page) -> str:
    return " ".join(page.locator("#view").inner_text().split())


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_says_the_same_after_back_reload_and_in_another_window(page: Page, view: str) -> None:
    finds(page, "No: B can prevent it.")
    open_tab(page, view)
    asked_in(page, view)
    said = re.compile(re.escape(words(page)).replace(r"\ ", r"\s+"))
    shown = page.locator("#view")
    page.reload()
    expect(shown).to_have_text(said, use_inner_text=True)
    open_tab(page, "rules" if view != "rules" else "table")
    page.go_back()
    expect(shown).to_have_text(said, use_inner_text=True)
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("#view")).to_have_text(said, use_inner_text=True)
