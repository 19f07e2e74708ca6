"""A recorded hand that breaks the rules is ruled on where it is opened: law, remedy, cost of each breach."""

from __future__ import annotations

import re
from pathlib import Path

from board_page import press, says, speak
from commands import written
from playwright.sync_api import Page, expect

HAND = """format: tarok-position/1
title: A revoke at the club
players: [Anna, Bent, Carl]
hands: {Anna: dR T7 h3, Bent: hR d9 c9, Carl: c7 c2 s3}
lead: Bent
lines:
  - {name: played, play: hR c2 T7 dR d9 c7 h3 c9 s3}
  - {name: rightly, play: hR c2 h3 d9 s3 dR T7 c9 c7}
"""


def test_a_hand_with_a_revoke_is_ruled_on_when_it_is_opened_and_prints_on_one_page(
    page: Page, tmp_path: Path
) -> None:
    page.get_by_label("open a file").set_input_files(written(tmp_path, HAND, "hand.yaml"))
    says(page, "Anna revokes")
    expect(page.get_by_role("region", name="Values").locator(".verdict").first).to_contain_text(
        "Anna revokes"
    )
    ruled = page.locator(".ruled-line")
    expect(ruled).to_have_count(2)
    broken, sound = ruled.first, ruled.last
    expect(broken).to_contain_text("ILLEGAL")
    for told in (
        "Trick 23",
        "A player who holds the suit led must play it",
        "following suit",
        "40 into each pot",
        "cannot be put right",
    ):
        expect(broken).to_contain_text(re.compile(re.escape(told), re.IGNORECASE))
    expect(broken.get_by_role("row", name="as played")).to_contain_text("+45−35−15")
    expect(sound).to_contain_text("Nothing was against the rules")
    says(page, "Anna revokes")  # what the table is worth, found later, does not replace it
    broken.get_by_role("button", name="the table before it").click()
    expect(page.get_by_role("list", name="trick", exact=True).get_by_role("listitem")).to_have_count(2)
    paper = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/MediaBox", paper)) == 1
    page.emulate_media(media="print")
    expect(broken).to_be_visible()
    expect(page.get_by_role("group", name="hand of Anna")).not_to_be_visible()


def test_a_line_played_on_the_table_is_ruled_on_in_the_language_of_the_page(page: Page) -> None:
    says(page, "B leads.")
    press(page, "best play")
    says(page, "Outcome")
    speak(page, "Dansk")
    expect(page.locator("html")).to_have_attribute("lang", "da")
    press(page, "døm spillet")
    expect(page.locator(".ruled-line")).to_contain_text("Intet var mod reglerne")
    press(page, "luk")
    expect(page.locator(".ruled-line")).to_have_count(0)
