"""Disputes told with cards, players and words: nobody types YAML, and the ruling is read at a glance."""

from __future__ import annotations

import re

import pytest
from board_page import old_case, open_tab, press, says
from effort import part
from playwright.sync_api import Locator, Page, Route, expect

from analyzer.api.board.forms import dispute_form
from analyzer.api.board.views import FormField
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names

WORDS = {"players", "sitting_out", "declaration", "name"}
"""Keys that are names and words, which are typed."""


def fields_within(field: FormField) -> list[FormField]:
    return [field, *(each for part in field.parts for each in fields_within(part))]


@pytest.mark.parametrize("ruleset", part(ruleset_names(), 4))
def test_every_fact_of_every_kind_of_dispute_is_filled_in_by_its_type(ruleset: str) -> None:
    for seats in (0, *load_ruleset(ruleset).forms):
        for kind in dispute_form(ruleset, None, TextStyle(), seats).kinds:
            asked = dispute_form(ruleset, kind.kind, TextStyle(), seats).fields
            every = [each for field in asked for each in fields_within(field)]
            typed = {each.key for each in every if each.kind in ("text", "list", "block")}
            assert typed <= WORDS, f"{ruleset}, {kind.kind}: {typed - WORDS}"


def chosen(page: Page, kind: str, ruleset: str = "danish") -> None:
    open_tab(page, "dispute")
    page.get_by_label("rule set").first.select_option(ruleset)
    page.get_by_role("combobox", name="what it is about").select_option(kind)
    expect(page.get_by_role("main")).to_have_attribute("aria-busy", "false")


def row(page: Page, number: int) -> Locator:
    return page.locator(".rows > li").nth(number - 1)


def test_who_names_the_fool_is_told_by_pressing_who_did_what(page: Page) -> None:
    chosen(page, "fool-naming")
    for player, cards in (("A", "fool s3 d8"), ("B", "c5 c6 T4"), ("C", "d3 d4 c9")):
        page.get_by_role("textbox", name=f"the Fool included: {player}").press_sequentially(cards)
    happened = page.get_by_role("button", name="What happened, in order: add")
    for number, (player, what) in enumerate(
        (("A", "leads"), ("B", "says void"), ("C", "says void"), ("B", "plays"), ("C", "claims naming")), 1
    ):
        happened.click()
        who = row(page, number).get_by_role("button", name=player, exact=True)
        if who.get_attribute("aria-pressed") != "true":
            who.click()
        row(page, number).get_by_role("combobox").select_option(what)
    row(page, 1).get_by_text("pick cards").click()
    row(page, 1).get_by_role("button", name="fool").click()
    row(page, 1).get_by_role("button", name="hearts").click()
    row(page, 4).get_by_label("card", exact=False).first.press_sequentially("T4")
    row(page, 5).get_by_role("button", name="clubs").click()
    press(page, "settle")
    verdict = page.get_by_role("region", name="Verdict")
    expect(verdict.locator(".verdict")).to_have_text("UNSETTLED: It depends on how the rules are read")
    expect(verdict.locator(".readings li")).to_have_count(2)


def test_declarations_are_chips_that_are_found_typed_and_taken_out(page: Page) -> None:
    chosen(page, "declarations")
    page.get_by_role("textbox", name="in dispute: A").fill(
        "fool T1 T21 T4 T7 T9 T12 T15 T17 T18 hR hD hV h4 h6 dR d5 d7 cR c2 c3 c4 c5 s2 s3"
    )
    said = page.get_by_label("Each player's declarations: A")
    for declared in (
        "10 trumps with pagat",
        "3 matadors",
        "half kings no spades",
        "half hearts no knight",
    ):
        said.press_sequentially(declared)
        page.keyboard.press("Enter")
    said.press_sequentially("20 trumps")
    page.keyboard.press("Enter")
    press(page, "take 20 trumps out")
    press(page, "settle")
    says(page, "LEGAL: Everything followed the rules")


def test_what_was_paid_is_a_row_each_and_several_breaches_are_a_list_under_the_first(page: Page) -> None:
    chosen(page, "count")
    for player, points in (("A", "30"), ("B", "26"), ("C", "22")):
        page.locator(f"#field-piles-{player}-points").press_sequentially(points)
    page.get_by_text("more that can be filled in").click()
    page.get_by_role("group", name="Who dealt?").get_by_role("button", name="A").click()
    page.get_by_role("button", name="The payments made, or those that a player claims: add").click()
    paid = row(page, 1)
    paid.get_by_role("button", name="C", exact=True).first.click()
    paid.get_by_role("button", name="A", exact=True).last.click()
    paid.get_by_role("textbox").press_sequentially("5")
    press(page, "settle")
    verdict = page.get_by_role("region", name="Verdict")
    expect(verdict.locator(".stamp")).to_be_visible()
    open_tab(page, "dispute")
    old_case(page, "misdeal-looked-at")
    expect(
        page.get_by_label("The number of cards each player was dealt, if the cards are not given.: B")
    ).to_have_value("26")
    press(page, "settle")
    expect(verdict.locator(".verdict")).to_have_text("ILLEGAL: A was dealt 24 cards (and 1 more breach)")
    expect(verdict.locator(".breaches li")).to_contain_text(["A was dealt 24 cards", "B was dealt 26 cards"])


@pytest.mark.parametrize(
    "name", ["bid-lhombre-king-called-when-all-pass", "call-tarot-queen-without-the-kings"]
)
def test_a_game_is_asked_about_as_so_many_play_it(page: Page, name: str) -> None:
    open_tab(page, "dispute")
    old_case(page, name)
    expect(page.get_by_role("main")).to_have_attribute("aria-busy", "false")
    press(page, "settle")
    expect(page.get_by_role("region", name="Verdict").locator(".stamp")).to_be_visible()
    expect(page.get_by_role("list", name="faults")).to_be_empty()


def test_where_nothing_is_settled_yet_shipped_disputes_of_the_kind_are_a_press_away(page: Page) -> None:
    open_tab(page, "dispute")
    page.get_by_role("region", name="Verdict").get_by_role(
        "button", name="A king in the skat, seen before the next player declares"
    ).click()
    expect(page.get_by_label("discard *")).not_to_have_value("")


def test_on_a_phone_the_verdict_stands_above_the_facts_and_settle_is_in_reach(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_tab(page, "dispute")
    old_case(page, "settlement-three-kings")
    verdict, facts = (page.get_by_role("region", name=name) for name in ("Verdict", "The facts"))
    expect(verdict.locator(".stamp")).to_be_visible()
    above, below = verdict.bounding_box(), facts.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]
    page.get_by_role("heading", name="The facts").scroll_into_view_if_needed()
    expect(page.get_by_role("button", name="settle", exact=True)).to_be_in_viewport(ratio=1)
    told = "A receives 295; B and C pay 215 each; the king pot gains 135."
    expect(verdict.get_by_text(told, exact=True)).to_be_visible()


def test_the_verdict_is_in_the_address_until_a_fact_is_changed(page: Page) -> None:
    open_tab(page, "dispute")
    old_case(page, "discard-pagat-1996")
    verdict = page.get_by_role("region", name="Verdict").locator(".verdict")
    expect(verdict).to_contain_text("LEGAL: ")
    page.get_by_label("what another rule set would say").select_option("danish")
    ruled = "ILLEGAL: The Pagat may never be discarded"
    expect(verdict).to_contain_text(ruled)
    page.reload()
    expect(verdict).to_contain_text(ruled)
    open_tab(page, "rules")
    open_tab(page, "dispute")
    expect(verdict).to_contain_text(ruled)
    page.get_by_label("discard *").fill("c1 c2 T4")
    expect(verdict).to_have_count(0)
    page.reload()
    expect(page.get_by_label("discard *")).to_have_value("c1 c2 T4")
    expect(page.get_by_text("Not settled yet.")).to_be_visible()


def test_a_fault_names_the_field_that_it_is_in(page: Page) -> None:
    open_tab(page, "dispute")
    press(page, "settle")
    faults = page.get_by_role("list", name="faults").get_by_role("listitem")
    expect(faults).to_have_text([re.compile("^[^`:]+: not filled in yet$")] * 2)
    old_case(page, "discard-king")
    expect(page.get_by_label("discard *")).to_have_value("hR s2 c3")
    page.get_by_label("discard *").fill("hR s2 x9")
    press(page, "settle")
    expect(faults).to_have_count(1)
    expect(faults).to_contain_text("x9")
    expect(faults).not_to_have_text(re.compile(r"\d+:\d+"))


def test_what_is_pressed_while_the_form_is_filled_in_is_settled_when_it_is(page: Page) -> None:
    open_tab(page, "dispute")
    expect(page.get_by_role("main")).to_have_attribute("aria-busy", "false")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/filled", hold)
    with page.expect_request("**/api/filled"):
        old_case(page, "discard-king")
    press(page, "settle")
    expect(page.get_by_role("main")).to_have_attribute("aria-busy", "true")
    held[0].continue_()
    says(page, "ILLEGAL: a king may never be discarded: king of hearts")
    expect(page.get_by_role("main")).to_have_attribute("aria-busy", "false")
    expect(page.get_by_role("list", name="faults")).to_be_empty()
    page.unroute("**/api/filled")
    page.route("**/api/shelf", hold)
    page.reload()
    expect(page.get_by_role("main")).to_have_attribute("aria-busy", "true")
    expect(page.get_by_role("region", name="Verdict")).to_have_count(0)
    held[-1].continue_()
    expect(page.get_by_role("region", name="Verdict").locator(".stamp")).to_be_visible()


def test_what_i_know_is_answered_again_from_the_address(page: Page) -> None:
    says(page, "B leads.")
    open_tab(page, "what I know")
    press(page, "count the deals")
    answers = page.get_by_role("region", name="Answers").locator(".verdict")
    expect(answers).to_contain_text("6 deals fit.")
    page.reload()
    expect(answers).to_contain_text("6 deals fit.")
    page.get_by_role("group", name="C has none of these suits").get_by_role("button", name="diamonds").click()
    expect(answers).to_have_count(0)
