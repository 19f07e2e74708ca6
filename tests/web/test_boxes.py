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
DRAWN = "half-known"
OPENED = (
    "prop1",
    "whole-hand",
    "endings/slovenian-king-ultimo",
    "sessions/tarot-evening",
    DRAWN,
)
"""What is on the table, the last of which not every card is known, and of which deals are drawn."""
HALF_KNOWN = """\
format: tarok-position/2
hands: {Karen: T10 h4 h5 h6 ? ?, Lars: hR d9 T1 T3 c5 cR, Mogens: s4 s5 s6 d1 ? ?}
lead: Lars
"""

MEASURED = Path(__file__).with_name("boxes.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", part(OPENED, 5))
@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("lang", part(LANGUAGES, 3))
def test_nothing_is_cut_and_nothing_overlaps(
    browser: Browser, tmp_path: Path, name: str, width: int, height: int, lang: str
) -> None:
    if drawn := name == DRAWN:
        (tmp_path / f"{name}.yaml").write_text(HALF_KNOWN, encoding="utf-8")
        name = str(tmp_path / name)
    with a_board(name) as opened:
        page = browser.new_page(viewport=ViewportSize(width=width, height=height))
        page.goto(f"{opened}?lang={lang}")
        expect(page.get_by_role("tab").first).to_be_visible()
        if drawn:
            expect(page.locator(".verdict-part .verdict")).to_contain_text("%")
        for tab in page.get_by_role("tab").all():
            tab.click()
            expect(tab).to_have_attribute("aria-selected", "true")
            expect(page.get_by_role("main")).to_have_attribute("aria-busy", "false")
            assert page.evaluate(MEASURED) == [], tab.inner_text()
        page.close()
