"""What carries over from hand to hand: pots, pools, radli, who deals and who sits out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from commands import Run
from contract.dealing import dealt
from contract.test_every_game import at_random
from evenings.telling import agreed, in_words
from msgspec import structs
from places import POSITIONS

from analyzer.errors import InvalidFile
from analyzer.evenings.tally import load, loads, tally
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.rules.score.hand import Pool

SLOVENIAN: dict[str, Any] = {"ruleset": "slovenian", "players": ["A", "B", "C", "D"]}
FRENCH: dict[str, Any] = {"ruleset": "french", "players": ["A", "B", "C"]}


def evening(about: dict[str, Any], *hands: dict[str, Any]) -> str:
    return json.dumps({"format": "tarok-session/1", **about, "hands": list(hands)})


def two_hands(name: str, seats: int) -> tuple[Position, dict[str, Any], Any]:
    """A hand of a game and its line, told as the second hand of an evening after one of the dealer before."""
    start = dealt(name, seats, 11)
    start = agreed(start, ((start.told.declarer or 0) + 1) % seats)
    before = start.players[((start.dealer or 0) - 1) % seats]
    first = {
        "french": {"contract": "take", "declarer": "B", "trull": 2, "points": {"B": 40}},
        "slovenian": {"contract": "beggar", "declarer": "B", "tricks": {"B": 3}},
    }[name]
    return start, {"dealer": before, **first}, at_random(start, 11)


def carried(start: Position, name: str) -> Position:
    """The hand with what the first one leaves, as its own file may say it."""
    told = structs.replace(start.told, pools=(Pool(80, doubled=True),))
    if name == "slovenian":
        told = structs.replace(start.told, radli=dict.fromkeys(range(4), 1))
    return replace(start, told=told)


@pytest.mark.parametrize(("name", "about"), [("french", FRENCH), ("slovenian", SLOVENIAN)])
def test_a_recorded_hand_takes_pools_and_radli_from_the_evening(
    tmp_path: Path, name: str, about: dict[str, Any]
) -> None:
    start, first, line = two_hands(name, len(about["players"]))
    words = tally(loads(evening(about, first, in_words(start, line))))
    for position in (start, carried(start, name)):
        text = dumps(replace(position, lines=(line,)))
        (tmp_path / "hand.yaml").write_text(text, encoding="utf-8")
        path = tmp_path / "evening.yaml"
        path.write_text(evening(about, first, {"file": "hand.yaml"}), encoding="utf-8")
        found = tally(load(str(path)))
        assert [each.amounts for each in found.hands] == [each.amounts for each in words.hands]
        assert found.lying == words.lying


@pytest.mark.parametrize(
    ("name", "about", "told"),
    [
        ("french", FRENCH, "other pools lie there; expected 80d, as the evening has it"),
        ("slovenian", SLOVENIAN, "A has 3 radli; expected 1, as the evening has it"),
    ],
)
def test_other_pools_or_radli_in_a_recorded_hand_are_a_fault(
    tmp_path: Path, name: str, about: dict[str, Any], told: str
) -> None:
    start, first, line = two_hands(name, len(about["players"]))
    said = carried(start, name).told
    wrong = (
        structs.replace(said, pools=(Pool(80),))
        if said.pools
        else structs.replace(said, radli={**said.radli, 0: 3})
    )
    text = dumps(replace(start, told=wrong, lines=(line,)))
    (tmp_path / "hand.yaml").write_text(text, encoding="utf-8")
    path = tmp_path / "evening.yaml"
    path.write_text(evening(about, first, {"file": "hand.yaml"}), encoding="utf-8")
    with pytest.raises(InvalidFile) as caught:
        load(str(path))
    (fault,) = caught.value.faults
    assert str(fault).startswith(f"{tmp_path / 'hand.yaml'}:")
    assert str(fault).endswith(told)


def test_the_deal_goes_round_and_who_sits_opposite_the_dealer_sits_out(run: Run) -> None:
    about = {"players": ["A", "B", "C", "D"]}
    hands = [{"dealer": "C", "nolo": "B"}, {"nolo": "A"}, {"nolo": "B"}, {"nolo": "A"}]
    found = run("score", "-", "--json", stdin=evening(about, *hands)).json["hands"]
    dealt_by = [(each["number"], each["dealer"], each["sitting_out"]) for each in found]
    assert dealt_by == [(1, "C", "A"), (2, "D", "B"), (3, "A", "C"), (4, "B", "D")]


def test_pots_are_founded_with_the_first_hand_unless_they_lie_there(run: Run) -> None:
    hand = {"dealer": "A", "nolo": "A"}
    founded = run("score", "-", "--json", stdin=evening({"players": ["A", "B", "C"]}, hand)).json
    assert founded["hands"][0]["tokens"] == {"A": 0, "B": -65, "C": -65}
    assert founded["pots"] == {"king": 65, "pagat": 65}
    about = {"players": ["A", "B", "C"], "pots": {"king": 0, "pagat": 0}}
    there = run("score", "-", "--json", stdin=evening(about, hand)).json
    assert there["hands"][0]["transfers"][0] == {
        "from": "A", "to": "king pot", "amount": 5, "clause": "payment.dealing",
    }  # fmt: skip
    assert there["hands"][0]["tokens"] == {"A": 40, "B": -25, "C": -25}
    assert there["pots"] == {"king": 5, "pagat": 5}


def test_pots_of_a_hand_are_what_they_gained_and_those_of_the_evening_what_lies_in_them(run: Run) -> None:
    about = {"players": ["A", "B", "C"], "pots": {"king": 100, "pagat": 200}}
    last = {"last_trick": {"winner": "B", "with": "hR"}, "points": {"A": 26, "B": 26}}
    found = run("score", "-", "--json", stdin=evening(about, {"dealer": "A", "nolo": "A"}, last)).json
    assert [each["pots"] for each in found["hands"]] == [{"king": 5, "pagat": 5}, {"king": -45, "pagat": 5}]
    assert found["hands"][1]["pots_after"] == found["pots"] == {"king": 60, "pagat": 210}


def test_pools_before_the_first_hand_are_told_with_the_evening(run: Run) -> None:
    about = {**FRENCH, "pools": [{"amount": 85, "doubled": True}, {"amount": 90}]}
    hand = {"dealer": "B", "contract": "take", "declarer": "A", "trull": 2, "points": {"A": 41}}
    found = run("score", "-", "--json", stdin=evening(about, hand)).json
    assert found["hands"][0]["pools"] == found["pools"] == [{"amount": 85, "doubled": True}]
    assert found["totals"] == {"A": 95, "B": -5, "C": 0}


def test_a_radl_stays_until_its_player_wins_a_game_that_he_declares(run: Run) -> None:
    lost = {"contract": "solo-one", "declarer": "A", "points": {"A": 20}}
    won = {"contract": "solo-one", "declarer": "A", "points": {"A": 50}}
    about = {**SLOVENIAN, "radli": {"A": 1}}
    found = run("score", "-", "--json", stdin=evening(about, {"dealer": "A", **lost}, won, won)).json
    assert [each["sheet"]["A"] for each in found["hands"]] == [-150, 150, 75]
    assert [each["radli"]["A"] for each in found["hands"]] == [1, 0, 0]


def test_an_announced_tout_that_fails_doubles_what_was_counted_in_the_pots(run: Run) -> None:
    about = {"players": ["A", "B", "C"], "pots": {"king": 100, "pagat": 60}}
    told = {"dealer": "A", "announced": {"A": "tout"}, "last_trick": {"winner": "B"}}
    points = {"points": {"A": 60, "C": 9}}
    found = run("score", "-", "--json", stdin=evening(about, {**told, **points})).json
    clauses = {each["clause"] for each in found["hands"][0]["transfers"]}
    assert "payment.failed-tout" in clauses
    assert found["pots"] == {"king": 210, "pagat": 130}


def test_a_game_of_the_basic_rules_is_over_when_everybody_has_dealt(run: Run) -> None:
    about = {"ruleset": "basic", "players": ["A", "B", "C"]}
    hands = [{"points": {"A": 35, "B": 24}}, *[{"points": {"A": 26, "B": 26}}] * 3]
    found = run("score", "-", "--json", stdin=evening(about, {"dealer": "B", **hands[0]}, *hands[1:])).json
    first, second = found["games"]
    assert (first["hands"], first["complete"]) == ([1, 3], True)
    assert first["sheet"] == {"A": 9, "B": -2, "C": -7}
    assert first["tokens"] == {"A": 2, "B": -1, "C": -1}
    assert (second["hands"], second["complete"], second["transfers"]) == ([4, 4], False, [])
    assert found["end"]["tokens"] == {"A": 2, "B": -1, "C": -1}
    one = evening(about, {"dealer": "B", **hands[0]})
    lowest = run("score", "-", "--json", "--variant", "game-end=lowest-pays", stdin=one).json
    assert lowest["end"]["tokens"] == {"A": 1, "B": 1, "C": -2}
    assert lowest["unsettled"] == []


def test_who_wishes_to_end_tapp_plays_on_until_all_have_dealt_equally_often(
    run: Run,
) -> None:
    about = {"ruleset": "tapp", "players": ["A", "B", "C"]}
    hand = {"contract": "tapp", "declarer": "A"}
    for number, more in ((1, 11), (2, 10), (3, 9), (4, 11)):
        told = evening(about, {"dealer": "A", **hand}, *[hand] * (number - 1))
        assert run("score", "-", "--json", stdin=told).json["end"]["hands_more"] == more


def test_what_a_failed_tout_costs_is_told_under_each_reading_of_a_disputed_clause(run: Run) -> None:
    about = {"ruleset": "danish-1996", "players": ["A", "B", "C"], "pots": {"king": 60, "pagat": 60}}
    last = {"winner": "B", "with": "hR", "lost": {"C": "sR"}}
    told = {"dealer": "A", "announce": "tout", "last_trick": last, "points": {"A": 60, "C": 9}}
    said = {"declarations": {"A": "10 trumps with pagat"}}
    asked = evening(about, {**told, **said})
    found = run("score", "-", "--json", stdin=asked)
    assert found.status == 0
    assert found.json["totals"] == {"A": -215, "B": 95, "C": -85}
    assert found.json["unsettled"] == ["payment.failed-tout"]
    assert [each["totals"] for each in found.json["readings"]] == [
        {"A": -215, "B": 95, "C": -85},
        {"A": 45, "B": 155, "C": -210},
    ]
    chosen = run("score", "-", "--json", "--variant", "failed-tout=as-any-hand", stdin=asked).json
    assert (chosen["totals"], chosen["unsettled"]) == ({"A": 45, "B": 155, "C": -210}, [])


def test_what_was_wrong_in_a_recorded_hand_is_told_with_its_score(run: Run, tmp_path: Path) -> None:
    whole = (POSITIONS / "whole-hand.yaml").read_text(encoding="utf-8")
    wrong = whole.replace("11 trumps without pagat", "12 trumps without pagat")
    (tmp_path / "hand.yaml").write_text(wrong, encoding="utf-8")
    path = tmp_path / "evening.yaml"
    about = {"players": ["Anna", "Bent", "Clara"], "pots": {"king": 80, "pagat": 95}}
    path.write_text(evening(about, {"file": "hand.yaml"}), encoding="utf-8")
    (hand,) = run("score", str(path), "--json").json["hands"]
    assert [each["clause"] for each in hand["violations"]] == ["declare.trumps"]
    assert (hand["outcome"]["last_trick"], hand["outcome"]["king_ultimo"]) == ("Bent", "Bent")
    assert hand["tokens"] == {"Anna": -235, "Bent": 215, "Clara": 5}
    assert "against the rules: Clara declared" in run("score", str(path)).out


def test_a_count_that_is_each_players_own_need_not_sum_to_zero_and_the_answer_says_so(run: Run) -> None:
    about = {"ruleset": "danish-concise", "players": ["A", "B", "C"], "variant": {"red-spots": "reversed"}}
    hand = {"dealer": "A", "last_trick": {"winner": "B"}, "points": {"A": 33, "B": 28}}
    found = run("score", "-", "--json", stdin=evening(about, hand)).json
    assert found["zero_sum"] is False
    gained = sum(found["totals"].values()) + sum(found["pots"].values())
    assert gained == 5 + 0 - 10  # for 33, 28 and 17 points
