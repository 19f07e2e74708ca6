"""The page without a server in Firefox: it comes, answers, and settles a dispute."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest
from firefox import firefox_page
from page.page_visited import LINK
from places import POSITIONS
from web.test_firefox import finds, needs_firefox

pytestmark = needs_firefox


def test_in_firefox_the_page_without_a_server_answers_and_is_played_on(place: str) -> None:
    with firefox_page() as page:
        page.goto(f"{place}?lang=en{LINK}")
        finds(page, "B can prevent it.")
        page.press("[data-card=d9]")
        finds(page, "cannot get the king Ultimo, even with help.")


@pytest.mark.thorough
def test_in_firefox_a_dispute_is_settled_without_a_server(place: str) -> None:
    text = (POSITIONS / "disputes/discard-king.yaml").read_text(encoding="utf-8")
    told = quote(json.dumps({"text": text}))
    with firefox_page() as page:
        page.goto(f"{place}?lang=en#v=dispute&dispute={told}")
        page.until("document.querySelector('#field-discard')?.value")  # its facts are there
        page.press(".dispute .primary")
        page.until("document.querySelector('.dispute .stamp')?.innerText === 'ILLEGAL'")
