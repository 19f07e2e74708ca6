"""The other views of the board: each does by itself what its command does, and says so aloud."""

from __future__ import annotations

import re

import pytest
from board_page import card, open_tab, says
from commands import Run
from places import POSITIONS
from playwright.sync_api import Page, expect


def test_a_position_is_set_up_from_nothing_and_the_nine_goes_bagud(page: Page) -> None:
    open_tab(page, "set up")
    for player, cards in (("A", "ruder konge, T7"), ("B", "hR d9"), ("C", "c7 c2")):
        page.get_by_label(f"cards of {player}", exact=True).fill(cards)
        expect(page.get_by_role("list", name=f"chosen for {player}").get_by_role("listitem")).to_have_count(2)
    page.get_by_role("radio", name="B leads").check()
    page.get_by_role("button", name="play from here").click()
    says(page, "B leads.")
    expect(card(page, "B", "9 of diamonds")).to_have_accessible_description(
        re.compile("goes Bagud for certain")
    )


def test_what_is_wrong_with_a_text_is_told_all_at_once_beside_it(page: Page) -> None:
    open_tab(page, "set up")
    page.get_by_role("textbox", name="position as text").fill(
        "danish / A: T1 xx / B: T20 sR / C: hR T1 / A leads"
    )
    page.get_by_role("button", name="use it").click()
    faults = page.get_by_role("list", name="faults").get_by_role("listitem")
    expect(faults).to_have_count(2)
    page.get_by_role("textbox", name="position as text").fill(
        "danish / A: T1 dC / B: T20 sR / C: hR c2 / A leads"
    )
    page.get_by_role("button", name="use it").click()
    says(page, "A leads.")


def test_a_shipped_dispute_opens_in_its_form_and_is_settled(page: Page) -> None:
    open_tab(page, "dispute")
    page.get_by_role("combobox", name="from the shelf").select_option("disputes/discard-king")
    expect(page.get_by_label("discard *")).to_have_value("hR s2 c3")
    page.get_by_role("button", name="settle").click()
    says(page, "ILLEGAL: the discard, by the rule set danish")
    expect(page.get_by_role("region", name="Verdict")).to_contain_text("discard.kings")


def one_of_each_kind() -> list[str]:
    """A shipped dispute of every kind, in Danish Tarok and in the games of card points."""
    found: dict[tuple[str, bool], str] = {}
    for path in sorted((POSITIONS / "disputes").glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        kind = re.search(r"^kind: (\S+)", text, re.MULTILINE)
        assert kind is not None
        found.setdefault((kind[1], "tarok-dispute/2" in text), path.stem)
    return list(found.values())


def test_a_dispute_of_each_kind_is_settled_from_its_form(page: Page, run: Run) -> None:
    open_tab(page, "dispute")
    for name in one_of_each_kind():
        verdict = run("check", str(POSITIONS / "disputes" / f"{name}.yaml"), "--json").json["verdict"]
        with page.expect_response("**/api/filled"):
            page.get_by_role("combobox", name="from the shelf").select_option(f"disputes/{name}")
        page.wait_for_load_state("networkidle")
        page.get_by_role("button", name="settle").click()
        expect(page.get_by_role("region", name="Verdict")).to_contain_text(f"{verdict.upper()}: ")
        expect(page.get_by_role("list", name="faults").get_by_role("listitem")).to_have_count(0)


def test_a_player_who_sees_his_own_hand_alone_counts_the_deals_and_decides(page: Page) -> None:
    says(page, "B leads.")
    open_tab(page, "what I know")
    page.get_by_role("button", name="count the deals").click()
    says(page, "6 deals fit.")
    page.get_by_role("button", name="decide").click()
    says(page, "Best on average: hR")


def test_an_evening_is_scored_hand_by_hand(page: Page) -> None:
    open_tab(page, "score sheet")
    page.get_by_role("combobox", name="from the shelf").select_option("sessions/appel")
    expect(page.get_by_role("heading", name="hand 3")).to_be_visible()
    page.get_by_role("button", name="score it").click()
    says(page, "The evening is scored.")
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(5)


def test_a_link_opens_the_same_moment_with_its_variations_on_another_page(page: Page, address: str) -> None:
    says(page, "B leads.")
    card(page, "B", "9 of diamonds").click()
    says(page, "C is to play.")
    card(page, "C", "7 of clubs").click()
    says(page, "A is to play.")
    fragment = page.url.partition("#")[2]
    other = page.context.new_page()
    other.goto(f"{address}#{fragment}")
    says(other, "A is to play.")
    expect(card(other, "C", "2 of clubs")).to_be_visible()
    other.keyboard.press("ArrowLeft")
    says(other, "C is to play.")
    other.keyboard.press("ArrowRight")
    says(other, "A is to play.")  # not on the line of the file, which was left
    other.go_back()
    says(other, "C is to play.")


def test_the_page_speaks_danish_at_a_switch(page: Page) -> None:
    says(page, "B leads.")
    page.get_by_role("button", name="language").click()
    says(page, "B spiller ud.")
    expect(
        page.get_by_role("group", name="Bs hånd").get_by_role("button", name="hjerter konge")
    ).to_be_enabled()
    expect(page.locator("html")).to_have_attribute("lang", "da")


@pytest.mark.parametrize("press", ["?", "click"])
def test_the_page_of_keys_tells_what_the_keys_do(page: Page, press: str) -> None:
    says(page, "B leads.")
    if press == "click":
        page.get_by_role("button", name="keys").click()
    else:
        page.keyboard.press(press)
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("back to the lead of the trick")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
