"""The first screen: doors, games, the language of the browser, and what was done last."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from board_page import card, says, speak
from places import POSITIONS
from playwright.sync_api import Browser, Page, expect


@pytest.fixture(scope="module")
def bare() -> Iterator[str]:
    """Where a board answers that was opened with nothing."""
    command = [sys.executable, "-m", "analyzer", "board", "--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as started:
        assert started.stdout is not None
        yield started.stdout.readline().strip()
        started.terminate()


@pytest.fixture
def first(browser: Browser, bare: str) -> Iterator[Page]:
    context = browser.new_context(locale="en-GB")
    context.set_default_timeout(120_000)
    page = context.new_page()
    page.goto(bare)
    yield page
    context.close()


def test_a_link_that_names_a_view_by_some_of_its_words_opens_it(browser: Browser, bare: str) -> None:
    page = browser.new_page(locale="en-GB")
    page.goto(f"{bare}#v=score")
    expect(page.get_by_role("tab", name="score sheet")).to_have_attribute("aria-selected", "true")
    page.goto("about:blank")
    page.goto(f"{bare}#v=nothing")
    expect(page.get_by_role("main")).to_contain_text("this part of the link cannot be read: v")
    page.close()


def test_a_page_opened_bare_has_three_doors_and_the_games(first: Page) -> None:
    for door in ("look", "type"):
        expect(first.get_by_role("button", name=door)).to_be_visible()
    expect(first.get_by_text("a position, a dispute, an evening")).to_be_visible()
    for game in ("Danish Tarok", "Tarot, as France plays it today", "Slovenian Tarok"):
        expect(first.get_by_role("button", name=game)).to_be_visible()
    assert "danish" not in first.locator(".start").inner_text()


def test_looking_shows_a_problem_with_its_answer(first: Page) -> None:
    first.get_by_role("button", name="look").click()
    says(first, "B leads.")
    expect(first.get_by_role("region", name="Values")).to_contain_text("No: B can prevent it.")


def test_a_game_opens_a_problem_of_it_and_its_name_stands_above(first: Page) -> None:
    first.get_by_role("button", name="Tarot, as France plays it today").click()
    says(first, "leads.")
    expect(first.locator(".facts")).to_contain_text("Tarot")
    expect(first.locator(".facts")).not_to_contain_text("rules")


def test_typing_leads_to_where_cards_are_typed(first: Page) -> None:
    first.get_by_role("button", name="type").click()
    expect(first.get_by_role("textbox", name="position as text")).to_be_visible()


def test_a_file_is_opened_by_its_door_and_by_letting_it_fall_anywhere(first: Page) -> None:
    first.locator(".door input").set_input_files(POSITIONS / "prop3.yaml")
    says(first, "B leads.")
    text = (POSITIONS / "endings/tarot-petit-au-bout.yaml").read_text(encoding="utf-8")
    first.evaluate(
        """(text) => {
            const data = new DataTransfer();
            data.items.add(new File([text], "mine.yaml"));
            dispatchEvent(new DragEvent("drop", {dataTransfer: data, cancelable: true}));
        }""",
        text,
    )
    says(first, "C leads.")


def test_what_was_done_last_comes_back(first: Page, bare: str) -> None:
    first.get_by_role("button", name="look").click()
    says(first, "B leads.")
    card(first, "B", "9 of diamonds").click()
    says(first, "C is to play.")
    first.goto("about:blank")
    first.goto(bare)
    first.get_by_role("button", name="go on").click()
    says(first, "C is to play.")


def test_the_language_is_that_of_the_browser_and_is_chosen_from_a_menu(browser: Browser, bare: str) -> None:
    context = browser.new_context(locale="da-DK")
    page = context.new_page()
    page.goto(bare)
    expect(page.get_by_role("button", name="se på en opgave")).to_be_visible()
    speak(page, "English")
    expect(page.get_by_role("button", name="look at a problem")).to_be_visible()
    context.close()


def test_a_question_in_a_link_that_cannot_be_read_is_told(first: Page, bare: str) -> None:
    first.goto("about:blank")
    first.goto(f"{bare}#p=danish_/_A:_dR_T7_/_B:_hR_d9_/_C:_c7_c2_/_B_leads&q=!!")
    expect(first.locator(".trouble")).to_contain_text("this part of the link cannot be read: q")
    first.goto("about:blank")
    first.goto(f"{bare}#p=danish_/_A:_dR_T7_/_B:_hR_d9_/_C:_c7_c2_/_B_leads&q=bagud for B")
    expect(first.get_by_role("region", name="Values")).to_contain_text("cannot bring B to a Bagud")


def test_a_question_that_nobody_can_ask_is_told_and_what_the_position_asks_is_answered(
    first: Page, bare: str
) -> None:
    asks = 'format: tarok-position/1\nstipulation: "Can A force the king Ultimo?"\nhands:\n'
    text = asks + "  A: dR T7\n  B: hR d9\n  C: c7 c2\nlead: B\n"
    first.goto("about:blank")
    first.goto(f"{bare}#p={quote(text)}&q=frob")
    expect(first.locator(".trouble")).to_contain_text("this part of the link cannot be read: q")
    expect(first.get_by_role("region", name="Values")).to_contain_text("No: B can prevent it.")
    assert "q=frob" not in first.url


def test_going_back_from_a_tab_shows_the_one_before(first: Page) -> None:
    first.get_by_role("button", name="look").click()
    says(first, "B leads.")
    for name in ("dispute", "rules"):
        first.get_by_role("tab", name=name).click()
    first.go_back()
    expect(first.get_by_role("tab", name="dispute")).to_have_attribute("aria-selected", "true")
    first.go_back()
    expect(first.get_by_role("tab", name="table")).to_have_attribute("aria-selected", "true")
    expect(first.get_by_role("region", name="Values")).to_contain_text("No: B can prevent it.")


def test_each_name_that_a_led_fool_may_have_shows_what_it_does(first: Page, bare: str) -> None:
    text = (POSITIONS / "composed" / "naming-decides-3-1-27.yaml").read_text(encoding="utf-8")
    first.goto("about:blank")
    first.goto(f"{bare}#p={quote(text)}")
    values = first.get_by_role("region", name="Values")
    expect(values.locator(".verdict")).to_contain_text("Only")
    expect(values.locator(".verdict")).to_contain_text("keeps B's Ultimo.")
    expect(values).to_contain_text("or the Fool named otherwise")
    fool = first.get_by_role("listitem").filter(has=first.locator("[data-card=fool]"))
    expect(fool.locator(".worth")).to_have_count(2)
    card(first, "B", "the Fool").click()
    names = fool.get_by_role("group", name="the Fool names")
    expect(names.get_by_role("button", name="hearts: keeps Ultimo")).to_be_visible()
    expect(names.get_by_role("button", name="spades: loses Ultimo")).to_be_visible()
