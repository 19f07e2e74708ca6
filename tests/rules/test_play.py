import plain_rules
import pytest
from hypothesis import given
from hypothesis import strategies as st
from table_play import trick

from analyzer.cards.card import DECK, FOOL, Suit, cards
from analyzer.rules.actions import ALLOW, DEMAND, lay
from analyzer.rules.play.table import Laid, Table, judge_play, playable, winner
from analyzer.rules.spec.shipped import load_ruleset

HANDS = st.lists(st.sampled_from(DECK), min_size=1, max_size=8, unique=True)
LED = st.sampled_from([None, *Suit])


def table(*hands, lead=0, demand=True):
    return Table(
        load_ruleset("danish").game, tuple(frozenset(cards(hand)) for hand in hands), lead, fool_demand=demand
    )


def test_a_red_three_beats_a_red_four():
    assert trick("h4 h3 h10").winner == 1


def test_a_black_four_beats_a_black_three():
    assert trick("s3 s4 s1").winner == 1


def test_the_lowest_trump_beats_a_king():
    assert trick("hR h3 T1").winner == 2


def test_a_card_of_another_suit_wins_nothing():
    assert trick("h10 dR sR").winner == 0


def test_the_fool_led_is_the_lowest_card_of_the_suit_it_was_named():
    assert trick("fool h10 d1", names="h").winner == 1


@given(st.lists(st.sampled_from(DECK), min_size=3, max_size=3, unique=True), st.sampled_from(list(Suit)))
def test_the_winner_is_that_of_the_plain_transcription(three, named):
    if FOOL in three[:1] and not any(card.suit in (named, Suit.TRUMPS) for card in three):
        named = three[1].suit
    laid = tuple(
        Laid(seat, card, named if card.is_fool and seat == 0 else None) for seat, card in enumerate(three)
    )
    plays = [(seat, str(card)) for seat, card in enumerate(three)]
    assert winner(laid, load_ruleset("danish").game) == plain_rules.winner_of(plays, str(named))


@given(HANDS, LED)
def test_what_may_be_played_is_that_of_the_plain_transcription(hand, led):
    allowed = playable(hand, led, load_ruleset("danish").game)
    wanted = plain_rules.may_play([str(card) for card in hand], None if led is None else str(led))
    assert {str(card) for card in allowed} == wanted


@given(HANDS, LED)
def test_every_card_is_either_legal_or_a_revoke_with_a_legal_card_named(hand, led):
    rules = load_ruleset("danish")
    allowed = playable(hand, led, rules.game)
    assert allowed
    for card in hand:
        fault = judge_play(rules.game, hand, led, card)
        assert (fault is None) == (card in allowed)
        if fault is not None:
            assert frozenset(fault.legal) == allowed
            assert fault.clause in rules.clauses


@pytest.mark.parametrize(
    ("hand", "led", "card", "clause", "legal"),
    [
        ("hR d9 T7", "h", "d9", "play.follow", "hR"),
        ("c2 d9 T7", "h", "d9", "play.trump", "T7"),
        ("c2 fool", "h", "fool", "fool.second-to-last", "c2"),
    ],
)
def test_a_revoke_names_the_clause_and_what_was_legal(hand, led, card, clause, legal):
    fault = judge_play(load_ruleset("danish").game, cards(hand), Suit(led), cards(card)[0])
    assert fault is not None
    assert fault.clause == clause
    assert fault.legal == cards(legal)


def test_a_player_need_not_beat_what_lies():
    assert judge_play(load_ruleset("danish").game, cards("T2 T20 c4"), Suit.HEARTS, cards("T2")[0]) is None


def test_the_fool_may_be_played_although_the_suit_can_be_followed():
    assert judge_play(load_ruleset("danish").game, cards("hR h3 fool"), Suit.HEARTS, FOOL) is None


def test_the_fool_may_not_be_played_to_the_second_to_last_trick():
    start = table("fool h2", "hR d9", "c7 c2", lead=1)
    laid, _ = start.after(lay(cards("hR")[0]))
    laid, _ = laid.after(lay(cards("c7")[0]))
    assert laid.moves() == (lay(cards("h2")[0]),)


def test_a_leader_names_only_suits_that_somebody_else_can_follow():
    moves = table("fool", "hR", "T5").moves()
    assert [move.suit for move in moves] == [Suit.HEARTS, Suit.TRUMPS]


def test_a_card_played_in_place_of_the_fool_is_put_to_both_others_in_turn():
    start = table("fool h2 h3", "hR d9 d8", "c7 c2 c3")
    picked, done = start.after(lay(cards("h2")[0]))
    assert done is None
    assert (picked.to_move, picked.moves()) == (1, (DEMAND, ALLOW))
    once, _ = picked.after(ALLOW)
    assert once.to_move == 2
    assert once.trick == ()
    twice, _ = once.after(ALLOW)
    assert [laid.card for laid in twice.trick] == list(cards("h2"))


def test_a_demand_takes_the_card_back_and_leaves_only_the_fool():
    start = table("fool h2 h3", "hR d9 d8", "c7 c2 c3")
    picked, _ = start.after(lay(cards("h2")[0]))
    demanded, _ = picked.after(DEMAND)
    assert demanded.to_move == 0
    assert {move.card for move in demanded.moves()} == {FOOL}
    assert [move.suit for move in demanded.moves()] == [Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS]


def test_the_fool_is_demanded_at_the_third_to_last_trick_only_and_only_of_its_holder():
    card = cards("h2")[0]
    assert table("fool h2 h3", "hR d9 d8", "c7 c2 c3").demandable(card)
    assert not table("fool h2 h3 h4", "hR d9 d8 d7", "c7 c2 c3 c4").demandable(card)
    assert not table("h2 h3 h4", "fool d9 d8", "c7 c2 c3").demandable(card)
    assert not table("fool h2 h3", "hR d9 d8", "c7 c2 c3", demand=False).demandable(card)
