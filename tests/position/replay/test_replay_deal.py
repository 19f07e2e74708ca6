"""A whole hand: the dealer pays, the declarations are paid for, and the count ends with the next dealer."""

from dataclasses import replace

import pytest
from places import POSITIONS
from replay_lines import ending, line

from analyzer.errors import InvalidFile, InvalidPosition
from analyzer.position.files.positions import load
from analyzer.position.replay.replay import replay

ANNA, BENT, CLARA = range(3)


@pytest.fixture
def hand():
    return load(str(POSITIONS / "whole-hand.yaml"))


def clauses(payments):
    return [payment.clause for payment in payments]


def test_the_dealer_pays_into_both_pots_before_anybody_declares(hand):
    deal = replay(hand).deal
    assert clauses(deal.payments[:2]) == ["payment.dealing"] * 2
    assert {payment.payer for payment in deal.payments[:2]} == {CLARA}
    assert [payment.amount for payment in deal.payments[:2]] == [5, 5]


def test_every_declaration_is_paid_for_from_the_dealer_on(hand):
    deal = replay(hand).deal
    assert [[each.text() for each in declared] for declared in deal.declarations] == [
        [],
        ["full clubs"],
        ["11 trumps without pagat", "half hearts no queen"],
    ]
    paid = [(payment.payee, payment.amount) for payment in deal.payments[2:]]
    assert paid == [*[(CLARA, 15)] * 2, *[(CLARA, 5)] * 2, *[(BENT, 10)] * 2]


def test_what_the_deal_moves_is_there_before_the_first_card(hand):
    dealt = replay(hand, line(""))
    assert dealt.tokens == (-30, 0, 20)
    assert (dealt.pots_change.king, dealt.pots_change.pagat) == (5, 5)
    assert not dealt.complete
    assert dealt.tricks == ()


def test_declarations_said_rightly_or_not_at_all_are_paid_alike(hand):
    silent = replay(replace(hand, declarations=None))
    assert silent.tokens == replay(hand).tokens
    assert silent.deal.faults == replay(hand).deal.faults == ()


@pytest.mark.parametrize(
    ("seat", "said", "kinds"),
    [
        (ANNA, ("full spades",), ["superfluous"]),
        (BENT, (), ["missing"]),
        (CLARA, ("12 trumps without pagat", "half hearts no queen"), ["wrong"]),
        (CLARA, ("11 trumps", "half hearts no queen"), ["wrong"]),
        (CLARA, ("half hearts no jack",), ["wrong", "missing"]),
    ],
)
def test_a_wrong_declaration_is_named_and_the_hand_is_paid_for_what_it_holds(hand, seat, said, kinds):
    result = replay(replace(hand, declarations={**hand.declarations, seat: said}))
    assert [(who, fault.kind) for who, fault in result.deal.faults] == [(seat, kind) for kind in kinds]
    assert result.tokens == replay(hand).tokens


def test_the_skat_counts_for_the_dealer_and_all_points_are_78(hand):
    assert sum(replay(hand).points) == 78
    before = replay(hand, line(""))
    assert before.points == (0, 0, 1)


def test_the_two_others_settle_the_count_with_the_next_dealer(hand):
    count = [payment for payment in replay(hand).settlement if payment.clause == "count.next-dealer"]
    assert [(payment.payer, payment.payee, payment.amount) for payment in count] == [
        (ANNA, BENT, 10),
        (CLARA, ANNA, 5),
    ]


def test_without_the_count_the_same_hand_ends_before_it(hand):
    result = replay(replace(hand, count=False))
    assert result.tokens == (-225, 210, 0)
    assert "count.next-dealer" not in clauses(result.settlement)


def test_the_fool_goes_home_at_the_third_trick_from_the_end(hand):
    result = replay(hand)
    third = result.tricks[22]
    assert (third.tricks_left, third.winner) == (3, BENT)
    piles = [step.taken for step in result.steps if step.trick in {22, 23} and not step.table.trick]
    assert piles[1][CLARA].points - piles[0][CLARA].points == 4
    assert piles[1][BENT].points - piles[0][BENT].points == 1 + 2 + 1


def test_a_trick_is_numbered_from_both_ends_of_the_hand(hand):
    tricks = replay(hand).tricks
    assert [(trick.number, trick.tricks_left) for trick in (tricks[0], tricks[24])] == [(1, 25), (25, 1)]


def test_a_sitting_out_player_pays_foundations_and_nothing_else(hand):
    four = replay(replace(hand, sitting_out="Dorte"))
    assert four.players[3] == "Dorte"
    assert four.tokens == (-230, 220, -5, 0)
    ultimo = replay(ending(("dR", "h9", "c2"), "A", sitting_out="D"), line("dR h9 c2"))
    assert ultimo.tokens == (120, -60, -60, -20)
    assert ultimo.pots_change.king == 20


def test_a_whole_hand_needs_its_dealer(hand):
    with pytest.raises(InvalidFile):
        replay(replace(hand, dealer=None, count=False))


def test_the_count_of_an_ending_needs_what_lies_in_the_piles():
    with pytest.raises(InvalidPosition, match="the count is to be paid"):
        ending(("dR", "h9", "c2"), "A", count=True, dealer=0)
