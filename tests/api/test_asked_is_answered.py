"""The page answers what it is asked: question, headline and cards of a position speak of one goal."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from effort import part
from places import POSITIONS

from analyzer.answers.requests import Means
from analyzer.api.board.audits import why
from analyzer.api.board.cards import ASKED, WorthRequest, worth
from analyzer.api.board.moment import board_words, find_goal, moment, position_after, position_in
from analyzer.api.board.views import WorthAnswer
from analyzer.api.files.show import about
from analyzer.api.python.reading import loads
from analyzer.messages import LANGUAGES
from analyzer.position.question import asks_for_a_card, stipulated
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.goals import read_goal
from analyzer.search.engine.results import Limits
from analyzer.search.engine.watch import Watch

FOLDERS = (".", "endings", "composed", "worlds")
SHELF = sorted(path for folder in FOLDERS for path in (POSITIONS / folder).glob("*.yaml"))
SHORT = 8
"""A longer hand is asked no search here."""


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def answered(text: str, lang: str, question: str = ASKED, player: str | None = None) -> WorthAnswer:
    """What is told in the end of the question of a position, or of another."""
    position, told = position_in(text), list[WorthAnswer]()
    request = WorthRequest(question, player).read(find_goal(text, ()), position.players)
    style = TextStyle(width=400, lang=lang, minus="−")
    worth(position, request, Means(Limits(timeout=60)), style, Watch(), told.append)
    return told[-1]


YES_OR_NO = {"en": ("No", "Yes"), "da": ("Nej", "Ja"), "fr": ("Non", "Oui")}


def test_the_shelf_has_positions_of_every_kind() -> None:
    assert len(SHELF) > 75


@pytest.mark.parametrize("path", part(SHELF, 6), ids=lambda path: path.stem)
def test_what_is_printed_above_a_position_is_what_is_answered_below(path: Path) -> None:
    text = text_of(path)
    position = position_in(text)
    if position.over:
        return
    for lang in LANGUAGES:
        style = TextStyle(width=400, lang=lang, minus="−")
        table = moment(text, (), style).view()
        if table.asked is None:
            assert stipulated(position, table.stipulation) is None
            continue
        asked = (position.seat(table.asked.player), read_goal(table.asked.goal))
        assert stipulated(position, table.stipulation) == asked, table.stipulation
        if position.tricks_left > SHORT:
            continue
        told = answered(text, lang)
        assert told.verdict is not None
        spans, goals = told.verdict.headline, told.answer["goals"]
        assert {name: list(each) for name, each in goals.items() if each} == {
            table.asked.player: [table.asked.goal]
        }
        assert [span.goal for span in spans if span.goal] in ([], [table.asked.goal]), spans
        holds = goals[table.asked.player][table.asked.goal]["status"] in ("automatic", "forced")
        if asks_for_a_card(table.stipulation):
            assert any(span.card for span in spans), spans
        elif table.asked.goal != "bagud" and not position.many:
            assert str(spans[0].text).startswith(YES_OR_NO[lang][holds]), spans


@pytest.mark.parametrize("path", part(SHELF, 6), ids=lambda path: path.stem)
def test_a_question_stands_still_while_its_line_is_played(path: Path) -> None:
    text = text_of(path)
    position = position_in(text)
    style = TextStyle()
    first = moment(text, (), style).view()
    for line in position.lines[:1]:
        words = list(board_words(position, line))
        start = words[:1] if words[:1] and words[0].startswith("lead[") else []
        first = moment(text, start, style).view()
        for number in range(len(start), len(words)):
            table = moment(text, words[:number], style).view()
            assert table.asked == first.asked
            if position.stipulation is None:  # who leads or plays changes
                assert table.over or table.stipulation.split(". ")[1:] == first.stipulation.split(". ")[1:]
            else:
                assert table.over or table.stipulation == first.stipulation


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads", ("A", "king_ultimo")),
        ("danish / A: T21 T1 / B: hR d9 / C: c7 c2 / A leads", ("A", "pagat_ultimo")),
        ("danish / A: T21 T20 / B: d9 d8 / C: c7 c2 / A leads", None),
    ],
)
def test_a_question_that_is_made_up_is_of_what_hangs_on_the_play(
    text: str, asked: tuple[str, str] | None
) -> None:
    position = loads(text)
    found = about(position)
    assert (None if found is None else (position.players[found[0]], str(found[1]))) == asked


def test_every_card_says_what_it_does_to_the_goal_that_is_asked_about() -> None:
    told = answered("danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads", "en")
    assert [(each.word, each.does, each.best) for each in told.cards] == [
        ("hR", "gives king Ultimo", False),
        ("d9", "stops king Ultimo", True),
    ]
    danish = answered("danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads", "da")
    assert [each.does for each in danish.cards] == ["giver kongeultimo", "stopper kongeultimo"]


def test_what_else_is_known_stands_beside_the_answer() -> None:
    text = "danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads"
    told, everything = answered(text, "en"), answered(text, "en", "all")
    assert told.verdict is not None
    assert everything.verdict is not None
    assert told.verdict.forces == everything.verdict.forces
    assert told.verdict.ranges == everything.verdict.ranges
    assert told.position == everything.position


@pytest.mark.parametrize("path", part(SHELF, 6), ids=lambda path: path.stem)
def test_after_each_card_the_reasons_say_what_the_headline_says(path: Path) -> None:
    text = text_of(path)
    position, goal = position_in(text), find_goal(text_of(path), ())
    if position.over or position.many or goal is None or position.tricks_left > SHORT:
        return
    player, word = position.players[goal[0]], str(goal[1])
    style = TextStyle(width=400)
    for each in answered(text, "en").cards:
        after = position_after(text, [each.word])
        if after.over:
            continue
        told = list[WorthAnswer]()
        request = WorthRequest(ASKED).read(goal, position.players)
        worth(after, request, Means(Limits(timeout=60)), style, Watch(), told.append)
        head = told[-1].verdict
        assert head is not None
        says = {"Yes": "yes", "No:": "no", "Uns": "open"}.get(str(head.headline[0].text)[:3])
        found = why(text, [each.word], (word, player), Means(Limits(timeout=60)), style)
        assert says in (found.settled, None), (each.word, head.headline)


def test_a_goal_that_hangs_on_a_reading_is_unsettled_in_the_headline() -> None:
    text = text_of(POSITIONS / "endings" / "tapp-pagat-caught.yaml")
    told = list[WorthAnswer]()
    request = WorthRequest("pagat_ultimo", "A")
    worth(position_after(text, ["sD"]), request, Means(), TextStyle(width=400), Watch(), told.append)
    head = told[-1].verdict
    assert head is not None
    assert str(head.headline[0].text).startswith("Unsettled: it depends on")
