"""What was tried on the board is kept: variations, names and comments, whatever one presses."""

from __future__ import annotations

import re

from board_page import card, finds, open_tab, press, says, speak
from places import SHIPPED
from playwright.sync_api import Page, expect

from analyzer.api.board.moment import moment, opened, tree_checked
from analyzer.report.style.textstyle import TextStyle


def lines(page: Page) -> str:
    return page.get_by_role("region", name="Lines").inner_text()


def tried(page: Page) -> None:
    """The nine led, and a club on it that the line of the file has not."""
    says(page, "B leads.")
    for player, name in (("B", "9 of diamonds"), ("C", "7 of clubs")):
        card(page, player, name).click()
    says(page, "A is to play.")


def test_back_and_forward_return_to_the_line_that_was_left(page: Page) -> None:
    tried(page)
    for key, words in (
        ("ArrowLeft", "C is to play."),
        ("ArrowLeft", "B leads."),
        ("ArrowRight", "C is to play."),
    ):
        page.keyboard.press(key)
        says(page, words)
    page.keyboard.press("ArrowRight")
    says(page, "C plays 7 of clubs.")  # the file's line has the two
    page.keyboard.press("ArrowUp")
    says(page, "B leads.")
    page.keyboard.press("ArrowDown")
    says(page, "C plays 7 of clubs.")


def test_the_browser_s_own_back_and_a_reload_lose_no_variation(page: Page) -> None:
    tried(page)
    page.go_back()
    says(page, "C is to play.")
    card(page, "C", "2 of clubs").click()
    says(page, "C plays 2 of clubs.")
    page.reload()
    says(page, "C plays 2 of clubs.")
    page.keyboard.press("ArrowLeft")
    steps = page.get_by_role("region", name="Lines").get_by_role("button", name="7 of clubs", exact=True)
    expect(steps.first).to_be_visible()
    page.evaluate("history.go(-3)")
    says(page, "B leads.")
    assert lines(page).count("7") >= 2


def test_a_variation_has_a_name_and_a_comment_is_promoted_and_deleted(page: Page) -> None:
    tried(page)
    page.get_by_text("change this line").click()
    page.get_by_label("name of this line").fill("the seven first")
    page.get_by_label("comment").fill("no better")
    expect(page.get_by_role("region", name="Lines")).to_contain_text("the seven first no better")
    page.reload()
    says(page, "C plays 7 of clubs.")
    page.get_by_text("change this line").click()
    press(page, "promote")
    says(page, "C plays 7 of clubs.")
    page.keyboard.press("ArrowLeft")
    says(page, "C is to play.")
    assert "at=1" in page.url
    page.keyboard.press("ArrowRight")
    says(page, "C plays 7 of clubs.")
    assert "at=1.0" in page.url, "what was promoted is the first of its place"
    press(page, "delete")
    says(page, "C is to play.")
    assert "the seven first" not in lines(page)


def test_the_same_words_twice_are_said_twice(page: Page) -> None:
    finds(page, "No: B can prevent it.")
    page.evaluate("""() => { window.heard = 0; new MutationObserver((all) => {
        const added = all.flatMap((each) => [...each.addedNodes]);
        window.heard += added.filter((each) => each.textContent.includes("it is B's turn")).length;
    }).observe(document.querySelector('[role=status]'), {childList: true}); }""")
    for _ in range(2):
        card(page, "A", "king of diamonds").click(force=True)
        says(page, "it is B's turn")
    assert page.evaluate("window.heard") == 2


def test_what_is_drawn_anew_leaves_the_focus_where_it_was(page: Page) -> None:
    tried(page)
    undo = page.get_by_role("button", name="undo")
    undo.focus()
    page.keyboard.press("Enter")
    says(page, "C is to play.")
    expect(undo).to_be_focused()
    question = page.get_by_label("question")
    question.focus()
    question.select_option("ultimo A")
    says(page, "A cannot get the Ultimo")
    expect(question).to_be_focused()
    language = page.get_by_role("button", name="language")
    language.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    says(page, "C skal spille")
    expect(page.locator(":focus")).to_have_text("sprog")


def test_in_french_the_courts_bear_the_letters_of_the_pack_and_have_their_names(
    page: Page, address: str
) -> None:
    page.goto(f"{address}?lang=fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("button", name=re.compile("roi de cœur")).first).to_contain_text("R")
    expect(
        page.get_by_role("button", name=re.compile("dame de carreau|roi de carreau")).first
    ).to_be_visible()


def test_the_hands_are_there_to_be_seen_when_the_play_is_over(page: Page) -> None:
    says(page, "B leads.")
    page.keyboard.press("End")
    says(page, "Outcome")
    held = page.get_by_role("list", name="what B held").get_by_role("listitem")
    expect(held).to_have_text(["Kking of hearts", "99 of diamonds"])


def test_every_key_of_the_page_of_keys_is_a_key_of_the_page(page: Page) -> None:
    says(page, "B leads.")
    told = page.evaluate("""async () => {
        const {KEYS, pressed} = await import("./static/keys.js");
        return KEYS.map((each) => {
            const event = new KeyboardEvent("keydown", {key: each.key, cancelable: true});
            Object.defineProperty(event, 'target', {value: document.body});
            if (each.key !== "?" && each.key !== "s") pressed(event);
            return [each.shown, event.defaultPrevented];
        });
    }""")
    assert {shown for shown, taken in told if not taken} == {"S", "?"}
    page.keyboard.press("?")
    keys = page.get_by_role("dialog").locator("kbd")
    expect(keys).to_have_text([shown for shown, _ in told])


def test_a_played_hand_shows_who_could_force_what_and_a_click_goes_to_the_mistake(page: Page) -> None:
    says(page, "B leads.")
    page.keyboard.press("End")
    says(page, "Outcome")
    press(page, "look at every card")
    says(page, "The line was looked at.")
    looked = page.get_by_role("region", name="The line looked at")
    graph = looked.get_by_role("img", name="Ultimo over the tricks")
    expect(graph.locator(".run")).to_have_count(3)
    drawn = graph.locator(".run").first.get_attribute("d") or ""
    assert len(set(re.findall(r" ([\d.]+)H", drawn))) == 2, "A's Ultimo rises once, by the card that B led"
    expect(graph.locator(".mistake")).to_have_count(1)
    graph.locator(".column").first.click()
    says(page, "B leads.")
    looked.get_by_role("button", name="A: king of diamonds").click()
    says(page, "A leads.")
    looked.get_by_label("graph of").select_option("Bagud")
    expect(looked.get_by_role("img", name="Bagud over the tricks")).to_be_visible()


def test_a_guess_is_marked_as_one_and_stands_apart_from_what_is_proved(page: Page) -> None:
    open_tab(page, "set up")
    chance = page.get_by_role("region", name="By chance")
    chance.get_by_label("tricks").fill("25")  # of 16 all goals are proved within half a second
    chance.get_by_label("seed").fill("1")
    chance.get_by_role("button", name="deal").click()
    says(page, "A leads.")
    values = page.get_by_role("region", name="Values")
    values.get_by_text("Open: likely at most, not proved").click()
    expect(values.locator(".guesses li").first).to_contain_text("not proved")
    expect(page.get_by_role("status")).not_to_contain_text("likely")
    expect(values).to_contain_text(re.compile("Searching|Not finished|Not proved yet"))


def test_a_line_tells_trick_player_winner_and_where_a_mistake_was_made(page: Page) -> None:
    says(page, "B leads.")
    tree = page.get_by_role("region", name="Lines")
    expect(tree).to_contain_text(re.compile(r"24\. B .*K.*→ A\s*25\. A", re.DOTALL))
    expect(tree.locator(".wrong")).to_have_count(0)
    page.keyboard.press("End")
    says(page, "Outcome")
    press(page, "look at every card")
    says(page, "The line was looked at.")
    expect(tree.locator(".wrong")).to_have_count(1)
    expect(tree.locator(".wrong")).to_contain_text("?")
    speak(page, "Dansk")
    says(page, "Udfald")
    expect(tree.locator(".wrong")).to_have_count(0)
    expect(page.get_by_role("button", name="klør 7").first).to_be_attached()


def test_of_every_line_of_every_position_the_board_tells_who_wins_each_trick() -> None:
    for file in SHIPPED:
        told = opened(file.read_text())
        for line in told.lines:
            checked = tree_checked(told.text, line.moves, TextStyle())
            assert not checked.refused, file
            table = moment(told.text, line.moves, TextStyle()).view()
            players = [each.player for each in checked.moves if each.player]
            assert players == [each.player for each in table.moves], file
            winners = [each.winner for each in checked.moves if each.winner]
            assert winners == [each.winner for each in table.tricks if each.winner], file
