"""A page of tarot in French has no English word: the table, its answer, the forms, its own words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from effort import part
from places import POSITIONS

from analyzer.answers.requests import Means
from analyzer.api.board.audits import why
from analyzer.api.board.cards import ASKED, WorthRequest, worth
from analyzer.api.board.forms import dispute_form, hand_form, position_form
from analyzer.api.board.moment import board_words, find_goal, moment, position_in
from analyzer.api.board.views import WorthAnswer
from analyzer.report.style.textstyle import TextStyle
from analyzer.search.engine.watch import Watch
from analyzer.views.base import View, plain
from analyzer.web.page_messages import WORDS, words_in

FRENCH = TextStyle(width=400, lang="fr", minus="−")
TAROT = sorted((POSITIONS / "endings").glob("tarot-*.yaml"))
ENGLISH = set(
    re.findall(
        r"\w+",
        "the of by leads made lost pays pay trick tricks hand hands best for force forced can cannot with "
        "and is which are deals sure trumps card cards king queen knight jack if he his this that "
        "who what not no yes player players won wins taken left from to in",
    )
) - {"sure"}
"""English words that are no French ones."""
CODES = set(
    re.findall(
        r"\w+",
        "schema ruleset digest variant word card names clause settled mode dot text title source answer "
        "place goal key kind choices example rests_on unsettled readings marks",
    )
)
"""Keys under which a program reads, or an author writes."""


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, each in value.items():
            if key not in CODES or (key == "text" and isinstance(each, str) and "/" not in each):
                yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, str):
        yield value


def english(view: View) -> set[tuple[str, str]]:
    """The English words of what a page is told, each with its text; codes of files and clauses are none."""
    found = set()
    for text in texts(plain(view)):
        bare = re.sub(r"`[^`]*`|\[[\w.-]+\]|\b[a-z]+([-_.][a-z]+)+\b", " ", text)
        found |= {(word, text) for word in re.findall(r"[^\W\d_]+", bare.casefold()) if word in ENGLISH}
    return found


@pytest.mark.parametrize("path", part(TAROT, 3), ids=lambda path: path.stem)
def test_the_table_its_answer_and_the_reason_are_in_french(path: Any) -> None:
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"^(title|source|teaches|stipulation):(?:.*\n(?: .*\n)*)", "", text, flags=re.MULTILINE)
    position, told = position_in(text), list[WorthAnswer]()
    table = moment(text, (), FRENCH).view()
    assert english(table) == set()
    request = WorthRequest(ASKED).read(find_goal(text, ()), position.players)
    worth(position, request, Means(), FRENCH, Watch(), told.append)
    assert english(told[-1]) == set()
    if table.asked is not None:
        reason = why(text, (), (table.asked.goal, table.asked.player), Means(), FRENCH)
        assert english(reason) == set()
    for line in position.lines:
        words = list(board_words(position, line))
        assert english(moment(text, words, FRENCH).view()) == set()


def test_the_forms_of_tarot_are_in_french() -> None:
    for form in (position_form("tarot", FRENCH, 4), hand_form("tarot", FRENCH, 4)):
        assert english(form) == set()
    for kind in dispute_form("tarot", None, FRENCH, 4).kinds:
        found = english(dispute_form("tarot", kind.kind, FRENCH, 4))
        assert {word for word, _ in found} <= {"king"}, found  # what a file calls a pot


def test_every_word_of_the_page_has_its_french() -> None:
    told = words_in("fr")["words"]
    same = {word for word in WORDS if told[word] == word}
    assert same <= {
        "1 point",
        "question",
        "Table",
        "table",
        "total",
        "Tout",
        "Nolo",
        "Verdict",
        "verdict",
        "points",
        "pots",
        "{number} points",
    }
