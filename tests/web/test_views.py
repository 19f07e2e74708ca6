"""The other views of the board: each does by itself what its command does, and says so aloud."""

from __future__ import annotations

import re

import pytest
from board_page import card, finds, old_case, open_tab, press, says, speak
from board_served import a_board
from commands import Run
from places import POSITIONS
from playwright.sync_api import Browser, Locator, Page, Route, expect

from analyzer.disputes.table import DISPUTE_KINDS


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
    old_case(page, "discard-king")
    expect(page.get_by_label("discard *")).to_have_value("hR s2 c3")
    verdict = page.get_by_role("region", name="Verdict")
    expect(verdict).to_contain_text("A king may never be discarded.")
    page.get_by_label("discard *").fill("h3 s2 c3")
    expect(verdict).not_to_contain_text("A king may never be discarded.")
    press(page, "settle")
    expect(verdict.locator(".verdict")).to_have_text("LEGAL: Everything followed the rules")
    old_case(page, "discard-king")
    says(page, "ILLEGAL: a king may never be discarded: king of hearts")


def test_a_settled_dispute_is_printed_as_its_facts_and_its_ruling(page: Page) -> None:
    open_tab(page, "dispute")
    old_case(page, "discard-king")
    expect(page.get_by_role("region", name="Verdict").locator(".stamp")).to_have_text("ILLEGAL")
    expect(page.locator(".print-only")).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.locator(".print-only")).to_be_visible()
    expect(page.locator(".print-only")).to_contain_text("The dealer's cards: ")
    expect(page.get_by_label("discard *")).to_be_hidden()


def test_old_cases_are_those_of_the_game(page: Page) -> None:
    open_tab(page, "dispute")
    expect(page.get_by_role("main")).to_have_attribute("aria-busy", "false")
    danish = page.eval_on_selector_all("#case-titles option", "all => all.map((each) => each.value)")
    page.locator(".over select").select_option("tarot")
    expect(page.get_by_role("main")).to_have_attribute("aria-busy", "false")
    tarot = page.eval_on_selector_all("#case-titles option", "all => all.map((each) => each.value)")
    assert "The lonely king" in danish
    assert tarot
    assert not {*danish} & {*tarot}


def test_a_card_that_was_proper_is_told_by_whole_clauses_under_its_verdict(page: Page) -> None:
    open_tab(page, "dispute")
    old_case(page, "propriety-richer-by-five")
    expect(page.get_by_label("play *")).to_have_value("hR")
    press(page, "settle")
    verdict = page.get_by_role("region", name="Verdict")
    expect(verdict.locator(".verdict")).to_have_text(re.compile("LEGAL: A played .*: proper"))
    law = verdict.locator("blockquote")
    expect(law).to_contain_text("Nobody lets another win an Ultimo that he and")
    expect(law).to_contain_text("A player who can choose between the two Ultimos goes for the pot")


def test_a_dispute_from_the_shelf_is_shown_when_all_of_it_is_there(page: Page) -> None:
    open_tab(page, "dispute")
    about = page.get_by_role("combobox", name="what it is about")
    expect(about).to_have_value("discard")
    expect(page.get_by_role("main")).to_have_attribute("aria-busy", "false")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/form", hold)
    with page.expect_request("**/api/form"):
        old_case(page, "settlement-three-kings")
    expect(page.get_by_role("main")).to_have_attribute("aria-busy", "true")
    expect(about).to_have_value("discard")
    held[0].continue_()
    expect(about).to_have_value("settlement")
    expect(page.get_by_role("main")).to_have_attribute("aria-busy", "false")


def test_a_question_that_the_board_did_not_answer_is_told_and_may_be_put_again(page: Page) -> None:
    open_tab(page, "dispute")
    old_case(page, "discard-king")
    expect(page.get_by_label("discard *")).to_have_value("hR s2 c3")
    page.route("**/api/check", lambda route: route.abort())
    press(page, "settle")
    expect(page.get_by_role("list", name="faults")).to_have_text("the board does not answer")
    page.unroute("**/api/check")
    press(page, "settle")
    says(page, "ILLEGAL: a king may never be discarded: king of hearts")
    expect(page.get_by_role("list", name="faults")).to_be_empty()


def one_of_each_kind() -> list[str]:
    """A shipped dispute of every kind, in Danish Tarok and in the games of card points."""
    found: dict[tuple[str, bool], str] = {}
    for path in sorted((POSITIONS / "disputes").glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        kind = re.search(r"^kind: (\S+)", text, re.MULTILINE)
        assert kind is not None
        found.setdefault((kind[1], "tarok-dispute/2" in text), path.stem)
    assert {kind for kind, _ in found} == set(DISPUTE_KINDS), "every kind of dispute has a shipped one"
    return list(found.values())


def test_a_dispute_of_each_kind_is_settled_from_its_form(page: Page, run: Run) -> None:
    open_tab(page, "dispute")
    for name in one_of_each_kind():
        verdict = run("check", str(POSITIONS / "disputes" / f"{name}.yaml"), "--json").json["verdict"]
        old_case(page, name)
        expect(page.get_by_role("main")).to_have_attribute("aria-busy", "false")
        press(page, "settle")
        expect(page.get_by_role("main")).to_have_attribute("aria-busy", "false")
        expect(page.get_by_role("list", name="faults")).to_be_empty()
        expect(page.get_by_role("region", name="Verdict")).to_contain_text(f"{verdict.upper()}: ")


def test_a_player_who_sees_his_own_hand_alone_counts_the_deals_and_decides(page: Page) -> None:
    says(page, "B leads.")
    open_tab(page, "what I know")
    page.get_by_role("button", name="count the deals").click()
    says(page, "6 deals fit.")
    page.get_by_role("button", name="decide").click()
    says(page, "Best on average: king of hearts")


def test_where_cards_are_unseen_the_table_tells_in_how_many_of_the_deals_and_what_a_card_comes_to(
    browser: Browser,
) -> None:
    with a_board("worlds/six-deals") as opened:
        page = browser.new_page()
        page.goto(f"{opened}?lang=en")
        values = page.get_by_role("region", name="Values")
        expect(values).to_contain_text("B's king Ultimo: in 4 of 6 deals.")
        expect(values).to_contain_text("Best on average: ")
        row = page.get_by_role("table", name="Who can force what").get_by_role("row", name="last trick")
        expect(row.get_by_role("cell")).to_have_text(["1 of 6", "4 of 6", "1 of 6"])
        nine = page.get_by_role("group", name="hand of B").get_by_role("button", name="9 of diamonds")
        expect(nine).to_have_accessible_description("on average +33 1/3, at worst −140")
        expect(page.get_by_role("button", name="why")).to_have_count(0)
        press(page, "a deal where it works")
        expect(values).to_contain_text("Yes: B can force the king Ultimo.")
        expect(page.get_by_role("group", name="hand of A").get_by_role("button")).to_have_count(2)
        page.go_back()
        press(page, "a deal where it fails")
        expect(values).to_contain_text("No: B cannot get the king Ultimo, even with help.")
        page.close()


def test_a_hand_that_is_half_known_lies_on_the_table_with_backs_and_is_answered(page: Page) -> None:
    says(page, "B leads.")
    open_tab(page, "set up")
    page.get_by_label("position as text").fill(
        "{format: tarok-position/2, hands: {A: T10 ?, B: hR d9, C: h3|h4 c7}, lead: B}"
    )
    press(page, "use it")
    expect(page.get_by_role("group", name="hand of A")).to_contain_text("1 card unseen")
    expect(page.get_by_role("group", name="hand of C").locator("[aria-hidden] > .card")).to_have_count(1)
    expect(page.get_by_role("region", name="Values")).to_contain_text(re.compile(r"in \d+ of \d+ deals"))


def test_a_card_that_is_touched_is_forgotten_and_the_hand_is_played_on_in_the_deals_that_fit(
    page: Page,
) -> None:
    finds(page, "No: B can prevent it.")
    press(page, "forgot a card")
    says(page, "Touch the card that nobody remembers.")
    card(page, "C", "7 of clubs").click()
    expect(page.get_by_role("group", name="hand of C")).to_contain_text("1 card unseen")
    finds(page, "A's king Ultimo: in ")
    card(page, "B", "9 of diamonds").click()
    says(page, "C is to play.")
    other = page.get_by_role("combobox", name="C plays a card that is not known")
    other.select_option(label="8 of diamonds")
    says(page, "C plays 8 of diamonds.")
    expect(page.get_by_role("group", name="hand of C")).not_to_contain_text("unseen")
    press(page, "undo")
    says(page, "C is to play.")
    expect(page.get_by_role("group", name="hand of C")).to_contain_text("1 card unseen")


def shelf_open(page: Page) -> Locator:
    """The shelf of the score sheet, which is behind a click once there are hands."""
    shelf = page.get_by_role("combobox", name="from the shelf")
    if not shelf.is_visible():
        page.get_by_text("Game and players").click()
    return shelf


def test_a_hand_is_told_with_buttons_and_its_totals_follow_at_once(page: Page) -> None:
    says(page, "B leads.")
    open_tab(page, "score sheet")
    players = page.get_by_label("players")
    players.click()
    page.keyboard.press("Control+a")
    page.keyboard.type("Anna, Bent, Carl")
    press(page, "add a hand")
    asked = page.get_by_role("group", name="Who won the last trick, and with what?")
    asked.get_by_role("button", name="Bent").click()
    page.get_by_role("group", name="the card that won the last trick").get_by_role(
        "button", name="king of hearts"
    ).click()
    for name, points in (("Anna", "31"), ("Bent", "27")):
        page.get_by_label(f"Card points: {name}").click()
        page.keyboard.type(points)
    sheet = page.get_by_role("table", name="Score sheet")
    expect(sheet.locator("tbody tr")).to_contain_text("King Ultimo for Bent")
    expect(sheet.locator("tfoot td").nth(1)).to_contain_text("+")
    page.get_by_text("Each payment with its clause").click()
    sheet.page.locator(".transfers summary", has_text="king Ultimo").first.click()
    expect(page.locator("details[open] > blockquote").last).to_contain_text("Tarok (Danish), at pagat.com")
    won = sheet.locator("tfoot td").nth(1).inner_text()
    asked.get_by_role("button", name="Anna").click()
    expect(sheet.locator("tfoot td").nth(1)).not_to_have_text(won)
    press(page, "undo")
    expect(sheet.locator("tfoot td").nth(1)).to_have_text(won)


def test_an_evening_is_scored_hand_by_hand(page: Page) -> None:
    open_tab(page, "score sheet")
    shelf_open(page).select_option("sessions/appel")
    expect(page.get_by_role("heading", name="hand 3")).to_be_visible()
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(5)
    expect(page.get_by_role("table").locator("tbody tr").last).not_to_contain_text("not complete yet")


def test_a_hand_that_is_recorded_is_scored_with_its_evening_and_looked_at(page: Page, run: Run) -> None:
    printed = run("score", str(POSITIONS / "sessions/a-club-evening.yaml"), "--json").json
    open_tab(page, "score sheet")
    shelf_open(page).select_option("sessions/a-club-evening")
    expect(page.get_by_role("heading", name="hand 2")).to_be_visible()
    totals = [f"{number:+d}".replace("-", "−") if number else "0" for number in printed["totals"].values()]
    expect(page.get_by_role("table").locator("tfoot td:not(.pot)")).to_have_text(totals)
    press(page, "look at hand 2")
    expect(page.get_by_role("group", name="hand of Anna")).to_be_visible()
    page.keyboard.press("End")
    says(page, "Outcome")
    open_tab(page, "score sheet")
    press(page, "delete hand 2")
    press(page, "add the hand of the table")
    expect(page.get_by_role("heading", name="hand 2")).to_be_visible()
    expect(page.get_by_role("table").locator("tfoot td:not(.pot)")).to_have_text(totals)


def test_a_sheet_and_a_dispute_begin_with_the_game_and_the_players_of_the_table(browser: Browser) -> None:
    with a_board("endings/slovenian-king-ultimo") as opened:
        page = browser.new_page()
        page.goto(f"{opened}?lang=en")
        says(page, "A leads.")
        open_tab(page, "score sheet")
        expect(page.get_by_label("rule set")).to_have_value("slovenian")
        expect(page.get_by_label("players")).to_have_value("A, B, C, D")
        open_tab(page, "dispute")
        expect(page.get_by_label("rule set").first).to_have_value("slovenian")
        page.close()


def test_of_four_players_who_sits_out_is_asked_nothing_and_the_dealer_is_marked(browser: Browser) -> None:
    with a_board("sessions/four-at-the-table") as opened:
        page = browser.new_page()
        page.goto(f"{opened}?lang=en")
        first = page.get_by_role("row", name=re.compile("^Hand 1 "))
        expect(first.get_by_role("cell", name="dealer −50")).to_be_visible()
        expect(first.get_by_role("cell", name="−40 sits out")).to_be_visible()
        press(page, "add a hand")
        expect(page.get_by_role("row", name=re.compile("^Hand 6 "))).to_contain_text("dealer")
        points = page.get_by_role("textbox", name="Card points: ")
        expect(points).to_have_count(3)
        expect(page.get_by_role("textbox", name="Card points: Dora")).to_have_count(0)
        page.get_by_role("group", name="Who dealt?").get_by_role("button", name="Anna").click()
        expect(page.get_by_role("textbox", name="Card points: Carl")).to_have_count(0)
        expect(points).to_have_count(3)
        page.close()


def test_an_evening_opens_in_its_sheet_with_the_hand_that_lies_beside_it(browser: Browser) -> None:
    with a_board("sessions/a-club-evening") as opened:
        page = browser.new_page()
        page.goto(f"{opened}?lang=en")
        expect(page.get_by_role("heading", name="hand 2")).to_be_visible()
        expect(page.get_by_role("table").locator("tbody tr").last).not_to_contain_text("not complete yet")
        page.close()


def test_what_was_heard_and_what_else_is_known_leaves_fewer_deals(page: Page) -> None:
    says(page, "B leads.")
    open_tab(page, "what I know")
    press(page, "count the deals")
    says(page, "6 deals fit.")
    page.get_by_role("group", name="C has none of these suits").get_by_role("button", name="diamonds").click()
    press(page, "count the deals")
    says(page, "3 deals fit.")
    page.get_by_text("as text, for whatever else is known").click()
    press(page, "fill in from the form above")
    text = page.get_by_label("what I know, as text")
    expect(text).to_have_value(re.compile("void: {C: .d.}"))
    text.fill(text.input_value().replace("C: [d]", "C: [d, T]"))
    press(page, "count the deals")
    says(page, "1 deal fits.")


def test_somebody_who_never_saw_a_terminal_settles_a_discard_and_sends_the_link(
    page: Page, address: str
) -> None:
    """Position 2 from nothing, its nine found to go Bagud, a dispute about the discard, a second board."""
    open_tab(page, "set up")
    press(page, "clear")
    for player, cards in (
        ("A", ("10 of trumps", "7 of trumps")),
        ("B", ("king of hearts", "9 of diamonds")),
        ("C", ("3 of hearts", "4 of hearts")),
    ):
        page.get_by_role("radio", name=f"cards go to {player}").check()
        for name in cards:
            page.get_by_role("group", name="the pack").get_by_role("button", name=name, exact=True).click()
    page.get_by_role("radio", name="B leads").check()
    press(page, "play from here")
    says(page, "B leads.")
    expect(card(page, "B", "9 of diamonds")).to_have_accessible_description(re.compile("goes Bagud"))
    page.get_by_label("question").select_option("bagud B")
    says(page, "No: the others cannot bring B to a Bagud.")
    open_tab(page, "dispute")
    page.get_by_label("hand *").fill(
        "hR h3 h4 h6 h9 dD dV d2 d5 d7 d10 sD s9 s8 s4 s2 cD cC c8 c6 c3 T19 T16 T14 T11 T8 T5 T2"
    )
    page.get_by_label("discard *").fill("hR s2 c3")
    press(page, "settle")
    says(page, "ILLEGAL: a king may never be discarded: king of hearts")
    open_tab(page, "table")
    press(page, "share")
    says(page, "link")
    other = page.context.new_page()
    other.goto(f"{address}#{page.url.partition('#')[2]}")
    says(other, "No: the others cannot bring B to a Bagud")
    open_tab(other, "dispute")
    expect(other.get_by_label("discard *")).to_have_value("hR s2 c3")


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
    speak(page, "Dansk")
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


def test_a_term_of_the_verdict_opens_the_rules_that_have_it(page: Page) -> None:
    page.get_by_label("question").select_option("ultimo B")
    finds(page, "No: B cannot get the Ultimo, even with help.")
    page.locator(".verdict").get_by_role("button", name="Ultimo", exact=True).click()
    expect(page.get_by_role("tab", name="Rules")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("searchbox", name="look for")).to_have_value("Ultimo")
    expect(page.locator(".clauses")).to_contain_text("Ultimo")
    every = page.locator(".clauses dt").count()
    page.get_by_role("searchbox", name="look for").fill("")
    expect(page.locator(".clauses dt")).not_to_have_count(every)


def test_a_dispute_is_asked_as_at_the_table(page: Page) -> None:
    open_tab(page, "dispute")
    expect(page.get_by_role("button", name="Who had the right to name a suit?")).to_be_visible()
    page.get_by_role("button", name="Whose trick was it?").click()
    expect(page.get_by_role("combobox", name="what it is about")).to_have_value("trick")


def test_tarot_as_france_plays_it_is_shown_in_french_at_a_switch(page: Page) -> None:
    open_tab(page, "set up")
    page.get_by_role("combobox", name="from the shelf").select_option("endings/tarot-petit-au-bout")
    expect(page.get_by_role("tab", name="table", exact=True)).to_have_attribute("aria-selected", "true")
    for lang, name in (("da", "Dansk"), ("fr", "Français")):
        speak(page, name)
        expect(page.locator("html")).to_have_attribute("lang", lang)
    suit = re.compile("de (cœur|carreau|pique|trèfle)")
    expect(page.get_by_role("button", name=suit).first).to_be_visible()
