"""The board in Firefox: the table, a move, a dispute, with nothing gone wrong."""

from __future__ import annotations

import pytest
from board_served import a_board
from firefox import FirefoxPage, firefox, firefox_page

needs_firefox = pytest.mark.skipif(
    firefox() is None, reason="there is no Firefox here: `make firefox` told so"
)
pytestmark = [needs_firefox, pytest.mark.thorough]

VERDICT = "document.querySelector('.verdict')?.innerText"
SAID = "document.querySelector('[role=status]')?.innerText"


def finds(page: FirefoxPage, words: str, told: str = VERDICT) -> None:
    page.until(f"{told}?.includes({words!r})")


def test_in_firefox_a_table_is_drawn_answered_and_played_on() -> None:
    with a_board() as address, firefox_page() as page:
        page.goto(f"{address}?lang=en")
        finds(page, "B can prevent it.")
        page.press("[data-card=d9]")
        finds(page, "B plays 9 of diamonds. C is to play.", SAID)
        finds(page, "cannot get the king Ultimo, even with help.")
        page.press(".tools [aria-label=undo]")
        finds(page, "B can prevent it.")


def test_in_firefox_a_dispute_is_settled() -> None:
    with a_board("disputes/discard-king") as address, firefox_page() as page:
        page.goto(f"{address}?lang=en")
        page.until("document.querySelector('#field-discard')?.value")  # its facts are there
        page.press(".dispute .primary")
        page.until("document.querySelector('.dispute .stamp')?.innerText === 'ILLEGAL'")
