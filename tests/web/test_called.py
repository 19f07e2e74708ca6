"""What the page tells of a hand is in the words of its game, whatever keys the program has for them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from effort import part

from analyzer.api.board.forms import dispute_form, hand_form, position_form
from analyzer.api.board.moment import moment, opened
from analyzer.api.board.page_questions import score_text
from analyzer.messages import LANGUAGES
from analyzer.position.files.hands.result import bonus_words
from analyzer.report import terminal
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.deal.auction import bid_words
from analyzer.rules.score.goals import Aim
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names
from analyzer.views.base import plain
from analyzer.web.here import answered
from analyzer.web.library import shelf_hand, shelf_item, shelf_list
from analyzer.web.page_messages import words_in

NOT_SHOWN = frozenset({
    *("text", "words", "word", "card", "goal", "ruleset", "clause", "notice", "rests_on", "moves"),
    *("key", "kind", "choices", "example"),
})  # fmt: skip
"""What the page holds and does not show."""


@cache
def keys() -> re.Pattern[str]:
    """The program's words for contracts, bonuses, bids and goals, where people have others."""
    games = [load_ruleset(name).game for name in ruleset_names()]
    words = {word for game in games for word in (*game.contracts, *bonus_words(game), *bid_words(game))}
    words |= {aim.value for aim in Aim}
    several = "|".join(sorted(word for word in words if re.search("[-_]", word)))
    return re.compile(rf"(?<![\w.])(?:{several})(?![\w.])")


def _told(value: Any) -> Iterator[str]:
    """All texts of an answer that the page shows, without the clauses cited in them."""
    if isinstance(value, str):
        yield re.sub(r"\[[\w.-]+\]", "", value)
    elif isinstance(value, dict):
        for key, part in value.items():
            if key not in NOT_SHOWN:
                yield from _told(part)
    elif isinstance(value, list):
        for part in value:
            yield from _told(part)


@pytest.mark.parametrize("lang", part(["da", "en"], 2))
def test_no_text_of_the_page_about_what_is_shipped_has_a_key_of_the_program_in_it(
    lang: str,
) -> None:
    style = TextStyle(width=400, lang=lang, minus="−")
    texts: dict[str, list[str]] = {}
    for name in part([*shelf_list()["position"]], 3):
        text = shelf_item(name)["text"]
        for line in [(), *(each.moves for each in opened(text).lines)]:
            texts.setdefault(name, []).extend(_told(plain(moment(text, tuple(line), style).view())))
    for name in shelf_list()["session"]:
        score = score_text(shelf_item(name)["text"], lambda hand: shelf_hand(hand) or "")
        texts[name] = list(_told(terminal.text(score, style)))
    for name in ruleset_names():
        forms = dispute_form(name, None, style), hand_form(name, style), position_form(name, style)
        texts[name] = [each for form in forms for each in _told(plain(form))]
    found = {(name, word) for name, said in texts.items() for each in said for word in keys().findall(each)}
    assert found == set()


def test_what_a_lost_king_costs_has_its_name_and_a_minus() -> None:
    text = shelf_item("endings/slovenian-hidden-partner")["text"]
    moves = tuple(opened(text).lines[0].moves)
    told = {}
    for lang in LANGUAGES:
        body = json.dumps({"position": text, "moves": moves, "lang": lang})
        _, told[lang] = answered("table", body, print)
    assert "king ultimo −10 (B)" in told["en"]
    assert "kongeultimo −10 (B)" in told["da"]


def test_the_page_has_danish_for_what_the_shelf_calls_and_asks() -> None:
    titles = words_in("da")["titles"]
    assert titles["Basic Tarot: the last trick by one card"] == "Enkel tarot: sidste stik med ét kort"
    for name in ("endings/slovenian-king-ultimo", "endings/basic-two-tricks"):
        assert titles[shelf_list()["position"][name]["asked"]].startswith("A spiller ud. Kan A ")
    assert words_in("en")["titles"] == {}, "what is told as it is written is not sent"
