"""What the hasty, the slow and the blind do to the page: keys one by one, two clicks, links come to harm."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote

import pytest
from board_page import card, finds, open_tab, press, says
from board_served import a_board
from effort import part
from places import ROOT
from playwright.sync_api import Browser, Page, Route, expect

PROP1 = "danish_/_A:_dR_T7_/_B:_hR_d9_/_C:_c7_c2_/_B_leads_/_king=60_pagat=60"
TYPED = "Bent 33 solo?"
"""Letters, digits and signs of which each is a key of the page outside of a field."""


def link(**told: str) -> str:
    return "#" + "&".join(f"{key}={quote(value)}" for key, value in told.items())


def kept_waiting(page: Page, question: str) -> list[Route]:
    """The questions that are asked and not answered."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(f"**/api/{question}", hold)
    return held


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id || document.activeElement.outerHTML.slice(0, 99)"))


def typed_into_each(page: Page, fields: str) -> int:
    """Types into every field key by key, and holds the page to it; how many fields there were."""
    boxes = page.locator(fields)
    for place in range(boxes.count()):
        box = boxes.nth(place)
        box.click()
        before = focused(page)
        was = box.input_value()
        page.keyboard.press("End")
        page.keyboard.type(TYPED)
        assert box.input_value() == was + TYPED, before
        assert focused(page) == before
    expect(page.locator("html")).to_have_attribute("lang", "en")
    return boxes.count()


@pytest.mark.parametrize(
    ("tab", "button", "fields"),
    [
        ("dispute", "settle", "input:not([type]), [role=tabpanel] textarea"),
        ("score sheet", "add a hand", ".question input:not([type])"),
    ],
)
def test_no_key_in_a_field_ever_leaves_it(page: Page, tab: str, button: str, fields: str) -> None:
    says(page, "B leads.")
    open_tab(page, tab)
    expect(page.get_by_role("button", name=button)).to_be_visible()
    if tab == "score sheet":
        press(page, button)
        expect(page.get_by_role("group", name="Who won the last trick, and with what?")).to_be_visible()
    page.locator("details").evaluate_all("(all) => all.forEach((each) => { each.open = true; })")
    assert typed_into_each(page, f"[role=tabpanel] {fields}") > 3
    expect(page.get_by_role("tab", name=tab, exact=True)).to_have_attribute("aria-selected", "true")


def test_keys_of_one_letter_are_switched_off_and_stay_so(page: Page) -> None:
    says(page, "B leads.")
    press(page, "keys")
    page.get_by_role("checkbox", name="one-letter keys").uncheck()
    page.keyboard.press("Escape")
    for _ in range(2):
        page.keyboard.type("bnls5u?")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.locator("html")).to_have_attribute("lang", "en")
        expect(page.get_by_role("tab", name="table")).to_have_attribute("aria-selected", "true")
        assert "at=" not in page.url
        page.keyboard.press("End")
        says(page, "Outcome")
        page.keyboard.press("Home")
        says(page, "B leads.")
        page.reload()
        says(page, "B leads.")


def moves_told(page: Page) -> list[object]:
    """The tree of the address."""
    found = page.evaluate("new URLSearchParams(location.hash.slice(1)).get('t')")
    return list(json.loads(found)) if found else []


def flat(tree: object) -> list[str]:
    if isinstance(tree, list):
        return [word for each in tree for word in flat(each)]
    return [tree] if isinstance(tree, str) else []


def test_two_clicks_play_one_card_and_the_link_opens_with_its_table(page: Page, address: str) -> None:
    page.goto(f"{address}?lang=en{link(p=PROP1)}")
    page.reload()
    says(page, "B leads.")
    held = kept_waiting(page, "table")
    card(page, "B", "9 of diamonds").dblclick()
    page.wait_for_timeout(200)
    assert len(held) == 1
    held[0].continue_()
    says(page, "C is to play.")
    page.wait_for_timeout(500)
    assert flat(moves_told(page)) == ["d9"]
    page.unroute("**/api/table")
    other = page.context.new_page()
    other.goto(f"{address}{link(p=PROP1)}#{page.url.partition('#')[2]}".replace(link(p=PROP1), ""))
    says(other, "C is to play.")


def test_a_best_line_that_comes_too_late_is_not_played(page: Page, address: str) -> None:
    page.goto(f"{address}?lang=en{link(p=PROP1)}")
    page.reload()
    says(page, "B leads.")
    held = kept_waiting(page, "best")
    press(page, "best play")
    card(page, "B", "9 of diamonds").click()
    says(page, "C is to play.")
    held[0].continue_()
    says(page, "The table has moved on.")
    assert flat(moves_told(page)) == ["d9"]


def test_a_card_that_the_rules_refuse_is_in_neither_tree_nor_link(page: Page, address: str) -> None:
    page.goto(f"{address}?lang=en{link(p=PROP1)}")
    page.reload()
    says(page, "B leads.")
    page.evaluate("import('./static/store.js').then((act) => act.play(['T9']))")
    says(page, "T9")
    assert moves_told(page) == []
    card(page, "B", "9 of diamonds").click()
    says(page, "C is to play.")


DAMAGED = {
    "an evening that is none": link(p=PROP1, session='{"hands":"x"}', v="score sheet"),
    "an evening of numbers": link(p=PROP1, session="17", v="score sheet"),
    "a dispute with a list of values": link(p=PROP1, dispute='{"kind":7,"values":[1]}', v="dispute"),
    "what is known of nobody": link(p=PROP1, know='{"hidden":{"A":1},"void":"x"}', v="what I know"),
    "thirty thousand moves": link(p=PROP1, t=json.dumps(["d9", "c7"] * 15_000), at="0." * 399 + "0"),
    "deep lists": link(p=PROP1, t="[" * 3000 + "]" * 3000),
    "a move that nobody may make": link(p=PROP1, t='["d9",["c7"],["T21","hR"]]', at="0.1.0"),
    "words that are no moves": link(p=PROP1, t='["<b>","__proto__",7,null,{"n":{"a":1}}]', at="0"),
    "a path to nowhere": link(p=PROP1, t='["d9"]', at="0.7.x"),
    "half an encoding": f"#p={PROP1}&t=%5B%22d9%22%2C&session=%7B%22",
}


@pytest.mark.parametrize("damage", part([*DAMAGED], 3))
def test_of_a_damaged_link_what_can_be_read_is_shown_and_the_rest_named(
    page: Page, address: str, damage: str
) -> None:
    page.goto("about:blank")
    page.goto(f"{address}?lang=en{DAMAGED[damage]}")
    expect(page.get_by_text("The link is damaged: what could be read is shown.").first).to_be_visible()
    for tab in ("score sheet", "dispute", "what I know", "set up", "rules", "table"):
        open_tab(page, tab)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(card(page, "B", "king of hearts")).to_be_visible()
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("Home")
    expect(card(page, "B", "king of hearts")).to_be_enabled()
    card(page, "B", "king of hearts").click()
    says(page, "C is to play.")


def test_a_link_whose_position_cannot_be_read_says_so_and_leaves_the_views(page: Page, address: str) -> None:
    page.goto("about:blank")
    page.goto(f"{address}?lang=en{link(p='danish / A: zz / B leads', t='[3]', v='set up')}")
    open_tab(page, "table")
    open_tab(page, "rules")
    expect(page.get_by_role("heading", name="Rules", exact=True)).to_be_visible()


def test_going_back_and_deleting_lose_no_evening(page: Page, address: str, tmp_path: Path) -> None:
    says(page, "B leads.")
    card(page, "B", "9 of diamonds").click()
    says(page, "C is to play.")
    open_tab(page, "score sheet")
    press(page, "add a hand")
    press(page, "add a hand")
    expect(page.get_by_role("heading", name="hand 2")).to_be_visible()
    page.go_back()
    open_tab(page, "score sheet")
    expect(page.get_by_role("heading", name="hand 2")).to_be_visible()
    press(page, "delete hand 2")
    expect(page.get_by_role("heading", name="hand 2")).to_have_count(0)
    press(page, "undo")
    expect(page.get_by_role("heading", name="hand 2")).to_be_visible()
    with page.expect_download() as found:
        press(page, "save the evening")
    found.value.save_as(tmp_path / "evening.yaml")
    assert (tmp_path / "evening.yaml").read_text().startswith("format: tarok-session/1")
    page.goto("about:blank")
    page.goto(f"{address}?lang=en")
    open_tab(page, "score sheet")
    expect(page.get_by_role("heading", name="hand 2")).to_be_visible()


def test_a_move_is_announced_once(page: Page) -> None:
    says(page, "B leads.")
    page.wait_for_timeout(1000)
    page.evaluate("""() => { window.heard = []; new MutationObserver(() => {
        window.heard.push(document.querySelector('[role=status]').innerText);
    }).observe(document.querySelector('[role=status]'), {childList: true}); }""")
    card(page, "B", "9 of diamonds").click()
    says(page, "C is to play.")
    expect(page.get_by_role("region", name="Values")).to_contain_text("sure of")
    page.wait_for_timeout(1000)
    heard = page.evaluate("window.heard")
    assert len(heard) == 1, heard


def test_by_keys_arrows_go_between_cards_and_play_none(page: Page) -> None:
    says(page, "B leads.")
    card(page, "B", "king of hearts").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(card(page, "B", "king of hearts")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(card(page, "B", "9 of diamonds")).to_be_focused()
    page.keyboard.press("Home")
    expect(card(page, "B", "king of hearts")).to_be_focused()
    page.keyboard.press("End")
    expect(card(page, "B", "9 of diamonds")).to_be_focused()
    assert "at=" not in page.url
    page.keyboard.press("Enter")
    says(page, "B plays 9 of diamonds.")


def test_the_last_trick_can_be_looked_at_until_the_next_card(page: Page) -> None:
    says(page, "B leads.")
    expect(page.get_by_role("list", name="last trick")).to_have_count(0)
    for player, name in (("B", "9 of diamonds"), ("C", "7 of clubs"), ("A", "king of diamonds")):
        card(page, player, name).click()
        says(page, f"{player} plays")
    last = page.get_by_role("list", name="last trick").get_by_role("listitem")
    expect(last).to_have_count(3)
    expect(last.nth(0)).to_contain_text("9 of diamonds")
    expect(page.locator(".laid.winner")).to_contain_text("king of diamonds")
    card(page, "A", "7 of trumps").click()
    says(page, "B is to play.")
    expect(page.get_by_role("list", name="last trick")).to_have_count(0)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_won_trick_goes_to_its_winner_at_the_next_lead_or_is_just_gone(page: Page, motion: str) -> None:
    page.emulate_media(reduced_motion=motion)
    says(page, "B leads.")
    for player, name in (("B", "9 of diamonds"), ("C", "7 of clubs"), ("A", "king of diamonds")):
        card(page, player, name).click()
        says(page, f"{player} plays")
    card(page, "A", "7 of trumps").click()
    says(page, "B is to play.")
    gone = page.locator(".gone")
    expect(gone).to_have_class(re.compile("to-below"))
    expect(gone).to_have_css("animation-name", "none" if motion == "reduce" else "gather")
    expect(gone).to_be_hidden()
    press(page, "undo")
    expect(gone).to_have_count(0)


def test_a_phone_shows_the_verdict_in_a_line_and_the_rest_as_a_sheet(page: Page) -> None:
    page.set_viewport_size({"width": 375, "height": 667})
    finds(page, "No: B can prevent it.")
    verdict = page.get_by_text("No: B can prevent it.").last
    expect(verdict).to_be_in_viewport(ratio=1)
    expect(card(page, "A", "7 of trumps")).to_be_in_viewport(ratio=0.9)
    forces = page.get_by_role("table", name="Who can force what")
    expect(forces).to_have_count(0)
    press(page, "more")
    forces.scroll_into_view_if_needed()
    expect(forces).to_be_in_viewport()
    small = page.evaluate("""() => [...document.querySelectorAll(
            '.bar button, .rail button, header button, button.handle, .side .chip, .side select')]
        .map((each) => [each.textContent, each.getBoundingClientRect()])
        .filter(([, box]) => box.width > 0 && (box.width < 44 || box.height < 44)).map(([name]) => name)""")
    assert [each for each in small if each] == []
    press(page, "less")
    expect(forces).to_have_count(0)


LONG = 16
"""A hand of so many cards lies in two rows, where every index is seen and a finger still has 24 pixels."""
OFF = """(least) => {
    const table = document.querySelector('.table');
    const boxes = (what) => [...document.querySelectorAll(what)].map((each) => each.getBoundingClientRect());
    const over = (one, other) => one.left < other.right && other.left < one.right
        && one.top < other.bottom && other.top < one.bottom;
    const words = boxes('.worth span');
    return {
        scrolled: table.scrollHeight > table.clientHeight + 1 || table.scrollWidth > table.clientWidth,
        small: boxes('.turn button.card, .turn .slot')
            .filter((box) => box.width < least || box.height < 43.5).length,
        together: words.filter((one, at) => words.slice(at + 1).some((other) => over(one, other))).length,
    };
}"""
"""What is off a small table: cards beyond its edge or too small for a finger, words one over the other."""


@pytest.mark.parametrize(
    ("ruleset", "seats", "tricks"),
    part(
        [
            ("french", 5, 12),
            ("tapp", 3, 6),
            ("appel", 4, 3),
            ("danish", 3, 25),
            ("appel", 4, 10),
            ("french", 5, 3),
        ],
        3,
    ),
)
def test_on_a_phone_every_card_of_the_turn_is_wide_enough_and_no_hand_falls_off_the_table(
    page: Page, ruleset: str, seats: int, tricks: int
) -> None:
    page.set_viewport_size({"width": 375, "height": 667})
    open_tab(page, "set up")
    chance = page.get_by_role("region", name="By chance")
    chance.get_by_label("rule set").select_option(ruleset)
    chance.get_by_label("players").select_option(str(seats))
    chance.get_by_label("tricks").fill(str(tricks))
    chance.get_by_role("button", name="deal").click()
    says(page, "A leads.")
    sound = {"scrolled": False, "small": 0, "together": 0}
    least = 24 if tricks >= LONG else 43.5
    for played in range(2):
        expect(page.locator(".turn .worth").first).to_be_attached()
        assert page.evaluate(OFF, least) == sound, played
        page.locator(".turn button.card[aria-disabled=false]").first.click()
        says(page, "A plays" if not played else "plays")


def test_on_a_taller_phone_a_whole_hand_lies_in_two_rows_with_every_index(browser: Browser) -> None:
    with a_board("whole-hand") as opened:
        page = browser.new_page(viewport={"width": 390, "height": 844})
        page.goto(f"{opened}?lang=en")
        says(page, "leads.")
        cards = page.get_by_role("group", name="hand of Anna").get_by_role("button")
        expect(cards).to_have_count(25)
        boxes = [box for each in cards.all() if (box := each.bounding_box())]
        assert {round(box["y"]) for box in boxes if 0 <= box["x"] < 390} == {round(box["y"]) for box in boxes}
        assert len({round(box["y"]) for box in boxes}) == 2
        for one, other in pairwise(boxes):
            assert other["y"] > one["y"] or other["x"] - one["x"] >= 24
        page.close()


def test_on_a_phone_on_its_side_the_own_hand_and_the_verdict_are_on_the_screen(page: Page) -> None:
    page.set_viewport_size({"width": 844, "height": 390})
    finds(page, "No: B can prevent it.")
    for player, name in (("A", "7 of trumps"), ("B", "9 of diamonds")):
        expect(card(page, player, name)).to_be_in_viewport(ratio=0.9)
    expect(page.get_by_text("No: B can prevent it.").last).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("tab", name="rules")).to_be_in_viewport(ratio=0.9)


def test_on_a_projector_cards_grow_and_a_hidden_answer_leaves_the_question_alone(page: Page) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    finds(page, "No: B can prevent it.")
    cloth = page.locator(".table").bounding_box()
    own, other = (
        card(page, "A", "7 of trumps").bounding_box(),
        card(page, "B", "9 of diamonds").bounding_box(),
    )
    assert cloth is not None
    assert own is not None
    assert other is not None
    assert own["height"] > 0.24 * cloth["height"]
    assert other["height"] > 0.16 * cloth["height"]
    press(page, "hide answers")
    wide = page.locator(".table").bounding_box()
    assert wide is not None
    assert wide["width"] > cloth["width"] + 300
    expect(page.get_by_text("B leads. Can A force the king Ultimo?").last).to_be_in_viewport(ratio=1)


def test_hands_that_a_player_does_not_see_are_not_laid_open(browser: Browser) -> None:
    with a_board("worlds/six-deals") as opened:
        page = browser.new_page()
        page.goto(f"{opened}?lang=en")
        expect(card(page, "B", "king of hearts")).to_be_visible()
        expect(page.get_by_role("group", name="hand of A").get_by_role("button")).to_have_count(0)
        expect(page.get_by_role("group", name="hand of A")).to_contain_text("2 cards unseen")
        press(page, "show all hands")
        expect(card(page, "A", "10 of trumps")).to_be_visible()
        page.close()


def test_a_long_question_of_one_page_takes_no_answer_from_another_and_can_be_stopped(
    browser: Browser,
) -> None:
    with a_board("whole-hand") as opened:
        page = browser.new_page()
        page.goto(f"{opened}?lang=en")
        says(page, "leads.")
        expect(page.get_by_role("button", name="stop", exact=True)).to_be_visible()
        others = [browser.new_page() for _ in range(2)]
        for other in others:
            other.goto(f"{opened}?lang=en{link(p=PROP1)}")
        for other in others:
            expect(card(other, "B", "9 of diamonds")).to_have_accessible_description(
                re.compile("sure of −140")
            )
        searched = page.get_by_role("region", name="Values")
        expect(searched).to_contain_text(re.compile("Searching|not finished"))
        assert "goals." not in searched.inner_text()
        press(page, "stop")
        expect(page.get_by_role("button", name="stop", exact=True)).to_have_count(0)
        says(page, "stopped")
        assert "goals." not in searched.inner_text()
        for each in (page, *others):
            each.close()


def test_thirds_are_told_as_thirds(browser: Browser) -> None:
    with a_board("worlds/six-deals") as opened:
        page = browser.new_page()
        page.goto(f"{opened}?lang=en")
        says(page, "leads.")
        open_tab(page, "what I know")
        press(page, "decide")
        answers = page.get_by_role("region", name="Answers")
        expect(answers).to_contain_text("33⅓")
        expect(answers).not_to_contain_text("33.33")
        page.close()


def test_the_rules_name_their_sources_as_people_do(page: Page) -> None:
    says(page, "B leads.")
    open_tab(page, "rules")
    expect(page.get_by_role("definition").first).to_contain_text("Tarok (Danish), at pagat.com")
    assert ".txt" not in page.get_by_role("main").inner_text()


@pytest.mark.parametrize(("ruleset", "cards"), [("tapp", 54), ("danish", 78)])
def test_the_pack_that_is_set_up_is_that_of_the_game(page: Page, ruleset: str, cards: int) -> None:
    open_tab(page, "set up")
    page.get_by_label("rule set").first.select_option(ruleset)
    expect(page.get_by_role("group", name="the pack").get_by_role("button")).to_have_count(cards)


def test_small_letters_that_could_be_a_number_are_no_card(page: Page) -> None:
    open_tab(page, "set up")
    hand = page.get_by_label("cards of A", exact=True)
    hand.click()
    page.keyboard.type("T7 xx")
    expect(page.get_by_text("xx: no such card; the trump is written T20")).to_be_visible()
    expect(hand).to_be_focused()


def test_a_link_of_this_machine_says_that_it_is_one(page: Page) -> None:
    says(page, "B leads.")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press(page, "share")
    says(page, "The link is copied. It opens on this machine; on another")


def test_what_is_refused_is_refused_in_danish_to_a_dane(page: Page, address: str) -> None:
    link = page.url.partition("#")[2]
    page.goto("about:blank")
    page.goto(f"{address}?lang=da#{link}")
    says(page, "B spiller ud.")
    page.get_by_role("tab", name="opstilling", exact=True).click()
    page.locator("#position-text").click()
    page.keyboard.type("danish / A: T1 xx / B: T20 sR / C: hR T1 / A leads")
    page.get_by_role("button", name="brug den", exact=True).click()
    faults = page.get_by_role("list", name="fejl").get_by_role("listitem")
    expect(faults).to_have_count(2)
    for told in faults.all_inner_texts():
        assert not re.search(r"\b(the|and|is|of|hands|such)\b", told), told
    page.evaluate("import('./static/store.js').then((act) => act.play(['T9']))")
    expect(page.locator(".trouble li").last).not_to_contain_text("legal")


def test_hidden_answers_are_nowhere_in_the_document_and_stay_hidden_in_the_link(
    page: Page, address: str
) -> None:
    says(page, "B leads.")
    expect(page.get_by_role("region", name="Values")).to_contain_text("−75")
    press(page, "hide answers")
    for told in (page, page.context.new_page()):
        if told is not page:
            told.goto(f"{address}#{page.url.partition('#')[2]}")
            expect(card(told, "B", "9 of diamonds")).to_be_visible()
        text = told.locator("html").inner_html()
        for answer in (
            "up to B",
            "−75",
            "−140",
            "saves it",
            "gives it",
            "Bagud for certain",
            "B leads the king",
        ):
            assert answer not in text, answer
    press(page, "show answers")
    expect(page.get_by_role("region", name="Values")).to_contain_text("−75")


def test_one_hand_alone_is_shown_and_the_others_are_backs(page: Page) -> None:
    says(page, "B leads.")
    press(page, "show only one hand")
    expect(card(page, "B", "9 of diamonds")).to_be_visible()
    for player in ("A", "C"):
        expect(page.get_by_role("group", name=f"hand of {player}").get_by_role("button")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("group", name="hand of A").get_by_role("button")).to_have_count(0)
    press(page, "show all hands")
    expect(card(page, "A", "king of diamonds")).to_be_visible()


def test_of_a_whole_hand_only_the_cards_of_who_plays_are_a_stop_of_tab(browser: Browser) -> None:
    with a_board("whole-hand") as opened:
        page = browser.new_page()
        page.goto(f"{opened}?lang=en")
        says(page, "leads.")
        cards = page.locator(".table button.card")
        expect(cards).to_have_count(75)
        assert cards.evaluate_all("(all) => all.filter((each) => each.tabIndex === 0).length") == 1
        stops = page.evaluate("""() => [
            ...document.querySelectorAll('button, input, select, summary, a[href]')]
            .filter((each) => each.tabIndex >= 0 && each.checkVisibility()).length""")
        assert stops < 50
        page.close()


def test_every_fault_that_was_mended_names_tests_that_there_are() -> None:
    table = (ROOT / "docs/decisions/0022-the-board.md").read_text().partition("## What holds it")[2]
    tests = "".join(each.read_text() for each in Path(__file__).parent.glob("test_*.py"))
    rows = re.findall(r"^\| B(\d+) \|.*$", table, re.MULTILINE)
    assert [int(row) for row in rows] == list(range(1, 19))
    for row in table.splitlines():
        named = re.findall(r"`(test_\w+)`", row)
        assert named or not row.startswith("| B"), row
        for name in named:
            assert f"def {name}(" in tests, name


def test_a_file_that_cannot_be_opened_is_told_in_one_sentence(page: Page, tmp_path: Path) -> None:
    says(page, "B leads.")
    wrong = tmp_path / "brev.yaml"
    wrong.write_text("format: tarok-position/1\nhands: {A: xx}\nfoo: 1\n", encoding="utf-8")
    page.locator("input[type=file]").first.set_input_files(str(wrong))
    told = page.locator(".trouble li")
    expect(told).to_have_count(1)
    expect(told).to_contain_text("brev.yaml cannot be opened: ")
    expect(told).to_contain_text("more fault")


def test_cards_that_are_typed_are_asked_about_when_they_are_typed(page: Page) -> None:
    open_tab(page, "set up")
    hand = page.get_by_label("cards of A", exact=True)
    hand.click()
    asked: list[str] = []
    page.on("request", lambda each: asked.append(each.url) if each.url.endswith("/cards") else None)
    page.keyboard.type("hjerter konge xx", delay=5)
    expect(page.get_by_text("no such card").first).to_be_visible()
    assert len(asked) <= 3
