"""A hand ends once, a void deal is paid nothing, and a moment of a hand is not judged as a file is."""

from __future__ import annotations

from typing import Any, Final

import pytest

import analyzer

PETIT_SEC: Final = """\
format: tarok-position/2
ruleset: tarot
players: [South, East, North, West]
contract: garde-sans
declarer: South
dealer: South
talon: {left: h5 h6 h7 h8 h9 h10}
hands:
  South: s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 sV sC sD sR h1 h2 h3 T1
  East: dR dD dC dV d10 d9 d8 d7 d6 d5 d4 d3 d2 d1 hR hD hC hV
  North: cD cR fool T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15 T16
  West: T17 T18 T19 T20 T21 h4 cC cV c10 c9 c8 c7 c6 c5 c4 c3 c2 c1
lines:
  - name: played
"""
KING_AWAY: Final = """\
format: tarok-position/2
ruleset: tarot
players: [South, East, North, West]
contract: garde
declarer: West
dealer: North
discard: sR s10 sV h10 hV c9
hands:
  South: T1 T3 T5 T7 T8 T9 T10 c1 c2 c3 c4 c5 c6 c10 hC h6 d7 h5
  East: T11 h2 h3 h4 d4 d5 d6 d8 d9 h1 h7 h8 h9 d1 d2 T2 T4 T6
  North: T15 T14 T13 T12 s1 s2 s3 s4 s5 s6 s7 s8 d3 d10 dV dC c7 c8
  West: T21 fool T20 T19 T18 T17 T16 dR dD cR cD hD hR sD s9 cC cV sC
lines:
  - name: played
    play: [cR c3 T6 c7, T4 T15 T17 T10, fool c2 T11 c8, d6 d10 dD d7]
"""
DISCARD_AND_PASS: Final = """\
format: tarok-position/1
players: [Anna, Bent, Clara]
dealer: Clara
pots: {king: 80, pagat: 95}
hands:
  Anna: hD h1 dD d4 d8 sR sC sV s10 s6 s5 s4 s2 s1 c9 c8 c5 c4 c2 T21 T20 T10 T8 T5 T1
  Bent: h3 h5 h7 h8 dR dC dV d1 d2 d3 d5 d7 sD s7 s3 cR cD cC cV c1 T16 T14 T12 T11 T6
  Clara: hR hC hV h2 h4 h6 h9 h10 d9 d10 c10 c7 c6 c3 T19 T18 T17 T15 T13 T9 T7 T4 T3 d6 fool
skat: T2 s9 s8
declarations: {Clara: [10 trumps without pagat, half hearts no queen], Anna: pass, Bent: pass}
lines:
  - name: played
    play: [s10 s3 T3]
"""


def ruling(text: str) -> dict[str, Any]:
    (line,) = analyzer.check(analyzer.loads(text)).to_dict()["lines"]
    return line


def test_a_void_deal_is_due_nothing_and_may_have_been_found_too_late() -> None:
    text = PETIT_SEC + "    play: dR T14 T19 T1\n"
    line = ruling(text)
    assert line["due"]["tokens"] == dict.fromkeys(("South", "East", "North", "West"), 0)
    late = ruling(text + "    found: after-payments\n")
    assert late["due"] == late["as_played"]
    assert "void" not in late["breaches"][0]["remedy"]


@pytest.mark.parametrize("game", ["danish", "tarot", "slovenian", "basic", "grosstarock", "french", "tapp"])
def test_a_void_deal_stands_in_an_evening_of_any_game(game: str) -> None:
    players = ["A", "B", "C", "D"][: analyzer.rule_set(game).table.players]
    names = ", ".join(players)
    text = f"format: tarok-session/1\nruleset: {game}\nplayers: [{names}]\nhands:\n"
    told = analyzer.score(text + f"  - {{dealer: {players[-1]}, misdeal: Petit sec}}\n").to_dict()
    (hand,) = told["hands"]
    assert (hand["outcome"], hand["void"]) == (None, "Petit sec")
    paid = {each["clause"] for each in hand["transfers"]}
    assert paid <= {"payment.foundation"}


def test_nothing_is_due_for_what_came_after_the_end_of_the_hand() -> None:
    line = ruling(DISCARD_AND_PASS)
    first, beside, word, *_ = line["breaches"]
    assert (first["clause"], beside["clause"]) == ("discard.trumps", "discard.combination")
    assert first["costs"]
    assert (beside["costs"], word["costs"]) == ([], [])
    sums = dict.fromkeys(line["due"]["tokens"], 0)
    for each in line["breaches"]:
        for paid in each["costs"]:
            sums[paid["from"]] = sums.get(paid["from"], 0) - paid["amount"]
            sums[paid["to"]] = sums.get(paid["to"], 0) + paid["amount"]
    played, due = line["as_played"]["tokens"], line["due"]["tokens"]
    assert {name: played[name] + sums[name] for name in played} == due


@pytest.mark.parametrize("moment", ["1", "2", "3", "4", "4.3"])
def test_a_moment_of_a_hand_with_a_king_laid_away_is_a_position_like_any_other(moment: str) -> None:
    position = analyzer.loads(KING_AWAY)
    assert [each["clause"] for each in ruling(KING_AWAY)["breaches"]] == ["discard.honours"]
    now = position.at("played", moment)
    assert "sR" in now.to_yaml()
    assert now.seen_by("West").hands == now.hands
    assert now.after(str(now.legal()[0])).tricks_left <= now.tricks_left
    with pytest.raises(analyzer.errors.Invalid, match="sR"):
        analyzer.loads(KING_AWAY[: KING_AWAY.index("lines:")])
