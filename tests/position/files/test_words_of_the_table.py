"""Bids, bonuses and cards are read as they are said at the table, in the language of the game."""

from __future__ import annotations

import pytest

import analyzer
from analyzer.cards.notation import read_card
from analyzer.rules.score.goals import read_goal
from analyzer.rules.spec.shipped import load_ruleset

SLOVENIAN = "slovenian / A: h3 / B: T1 / C: h4 / D: T2 / A leads / contract={} declarer=A"


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("tri", "three"),
        ("Dve", "two"),
        ("ena", "one"),
        ("solo tri", "solo-three"),
        ("solo-ena", "solo-one"),
        ("berač", "beggar"),
        ("solo brez talona", "solo-without"),
        ("barvni valat", "colour-valat"),
        ("klop", "misere"),
    ],
)
def test_a_slovenian_bid_is_read_as_it_is_said(said: str, meant: str) -> None:
    read = analyzer.loads(SLOVENIAN.format(f'"{said}"'))
    assert read.told.contract == meant


@pytest.mark.parametrize(
    ("said", "meant"), [("kralji", "kings"), ("trula", "trinity"), ("kralj ultimo", "king-ultimo")]
)
def test_a_slovenian_bonus_is_read_as_it_is_said(said: str, meant: str) -> None:
    line = SLOVENIAN.format("two") + f' announced=A:"{said}"'
    assert analyzer.loads(line).told.announced == {0: (meant,)}


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("kralj ultimo", "king_ultimo"),
        ("zadnji vzetek", "last_trick"),
        ("Nič", "nil"),
        ("vzetki>=3", "tricks>=3"),
    ],
)
def test_a_slovenian_goal_is_read_as_it_is_said(said: str, meant: str) -> None:
    assert str(read_goal(said)) == meant


def test_slovenian_tarok_is_found_by_its_own_name() -> None:
    assert load_ruleset("Slovenski tarok") == load_ruleset("slovenian")


def test_tapp_is_read_in_german() -> None:
    line = 'tapp / A: h3 / B: T1 / C: h4 / A leads / contract=Dreier declarer=A held=A:"vier Könige":Trull'
    told = analyzer.loads(line).told
    assert (told.contract, told.held) == ("threes", {0: ("four-kings", "trull")})


@pytest.mark.parametrize(
    ("said", "card"),
    [
        ("srčev kralj", "hR"),
        ("srčna dama", "hD"),
        ("karov kavalir", "dC"),
        ("pikova dama", "sD"),
        ("križev fant", "cV"),
        ("škis", "fool"),
        ("mond", "T21"),
        ("tarok XII", "T12"),
        ("Herz König", "hR"),
        ("Treff Kavall", "cC"),
        ("Sküs", "fool"),
    ],
)
def test_a_card_is_read_in_slovenian_and_german(said: str, card: str) -> None:
    assert str(read_card(said)) == card


@pytest.mark.parametrize(("game", "word"), [("tapp", "berač"), ("danish", "tri")])
def test_what_is_said_in_one_game_is_no_word_of_another(game: str, word: str) -> None:
    with pytest.raises(analyzer.InvalidFile):
        analyzer.loads(f"{game} / A: h3 / B: T1 / C: h4 / A leads / contract={word} declarer=A")
