"""A card the rules forbid is named with its clause, what was legal, and its place in the file."""

import pytest
from replay_lines import ending, final, kinds, line, played, refused

from analyzer.cards.card import cards
from analyzer.errors import IllegalMove, InvalidFile, UsageError
from analyzer.position.reading import loads
from analyzer.position.replay.model import IllegalLine
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Expected, Line, Setting
from analyzer.rules.book import Pots
from analyzer.rules.spec.shipped import load_ruleset

ENDING = ("dR T7", "hR d9", "c7 c2")


@pytest.mark.parametrize(
    ("hands", "lead", "text", "clause", "legal"),
    [
        (("dR T7", "d9 hR", "c7 c2"), "B", "d9 c2 T7", "play.follow", ("dR",)),
        (("dR T7", "d9 hR", "T3 c2"), "B", "d9 c2", "play.trump", ("T3",)),
        (("fool T7", "d9 hR", "c7 c2"), "B", "d9 c2 fool", "fool.second-to-last", ("T7",)),
        (("fool T7", "d9 hR", "c7 c2"), "A", "fool=d", "fool.second-to-last", ("T7",)),
        (("fool", "hR", "c2"), "A", "fool", "fool.naming", ("fool=h", "fool=c")),
        (("hR h3 h5", "fool d2 s3", "c2 c3 c4"), "A", "h3 fool=h", "fool.naming", ("d2", "s3", "fool")),
        (ENDING, "B", "dR", "irregularity.lead-out-of-turn", ("hR", "d9")),
        (ENDING, "B", "T7", "irregularity.lead-out-of-turn", ("hR", "d9")),
        (ENDING, "B", "d9 d9", "table.hand", ("c7", "c2")),
        (ENDING, "B", "d9 s5", "table.hand", ("c7", "c2")),
        (ENDING, "B", "d9 hR", "irregularity.premature-play", ("c7", "c2")),
    ],
)
def test_a_forbidden_card_names_its_clause_and_what_was_legal(hands, lead, text, clause, legal):
    error = refused(ending(hands, lead), text)
    assert error.clause == clause
    assert error.legal == legal


def test_every_clause_a_verdict_can_name_stands_in_the_rule_set():
    rules = ending(ENDING).rules
    for clause in ("play.follow", "play.trump", "fool.second-to-last", "fool.naming", "fool.demand"):
        assert clause in rules.clauses
    for clause in ("table.hand", "naming.statement", "naming.lost-right", "naming.followable"):
        assert clause in rules.clauses
    for name in ("lead-out-of-turn", "premature-play", "needless-demand", "unfollowable-name"):
        assert f"irregularity.{name}" in rules.clauses


def test_the_verdict_stands_at_the_line_and_column_of_the_card():
    text = """format: tarok-position/1
hands: {A: dR T7, B: hR d9, C: c7 c2}
lead: B
lines:
  - name: a revoke
    play: d9 c2 T7 hR c7 dR
"""
    with pytest.raises(IllegalMove) as error:
        replay(loads(text, "revoke.yaml"))
    where = error.value.where
    assert (where.file, where.line, where.column) == ("revoke.yaml", 6, 17)
    assert str(error.value) == (
        "revoke.yaml:6:17: trick 24, 2 left: A plays T7 to diamonds while holding dR; legal: dR"
    )


def test_what_was_played_before_the_forbidden_card_is_kept():
    before = refused(ending(ENDING, "B"), "hR c2 T7 dR d9 c7 T7").replay
    assert before.outcome.ultimo == 0
    assert before.tokens == (130, -75, -55)
    before = refused(ending(("dR T7 h3", "hR d9 c9", "c7 c2 s3"), "B"), "hR c2 h3 d9 s3 T7").replay
    assert [final(trick) for trick in before.tricks] == ["hR c2 h3", "d9 s3"]
    assert [trick.winner for trick in before.tricks] == [1, None]
    assert [str(step.move) for step in before.steps] == ["hR", "c2", "h3", "d9", "s3"]


def test_what_was_paid_before_the_forbidden_card_is_kept():
    before = refused(ending(("dR T7", "hR d9", "c7 c2"), "B"), "hR c2 T7 c7").replay
    assert before.tokens == (5, -15, 5)
    assert before.pots_change == Pots(5, 0)
    assert len(before.tricks) == 1


def test_a_forbidden_first_card_leaves_nothing_played():
    before = refused(ending(ENDING, "B"), "dR").replay
    assert (before.tricks, before.steps, before.tokens) == ((), (), (0, 0, 0))


def test_a_forbidden_card_leaves_what_lies_on_the_table_and_what_was_said():
    before = refused(ending(ENDING, "B"), "hR T7 d9").replay
    assert final(before.tricks[0]) == "hR"
    assert kinds(before.tricks[0]) == ["play B hR", "play A T7"]


def test_a_plain_card_that_nobody_makes_good_by_naming_does_not_lie_in_the_trick():
    hands = ("fool h2 h4 h6", "T5 s3 s5 s6", "s2 s4 s7 s8")
    error = refused(ending(hands, "A", fool_demand=False), "fool=h s3 s2")
    assert error.clause == "play.trump"
    assert final(error.replay.tricks[0]) == "fool=h"
    assert kinds(error.replay.tricks[0]) == ["play A fool h"]
    assert [str(step.move) for step in error.replay.steps] == ["fool=h"]


def test_a_line_with_a_forbidden_card_is_held_against_no_expectation_and_has_not_met_it():
    expect = Expected(given=frozenset({"ultimo"}), ultimo=None)
    with pytest.raises(IllegalLine) as error:
        replay(ending(ENDING, "B"), line("hR c2 T7 c7", expect=expect))
    before = error.value.replay
    assert before.illegal.clause == error.value.clause == "irregularity.lead-out-of-turn"
    assert before.mismatches is None
    assert before.missing is None
    assert not before.met
    assert not before.complete


def test_a_trump_need_not_be_beaten():
    result = played(ending(("T20 T2", "T9 h2", "T10 h3"), "B"), "T9 T10 T2 h3 T20 h2")
    assert result.tricks[0].winner == 2


def test_a_word_after_the_last_card_is_refused():
    position = ending(ENDING, "B")
    assert "T7 is written" in str(refused(position, "hR c2 T7 dR d9 c7 T7"))
    assert "1 more" in str(refused(position, "hR c2 T7 dR d9 c7 T7 dR"))


def test_a_followers_card_played_before_its_turn_stays_and_is_said_to_be_premature():
    result = played(ending(ENDING, "B"), "hR T7 c2 dR d9 c7")
    assert final(result.tricks[0]) == "hR c2 T7"
    assert [event.clause for event in result.tricks[0].events] == [
        None,
        "irregularity.premature-play",
        None,
    ]
    assert result.tokens == (130, -75, -55)


def test_a_premature_card_must_still_follow():
    error = refused(ending(("dR T7", "d9 hR", "c7 c2"), "B"), "d9 T7 c2")
    assert (error.clause, error.legal) == ("play.follow", ("dR",))


def test_the_leader_may_not_play_again_before_the_others_have():
    assert refused(ending(ENDING, "B"), "hR c2 d9").clause == "irregularity.premature-play"


def test_nothing_is_said_in_a_trick_that_the_fool_does_not_lead():
    assert refused(ending(ENDING, "B"), "hR void[C] c2").clause == "fool.naming"
    assert refused(ending(ENDING, "B"), "claim[C]=c").clause == "fool.naming"


def test_a_line_that_stops_early_has_no_outcome_and_says_what_is_missing():
    result = played(ending(ENDING, "B"), "hR c2 T7 dR")
    assert not result.complete
    assert result.outcome is None
    assert result.missing == "it is B to play; cards still to be written: 2"
    assert result.tokens == (5, -15, 5)
    assert [trick.winner for trick in result.tricks] == [0, None]


def test_the_last_cards_are_not_filled_in_even_where_one_is_left_each():
    result = played(ending(ENDING, "B"), "hR c2 T7")
    assert result.missing == "it is A to play; cards still to be written: 3"


def test_an_early_end_meets_no_expectation():
    expect = Expected(given=frozenset({"tokens", "ultimo"}), ultimo=None, tokens={"A": 5})
    result = replay(ending(ENDING, "B"), line("hR c2 T7 dR", expect=expect))
    assert not result.met
    assert [mismatch.key for mismatch in result.mismatches] == ["ultimo", "tokens"]


def test_every_difference_from_what_was_expected_is_listed_and_nothing_else():
    expect = Expected(
        given=frozenset({"ultimo", "bagud", "tokens", "pots"}),
        ultimo="B",
        bagud=("C",),
        tokens={"A": 130, "B": 0},
        pots={"king": 5},
    )
    result = replay(ending(ENDING, "B"), line("hR c2 T7 dR d9 c7", expect=expect))
    assert [str(mismatch) for mismatch in result.mismatches] == [
        "ultimo: expected B, got A",
        "bagud: expected C, got nobody",
        "tokens.B: expected 0, got -75",
        "pots.king: expected 5, got 0",
    ]


def test_a_line_without_expectations_is_neither_met_nor_missed():
    assert played(ending(ENDING, "B"), "hR c2 T7 dR d9 c7").mismatches is None


def test_a_line_is_found_by_name_by_place_or_alone():
    one, two = line("hR c2 T7 dR d9 c7", name="one"), line("d9 c2 dR T7 hR c7", name="two")
    both = ending(ENDING, "B", lines=(one, two))
    assert replay(both, "two").name == replay(both, 1).name == replay(both, two).name == "two"
    assert replay(ending(ENDING, "B", lines=(one,))).name == "one"
    for wrong in (None, "tow", 2, -1):
        with pytest.raises(UsageError):
            replay(both, wrong)
    with pytest.raises(UsageError, match="“two”"):
        replay(both, "twoo")
    with pytest.raises(UsageError, match="no lines"):
        replay(ending(ENDING, "B"))


def test_a_trick_on_the_table_is_played_on_and_its_lead_stands():
    hands = ("dR T7", "hR d9", "c7 c2")
    table = ending(hands, "B").table.after(ending(hands, "B").table.moves()[0])[0]
    position = ending(("dR T7", "d9", "c7 c2"), "B", trick=table.trick)
    assert played(position, "c2 T7 dR d9 c7").tokens == (130, -75, -55)
    assert kinds(played(position, "c2").tricks[0]) == ["play B hR", "play C c2"]
    with pytest.raises(InvalidFile):
        replay(position, Line("other", (), lead=0))


def test_hands_that_are_unseen_cannot_be_replayed():
    hands = tuple(frozenset(cards(hand)) for hand in ("dR T7", "", "c7 c2"))
    with pytest.raises(UsageError, match="unseen"):
        played(Setting(load_ruleset("danish"), ("A", "B", "C"), hands, 0), "T7")


def test_who_lays_a_forbidden_card_that_ends_the_line_pays_a_fine_where_the_game_has_fines():
    with pytest.raises(IllegalLine) as error:
        replay(ending(ENDING, "B"), line("d9 c2 T7"))
    assert {each.seat for each in error.value.replay.judged.slips} == {0}
