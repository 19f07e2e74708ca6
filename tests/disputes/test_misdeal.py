"""A deal without trumps or with a wrong number of cards: who deals again, and what it costs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from proofs.twice import settled_twice

from analyzer.cards.card import DECK
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.errors import InvalidFile
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.verdicts import Verdict

NONE = "hR hD hC hV h1 h2 h3 h4 h5 h6 dR dD dC dV d1 d2 d3 sR sD sC sV s1 s2 s3"


def read(text: str):
    return loads_dispute(f"format: tarok-dispute/1\nkind: misdeal\n{text}")


def told(text: str):
    return settle(read(text))


def hand(last: str, more: str = "") -> str:
    return f"dealer: C\nplayer: B\nhand: {NONE} {last}\n{more}"


def test_the_fool_is_no_trump_and_the_same_dealer_deals_again() -> None:
    found = told(hand("fool"))
    assert (found.verdict, found.may_call, found.deals_again) == (Verdict.LEGAL, (1,), 2)
    assert found.remedies == ("redeal-same-dealer",)


def test_with_one_trump_there_is_no_misdeal() -> None:
    found = told(hand("T1"))
    assert found.clauses == ("table.misdeal",)
    assert [str(card) for card in found.violations[0].cards] == ["T1"]
    assert (found.may_call, found.deals_again, found.remedies) == ((), None, ())


def test_nobody_asks_for_another() -> None:
    assert told(hand("fool", "called: {by: A}\n")).clauses == ("table.misdeal",)


@pytest.mark.parametrize("when", ["before-lead", "during-play", "after-payments"])
def test_no_source_says_until_when_a_misdeal_may_be_called(when: str) -> None:
    found = told(hand("fool", f"called: {{by: B, when: {when}}}\n"))
    assert found.verdict is Verdict.UNSETTLED
    assert [each.verdict for each in found.open_questions[0].readings] == [Verdict.LEGAL, Verdict.ILLEGAL]


def test_whether_the_last_cards_are_dealt_is_open_only_where_the_trumps_are_among_them() -> None:
    deal = f"dealer: C\nplayer: C\nhand: {NONE} c1\nlast_three: "
    assert told(f"{deal}T5 c2 c3\n").verdict is Verdict.UNSETTLED
    assert told(f"{deal}c4 c2 c3\n").verdict is Verdict.LEGAL
    assert told(f"{deal.replace('c1', 'T7')}c4 c2 c3\n").verdict is Verdict.ILLEGAL


def test_a_misdeal_rests_on_its_clause_where_the_source_is_silent() -> None:
    dispute = read(hand("fool"))
    assert settle(dispute).rests_on == ()
    concise = settle(replace(dispute, rules=load_ruleset("danish-concise")))
    assert "table.misdeal" in concise.rests_on


SIZES = "dealer: C\nsizes: {A: 24, B: 26, C: 28}\n"


def test_a_wrong_number_that_nobody_has_seen_is_put_right() -> None:
    found = told(f"{SIZES}looked: [A]\n")
    assert (found.verdict, found.remedies, found.gained) == (Verdict.LEGAL, ("corrected",), (0, 0, 0))


def test_a_wrong_number_that_was_seen_is_dealt_again_and_the_dealer_pays_five_into_each_pot() -> None:
    found = told(f"{SIZES}looked: [B]\n")
    assert found.clauses == ("irregularity.wrong-deal",)
    assert (found.deals_again, found.gained) == (2, (0, 0, -10))


def test_it_is_open_where_nobody_says_who_has_looked() -> None:
    found = told(SIZES)
    assert found.verdict is Verdict.UNSETTLED
    assert found.gained == ()


def test_a_hand_of_twenty_six_found_in_play_costs_its_player_forty_into_each_pot() -> None:
    found = told("dealer: C\nsizes: {B: 26}\nfound: during-play\n")
    assert found.clauses == ("irregularity.wrong-number-of-cards",)
    assert (found.remedies, found.gained) == (("abandoned",), (0, -80, 0))


@pytest.mark.parametrize("sizes", ["{A: 26, B: 24, C: 25}", "{A: 24, B: 26, C: 28}", "{A: 40, B: 30}"])
def test_the_hands_hold_the_pack_with_the_last_cards_or_without_them(sizes: str) -> None:
    assert 1 in told(f"dealer: C\nsizes: {sizes}\n").wrong


def test_where_two_hold_a_wrong_number_no_source_says_who_pays() -> None:
    found = told("dealer: C\nsizes: {A: 24, B: 26}\nfound: during-play\n")
    assert len(found.penalties) == 2
    assert (found.gained, len(found.notes)) == ((), 1)


@given(st.permutations(DECK), st.integers(20, 30))
def test_engine_and_z3_agree_about_any_hand(deck, size) -> None:
    cards = " ".join(map(str, deck[:size]))
    found = settled_twice(read(f"dealer: A\nplayer: B\nhand: {cards}\nlooked: []\n"))
    trumps = any(card.is_trump for card in deck[:size])
    assert bool(found.wrong) is (size != 25)
    if size == 25:
        assert (found.verdict is Verdict.LEGAL) is not trumps


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("dealer: C\n", [(1, 1)]),
        (hand("fool", "hands: {A: h7}\n"), [(5, 7)]),
        (hand("fool", "sizes: {B: 26}\n"), [(6, 9)]),
        (hand("fool", "last_three: c1 c2\n"), [(6, 13), (6, 13)]),
        (hand("fool", "found: before-lead\ncalled: {by: B, when: before-lead}\n"), [(6, 8)]),
        ("hand: h1\n", [(3, 1)]),
        (hand("h1"), [(5, 79)]),
        (hand("fool", "called: {by: Q}\n"), [(6, 14)]),
        ("sizes: {A: 30, B: 40, C: 30}\n", [(3, 1)]),
        ("sizes: {A: 40, B: 40}\n", [(3, 1)]),
        ("dealer: C\nsizes: {A: 24, B: 25, C: 25}\n", [(4, 1)]),
    ],
)
def test_what_cannot_be_is_a_fault_at_its_place(text: str, places: list[tuple[int, int]]) -> None:
    with pytest.raises(InvalidFile) as refused:
        read(text)
    assert [(each.where.line, each.where.column) for each in refused.value.faults] == places
