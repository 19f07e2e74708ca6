"""A whole hand: the dealer pays, the declarations are paid for, and the count ends with the next dealer."""

from dataclasses import replace

import pytest
from places import POSITIONS
from replay_lines import ending, line

from analyzer.cards.card import cards
from analyzer.errors import InvalidFile, InvalidPosition, UsageError
from analyzer.position.reading import load
from analyzer.position.replay.books import applied_in
from analyzer.position.replay.replay import moment, replay

ANNA, BENT, CLARA = range(3)


@pytest.fixture
def hand():
    return load(str(POSITIONS / "whole-hand.yaml"))


def clauses(payments):
    return [payment.clause for payment in payments]


def test_the_dealer_pays_into_both_pots_before_anybody_declares(hand):
    paid = replay(hand).opening[:2]
    assert clauses(paid) == ["payment.dealing"] * 2
    assert {payment.payer for payment in paid} == {CLARA}
    assert [payment.amount for payment in paid] == [5, 5]


def test_every_declaration_is_paid_for_from_the_dealer_on(hand):
    found = replay(hand)
    assert [[each.text() for each in declared] for declared in found.deal.declarations] == [
        [],
        ["full clubs"],
        ["11 trumps without pagat", "half hearts no queen"],
    ]
    paid = [(payment.payee, payment.amount) for payment in found.opening[2:]]
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
    ("seat", "said", "kinds", "more"),
    [
        (ANNA, ("full spades",), ["superfluous"], 10),
        (BENT, (), ["missing"], -10),
        (CLARA, ("12 trumps without pagat", "half hearts no queen"), ["wrong"], 5),
        (CLARA, ("11 trumps", "half hearts no queen"), ["wrong"], 0),
        (CLARA, ("half hearts no jack",), ["wrong", "missing"], -15),
    ],
)
def test_a_wrong_declaration_is_named_and_was_paid_as_it_was_said(hand, seat, said, kinds, more):
    result = replay(replace(hand, declarations={**hand.declarations, seat: said}))
    assert [(who, fault.kind) for who, fault in result.deal.faults] == [(seat, kind) for kind in kinds]
    gained = [2 * more if who == seat else -more for who in range(3)]
    assert result.tokens == tuple(map(sum, zip(replay(hand).tokens, gained, strict=True)))


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
    piles = [step.reckoning.piles for step in result.steps if step.trick in {22, 23} and not step.table.trick]
    assert piles[1][CLARA].units - piles[0][CLARA].units == 4
    assert piles[1][BENT].units - piles[0][BENT].units == 1 + 2 + 1


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


def test_declarations_rest_on_being_paid_each_by_itself_where_one_card_stands_in_two(hand):
    assert "declare.independent" in applied_in(hand, replay(hand, line("")))
    anna, bent, clara = hand.hands
    fool, king = frozenset(cards("fool")), frozenset(cards("dR"))
    apart = replace(hand, hands=(anna, bent - king | fool, clara - fool | king), declarations=None)
    assert "declare.independent" not in applied_in(apart, replay(apart, line("")))


def test_a_hand_in_which_no_tout_was_announced_leaves_no_question_about_one_with_the_fool_kept(hand):
    assert replay(hand).judged.open_questions == ()


def test_a_line_against_which_nothing_is_to_be_said_has_met_what_was_expected_of_it(hand):
    found = replay(hand)
    assert found.violations == ()
    assert found.met


@pytest.mark.parametrize("at", [(24,), (0, 1), (24, 0), (24, 2, 1), ("24", 1), "0.1", "24.2.1", ""])
def test_a_moment_is_a_trick_and_a_card_of_it_counted_from_one(at):
    with pytest.raises(UsageError, match="is not a moment of a line"):
        moment(at)
    assert moment((24, 2)) == moment("24.2") == (24, 2)


@pytest.mark.parametrize(
    ("play", "in_the_last"),
    [("dC dD T21 h7 T1 T9 fool T18 T15", True), ("dC fool T21 h7 T1 T9 dD T18 T15", False)],
)
def test_a_french_hand_rests_on_the_fool_going_with_the_last_trick_where_it_does(play, in_the_last):
    position = load(str(POSITIONS / "endings" / "french-contract-defended.yaml"))
    found = replay(position, line(play))
    assert ("fool.last" in applied_in(position, found)) is in_the_last
