"""`moves`: what may be played now, in any game, and the clause that forbids every other card."""

from __future__ import annotations

from commands import Run

import analyzer


def test_every_card_of_the_hand_is_a_move_or_is_forbidden_by_a_clause(run: Run) -> None:
    answer = run(
        "moves", "-", "--json", stdin="danish / A: hR c3 / B: h2 d9 T4 / C: c7 c2 fool / A leads h9"
    ).json
    assert answer["to_play"] == "B"
    assert answer["moves"] == [{"card": "h2", "names": None}]
    assert [(each["card"], each["clause"]) for each in answer["forbidden"]] == [
        ("d9", "play.follow"),
        ("T4", "play.follow"),
    ]


def test_behind_a_led_fool_the_next_card_is_followed(run: Run) -> None:
    text = "basic / A: s2 / B: T2 / C: dC s5 / A leads fool d4"
    answer = run("moves", "-", "--json", stdin=text).json
    assert answer["moves"] == [{"card": "dC", "names": None}]
    assert [each["clause"] for each in answer["forbidden"]] == ["play.follow"]
    assert answer["rests_on"] == ["fool.led"]
    assert [str(each) for each in analyzer.legal(analyzer.loads(text))] == ["dC"]


def test_a_led_fool_stands_once_for_each_suit_that_it_may_name(run: Run) -> None:
    text = "danish / A: fool h2 c9 / B: h8 d7 c4 / C: h3 c5 c8 / A leads"
    moves = run("moves", "-", "--json", stdin=text).json["moves"]
    assert [each["names"] for each in moves if each["card"] == "fool"] == ["h", "d", "c"]
