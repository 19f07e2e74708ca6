"""Slovenian tarok is told in Slovenian; what is not said of it is said in English."""

from __future__ import annotations

import json

import pytest
from commands import Run
from places import POSITIONS

from analyzer.messages import SPOKEN, translated
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.web.here import answered
from analyzer.web.words import WORDS, words_in

ENDING = "slovenian / Ana: ♥R T7 / Bojan: T1 ♠8 / Cilka: škis ♣7 / Ana začne"


def test_a_position_is_written_and_answered_in_slovenian(run: Run) -> None:
    told = run("solve", "-", "--lang", "sl", "--brief", stdin=ENDING).out
    assert "Najboljše za " in told
    assert "Gotovo: " in told


@pytest.mark.parametrize(
    ("command", "file", "words"),
    [
        ("check", "disputes/bid-slovenian-equal-bid-by-a-later-player.yaml", "NEDOVOLJENO: licitacija"),
        ("check", "disputes/bid-slovenian-equal-bid-by-a-later-player.yaml", "solo tri, solo dve"),
        ("score", "sessions/slovenian.yaml", "Igra 1: deli D"),
        ("replay", "endings/slovenian-king-ultimo.yaml", "kralj ultimo"),
        ("moves", "endings/slovenian-king-ultimo.yaml", "sme igrati"),
        ("show", "endings/slovenian-king-ultimo.yaml", "A in tisti, ki ima poklicanega kralja"),
    ],
)
def test_every_command_says_it_in_slovenian(run: Run, command: str, file: str, words: str) -> None:
    assert words in run(command, str(POSITIONS / file), "--lang", "sl").out


def test_every_clause_of_the_game_and_every_reading_of_its_options_is_said_in_slovenian() -> None:
    rules = load_ruleset("slovenian")
    for clause in rules.clauses.values():
        assert translated(str(clause.statement), "sl", "rules") != str(clause.statement), clause.id


def test_the_page_speaks_slovenian_and_has_a_word_for_all_that_it_says() -> None:
    assert "sl" in words_in("en")["languages"]
    same = {word for word in WORDS if translated(word, "sl") == word}
    assert same <= {
        "Bagud",
        "Solo",
        "Ultimo",
        "Valat",
        "Tout",
        "Tapp",
        "Nolo",
        "Pagat Bagud",
        "pagat",
        "talon",
        "valat",
    }
    status, told = answered(
        "table", json.dumps({"position": ENDING, "moves": [], "lang": "sl"}), lambda *_: None
    )
    assert (status, json.loads(told)["status"]) == (200, "Ana začne.")


def test_two_cards_three_and_five_are_told_in_the_plural_forms_of_the_language() -> None:
    many = [
        f"še {number} {word}"
        for number, word in ((1, "vzetek"), (2, "vzetka"), (3, "vzetki"), (5, "vzetkov"))
    ]
    from analyzer.report.style.textstyle import TextStyle  # noqa: PLC0415

    style = TextStyle(lang="sl")
    told = [style.n("{number} trick to go", "{number} tricks to go", number) for number in (1, 2, 3, 5)]
    assert told == many


def test_what_is_no_slovenian_yet_is_said_in_english(run: Run) -> None:
    assert "sl" in SPOKEN
    assert "Usage" in run("solve", "--help", "--lang", "sl").out
    assert run("new", "discard", "--lang", "sl").out == run("new", "discard").out
