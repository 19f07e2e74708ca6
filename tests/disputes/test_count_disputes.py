"""Disputes about the count: who counts, what a pile comes to, where the Fool lies, and what is paid."""

from __future__ import annotations

import json

import pytest
from places import POSITIONS

from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.errors import InvalidFile

HEAD = "format: tarok-dispute/1\nkind: count\n"
PILES = "piles:\n  B: {points: %d}\n  C: {points: %d}\n"


def told(text: str):
    return settle(loads_dispute(HEAD + text))


@pytest.mark.parametrize(
    ("points", "tokens"), [(13, -15), (18, -10), (23, -5), (24, 0), (28, 0), (29, 5), (33, 5), (34, 10)]
)
def test_a_pile_is_paid_for_as_the_table_of_the_source_says(points: int, tokens: int) -> None:
    assert told("dealer: C\n" + PILES % (points, 26)).tokens == (-tokens, tokens, 0)


def test_the_player_after_the_dealer_deals_next_and_does_not_count() -> None:
    found = told("dealer: A\npiles:\n  A: {points: 40}\n  C: {points: 30}\n")
    assert (found.next_dealer, found.counting, found.points) == (1, (0, 2), (40, 8, 30))
    assert found.tokens == (15, -20, 5)


def test_nobody_counts_after_a_nolo_and_all_but_the_next_dealer_do_after_a_tout() -> None:
    assert told("dealer: C\nnolo: B\n" + PILES % (0, 40)).tokens == (0, 0, 0)
    assert told("dealer: C\ntout: C\n" + PILES % (0, 78)).tokens == (-25, -25, 50)


def test_a_claim_to_count_after_a_nolo_breaks_the_clause_that_knows_no_count() -> None:
    found = told("dealer: C\nnolo: B\n" + PILES % (0, 40) + "paid: [{from: A, to: C, amount: 15}]\n")
    assert found.clauses == ("count.nolo",)


def test_a_count_after_a_tout_rests_on_the_clause_that_knows_one() -> None:
    found = told("dealer: C\ntout: C\n" + PILES % (0, 78))
    assert found.applied == ("count.next-dealer", "count.par", "count.tout", "table.next-dealer")


OWN = "variant: {count: each-his-own}\ndealer: C\npiles: {A: {points: 22}, B: {points: 28}}\n"


def test_each_may_gain_or_lose_by_his_own_pile_and_nobody_pays(run) -> None:
    found = told(OWN)
    assert (found.counting, found.points, found.tokens) == ((0, 1, 2), (22, 28, 28), (-5, 0, 0))
    answer = run("check", "-", "--json", stdin=HEAD + OWN).json
    assert answer["zero_sum"] is False
    assert answer["payments"] == [{"from": "A", "to": None, "amount": 5, "clause": "count.next-dealer"}]


def test_a_pile_of_ones_own_is_paid_for_by_no_other_player() -> None:
    assert told(OWN + "paid: [{from: A, to: nobody, amount: 5}]\n").clauses == ()
    assert told(OWN + "paid: [{from: A, to: B, amount: 5}]\n").clauses == ("count.next-dealer",)
    assert told(
        OWN + "paid: [{from: A, to: nobody, amount: 5}, {from: nobody, to: B, amount: 5}]\n"
    ).clauses == ("count.par",)


CARDS = "dealer: A\npiles:\n  A: {cards: %s}\n  C: {points: 26}\n"


def test_a_pile_is_counted_by_its_cards_and_its_tricks() -> None:
    assert told(CARDS % "hR hD h2 c2 c3 c4").points[0] == 4 + 3 + 1 + 1


def test_a_pile_that_the_fool_left_still_counts_the_trick() -> None:
    assert told(CARDS % "hR hD h2 c2 c3").points[0] == 4 + 3 + 1 + 1


def test_a_pile_that_the_fool_came_home_to_counts_no_trick_more() -> None:
    assert told(CARDS % "hR hD h2 c2 c3 c4 fool").points[0] == 4 + 3 + 4 + 1 + 1


def test_a_fool_played_before_the_last_trick_is_its_players() -> None:
    found = told(
        "dealer: C\n" + PILES % (26, 22) + "fool: {by: B, won_by: C, tricks_left: 4, lies_with: C}\n"
    )
    assert found.points == (30, 30, 18)
    assert found.clauses == ("fool.own-pile",)


def test_the_fool_of_the_last_trick_is_the_winners() -> None:
    text = "dealer: C\n" + PILES % (26, 22) + "fool: {by: B, won_by: C, tricks_left: 1, lies_with: %s}\n"
    assert told(text % "C").clauses == ()
    wrong = told(text % "B")
    assert (wrong.clauses, wrong.points) == (("fool.last-trick",), (30, 22, 26))


def test_a_payment_between_two_who_do_not_deal_next_breaks_the_clause_of_the_next_dealer() -> None:
    found = told("dealer: C\n" + PILES % (26, 26) + "paid: [{from: C, to: B, amount: 5}]\n")
    assert found.clauses == ("count.next-dealer",)


def test_a_payment_for_too_small_a_difference_breaks_the_clause_of_the_rounding() -> None:
    found = told("dealer: C\n" + PILES % (28, 26) + "paid: [{from: A, to: B, amount: 5}]\n")
    assert found.clauses == ("count.par",)


FOOL = "dealer: C\n" + PILES % (26, 22) + "fool: {%s}\n"
FAULTS = [
    ("piles: {B: {points: 3}}", "1:1: a count without a dealer; expected `dealer`"),
    ("dealer: C\npiles: {C: {points: 3}}", "4:1: the file does not give the pile of B; expected that of"),
    ("dealer: C\npiles: {B: {}, C: {points: 3}}", "4:9: the file does not give the pile of B; expected"),
    ("dealer: C\npiles: {B: {points: 9, cards: h2}, C: {points: 3}}", "4:9: the pile of B is given twice"),
    ("dealer: C\n" + PILES % (60, 30), "6:6: 90 points in the piles; expected at most 78"),
    ("dealer: C\n" + PILES % (40, 30) + "  A: {points: 9}", "7:6: 79 points in the piles"),
    ("dealer: C\npiles: {B: {cards: h1 h2 h3 h4}, C: {points: 3}}", "4:20: 4 cards in the pile of B"),
    ("dealer: C\npiles: {B: {points: 9}, C: {cards: h1}}", "4:36: 1 card in the pile of C; expected the 3"),
    ("dealer: C\npiles: {B: {cards: h1 h2 h3}, C: {cards: h3 h4 h5}}", "4:42: h3 is in B's pile and in"),
    ("dealer: C\ntout: A\nnolo: B\n" + PILES % (0, 20), "5:7: a Nolo with a Tout; expected one of `tout`"),
    (FOOL % "by: B, won_by: B, tricks_left: 1, lies_with: B", "7:23: B wins with the Fool; expected another"),
    (FOOL % "by: B, won_by: C, tricks_left: 1", "7:7: the file does not say in whose pile the Fool is"),
    (FOOL.replace("points: 26", "cards: h1 h2 fool") % "by: B, won_by: C, tricks_left: 1, lies_with: C",
     "7:53: the Fool is with C; expected the pile that it is listed in"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "fault"), FAULTS, ids=[fault for _, fault in FAULTS])
def test_what_cannot_be_counted_is_a_fault_at_its_place(text: str, fault: str) -> None:
    with pytest.raises(InvalidFile) as refused:
        loads_dispute(HEAD + text, "f.yaml")
    assert any(str(each).startswith(f"f.yaml:{fault}") for each in refused.value.faults), refused.value


def test_a_count_is_told_in_text_and_in_danish(run) -> None:
    path = str(POSITIONS / "disputes/count-next-dealer-claims-his-own.yaml")
    english, danish = run("check", path), run("check", path, "--lang", "da")
    assert english.status == danish.status == 1
    assert "B counts 23 points" in english.out
    assert "The next dealer: A" in english.out
    assert "B tæller 23 point" in danish.out
    assert "Næste kortgiver: A" in danish.out


def test_the_answer_about_a_count_tells_points_payments_and_what_to_pay_instead(run) -> None:
    answer = json.loads(
        run("check", str(POSITIONS / "disputes/count-fool-of-the-last-trick.yaml"), "--json").out
    )
    assert answer["points"] == {"A": 30, "B": 30, "C": 18}
    assert answer["counting"] == ["B", "C"]
    assert answer["next_dealer"] == "A"
    assert answer["tokens"] == {"A": 5, "B": 5, "C": -10}
    assert answer["remedy"]["payments"] == answer["payments"]
