import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.cards.card import cards
from analyzer.errors import UsageError
from analyzer.rules.book import Book, Pots
from analyzer.rules.score.payments import pay_for_dealing
from analyzer.rules.session import (
    Rounding,
    dealer_has_paid,
    divide_pots,
    division,
    divisions,
    fourth_joins,
    may_ask_for_pots,
    may_call_misdeal,
    part_of,
    seating,
    sits_out,
    start_pots,
)
from analyzer.rules.spec.shipped import load_ruleset


@pytest.fixture(params=["danish", "danish-1996"])
def four(request):
    """Each rule set that seats a fourth."""
    return load_ruleset(request.param)


@pytest.mark.parametrize("at_table", [3, 4])
def test_everybody_at_the_table_founds_both_pots_at_the_start(rules, at_table):
    book = Book(at_table)
    start_pots(rules, book, at_table)
    assert book.tokens == (-40,) * at_table
    assert book.pots == Pots(20 * at_table, 20 * at_table)


def test_the_dealer_pays_5_into_each_pot(rules):
    book = Book(3, Pots(60, 60))
    pay_for_dealing(rules.game, 2, book)
    assert book.tokens == (0, 0, -10)
    assert book.pots == Pots(65, 65)


def test_at_a_table_of_four_the_player_opposite_the_dealer_sits_out(four):
    assert [sits_out(dealer, 4) for dealer in range(4)] == [2, 3, 0, 1]
    assert seating(four, 1, 4) == (1, 2, 0, 3)


def test_the_concise_description_seats_three_and_no_fourth():
    with pytest.raises(UsageError):
        seating(load_ruleset("danish-concise"), 1, 4)
    assert seating(load_ruleset("danish-concise+fourth=yes"), 1, 4) == (1, 2, 0, 3)


def test_the_deal_goes_round_with_the_play(rules):
    assert [rules.table.deals_next(dealer, 3) for dealer in range(3)] == [1, 2, 0]
    assert [rules.table.deals_next(dealer, 4) for dealer in range(4)] == [1, 2, 3, 0]


def test_the_place_of_the_pots_tells_whether_the_dealer_has_paid(rules):
    assert [dealer_has_paid(rules, side) for side in ("left", "right")] == [False, True]


def test_nobody_asks_what_is_in_the_pots_while_the_cards_are_played(rules):
    assert [may_ask_for_pots(rules, playing=playing) for playing in (False, True)] == [True, False]


def test_at_a_table_of_three_nobody_sits_out(rules):
    assert sits_out(1, 3) is None
    assert seating(rules, 1, 3) == (1, 2, 0)


@pytest.mark.parametrize("at_table", [2, 5])
def test_a_table_of_two_or_five_cannot_play(rules, at_table):
    with pytest.raises(UsageError):
        seating(rules, 0, at_table)


def test_a_hand_without_trumps_is_a_misdeal_even_with_the_fool(rules):
    assert may_call_misdeal(rules, cards("hR d9 fool"))
    assert not may_call_misdeal(rules, cards("hR d9 T1"))


def test_a_fourth_who_joins_adds_a_third_to_each_pot(four):
    book = Book(4, Pots(60, 135))
    fourth_joins(four, 3, book)
    assert book.tokens == (0, 0, 0, -65)
    assert book.pots == Pots(80, 180)


@pytest.mark.parametrize(
    ("rounding", "thirds"),
    [
        (Rounding.UP, [20, 25, 25, 25]),
        (Rounding.NEAREST, [20, 20, 25, 25]),
        (Rounding.DOWN, [20, 20, 20, 25]),
    ],
)
def test_a_third_that_is_not_whole_is_rounded_to_a_whole_coin(rounding, thirds):
    assert [part_of(tokens, 3, rounding) for tokens in (60, 65, 70, 75)] == thirds


def test_pots_that_divide_evenly_are_shared_evenly(rules):
    book = Book(3, Pots(60, 135))
    assert divide_pots(rules, book, 3).uneven == 0
    assert book.tokens == (65, 65, 65)
    assert book.pots == Pots(0, 0)


def test_an_uneven_rest_goes_out_coin_by_coin_from_the_given_seat():
    assert division(Pots(60, 65), 3, first=2).shares == (40, 40, 45)
    assert division(Pots(60, 70), 3, first=2).shares == (45, 40, 45)
    assert division(Pots(60, 70), 3, first=2).uneven == 10


@given(st.integers(0, 400), st.integers(0, 400), st.sampled_from([3, 4]), st.integers(0, 2))
def test_every_way_to_share_the_pots_is_as_even_as_coins_allow(king, pagat, seats, first):
    ways = list(divisions(Pots(king, pagat), seats, first))
    assert ways[0] == division(Pots(king, pagat), seats, first).shares
    assert len(ways) == len(set(ways))
    assert all(sum(shares) == king + pagat and max(shares) - min(shares) < 10 for shares in ways)


@given(st.integers(0, 200), st.integers(0, 200), st.sampled_from([3, 4]), st.integers(0, 2))
def test_dividing_the_pots_loses_nothing_and_leaves_nobody_more_than_a_coin_ahead(king, pagat, seats, first):
    book = Book(seats, Pots(5 * king, 5 * pagat))
    shared = divide_pots(load_ruleset("danish"), book, seats, first)
    assert book.tokens == shared.shares
    assert book.pots == Pots(0, 0)
    assert max(shared.shares) - min(shared.shares) <= 5
    assert all(share % 5 == 0 for share in shared.shares)


@given(st.integers(0, 1000))
def test_the_newcomer_never_owns_less_of_a_pot_than_the_others(tokens):
    book = Book(4, Pots(5 * tokens, 0))
    fourth_joins(load_ruleset("danish"), 3, book)
    assert 3 * book.pot_changes.king >= 5 * tokens
    assert book.pot_changes.king % 5 == 0
