import plain_rules
import pytest
from piling import piles_after, points_of_trick
from table_play import over, trick

from analyzer.cards.card import DECK, FOOL, cards
from analyzer.rules.book import Book, Pots
from analyzer.rules.score.hand import Scoring
from analyzer.rules.score.payments import outcome_of
from analyzer.rules.score.steps import is_counted, points_of_skat, rounded, settle_count


def test_every_card_counts_what_the_plain_transcription_says(rules):
    assert [rules.game.piles.card_units(card) for card in DECK] == [
        plain_rules.points_of(str(card)) for card in DECK
    ]


def test_the_deck_the_tricks_and_the_skat_make_78(rules):
    piles = rules.game.piles
    assert sum(map(piles.card_units, DECK)) + 25 * piles.trick + piles.discard == piles.total == 78


def test_a_trick_counts_its_cards_and_one_point_for_its_winner(rules):
    assert points_of_trick(rules.game, trick("hR hV T5"), tricks_left=2) == (0, 0, 6)


def test_the_fool_goes_home_and_the_trick_still_counts_one_for_its_winner(rules):
    assert points_of_trick(rules.game, trick("hR fool h5"), tricks_left=2) == (5, 4, 0)


def test_the_fool_in_the_last_trick_goes_to_the_winner(rules):
    assert points_of_trick(rules.game, trick("hR fool h5"), tricks_left=1) == (9, 0, 0)


def test_a_led_fool_goes_home_too(rules):
    done = trick("fool hD h5", names="h")
    assert FOOL in piles_after(rules.game, done, tricks_left=2).cards(0)
    assert FOOL in piles_after(rules.game, done, tricks_left=1).cards(1)


def test_court_cards_in_the_skat_count_with_it(rules):
    assert points_of_skat(rules.game, cards("hD sV c4")) == 1 + 3 + 1


@pytest.mark.parametrize(
    ("points", "tokens"),
    [
        (13, -15),
        (14, -10),
        (18, -10),
        (19, -5),
        (23, -5),
        (24, 0),
        (26, 0),
        (28, 0),
        (29, 5),
        (33, 5),
        (34, 10),
        (38, 10),
    ],
)
def test_the_table_of_payments_is_that_of_the_source(rules, points, tokens):
    assert rounded(rules.game, points) == tokens


def test_rounding_never_meets_a_tie_and_is_always_nearest(rules):
    for points in range(79):
        assert abs(rounded(rules.game, points) - (points - 26)) <= 2
        assert rounded(rules.game, points) % 5 == 0


def test_the_next_dealer_is_paid_by_or_pays_the_two_others_and_does_not_count(rules):
    book = Book(3, Pots(60, 60))
    settle_count(Scoring.from_hand(rules.game, over(trick("h3 h5 h4"), dealer=0, points=(40, 8, 30)), book))
    assert book.tokens == (15, -20, 5)
    assert {payment.clause for payment in book.transfers} == {"count.next-dealer"}


def test_there_is_no_count_with_a_nolo(rules):
    assert not is_counted(rules.game, outcome_of(rules.game, over(trick("h3 h5 h4"), won=(13, 0, 12))))
    assert is_counted(rules.game, outcome_of(rules.game, over(trick("h3 h5 h4"), won=(13, 1, 11))))


def test_the_count_is_paid_after_a_tout_except_in_the_concise_rules(rules):
    made = outcome_of(rules.game, over(trick("h3 h5 h4"), won=(25, 0, 0)))
    assert is_counted(rules.game, made) == (rules.name != "danish-concise")
