"""Problems, reasons and paper: the library, why, cards that are picked, play by words, print."""

from __future__ import annotations

import re
from pathlib import Path

from board_page import card, finds, old_case, open_tab, press, says
from board_served import a_board
from playwright.sync_api import Browser, Page, Route, expect

from analyzer.position.files.tree import open_tree
from analyzer.web.library import shelf_item, shelf_list


def test_the_shelf_names_every_file_by_its_title_and_shows_the_hands_of_a_position() -> None:
    for kind, items in shelf_list().items():
        for name, item in items.items():
            told = open_tree(shelf_item(name)["text"], name, f"tarok-{kind}")
            assert item["title"] == (told.word("title") or Path(name).name), name
            assert isinstance(told.root.value, dict)
            hands = told.root.value.get("hands") if kind == "position" else None
            assert hands is None or item["hands"] == hands.plain(), name


def test_a_problem_is_opened_by_its_picture_and_the_next_is_a_press_away(page: Page) -> None:
    open_tab(page, "set up")
    page.get_by_text("Library of problems").click()
    danish = page.get_by_role("region", name="danish")
    danish.get_by_role("button", name="Proprieties, position 1").click()
    says(page, "B leads.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Proprieties, position 1")
    press(page, "hide answers")
    press(page, "next problem")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Proprieties, positions 2 and 3 as one question"
    )
    expect(page.get_by_text("What would you play?")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Proprieties, position 1")


def test_what_a_problem_asks_is_set_up_shown_in_place_of_the_answer_and_printed(page: Page) -> None:
    finds(page, "No: B can prevent it.")
    open_tab(page, "set up")
    for player, cards in {"A": "dR T7", "B": "hR d9", "C": "c7 c2"}.items():
        page.get_by_label(f"cards of {player}").fill(cards)
    page.get_by_label("B leads").check()
    by_hand = page.get_by_role("region", name="Card by card")
    by_hand.get_by_label("What is it called?").fill("For Thursday")
    by_hand.get_by_label("What is a solver asked?").fill("B leads. Who keeps the pots?")
    press(page, "play from here")
    values = page.get_by_role("region", name="Values")
    expect(values).to_contain_text("B leads. Who keeps the pots?")
    expect(values).to_contain_text("A's king Ultimo is up to B.")
    expect(page.get_by_role("heading", level=1)).to_have_text("For Thursday")
    press(page, "hide answers")
    expect(values.locator(".verdict")).to_have_text("B leads. Who keeps the pots?")
    page.emulate_media(media="print")
    expect(page.locator(".asked")).to_have_text("B leads. Who keeps the pots?")
    expect(page.locator(".asked")).to_be_visible()


def test_the_goal_that_is_chosen_is_what_a_solver_is_asked(page: Page) -> None:
    finds(page, "No: B can prevent it.")
    page.get_by_label("question").select_option("bagud B")
    press(page, "hide answers")
    expect(page.locator(".verdict")).to_have_text("B leads. Can the others bring B to a Bagud?")
    page.goto(page.url.replace("lang=en", "lang=da"))
    page.reload()
    expect(page.locator(".verdict")).to_have_text("B spiller ud. Kan de andre sætte B bagud?")


def test_a_card_of_a_reason_moves_the_table_to_where_it_is_laid(page: Page) -> None:
    finds(page, "No: B can prevent it.")
    reasons = page.locator(".reasons")
    expect(reasons.get_by_role("listitem").first).to_contain_text("B")
    reasons.get_by_role("button", name="to where 9 of diamonds is played").first.click()
    says(page, "B plays 9 of diamonds.")
    expect(reasons).to_be_visible()
    reasons.get_by_role("button", name="back to where it was asked").click()
    says(page, "B leads.")
    expect(card(page, "B", "9 of diamonds")).to_have_attribute("aria-disabled", "false")


def test_after_another_card_than_the_shown_one_reasons_are_those_of_the_new_moment(page: Page) -> None:
    finds(page, "No: B can prevent it.")
    reasons = page.locator(".reasons")
    old = reasons.get_by_role("listitem").first.inner_text()
    card(page, "B", "king of hearts").click()
    finds(page, "Yes: every legal line leads to A's king Ultimo.")
    expect(page.locator(".reasons", has_text=old)).to_have_count(0)


def test_cards_are_picked_and_typed_in_a_dispute_and_each_shows_the_other(page: Page) -> None:
    open_tab(page, "dispute")
    hand = page.get_by_label("hand *")
    hand.press_sequentially("hR s2 ruder 9")
    laid = page.get_by_role("group", name="cards for The discard.")
    laid.get_by_role("button", name="2 of spades").click()
    laid.get_by_role("button", name="king of hearts").click()
    expect(page.get_by_label("discard *")).to_have_value("hR s2")
    expect(laid.get_by_role("button", name="king of hearts")).to_have_attribute("aria-pressed", "true")
    laid.get_by_role("button", name="2 of spades").click()
    expect(page.get_by_label("discard *")).to_have_value("hR")
    pack = page.get_by_role("group", name=re.compile("^cards for The cards before the discard"))
    expect(pack.get_by_role("button", name="9 of diamonds")).to_have_attribute("aria-pressed", "true")
    pack.get_by_role("button", name="21 of trumps").click()
    expect(hand).to_have_value(re.compile("T21"))


def test_set_up_asks_what_the_game_has_and_fills_up_by_chance(page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        if '"danish"' in (route.request.post_data or ""):
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/pack", hold)
    finds(page, "No: B can prevent it.")
    open_tab(page, "set up")
    page.get_by_label("rule set").first.select_option("slovenian")
    pack = page.get_by_role("group", name="the pack").get_by_role("button")
    expect(pack).to_have_count(54)
    with page.expect_response("**/api/pack"):
        held[0].continue_()  # late: another game was chosen meanwhile
    page.locator(".by-hand").get_by_text("more that can be filled in").click()
    contract = page.get_by_role("group", name="Which contract?")
    contract.get_by_role("button", name="solo one").click()
    expect(pack).to_have_count(54)
    page.get_by_role("group", name="Who declared it?").get_by_role("button", name="A").click()
    page.get_by_label("A leads").check()
    page.get_by_role("textbox", name="cards of A").press_sequentially("T21 T20")
    press(page, "add random rest")
    for player in "ABCD":
        chosen = page.get_by_role("list", name=f"chosen for {player}")
        expect(chosen.get_by_role("listitem")).to_have_count(3)
    for player in "ABCD":
        for kind, number in (("tricks", "9" if player == "A" else "0"), ("points", "")):
            page.get_by_label(f"{player}: {kind}").fill(number)
    press(page, "play from here")
    says(page, "A leads.")
    expect(page.locator(".facts")).to_contain_text("A declares")
    expect(card(page, "A", "21 of trumps")).to_be_visible()


def test_a_hand_is_played_by_words_with_one_announcement_a_move(page: Page) -> None:
    finds(page, "No: B can prevent it.")
    page.get_by_text("by words", exact=True).click()
    command = page.get_by_label("command")
    for said, heard in (
        ("9 of diamonds", "B plays 9 of diamonds."),
        ("trick", "B: 9 of diamonds"),
        ("c2", "C plays 2 of clubs."),
        ("undo", "B plays 9 of diamonds."),
        ("hand", "7 of clubs, 2 of clubs"),
        ("king of hearts", "it is C's turn"),
        ("start", "B leads."),
        ("verdict", "No: B can prevent it."),
        ("twelve of nothing", "no such card"),
    ):
        command.press_sequentially(said)
        command.press("Enter")
        says(page, heard)
        expect(command).to_be_focused()


def printed(page: Page, tmp_path: Path) -> bytes:
    """A view as it goes on paper."""
    path = tmp_path / "paper.pdf"
    page.pdf(path=path, prefer_css_page_size=True)
    return path.read_bytes()


def pages(paper: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", paper))


def test_what_is_printed_is_one_page_and_a_problem_is_without_its_solution(
    page: Page, browser: Browser, tmp_path: Path
) -> None:
    finds(page, "No: B can prevent it.")
    assert pages(printed(page, tmp_path)) == 1
    page.emulate_media(media="print")
    for gone in ("No: B can prevent it.", "gives it", "Who can force what"):
        expect(page.get_by_text(gone, exact=True).first).to_be_hidden()
    expect(page.get_by_text("2 tricks to go")).to_be_visible()
    page.emulate_media(media="screen")
    open_tab(page, "dispute")
    old_case(page, "discard-king")
    expect(page.get_by_label("discard *")).to_have_value("hR s2 c3")
    press(page, "settle")
    says(page, "ILLEGAL")
    assert pages(printed(page, tmp_path)) == 1
    open_tab(page, "score sheet")
    page.get_by_role("combobox", name="from the shelf").select_option("sessions/four-at-the-table")
    expect(page.get_by_role("table").locator("tbody tr").last).to_contain_text("Tout")
    assert pages(printed(page, tmp_path)) == 1
    with a_board("whole-hand") as opened:
        whole = browser.new_page()
        whole.goto(f"{opened}?lang=en")
        says(whole, "leads.")
        whole.keyboard.press("End")
        says(whole, "Outcome")
        assert pages(printed(whole, tmp_path)) == 1
        whole.close()
