"""The board in a browser: by mouse and by keyboard, with what it says to those who do not see it."""

from __future__ import annotations

from board_page import card, says
from playwright.sync_api import Page, expect


def test_position_1_is_played_by_mouse_until_the_nine_has_put_b_behind(page: Page) -> None:
    says(page, "B leads.")
    expect(card(page, "A", "king of diamonds")).to_be_disabled()
    expect(card(page, "B", "9 of diamonds")).to_be_enabled()
    expect(card(page, "B", "9 of diamonds")).to_have_accessible_description(
        "goes Bagud for certain; prevents A's Ultimo; sure of −140; each for themselves A +40, B −140, C +40"
    )
    card(page, "B", "9 of diamonds").click()
    says(page, "C is to play.")
    card(page, "C", "2 of clubs").click()
    expect(page.get_by_role("list", name="trick").get_by_role("listitem")).to_have_count(2)
    says(page, "A is to play.")
    expect(card(page, "A", "7 of trumps")).to_be_disabled()
    expect(card(page, "A", "7 of trumps")).to_have_accessible_description(
        "trick 24, 2 left: A plays T7 to diamonds while holding ♦R [following suit]"
    )
    card(page, "A", "king of diamonds").click()
    says(page, "A wins the trick. A leads.")
    for player, name in (("A", "7 of trumps"), ("B", "king of hearts"), ("C", "7 of clubs")):
        card(page, player, name).click()
    says(page, "Outcome: last trick to A; Bagud for B. A +40, B −140, C +40.")


def test_position_1_is_played_by_keyboard_alone_until_a_has_the_ultimo(page: Page) -> None:
    says(page, "B leads.")
    card(page, "B", "king of hearts").focus()
    for words in ("C is to play", "A is to play", "A leads"):
        page.keyboard.press("Enter")
        says(page, words)
        expect(page.locator(":focus")).to_have_class("card")
    card(page, "A", "king of diamonds").focus()
    for words in ("B is to play", "C is to play", "Outcome: king Ultimo for A."):
        page.keyboard.press("Enter")
        says(page, words)
    page.keyboard.press("ArrowLeft")
    says(page, "C is to play")
    page.keyboard.press("Home")
    says(page, "B leads.")
    page.keyboard.press("End")
    says(page, "Outcome: king Ultimo for A.")
