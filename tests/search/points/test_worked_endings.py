"""The worked examples of the search in games of card points, asked on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commands import Run, run
from schemas import faults

__all__ = ["run"]


def position(ruleset: str, lead: str, hands: str, **more: Any) -> str:
    """A position file of an ending; the hands of A, B, ... are parted by `/`."""
    held = dict(zip("ABCDE", hands.split(" / "), strict=False))
    head = {"format": "tarok-position/2", "ruleset": ruleset, "players": [*held]}
    return json.dumps({**head, "hands": held, "lead": lead, **more})


def solved(run: Run, text: str, *options: str) -> Any:
    done = run("solve", "-", "--json", *options, stdin=text)
    assert done.status == 0, done.err
    assert done.json["schema"] == "tarok-analyze/solve/1"
    assert faults("solve", done.json) == []
    return done.json


def forced(run: Run, text: str, goal: str, player: str, *options: str) -> tuple[int, Any]:
    done = run("forced", "-", "--goal", goal, "--for", player, "--json", *options, stdin=text)
    assert faults("forced", done.json) == []
    return done.status, done.json


def by_card(answer: Any, *keys: str) -> dict[str, Any]:
    """One value of every card, found by its keys."""
    found = {}
    for card in answer["cards"]:
        value = card
        for key in keys:
            value = value[key]
        found[card["card"]] = value
    return found


CERTAIN = ("automatic", "forced")
OVERTRUMPED = "s4 T8 T18 / d2 s1 T14 / s8 T1 T12"


def test_the_duty_to_overtrump_decides_how_much_the_declarer_is_sure_of(run: Run) -> None:
    bound = solved(run, position("french", "B", OVERTRUMPED, contract="take", declarer="A"))
    assert bound["points"]["A"] == bound["points_to_come"]["A"] == [3, 2]
    assert bound["sides"] == [["A"], ["B", "C"]]
    assert bound["game"] == "french"
    assert bound["seats"] == 3


def test_a_beggar_is_saved_by_the_trump_that_he_leads(run: Run) -> None:
    text = position("slovenian", "A", "s9 c9 T9 / c7 T3 T6 / hV T7 T15", contract="beggar", declarer="A")
    answer = solved(run, text, "--goal", "contract")
    found = by_card(answer, "goals", "A", "contract", "status")
    assert {card: status in CERTAIN for card, status in found.items()} == {
        "s9": False,
        "c9": False,
        "T9": True,
    }
    assert forced(run, text, "contract", "A")[0] == 0


def test_in_a_misere_each_is_sure_of_so_few_thirds_against_the_three_others(run: Run) -> None:
    text = position(
        "slovenian", "A", "T8 T21 / hR d2 / T11 T15 / dR T13", contract="misere", talon={"left": "sD cC"}
    )
    answer = solved(run, text)
    assert answer["sides"] == [["A"], ["B"], ["C"], ["D"]]
    assert answer["points"] == {"A": [38, 3], "B": 0, "C": [35, 3], "D": [26, 3]}


def test_a_suit_that_is_led_beats_the_trumps_of_a_colour_valat(run: Run) -> None:
    hands = "sD d2 T1 / hD T12 T21 / T10 T15 T20 / cV T6 T18"
    more = {"declarer": "A", "partner": "C"}
    colour = position("slovenian", "A", hands, contract="two", announced={"A": ["colour-valat"]}, **more)
    normal = position("slovenian", "A", hands, contract="two", **more)
    made = {"sD": True, "d2": True, "T1": False}
    for text, goal, expected in (
        (colour, "contract", made),
        (position("slovenian", "A", hands, contract="colour-valat", **more), "contract", made),
        (normal, "tricks>=3", dict.fromkeys(made, False)),
    ):
        found = by_card(solved(run, text, "--goal", goal), "goals", "A", goal, "status")
        assert {card: status in CERTAIN for card, status in found.items()} == expected


KING = position(
    "slovenian", "B", "c8 T5 T17 / c7 T4 T13 / hR dR c10 / cR T7 T15",
    contract="two", declarer="A", called="hR",
)  # fmt: skip


def test_neither_side_alone_brings_or_prevents_the_king_ultimo_but_some_players_can(run: Run) -> None:
    over_sides = solved(run, KING)["goals"]["A"]["king_ultimo"]
    assert over_sides == {
        "status": "depends",
        "forced_by": [["A", "B", "C", "D"]],
        "prevented_by": [["A", "C"], ["B", "D"]],
    }
    over_seats = solved(run, KING, "--by", "seats", "--goal", "king_ultimo")["goals"]["A"]["king_ultimo"]
    assert over_seats["forced_by"] == [["A", "B", "C"], ["A", "C", "D"]]
    assert over_seats["prevented_by"] == [["A"], ["C"], ["B", "D"]]


def test_forced_asks_of_the_whole_side_unless_players_are_named(run: Run) -> None:
    status, answer = forced(run, KING, "king_ultimo", "C")
    assert (status, answer["holds"], answer["by"], answer["player"]) == (1, False, ["A", "C"], "A")
    status, answer = forced(run, KING, "king_ultimo", "A", "--by", "A,B,C")
    assert (status, answer["holds"], answer["by"]) == (0, True, ["A", "B", "C"])
    assert answer["forced_by"] == [["A", "B", "C"], ["A", "C", "D"]]


def test_every_player_alone_can_prevent_the_pagat_ultimo_that_all_together_can_bring(run: Run) -> None:
    text = position("tapp", "B", "c9 T1 T19 / dV sD sV / s7 T5 fool", contract="solo", declarer="A")
    found = solved(run, text, "--by", "seats")["goals"]["A"]["pagat_ultimo"]
    assert found["forced_by"] == [["A", "B", "C"]]
    assert found["prevented_by"] == [["A"], ["B"], ["C"]]


def test_who_has_no_trick_gives_up_the_fool_and_its_points(run: Run) -> None:
    hands = "cC T13 fool / c5 T15 T18 / hR cV d9"
    more = {"contract": "solo", "declarer": "A"}
    without = {"A": {"tricks": 0, "points": 0}}
    first = position("lhombre", "A", hands, taken=without, **more)
    assert by_card(solved(run, first, "--goal", "points"), "points", "A") == {"cC": 8, "T13": 7, "fool": 0}
    later = position("lhombre", "A", hands, **more)
    assert by_card(solved(run, later, "--goal", "points"), "points", "A") == {"cC": 8, "T13": 7, "fool": 4}
    told = {"A": {"tricks": 10}, "B": {"tricks": 6}, "C": {"tricks": 6}}
    third = position("lhombre", "A", hands, taken=told, **more)
    assert by_card(solved(run, third, "--goal", "points"), "points", "A") == {"cC": 8, "T13": 7, "fool": 4}


def test_each_is_sure_of_so_much_for_kings_and_the_pagat_in_the_last_tricks(run: Run) -> None:
    answer = solved(run, position("grosstarock", "A", "h9 T12 T20 / T1 T15 T18 / hR dR sD"))
    assert answer["guarantee"] == {"A": 5, "B": 20, "C": -30}
    assert all(sum(each["tokens"].values()) == 0 for each in answer["equilibria"])


def test_a_contract_hangs_on_what_was_won_before(run: Run) -> None:
    text = position("lhombre", "A", "cC T13 fool / c5 T15 T18 / hR cV d9", contract="solo", declarer="A")
    done = run("forced", "-", "--goal", "contract", "--for", "A", stdin=text)
    assert done.status == 2
    assert "`taken`" in done.err
    assert "contract" not in solved(run, text).get("goals", {}).get("A", {})


def test_a_word_that_is_no_goal_of_the_game_lists_those_that_are(run: Run) -> None:
    done = run("forced", "-", "--goal", "bagud", "--for", "A", stdin=KING)
    assert done.status == 2
    for word in ("contract", "kings", "trinity", "king_ultimo", "mond_lost", "points>=N"):
        assert word in done.err


def test_the_contract_is_no_goal_of_the_other_side(run: Run) -> None:
    text = position("slovenian", "A", "s9 c9 T9 / c7 T3 T6 / hV T7 T15", contract="beggar", declarer="A")
    done = run("forced", "-", "--goal", "contract", "--for", "B", stdin=text)
    assert done.status == 2
    assert "it is asked of A" in done.err


def test_the_answer_is_told_in_words_of_both_languages(run: Run) -> None:
    english, danish = (run("solve", "-", "--lang", lang, stdin=KING).out for lang in ("en", "da"))
    assert english.startswith("Best for B: T13 or T4.\nA's king Ultimo can go either way: ")
    assert "\nA and C against B and D.\n" in english
    assert "\nking Ultimo  all together  by A+C\n" in english
    assert danish.startswith("Bedst for B: T13 eller T4.\nA's kongeultimo kan gennemtvinges af alle sammen ")
    assert "\nA og C mod B og D.\n" in danish
    assert "\nkongeultimo  alle sammen  af A+C\n" in danish


def test_a_pile_of_nothing_but_the_trull_gives_one_of_it_for_the_fool(run: Run) -> None:
    taken = {"A": {"tricks": 1, "points": 10, "cards": "T21 T1", "gives": False}}
    taken["B"] = {"tricks": 12, "points": 20}
    hands = "fool h4 / T15 s8 / T14 s6"
    text = position("french", "A", hands, contract="take", declarer="A", taken=taken)
    answers = [solved(run, text, "--engine", engine) for engine in ("native", "reference")]
    for answer in answers:
        trull = by_card(answer, "goals", "A", "trull>=3", "status")
        assert {card: status in CERTAIN for card, status in trull.items()} == {"h4": False, "fool": False}
        assert answer["goals"]["A"]["trull>=2"]["status"] == "automatic"
    assert by_card(answers[0], "margin") == by_card(answers[1], "margin")


BEGGAR = position("slovenian", "A", "s9 c9 T9 / c7 T3 T6 / hV T7 T15", contract="solo-one", declarer="B")


def test_a_position_is_asked_about_as_if_another_contract_were_played(run: Run) -> None:
    told = ("--contract", "beggar", "--declarer", "A")
    answer = solved(run, BEGGAR, *told)
    assert (answer["contract"], answer["sides"]) == ("beggar", [["A"], ["B", "C"]])
    assert answer["goals"]["A"]["contract"]["status"] == "forced"
    assert forced(run, BEGGAR, "contract", "A", *told)[0] == 0
    for word, option in (("nonsense", "--contract"), ("X", "--declarer")):
        done = run("solve", "-", option, word, stdin=BEGGAR)
        assert done.status == 2
        assert word in done.err


LONG = {
    "basic": ("h9 T12 T20 T3 d5 c6 / T1 T15 T18 T4 d7 s9 / hR dR sD T5 c8 s3 / dD cD sR T6 c9 s4", {}),
    "tapp": ("h4 T12 T20 T3 d3 c9 / dV T15 T18 T4 dD s7 / hR dR sD T5 c8 s8", {"contract": "solo"}),
    "french": ("h9 T12 T20 T3 d5 c6 / T1 T15 T18 T4 d7 s9 / hR dR sD T5 c8 s3", {"contract": "take"}),
}


@pytest.mark.parametrize("game", LONG)
def test_what_is_paid_in_a_long_ending_follows_from_points_or_the_margin(run: Run, game: str) -> None:
    hands, more = LONG[game]
    tricks = {"basic": 12, "tapp": 10, "french": 18}[game]
    taken: dict[str, Any] = {"A": {"tricks": tricks - 3}, "B": {"tricks": 3}}
    if game in ("basic", "tapp"):
        taken["A"] |= {"points": 20}
        taken["B"] |= {"points": 21 if game == "basic" else 20}
    if game == "french":
        taken["A"] |= {"points": 30, "cards": "T21"}
        taken["B"] |= {"points": 17, "cards": "fool"}
    declarer = {"declarer": "A"} if more else {}
    text = position(game, "A", hands, taken=taken, **more, **declarer)
    answer = solved(run, text)
    assert set(answer["guarantee"]) == {side[0] for side in answer["sides"]}


@pytest.mark.parametrize("past", [{}, {"A": {"points": 30}}, {"A": {"points": 30, "tricks": 15}}])
def test_nothing_is_said_to_be_paid_for_a_contract_whose_target_is_not_known(
    run: Run, past: dict[str, Any]
) -> None:
    hands = "sD T16 T1 / hD T21 c3 / h2 h5 c4 / T12 dV d9"
    text = position("tarot", "A", hands, taken=past, contract="garde-contre", declarer="A")
    asked = run("solve", "-", stdin=text)
    assert "Guaranteed" not in asked.out
    assert "What everybody is paid depends on what was won earlier" in " ".join(asked.out.split())
    assert "guarantee" not in solved(run, text)


def test_players_of_both_sides_together_are_proven_too(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    asked = ("--goal", "king_ultimo", "--for", "A", "--by", "A,B,C", "--certificate", str(out))
    assert run("forced", "-", *asked, stdin=KING).status == 0
    checked = run("certify", str(out), "--json")
    assert (checked.status, checked.json["by"], checked.json["proven"]) == (0, ["A", "B", "C"], True)


def test_what_is_paid_in_a_longer_ending_is_found_as_far_as_the_limit_lasts(run: Run) -> None:
    text = position("grosstarock", "A", "h9 h8 h7 h10 T3 / h6 h5 h4 hR T4 / hD h1 h2 h3 T1")
    whole = run("solve", "-", "--json", "--tokens", stdin=text).json["stats"]["nodes"]
    some = run("solve", "-", "--json", "--tokens", "--max-nodes", str(whole - 1), stdin=text)
    assert some.status == 4
    left = set(some.json["limits"]["unfinished"])
    assert left
    assert left <= {"guarantee.A", "guarantee.B", "guarantee.C", "equilibria"}
    assert some.json["points_to_come"].keys() >= {"A"}
