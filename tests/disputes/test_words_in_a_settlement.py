"""What may not be said is a breach wherever it is told, and several announcements of one player are a set."""

from __future__ import annotations

from itertools import permutations

import pytest
from commands import Run

SOLO = "ruleset: tapp\nplayers: [Ana, Bor, Cene]\n"
HAND = (
    "contract: solo, declarer: Bor, announced: {Bor: [pagat]}, points: {declarer: 44}, "
    "bonuses: [{pagat: Bor}]"
)


@pytest.mark.parametrize(("kontra", "status"), [("[Bor]", 1), ("[Ana]", 0)])
def test_a_kontra_of_ones_own_announcement_is_a_breach_in_settlement_and_score(
    run: Run, kontra: str, status: int
) -> None:
    evening = f"format: tarok-session/1\n{SOLO}hands:\n  - {{dealer: Cene, {HAND}, kontra: {kontra}}}\n"
    keys = HAND.replace(", declarer", "\ndeclarer").replace(", announced", "\nannounced")
    keys = keys.replace(", points", "\npoints").replace(", bonuses", "\nbonuses")
    dispute = f"format: tarok-dispute/2\nkind: settlement\n{SOLO}{keys}\nkontra: {kontra}\n"
    scored, settled = run("score", "-", stdin=evening), run("check", "-", stdin=dispute)
    assert (scored.status == 1, settled.status == 1) == (bool(status), bool(status))
    for out in (scored.out, settled.out):
        assert ("says Kontra to his own announcement" in " ".join(out.split())) is bool(status)


def trumps_told(run: Run, words: list[str]) -> tuple[int, dict[str, int], int]:
    """Exit status, totals and how many breaches of an evening of tarot in which A announces these words."""
    text = (
        "format: tarok-session/1\nruleset: tarot\nplayers: [A, B, C, D]\nhands:\n"
        "  - {dealer: D, contract: garde, declarer: A, trull: 2, points: {A: 50}, "
        f"announced: {{A: {words}}}}}\n"
    ).replace("'", '"')
    ran = run("score", "-", "--json", stdin=text)
    return ran.status, ran.json["totals"], len(ran.json["hands"][0]["violations"])


def test_announcements_of_one_player_mean_the_same_in_every_order_and_one_handful_counts(run: Run) -> None:
    words = ["10 trumps", "13 trumps", "13 trumps", "slam"]
    told = {repr(trumps_told(run, list(each))) for each in permutations(words[:3])}
    assert len(told) == 1
    assert trumps_told(run, words[:2])[1:] == ({"A": 294, "B": -98, "C": -98, "D": -98}, 1)
    assert trumps_told(run, ["13 trumps"])[1:] == ({"A": 294, "B": -98, "C": -98, "D": -98}, 0)
    assert trumps_told(run, ["no-trumps", "10 trumps"])[2] == 1


@pytest.mark.parametrize(
    ("seats", "points", "status"),
    [(4, 40.5, 3), (4, 40, 0), (4, 90.5, 3), (3, 50.5, 0), (5, 50.5, 0)],
)
def test_half_points_are_of_an_odd_number_of_cards(run: Run, seats: int, points: float, status: int) -> None:
    names = "ABCDE"[:seats]
    partner = ", called: hR, partner: B" if seats == 5 else ""
    text = (
        f"format: tarok-session/1\nruleset: tarot\nplayers: [{', '.join(names)}]\nhands:\n"
        f"  - {{dealer: A, contract: garde, declarer: A, trull: 2, points: {{A: {points}}}{partner}}}\n"
    )
    assert run("score", "-", stdin=text).status == status


def test_a_position_that_is_not_there_is_told_where_it_is_named(run: Run) -> None:
    text = "format: tarok-dispute/1\nkind: propriety\nposition: nowhere.yaml\nplay: hR\n"
    ran = run("check", "-", stdin=text)
    assert (ran.status, ran.err.split(" ")[0]) == (3, "<stdin>:3:11:")


def test_where_no_case_shows_a_parameter_the_headline_does_not_say_that_nothing_differs(run: Run) -> None:
    first = run("compare", "appel", "appel+odd-half=to-the-winner").out.splitlines()[0]
    assert first == "No case shows that they differ; the effect of “odd cards” is not shown."


def test_an_option_that_bears_with_another_number_of_players_says_with_how_many(run: Run) -> None:
    first = run("compare", "tarot", "tarot+five-own-call=forbidden").out.splitlines()[0]
    assert first == "They differ in “called king” with 5 players."
    asked = run("compare", "tarot", "tarot+five-own-call=forbidden", "--seats", "4").out.splitlines()[0]
    assert asked == "No case shows that they differ; the effect of “called king” is not shown."


@pytest.mark.parametrize(
    ("said", "status"),
    [("[12 matadors]", 1), ("[12 matadors, 12 trumps with pagat]", 0), ("[3 matadors]", 0)],
)
def test_matadors_that_are_ten_trumps_are_declared_as_trumps_too(run: Run, said: str, status: int) -> None:
    text = (
        "format: tarok-session/1\nplayers: [A, B, C]\nhands:\n"
        f"  - {{dealer: C, declarations: {{B: {said}}}, last_trick: {{winner: A}}, "
        "points: {A: 20, B: 24, C: 34}}\n"
    )
    ran = run("score", "-", "--json", stdin=text)
    assert ran.status == status
    assert [each["clause"] for each in ran.json["hands"][0]["violations"]] == ["declare.trumps"] * status


def test_an_unknown_word_said_in_an_auction_is_what_the_dispute_about_it_is_of(run: Run) -> None:
    text = (
        "format: tarok-dispute/2\nkind: bid\nruleset: tarot\nplayers: [A, B, C, D]\ndealer: D\n"
        "bids: [{A: petitte}, {B: garde}]\n"
    )
    ran = run("check", "-", "--json", stdin=text)
    assert (ran.status, ran.json["verdict"]) == (1, "illegal")
    assert "petitte" in ran.json["violations"][0]["text"]
    assert run("solve", "-", stdin=text.replace("kind: bid\n", "").replace("dispute", "position")).status == 3
