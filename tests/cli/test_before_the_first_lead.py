"""Whole hands of games of card points: what is said before the first lead, judged and paid."""

from __future__ import annotations

from typing import Any

import pytest
from commands import Run

GROSSTAROCK = """format: tarok-position/2
ruleset: grosstarock
players: [A, B, C]
dealer: C
hands:
  A: hR hD hC hV h10 h9 h8 h7 h6 h5 h4 h3 h2 h1 T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11
  B: dR dD dC dV d10 d9 d8 d7 d6 d5 d4 d3 d2 d1 sR sD sC sV s10 s9 s8 s7 s6 s5 s4
  C: s3 s2 s1 cR cD cC cV c10 c9 c8 c7 c6 c5 T12 T13 T14 T15 T16 T17 T18 T19 T20 T21 fool c4
discard: c3 c2 c1
"""
LHOMBRE = GROSSTAROCK.replace("grosstarock", "lhombre")
FIRST = "lines: [{play: h10 d10 T12}]\n"
KINGS = "lines: [{play: hR dR T12}]\n"


def opening(run: Run, text: str, *words: str, status: int = 0) -> dict[str, Any]:
    """The one line of a file, replayed."""
    found = run("replay", "-", "--json", *words, stdin=text)
    assert found.status == status, found.out
    line = found.json["lines"][0]
    assert isinstance(line, dict)
    return line


def declared(run: Run, text: str) -> dict[str, int]:
    tokens = opening(run, text + FIRST)["tokens"]
    assert isinstance(tokens, dict)
    return tokens


def test_what_the_hands_hold_is_declared_and_paid_by_each_other_player(run: Run) -> None:
    # A has eleven trumps and the hearts, B the diamonds and the spades, C ten trumps and the clubs.
    a, b, c = 15 + 10, 10 + 10, 10 + 10
    assert declared(run, GROSSTAROCK) == {"A": 2 * a - b - c, "B": 2 * b - a - c, "C": 2 * c - a - b}


def test_what_is_said_is_declared_and_nothing_else(run: Run) -> None:
    said = "declarations: {A: [10 trumps], B: pass, C: pass}\n"
    assert declared(run, GROSSTAROCK + said) == {"A": 20, "B": -10, "C": -10}


def test_a_declaration_that_the_cards_do_not_hold_is_told(run: Run) -> None:
    said = "declarations: {A: [12 trumps], B: pass, C: pass}\n"
    found = opening(run, GROSSTAROCK + said + FIRST, status=1)
    assert [each["clause"] for each in found["violations"]] == ["declare.trumps"]


def test_a_discard_against_the_rules_is_told(run: Run) -> None:
    swapped = GROSSTAROCK.replace("c5 T12", "c5 c3").replace("discard: c3", "discard: T12")
    found = opening(run, swapped + FIRST, status=1)
    assert [each["clause"] for each in found["violations"]] == ["discard.trumps"]


BOUGHT = "contract: with-one\ndeclarer: A\nbids: [{A: with-one}, {B: pass}, {C: pass}]\npurchase: "


@pytest.mark.parametrize(
    ("said", "clauses"),
    [
        ("contract: solo\ndeclarer: A\nbids: [{A: solo}]\n", []),
        ("contract: solo\ndeclarer: A\nbids: [{A: pass}, {B: solo}]\n", ["bid.auction"]),
        ("contract: solo\ndeclarer: A\nbids: [{A: solo}, {B: with-one}]\n", ["bid.auction"]),
        (BOUGHT + "[{wants: hR, from: B, gives: s4}]\n", []),
        (BOUGHT + "[{wants: hR, from: B, gives: c4}]\n", ["purchase"]),
    ],
)
def test_an_auction_and_purchases_are_judged_with_the_hand(run: Run, said: str, clauses: list[str]) -> None:
    found = opening(run, LHOMBRE + said + FIRST, status=1 if clauses else 0)
    assert [each["clause"] for each in found["violations"]] == clauses


def test_a_bid_that_is_none_is_a_fault_of_the_file(run: Run) -> None:
    said = "contract: solo\ndeclarer: A\nbids: [{A: shove}]\n"
    found = run("replay", "-", stdin=LHOMBRE + said + FIRST)
    assert found.status == 3
    assert "shove" in found.err


def test_a_king_lost_early_is_paid_for_with_the_clause(run: Run) -> None:
    event = opening(run, GROSSTAROCK + KINGS)["events"][0]
    paid = [(each["from"], each["to"], each["amount"]) for each in event["transfers"]]
    assert paid == [("A", "B", 5), ("A", "C", 5), ("B", "A", 5), ("B", "C", 5)]
    assert {each["clause"] for each in event["transfers"]} == {"payment.early"}


def test_with_three_that_nobody_overbids_is_thrown_in_where_no_card_is_played(run: Run) -> None:
    bids = "bids: [{A: with-three}, {B: pass}, {C: pass}]\n"
    hand = LHOMBRE + "contract: with-three\ndeclarer: A\n" + bids
    thrown = (
        'lines: [{play: "", expect: {tokens: {A: 20, B: -10, C: -10}, contract: made, last_trick: null}}]\n'
    )
    found = opening(run, hand + thrown)
    assert found["expected"]["met"]
    assert found["outcome"]["last_trick"] is None
    assert {each["clause"] for each in found["opening"]} == {"bid.with-three-thrown-in"}
    assert "[With three thrown in]" in run("replay", "-", stdin=hand + thrown).out


def test_another_contract_is_not_thrown_in(run: Run) -> None:
    hand = LHOMBRE + "contract: solo\ndeclarer: A\n"
    assert opening(run, hand + 'lines: [{play: ""}]\n')["outcome"] is None
