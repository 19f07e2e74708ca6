"""The naming of a led Fool in a replay: every row of the protocol, and who takes a card back.

A leads the Fool, B is second and C third. Each case is a last trick unless two more are needed.
"""

import replay_lines
from replay_lines import ending, final, kinds, played

from analyzer.rules.actions import ActionKind

# Three tricks left, so that B and C have cards to choose from.
NO_TRUMPS = ("fool hR h2", "c5 c9 d2", "s3 s4 c2")
B_HAS_TRUMPS = ("fool hR h2", "T5 c9 d2", "s3 s4 c2")
BOTH_HAVE = ("fool hR h2", "T5 c9 d2", "T8 s4 c2")


def trick(hands, text):
    return played(ending(hands, "A"), text).tricks[0]


def refused(hands, text):
    return replay_lines.refused(ending(hands, "A"), text)


def test_the_name_stands_where_the_second_player_holds_the_suit():
    result = trick(NO_TRUMPS, "fool=d d2 s3")
    assert (final(result), result.winner, result.named_by) == ("fool=d d2 s3", 1, 0)


def test_the_name_stands_where_the_third_player_holds_the_suit():
    result = trick(NO_TRUMPS, "fool=s c5 s3")
    assert (final(result), result.winner, result.named_by) == ("fool=s c5 s3", 2, 0)


def test_a_void_second_player_trumps_a_name_that_stands():
    assert trick(B_HAS_TRUMPS, "fool=s T5 s3").winner == 1
    error = refused(B_HAS_TRUMPS, "fool=s c9 s3")
    assert (error.clause, error.legal) == ("play.trump", ("T5",))


def test_a_second_player_who_says_he_is_void_names_where_the_third_is_void_too():
    result = trick(NO_TRUMPS, "fool=h void[B] claim[B]=c c5 c2")
    assert (final(result), result.winner, result.named_by) == ("fool=c c5 c2", 1, 1)


def test_a_name_given_anew_binds_the_third_player():
    error = refused(NO_TRUMPS, "fool=h void[B] claim[B]=c c5 s3")
    assert (error.clause, error.legal) == ("play.follow", ("c2",))


def test_a_statement_does_not_help_where_the_third_player_holds_the_suit():
    assert refused(NO_TRUMPS, "fool=s void[B] claim[B]=c").clause == "naming.followable"
    assert trick(NO_TRUMPS, "fool=s void[B] c5 s3").winner == 2


def test_a_second_player_who_plays_in_silence_loses_the_right_to_the_third():
    result = trick(NO_TRUMPS, "fool=h c5 claim[C]=s s3")
    assert (final(result), result.winner, result.named_by) == ("fool=s c5 s3", 2, 2)
    assert ActionKind.LOST_RIGHT in [event.kind for event in result.events]


def test_the_second_player_takes_back_a_card_that_does_not_follow_the_new_name():
    result = trick(NO_TRUMPS, "fool=h d2 claim[C]=c c9 c2")
    assert kinds(result) == [
        "play A fool h",
        "play B d2",
        "lost-right B",
        "claim C c",
        "take-back B d2 c",
        "play B c9",
        "play C c2",
    ]
    assert (final(result), result.winner) == ("fool=c c9 c2", 1)


def test_after_a_take_back_the_card_must_follow_the_new_name():
    assert refused(NO_TRUMPS, "fool=h d2 claim[C]=c d2").clause == "play.follow"


def test_a_trump_goes_back_where_the_new_name_can_be_followed():
    result = trick(B_HAS_TRUMPS, "fool=h T5 claim[C]=c c9 c2")
    assert (final(result), result.winner) == ("fool=c c9 c2", 1)


def test_a_trump_stays_where_the_new_name_cannot_be_followed():
    result = trick(B_HAS_TRUMPS, "fool=h T5 claim[C]=s s3")
    assert (final(result), result.winner) == ("fool=s T5 s3", 1)


def test_who_lost_the_right_cannot_claim_it():
    assert refused(NO_TRUMPS, "fool=h c5 claim[B]=c").clause == "naming.lost-right"


def test_the_third_player_cannot_claim_before_the_second_has_played():
    assert refused(NO_TRUMPS, "fool=h claim[C]=s").clause == "naming.statement"


def test_the_third_player_cannot_claim_after_his_own_card():
    assert refused(("fool", "hR", "d4"), "fool=c hR d4 claim[C]=d").clause == "table.hand"


def test_where_both_are_silent_the_higher_trump_wins():
    result = trick(BOTH_HAVE, "fool=h T5 T8")
    assert (result.winner, result.named_by) == (2, 0)


def test_where_both_are_silent_a_trump_held_back_is_a_revoke():
    error = refused(BOTH_HAVE, "fool=h c9 T8")
    assert (error.clause, error.legal) == ("play.trump", ("T5",))
    assert refused(BOTH_HAVE, "fool=h T5 s4").clause == "play.trump"


def test_a_line_that_stops_at_a_trump_held_back_is_a_revoke_too():
    assert refused(BOTH_HAVE, "fool=h c9").clause == "play.trump"


def test_a_trump_held_back_is_forgiven_when_the_third_player_names_a_suit_it_follows():
    result = trick(BOTH_HAVE, "fool=h c9 claim[C]=c c2")
    assert (final(result), result.winner) == ("fool=c c9 c2", 1)


def test_where_both_are_silent_without_trumps_the_second_card_names():
    result = trick(NO_TRUMPS, "fool=h c5 c2")
    assert (final(result), result.winner, result.named_by) == ("fool=c c5 c2", 1, 1)


def test_the_third_player_takes_back_a_card_that_does_not_follow_the_second():
    result = trick(NO_TRUMPS, "fool=h c5 s3 c2")
    assert kinds(result)[-3:] == ["naming B c5 c", "take-back C s3 c", "play C c2"]
    assert (final(result), result.winner) == ("fool=c c5 c2", 1)


def test_the_third_player_keeps_a_card_where_he_cannot_follow_the_second():
    result = trick(NO_TRUMPS, "fool=h d2 s3")
    assert (final(result), result.winner, result.named_by) == ("fool=d d2 s3", 1, 1)


def test_nobody_may_say_he_is_void_in_a_suit_he_holds():
    assert refused(NO_TRUMPS, "fool=d void[B]").clause == "naming.statement"
    assert refused(NO_TRUMPS, "fool=s void[B] void[C]").clause == "naming.statement"
    assert refused(NO_TRUMPS, "fool=h void[A]").clause == "naming.statement"


def test_a_name_nobody_can_follow_is_said_to_be_irregular():
    assert trick(NO_TRUMPS, "fool=h c5 c2").events[0].clause == "irregularity.unfollowable-name"
    assert trick(NO_TRUMPS, "fool=c c5 c2").events[0].clause is None


def test_a_player_who_says_void_and_plays_without_naming_leaves_a_question_open():
    result = trick(NO_TRUMPS, "fool=h void[B] c5 claim[C]=s s3")
    assert len(result.unsettled) == 1
    assert "naming.lost-right" in result.unsettled[0].clauses
    assert not trick(NO_TRUMPS, "fool=h c5 claim[C]=s s3").unsettled


def test_the_step_of_a_led_fool_carries_the_name_that_stood_and_who_gave_it():
    steps = played(ending(NO_TRUMPS, "A"), "fool=h d2 claim[C]=c c9 c2").steps
    assert [(step.seat, str(step.move)) for step in steps] == [(0, "fool=c"), (1, "c9"), (2, "c2")]
    assert [step.named_by for step in steps] == [2, None, None]


def test_a_card_taken_back_can_be_played_later():
    result = played(ending(NO_TRUMPS, "A"), "fool=h d2 claim[C]=c c9 c2 d2 s3 h2 c5 s4 hR")
    assert result.complete
    assert result.outcome.bagud == (0,)


def test_a_trick_knows_how_many_words_of_the_line_came_before_it():
    hands = ("hR h2 h4 d1", "fool h3 h5 d2", "h6 h7 h8 d3")
    told = played(ending(hands, "A", fool_demand=False), "hR h3 h6 h2 h5 h7 h4")
    assert [trick.heard for trick in told.tricks] == [0, 3, 6]
