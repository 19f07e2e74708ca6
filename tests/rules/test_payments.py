import pytest
from hypothesis import given
from hypothesis import strategies as st
from rulesets import DANISH_RULES
from table_play import over, play_out, settled, trick

from analyzer.cards.card import DECK
from analyzer.rules.book import Book, Pot, Pots
from analyzer.rules.play.table import Laid, Trick, winner
from analyzer.rules.score.payments import outcome_of, refill_empty_pots, settle_early
from analyzer.rules.score.steps import score_hand
from analyzer.rules.spec.shipped import load_ruleset

POSITION_1 = ("dR T7", "hR d9", "c7 c2")
POSITION_2 = ("T10 T7", "hR d9", "h3 h4")
POSITION_3 = ("T10 h3", "hR d9", "T7 h4")


def early(rules, text, lead=0, king=60, pagat=60):
    book = Book(3, Pots(king, pagat))
    settle_early(rules.game, trick(text, lead), book)
    return book


def clauses(book):
    return [payment.clause for payment in book.transfers]


def test_a_king_lost_before_the_last_trick_costs_5_to_each_and_5_to_the_king_pot(rules):
    book = early(rules, "hR T3 h5")
    assert book.tokens == (-15, 5, 5)
    assert book.pots == Pots(65, 60)
    assert set(clauses(book)) == {"payment.early-king"}


def test_a_king_that_wins_an_early_trick_pays_and_brings_nothing(rules):
    assert early(rules, "hR h3 h5").transfers == ()


def test_two_kings_lost_in_one_early_trick_pay_each_for_itself(rules):
    book = early(rules, "hR T3 dR")
    assert book.tokens == (-10, 10, -10)
    assert book.pots == Pots(70, 60)


def test_a_pagat_lost_before_the_last_trick_costs_5_to_each_and_5_to_the_pagat_pot(rules):
    book = early(rules, "T3 T1 T2")
    assert book.tokens == (5, -15, 5)
    assert book.pots == Pots(60, 65)


def test_a_pagat_that_wins_an_early_trick_brings_5_from_each_and_nothing_from_its_pot(rules):
    book = early(rules, "h5 h6 T1")
    assert book.tokens == (-5, -5, 10)
    assert book.pots == Pots(60, 60)


def test_king_and_pagat_lost_in_one_early_trick_pay_into_their_own_pots(rules):
    book = early(rules, "T3 T1 hR")
    assert book.tokens == (10, -10, -10)
    assert book.pots == Pots(65, 65)


def test_an_empty_pot_is_not_founded_before_the_last_trick(rules):
    assert early(rules, "h5 h6 T1", king=0, pagat=0).pots == Pots(0, 0)


def test_three_kings_in_the_last_trick_leave_the_king_pot_doubled(rules):
    book, outcome = settled(rules, "hR dR sR", king=135)
    assert book.tokens == (295, -215, -215)
    assert book.pots == Pots(270, 60)
    assert outcome.king_ultimo == outcome.ultimo == 0
    assert outcome.bagud == (1, 2)


def test_the_ultimo_winner_is_paid_before_any_bagud(rules):
    book, _ = settled(rules, "hR dR sR", king=135)
    assert clauses(book)[:3] == ["payment.king-ultimo"] * 3
    assert set(clauses(book)[3:]) == {"payment.king-bagud"}


def test_a_pot_that_is_won_without_bagud_is_founded_by_20_from_each(rules):
    book, _ = settled(rules, "hR h3 h4")
    assert book.tokens == (120, -60, -60)
    assert book.pots == Pots(60, 60)
    assert clauses(book)[-3:] == ["payment.foundation"] * 3


def test_a_pagat_ultimo_brings_45_from_each_and_the_pagat_pot(rules):
    book, outcome = settled(rules, "h3 T1 h4", pagat=100)
    assert book.tokens == (-65, 170, -65)
    assert book.pots == Pots(60, 60)
    assert outcome.pagat_ultimo == outcome.ultimo == 1
    assert outcome.king_ultimo is None


def test_a_pagat_ultimo_and_two_king_baguds_are_settled_with_their_own_pots(rules):
    book, outcome = settled(rules, "hR T1 dR", king=30, pagat=100)
    assert book.tokens[1] == 2 * 45 + 100 + 2 * 40 - 20
    assert book.tokens[0] == book.tokens[2] == -45 - 80 - 30 + 40 - 20
    assert book.pots == Pots(90, 60)
    assert outcome.bagud == (0, 2)


def test_a_pagat_bagud_costs_45_to_each_and_doubles_the_pagat_pot(rules):
    book, outcome = settled(rules, "T3 T1 T2", pagat=100)
    assert book.tokens == (45, -190, 45)
    assert book.pots == Pots(60, 200)
    assert outcome.ultimo is None
    assert outcome.bagud == (1,)


def test_the_plain_last_trick_brings_20_from_each(rules):
    assert settled(rules, "h3 h5 h4")[0].tokens == (40, -20, -20)


def test_the_last_trick_is_not_paid_where_it_catches_a_bagud(rules):
    book, _ = settled(rules, "hR T3 h4")
    assert "payment.last-trick" not in clauses(book)
    assert book.tokens == (-140, 40, 40)


def test_a_fool_caught_in_the_last_trick_changes_no_payment(rules):
    assert settled(rules, "fool hR h4", lead=1)[1].ultimo == 2


def test_position_1_with_the_king_led_gives_a_his_ultimo(rules):
    book, outcome = play_out(rules, POSITION_1, 1, "hR c7 T7 dR d9 c2")
    assert book.tokens == (130, -75, -55)
    assert book.pot_changes == Pots(0, 0)
    assert outcome.ultimo == 0


def test_position_1_with_the_nine_led_costs_b_a_bagud(rules):
    book, outcome = play_out(rules, POSITION_1, 1, "d9 c2 dR T7 hR c7")
    assert book.tokens == (40, -140, 40)
    assert book.pot_changes == Pots(60, 0)
    assert outcome.bagud == (1,)
    assert outcome.ultimo is None
    assert outcome.last_trick == 0


def test_position_1_with_a_or_c_on_lead_gives_a_his_ultimo(rules):
    for lead, line in ((0, "T7 hR c7 dR d9 c2"), (2, "c7 T7 hR dR d9 c2")):
        assert play_out(rules, POSITION_1, lead, line)[0].tokens == (130, -75, -55)


def test_position_2_pays_as_the_proprieties_say(rules):
    assert play_out(rules, POSITION_2, 1, "d9 h3 T7 T10 hR h4")[0].tokens == (40, -140, 40)
    assert play_out(rules, POSITION_2, 1, "hR h3 T7 T10 d9 h4")[0].tokens == (45, -35, -15)


def test_position_3_pays_as_the_proprieties_say(rules):
    assert play_out(rules, POSITION_3, 1, "d9 T7 T10 h3 hR h4")[0].tokens == (-60, 120, -60)
    assert play_out(rules, POSITION_3, 1, "hR h4 h3 d9 T7 T10")[0].tokens == (40, -20, -20)


def test_the_known_values_also_hold_with_the_seats_mirrored(rules):
    hands = (POSITION_1[0], POSITION_1[2], POSITION_1[1])
    book, _ = play_out(rules, hands, 2, "hR T7 c7 dR c2 d9")
    assert book.tokens == (130, -55, -75)


def test_a_tout_brings_its_amount_and_the_pots_where_the_source_says_so_but_no_last_trick(rules):
    book, outcome = settled(rules, "h3 h5 h4", king=70, pagat=90, won=(25, 0, 0))
    concise = rules.name == "danish-concise"
    amount, taken, founded = (135, 0, 0) if concise else (85, 160, 40)
    assert book.tokens == (2 * amount + taken - founded, -amount - founded, -amount - founded)
    assert book.pots == (Pots(70, 90) if concise else Pots(60, 60))
    assert outcome.tout == 0
    assert outcome.nolo is None
    assert "payment.last-trick" not in clauses(book)


def test_no_ultimo_counts_with_a_tout(rules):
    book, outcome = settled(rules, "hR h5 h4", won=(25, 0, 0))
    assert outcome.ultimo is outcome.king_ultimo is None
    assert outcome.last_trick == 0
    assert "payment.king-ultimo" not in clauses(book)


def test_a_bagud_is_paid_with_a_tout_and_spares_the_pot_its_foundation(danish):
    book, outcome = settled(danish, "T5 hR h4", won=(25, 0, 0))
    assert book.pots == Pots(60, 60)
    assert outcome.bagud == (1,)
    assert book.tokens == (2 * 85 + 120 + 40 - 20, -85 - 80 - 60 - 20, -85 + 40 - 20)


def test_a_nolo_brings_25_from_each_and_rules_out_last_trick_and_ultimo(rules):
    book, outcome = settled(rules, "hR h5 h4", won=(13, 0, 12))
    assert book.tokens == (-25, 50, -25)
    assert book.pots == Pots(60, 60)
    assert outcome.nolo == 1
    assert outcome.ultimo is None
    assert outcome.last_trick == 0


def test_a_bagud_is_paid_with_a_nolo(rules):
    book, outcome = settled(rules, "T5 hR h4", won=(13, 0, 12))
    assert book.tokens == (-25 + 40, 50 - 80 - 60, -25 + 40)
    assert outcome.bagud == (1,)


def test_two_players_without_a_trick_make_no_nolo_but_the_third_a_tout(rules):
    outcome = outcome_of(rules.game, over(trick("h3 h5 h4"), won=(25, 0, 0)))
    assert outcome.nolo is None
    assert outcome.tout == 0


def test_two_players_without_a_trick_never_make_a_nolo(rules):
    assert outcome_of(rules.game, over(trick("h3 h5 h4"), won=(None, 0, 0))).nolo is None


def test_a_player_with_an_unknown_pile_has_won_a_trick(rules):
    outcome = outcome_of(rules.game, over(trick("h3 h5 h4"), won=(9, None, 0)))
    assert outcome.nolo == 2
    assert outcome_of(rules.game, over(trick("h3 h5 h4"), won=None)).nolo is None


def test_a_failed_announced_tout_pays_each_opponent_and_doubles_both_pots(danish):
    book, outcome = settled(danish, "h3 h5 h4", king=70, pagat=90, won=(23, 1, 1), tout=2)
    assert outcome.failed_tout == 2
    # The plain last trick is still paid: payment.failed-tout-last-trick.
    assert book.tokens == (40 + 85, -20 + 85, -20 - 170 - 160)
    assert book.pots == Pots(140, 180)


def test_no_ultimo_counts_when_an_announced_tout_fails(rules):
    book, outcome = settled(rules, "hR h5 h4", won=(1, 23, 1), tout=1)
    assert outcome.ultimo is outcome.king_ultimo is None
    assert book.pots == Pots(120, 120)
    assert not {"payment.king-ultimo", "payment.last-trick"} & set(clauses(book))


def test_a_bagud_beside_a_failed_tout_pays_what_the_pot_held_at_first(danish):
    book, _ = settled(danish, "hR T5 h4", won=(1, 1, 23), tout=2)
    assert book.pots == Pots(180, 120)
    assert book.tokens == (-80 - 60 + 85, 40 + 85, 40 - 170 - 120)


def test_a_nolo_beside_a_failed_tout_is_paid_in_the_usual_way(danish):
    book, outcome = settled(danish, "h3 h5 h4", won=(1, 0, 24), tout=2)
    assert outcome.nolo == 1
    assert "payment.last-trick" not in clauses(book)
    assert book.tokens == (-25 + 85, 50 + 85, -25 - 170 - 120)


def test_an_announced_tout_that_is_made_is_a_tout(danish):
    book, outcome = settled(danish, "h3 h5 h4", won=(25, 0, 0), tout=0)
    assert outcome.failed_tout is None
    assert outcome.tout == 0
    assert "payment.failed-tout" not in clauses(book)


def test_a_pot_that_was_empty_all_along_is_founded_after_the_last_trick(rules):
    book, _ = settled(rules, "h3 h5 h4", king=0)
    assert book.pots == Pots(60, 60)
    assert book.tokens == (20, -40, -40)


def test_a_bagud_into_an_empty_pot_pays_nothing_in_and_the_pot_is_founded(rules):
    book, _ = settled(rules, "hR T3 h4", king=0)
    assert book.pots == Pots(60, 60)
    assert book.tokens == (-100, 20, 20)


def test_the_player_sitting_out_founds_like_everybody_and_pays_nothing_else(rules):
    book, _ = settled(rules, "hR h3 h4", sitting_out=True)
    assert book.tokens == (120, -60, -60, -20)
    assert book.pots == Pots(80, 60)


def test_only_empty_pots_are_founded(rules):
    book = Book(3, Pots(5, 0))
    refill_empty_pots(rules.game, book)
    assert book.pots == Pots(5, 60)


def test_every_payment_names_a_clause_of_the_rule_set(rules):
    for text, won, tout in (
        ("hR dR T1", None, None),
        ("h3 hR T5", (25, 0, 0), 1),
        ("T1 T2 dR", (0, 3, 22), 2),
    ):
        book, _ = settled(rules, text, won=won, tout=tout)
        named = {payment.clause for payment in book.transfers}
        assert named
        assert named <= set(rules.clauses)


@st.composite
def last_tricks(draw):
    three = draw(st.lists(st.sampled_from(DECK), min_size=3, max_size=3, unique=True))
    lead = draw(st.integers(0, 2))
    names = three[1].suit if three[0].is_fool else None
    laid = tuple(
        Laid((lead + place) % 3, card, names if place == 0 else None) for place, card in enumerate(three)
    )
    return Trick(laid, winner(laid, load_ruleset("danish").game))


@given(
    name=st.sampled_from(DANISH_RULES),
    done=last_tricks(),
    pots=st.tuples(st.integers(0, 300), st.integers(0, 300)),
    won=st.sampled_from([None, (25, 0, 0), (0, 25, 0), (12, 13, 0), (0, 1, 24), (None, 3, 0), (8, 8, 9)]),
    tout=st.sampled_from([None, 0, 1, 2]),
    sitting_out=st.booleans(),
)
def test_nothing_is_won_that_is_not_lost_and_no_pot_stays_empty(name, done, pots, won, tout, sitting_out):
    book = Book(4 if sitting_out else 3, Pots(*pots))
    score_hand(load_ruleset(name).game, over(done, won=won, tout=tout, sitting_out=sitting_out), book)
    changes = book.pot_changes
    assert sum(book.tokens) + changes.king + changes.pagat == 0
    assert book.pots.king > 0
    assert book.pots.pagat > 0
    if sitting_out:
        assert book.tokens[3] == -20 * sum(payment.payer == 3 for payment in book.transfers)


@given(done=last_tricks())
def test_an_early_trick_never_takes_from_a_pot(done):
    book = Book(3)
    settle_early(load_ruleset("danish").game, done, book)
    assert sum(book.tokens) + book.pots.king + book.pots.pagat == 0
    assert not any(isinstance(payment.payer, Pot) for payment in book.transfers)


@pytest.mark.parametrize("pot", list(Pot))
def test_a_pot_cannot_pay_more_than_it_holds(pot):
    with pytest.raises(ValueError, match="holds"):
        Book(3, Pots(10, 10)).pay(pot, 0, 15, "payment.order")
