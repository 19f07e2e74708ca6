"""The naming protocol, row by row; seat 0 leads the Fool, 1 and 2 follow."""

import random

import plain_rules
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.cards.card import BY_TEXT, FOOL, Suit, cards
from analyzer.errors import UsageError
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.play.naming import Naming, Verdict
from analyzer.rules.spec.shipped import load_ruleset

KINDS = {"leads": ActionKind.LEAD, "void": ActionKind.VOID, "holds": ActionKind.HOLDS}
LEAD = "0 leads h"


def naming(hands, *events, rules="danish"):
    state = Naming(load_ruleset(rules).game, tuple(frozenset(cards(hand)) for hand in hands))
    for event in events:
        seat, verb, *rest = event.split()
        if verb == "plays":
            state = state.after(Action(ActionKind.PLAY, card=BY_TEXT[rest[0]], seat=int(seat)))
        else:
            kind = KINDS.get(verb, ActionKind.CLAIM)
            state = state.after(Action(kind, suit=Suit(rest[0]) if rest else None, seat=int(seat)))
    return state


HOLDS = ("fool d1 d2", "h3 c5 T4", "c7 c8 T5")
THIRD_HOLDS = ("fool d1 d2", "c5 c6 T4", "h3 c8 T5")
BOTH_VOID = ("fool d1 d2", "c5 s6 T4", "c7 c8 T5")
NO_TRUMPS = ("fool d1 d2", "c5 s6 s7", "c7 c8 s8")


def test_the_name_stands_where_the_second_player_holds_the_suit():
    state = naming(HOLDS, LEAD, "1 plays h3", "2 plays T5")
    assert (state.named, state.named_by, state.right_to_name, state.winner) == (Suit.HEARTS, 0, None, 2)
    assert state.verdict is Verdict.LEGAL


def test_the_name_stands_where_the_third_player_holds_the_suit_whatever_the_second_says():
    state = naming(THIRD_HOLDS, LEAD, "1 void", "2 holds", "1 plays T4", "2 plays h3")
    assert (state.named, state.right_to_name, state.winner) == (Suit.HEARTS, None, 1)
    assert state.verdict is Verdict.LEGAL


def test_a_second_player_void_of_a_suit_the_third_holds_must_trump():
    state = naming(THIRD_HOLDS, LEAD, "1 plays c5")
    assert state.verdict is Verdict.ILLEGAL
    assert state.revokes[0].clause == "play.trump"


def test_the_second_player_names_where_he_says_so_first_and_the_third_is_void_too():
    before = naming(BOTH_VOID, LEAD, "1 void")
    assert before.right_to_name == 1
    state = naming(BOTH_VOID, LEAD, "1 void", "2 void", "1 claims c", "1 plays c5", "2 plays c7")
    assert (state.named, state.named_by, state.right_to_name, state.winner) == (Suit.CLUBS, 1, None, 2)
    assert state.verdict is Verdict.LEGAL


def test_a_claim_of_the_second_player_says_that_he_is_void():
    state = naming(BOTH_VOID, LEAD, "1 claims c")
    assert (state.named, state.named_by, state.verdict) == (Suit.CLUBS, 1, Verdict.LEGAL)


def test_the_second_player_who_plays_in_silence_loses_the_right_to_the_third():
    state = naming(BOTH_VOID, LEAD, "1 plays T4")
    assert state.right_to_name == 2
    assert [lost.seat for lost in state.lost] == [1]
    assert state.lost[0].clause == "naming.lost-right"


def test_the_second_player_takes_back_a_card_that_does_not_obey_the_new_name():
    state = naming(BOTH_VOID, LEAD, "1 plays T4", "2 claims c")
    assert (state.named, state.named_by, state.take_back, state.to_play) == (Suit.CLUBS, 2, (1,), 1)
    assert state.verdict is Verdict.LEGAL
    after = state.after(Action(ActionKind.PLAY, card=BY_TEXT["c5"], seat=1))
    assert after.take_back == ()
    assert after.after(Action(ActionKind.PLAY, card=BY_TEXT["c7"], seat=2)).winner == 2


def test_a_card_that_obeys_the_new_name_stays():
    state = naming(("fool d1 d2", "d5 s6 T4", "c7 c8 T5"), LEAD, "1 plays T4", "2 claims c")
    assert state.take_back == ()
    assert state.to_play == 2


def test_a_card_played_in_place_of_the_one_taken_back_must_obey_the_new_name():
    state = naming(BOTH_VOID, LEAD, "1 plays T4", "2 claims c", "1 plays s6")
    assert state.verdict is Verdict.ILLEGAL
    assert state.revokes[0].clause == "play.follow"


def test_no_card_wins_before_the_one_to_be_taken_back_is_replaced():
    state = naming(BOTH_VOID, LEAD, "1 plays T4", "2 claims c", "2 plays c7")
    assert state.winner is None
    assert state.to_play == 1


def test_where_both_play_in_silence_the_higher_trump_wins():
    state = naming(BOTH_VOID, LEAD, "1 plays T4", "2 plays T5")
    assert (state.named, state.named_by, state.winner, state.right_to_name) == (Suit.HEARTS, 0, 2, None)
    assert state.verdict is Verdict.LEGAL


def test_who_holds_a_trump_and_does_not_play_it_in_silence_revokes():
    state = naming(BOTH_VOID, LEAD, "1 plays T4", "2 plays c7")
    assert state.verdict is Verdict.ILLEGAL
    assert [fault.cards for fault in state.revokes] == [cards("c7")]
    assert state.take_back == ()
    assert state.winner is None


def test_a_plain_card_in_silence_is_no_revoke_once_the_third_player_names_its_suit():
    before = naming(BOTH_VOID, LEAD, "1 plays c5")
    assert before.verdict is Verdict.ILLEGAL
    after = naming(BOTH_VOID, LEAD, "1 plays c5", "2 claims c")
    assert (after.verdict, after.take_back) == (Verdict.LEGAL, ())


def test_the_second_player_has_no_right_where_the_third_holds_the_suit_and_said_nothing():
    state = naming(THIRD_HOLDS, LEAD, "1 claims c")
    assert (state.verdict, state.named) == (Verdict.ILLEGAL, Suit.HEARTS)
    assert state.violations[0].clause == "naming.followable"


def test_a_third_player_misled_by_a_revoke_of_the_second_is_no_offender():
    state = naming(HOLDS, LEAD, "1 plays c5", "2 claims c")
    assert [fault.clause for fault in state.violations] == ["play.follow"]
    assert state.named is Suit.HEARTS
    assert naming(HOLDS, LEAD, "1 plays c5", "2 claims c", "1 plays h3").verdict is Verdict.UNSETTLED


def test_without_trumps_the_second_card_names_the_suit_and_the_third_takes_his_back():
    state = naming(NO_TRUMPS, LEAD, "1 plays s6", "2 plays c7")
    assert (state.named, state.named_by, state.take_back, state.winner) == (Suit.SPADES, 1, (2,), None)
    assert state.verdict is Verdict.LEGAL
    after = state.after(Action(ActionKind.PLAY, card=BY_TEXT["s8"], seat=2))
    assert (after.winner, after.verdict) == (2, Verdict.LEGAL)


def test_without_trumps_a_third_player_who_cannot_follow_the_second_card_keeps_his():
    hands = ("fool d1 d2", "c5 s6 s7", "c7 c8 c9")
    state = naming(hands, LEAD, "1 plays s6", "2 plays c7")
    assert (state.named, state.take_back, state.winner) == (Suit.SPADES, (), 1)


def test_without_trumps_the_third_player_may_still_claim_before_he_plays():
    state = naming(NO_TRUMPS, LEAD, "1 plays s6", "2 claims c")
    assert (state.named, state.named_by, state.take_back) == (Suit.CLUBS, 2, (1,))


def test_the_second_card_does_not_name_where_one_of_them_holds_a_trump():
    hands = ("fool d1 d2", "c5 s6 s7", "c7 c8 T5")
    state = naming(hands, LEAD, "1 plays s6", "2 plays T5")
    assert (state.named, state.named_by, state.winner) == (Suit.HEARTS, 0, 2)


def test_the_third_player_has_no_right_while_the_second_has_not_played():
    state = naming(BOTH_VOID, LEAD, "1 void", "2 claims c")
    assert (state.verdict, state.named) == (Verdict.ILLEGAL, Suit.HEARTS)
    assert state.violations[0].clause == "naming.statement"


def test_the_third_player_has_no_right_where_the_second_holds_the_suit():
    state = naming(HOLDS, LEAD, "1 plays h3", "2 claims c")
    assert (state.verdict, state.named) == (Verdict.ILLEGAL, Suit.HEARTS)


def test_a_second_player_who_played_in_silence_cannot_claim_afterwards():
    state = naming(BOTH_VOID, LEAD, "1 plays T4", "1 claims c")
    assert state.violations[0].clause == "naming.lost-right"


def test_a_third_player_who_showed_out_cannot_claim_afterwards():
    state = naming(NO_TRUMPS, LEAD, "1 plays s6", "2 plays c7", "2 claims c")
    assert state.verdict is Verdict.ILLEGAL


def test_the_leader_names_once():
    assert naming(BOTH_VOID, LEAD, "0 claims c").verdict is Verdict.ILLEGAL


def test_a_false_statement_is_noted_and_the_name_stands():
    state = naming(HOLDS, LEAD, "1 void")
    assert state.false_statements == (1,)
    assert (state.right_to_name, state.verdict) == (None, Verdict.LEGAL)
    assert naming(HOLDS, LEAD, "1 void", "1 claims c").verdict is Verdict.ILLEGAL


def test_naming_because_of_a_false_statement_of_the_third_player_is_unsettled():
    state = naming(THIRD_HOLDS, LEAD, "1 void", "2 void", "1 claims c")
    assert state.verdict is Verdict.UNSETTLED
    assert len(state.open_questions[0].readings) == 2
    assert state.named is Suit.HEARTS


def test_playing_after_saying_void_without_naming_is_unsettled():
    state = naming(BOTH_VOID, LEAD, "1 void", "1 plays T4")
    assert state.verdict is Verdict.UNSETTLED
    assert state.right_to_name == 2


def test_a_new_name_that_nobody_can_follow_is_unsettled_and_not_in_force():
    state = naming(BOTH_VOID, LEAD, "1 void", "1 claims d")
    assert (state.verdict, state.named, state.right_to_name) == (Verdict.UNSETTLED, Suit.HEARTS, 1)


def test_the_third_player_playing_before_the_second_is_unsettled():
    state = naming(BOTH_VOID, LEAD, "2 plays T5")
    assert state.verdict is Verdict.UNSETTLED
    assert ("premature-play", 2) in state.irregularities


def test_a_name_nobody_can_follow_is_a_superficial_irregularity_of_the_leader():
    rules = load_ruleset("danish")
    state = naming(BOTH_VOID, LEAD)
    assert state.irregularities == (("unfollowable-name", 0),)
    assert rules.fines.category["unfollowable-name"].value == "superficial"
    assert state.verdict is Verdict.LEGAL


def test_the_fool_led_to_the_second_to_last_trick_is_told_beside_the_naming():
    state = naming(("fool d1", "h3 c5", "c7 c8"), LEAD)
    assert state.banned is not None
    assert state.banned.clause == "fool.second-to-last"
    assert state.verdict is Verdict.LEGAL
    assert naming(("fool d1 d2", "h3 c5 c6", "c7 c8 c9"), LEAD).banned is None


def test_any_seat_may_lead_the_fool():
    state = naming(("c5 s6 T4", "c7 c8 T5", "fool d1 d2"), "2 leads h", "0 plays T4", "1 claims c")
    assert (state.second, state.third, state.named_by, state.take_back) == (0, 1, 1, (0,))


@pytest.mark.parametrize(
    "events",
    [
        ("1 plays c5",),
        ("1 leads h",),
        (LEAD, LEAD),
        (LEAD, "1 plays c7"),
        (LEAD, "1 plays T4", "1 plays c5"),
        (LEAD, "0 plays d1"),
    ],
)
def test_what_cannot_have_happened_is_refused(events):
    with pytest.raises(UsageError):
        naming(BOTH_VOID, *events)


@st.composite
def dealt(draw):
    rng = random.Random(draw(st.integers(0, 2**32)))
    size, suits = rng.choice((1, 3, 4)), rng.choice(("hdsc", "hdT", "hdscT"))
    pack = rng.sample([card for card in plain_rules.DECK if card[0] in suits], 3 * size)
    hands = [["fool", *pack[: size - 1]], pack[size : 2 * size], pack[2 * size : 3 * size]]
    return rng, tuple(frozenset(BY_TEXT[card] for card in hand) for hand in hands)


def step(rng, state):
    """One thing that may happen next: a claim with right, a statement that is true, or a legal card."""
    right = state.right_to_name
    choices = []
    if right is not None and (right == state.third or state.card_of(state.second) is None):
        others = state.hands[state.second] | state.hands[state.third]
        choices += [Action(ActionKind.CLAIM, suit=card.suit, seat=right) for card in others]
    seat = state.to_play
    obeying = [card for card in state.hands[seat] if state.obeys(seat, card)]
    if seat not in state.said_void:
        choices += [Action(ActionKind.PLAY, card=card, seat=seat) for card in obeying] * 2
    if not state.both_void or right != seat:
        choices += [Action(ActionKind.PLAY, card=card, seat=seat) for card in obeying]
    if state.void(seat) and state.card_of(seat) is None and state.named_by == state.leader:
        choices.append(Action(ActionKind.VOID, seat=seat))
    return rng.choice(choices)


@given(dealt(), st.sampled_from(list(Suit)))
def test_under_the_protocol_the_fool_never_wins_and_every_card_obeys_the_name(dealt_hands, suit):
    rng, hands = dealt_hands
    state = Naming(load_ruleset("danish").game, hands).after(Action(ActionKind.LEAD, suit=suit, seat=0))
    for _ in range(40):
        if state.winner is not None:
            break
        state = state.after(step(rng, state))
    assert state.winner in (1, 2)
    assert state.verdict is Verdict.LEGAL
    assert state.laid[0].card == FOOL
    named = str(state.named)
    plays = [(laid.seat, str(laid.card)) for laid in state.laid]
    assert plain_rules.winner_of(plays, named) == state.winner
    for seat, card in plays[1:]:
        assert card in plain_rules.may_play([str(each) for each in hands[seat]], named)
