"""What several tests of the board do."""

from __future__ import annotations

import re

from places import POSITIONS
from playwright.sync_api import Locator, Page, expect


def says(page: Page, words: str) -> None:
    """The live region says it."""
    expect(page.get_by_role("status")).to_contain_text(words)


def finds(page: Page, words: str) -> None:
    """The verdict beside the table says it, however long that takes; what is found late is not read aloud."""
    expect(page.get_by_role("region", name="Values")).to_contain_text(words)


def card(page: Page, player: str, name: str) -> Locator:
    """A card in a player's hand, by its full name."""
    return page.get_by_role("group", name=f"hand of {player}").get_by_role("button", name=name)


def open_tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name, exact=True).click()
    expect(page.get_by_role("tab", name=name, exact=True)).to_have_attribute("aria-selected", "true")


def old_case(page: Page, name: str) -> None:
    """Open a dispute of the shelf by what it is called, in the game that it is of."""
    told = (POSITIONS / "disputes" / f"{name}.yaml").read_text(encoding="utf-8")
    title = re.search(r'^title: *"?(.*?)"?$', told, re.MULTILINE)
    assert title is not None
    named = re.search(r"^ruleset: *(\S+)", told, re.MULTILINE)
    ruleset = "danish" if named is None else named[1]
    games = page.locator(".over select")
    if games.input_value() != ruleset:
        games.select_option(ruleset)
        expect(page.get_by_role("main")).to_have_attribute("aria-busy", "false")
    page.get_by_role("combobox", name="find an old case").fill(title[1])


def speak(page: Page, language: str) -> None:
    """Choose a language from its menu."""
    page.locator(".menu > button").click()
    page.get_by_role("menuitemradio", name=language).click()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
