"""At every size nothing is cut, nothing is outside and nothing overlaps: measured, not looked at."""

from __future__ import annotations

from pathlib import Path

import pytest
from board_served import a_board
from effort import part
from playwright.sync_api import Browser, ViewportSize, expect

from analyzer.messages import LANGUAGES

SIZES = [(360, 700), (390, 844), (844, 390), (820, 1180), (1280, 800)]
"""A small phone, a phone upright and on its side, a tablet upright, a desktop."""
OPENED = (
    "prop1",
    "whole-hand",
    "endings/slovenian-king-ultimo",
    "sessions/tarot-evening",
    "worlds/six-deals",
)

MEASURED = Path(__file__).with_name("boxes.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", part(OPENED, 5))
@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("lang", part(LANGUAGES, 3))
def test_nothing_is_cut_and_nothing_overlaps(
    browser: Browser, name: str, width: int, height: int, lang: str
) -> None:
    with a_board(name) as opened:
        page = browser.new_page(viewport=ViewportSize(width=width, height=height))
        page.goto(f"{opened}?lang={lang}")
        expect(page.get_by_role("tab").first).to_be_visible()
        for tab in page.get_by_role("tab").all():
            tab.click()
            expect(tab).to_have_attribute("aria-selected", "true")
            expect(page.get_by_role("main")).to_have_attribute("aria-busy", "false")
            assert page.evaluate(MEASURED) == [], tab.inner_text()
        page.close()
