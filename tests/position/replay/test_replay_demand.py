"""The Fool demanded at the third trick from the end, before its holder's card, after it, or late."""

from itertools import pairwise

import pytest
from replay_lines import ending, final, kinds, played, refused

from analyzer.rules.actions import ALLOW, DEMAND

LAST = ("fool hR c3", "T20 T18 c10", "s4 s5 h9")
FIRST = ("fool hR c3", "T20 T18 c10", "s4 h9 h8")


@pytest.mark.parametrize("word", ["demand[B]", "demand[C]", "demand"])
@pytest.mark.parametrize(
    "before", ["{} T20 s4 fool", "T20 {} s4 fool", "T20 s4 {} fool", "T20 s4 hR {} fool"]
)
def test_the_fool_comes_out_whenever_in_the_trick_it_is_demanded(word, before):
    result = played(ending(LAST, "B"), f"{before.format(word)} c10 s5 c3 T18 h9 hR")
    assert final(result.tricks[0]) == "T20 s4 fool"
    assert result.tokens == (-140, 40, 40)


def test_without_a_demand_the_same_position_ends_without_a_bagud():
    result = played(ending(LAST, "B"), "T20 s4 hR c10 s5 c3 T18 h9 fool")
    assert result.outcome.bagud == ()
    assert result.tokens == (-35, 45, -15)


def test_a_bare_demand_is_spoken_by_the_player_after_the_holder():
    assert kinds(played(ending(LAST, "B"), "T20 s4 hR demand fool").tricks[0]) == [
        "play B T20",
        "play C s4",
        "play A hR",
        "demand B fool",
        "take-back A hR",
        "play A fool",
    ]


def test_a_late_demand_takes_every_card_back_to_the_holders_turn():
    result = played(ending(FIRST, "A"), "hR T20 h9 demand[C] fool=h T18 h9 c10 s4 c3 T20 h8 hR")
    assert kinds(result.tricks[0]) == [
        *("play A hR", "play B T20", "play C h9", "demand C fool"),
        *("take-back C h9", "take-back B T20", "take-back A hR"),
        *("play A fool h", "play B T18", "play C h9"),
    ]
    assert final(result.tricks[0]) == "fool=h T18 h9"
    assert result.outcome.bagud == (0,)


def test_what_a_card_taken_back_would_have_cost_is_not_paid():
    result = played(ending(LAST, "B"), "T20 s4 hR demand fool c10 s5 c3 T18 h9 hR")
    assert all(not trick.payments for trick in result.tricks)


def test_the_holder_must_play_the_fool_and_nothing_else_after_a_demand():
    error = refused(ending(LAST, "B"), "T20 s4 demand[C] hR")
    assert (error.clause, error.legal) == ("fool.demand", ("fool",))
    error = refused(ending(FIRST, "A"), "demand[B] hR")
    assert (error.clause, error.legal) == ("fool.demand", ("fool=h", "fool=s", "fool=c", "fool=T"))


def test_a_demanded_fool_that_is_led_names_a_suit():
    assert refused(ending(FIRST, "A"), "demand[B] fool").clause == "fool.naming"


def test_the_fool_cannot_be_demanded_once_it_is_played():
    assert refused(ending(LAST, "B"), "T20 s4 fool demand[B]").clause == "irregularity.needless-demand"
    error = refused(ending(LAST, "B"), "T20 s4 fool c10 demand[B]")
    assert error.clause == "irregularity.needless-demand"
    no_fool = ending(("dR T7 d2", "hR d9 d8", "c7 c2 c3"), "B")
    assert refused(no_fool, "demand[A]").clause == "irregularity.needless-demand"


def test_the_fool_can_be_demanded_only_in_the_third_trick_from_the_end():
    assert refused(ending(LAST, "B"), "T20 s4 hR c10 demand[B]").clause == "fool.demand"
    four = ending(("fool hR c3 c4", "T20 T18 c10 c9", "s4 s5 h9 h8"), "B")
    assert refused(four, "T20 s4 demand[B]").clause == "fool.demand"


def test_its_holder_cannot_demand_the_fool():
    assert refused(ending(LAST, "B"), "T20 s4 demand[A]").clause == "fool.demand"


def test_a_game_without_the_demand_refuses_it():
    assert refused(ending(LAST, "B", fool_demand=False), "T20 s4 demand[B]").clause == "fool.demand"


def test_the_steps_tell_who_let_a_card_pass_and_who_demanded():
    result = played(ending(LAST, "B"), "T20 s4 hR demand[C] fool c10")
    assert [(step.seat, str(step.move)) for step in result.steps] == [
        (1, "T20"),
        (2, "s4"),
        (0, "hR"),
        (1, "allow"),
        (2, "demand"),
        (0, "fool"),
        (1, "c10"),
    ]


def test_a_card_nobody_objected_to_has_been_let_pass_by_both():
    result = played(ending(LAST, "B"), "T20 s4 hR c10")
    assert [str(step.move) for step in result.steps] == ["T20", "s4", "hR", "allow", "allow", "c10"]


@pytest.mark.parametrize(
    "text", ["T20 s4 hR demand[C] fool c10 s5 c3 T18 h9 hR", "T20 s4 hR c10 s5 c3 T18 h9 fool"]
)
def test_every_step_is_a_move_of_search_and_leads_to_the_next(text):
    steps = played(ending(LAST, "B"), text).steps
    assert len(steps) > 9
    for step, following in pairwise(steps):
        assert step.move in step.table.moves()
        assert step.seat == step.table.to_move
        assert step.table.after(step.move)[0] == step.after == following.table


def test_a_demand_before_the_holders_card_is_one_step_at_his_turn():
    steps = played(ending(LAST, "B"), "demand[C] T20 s4 fool c10").steps
    assert [(step.seat, str(step.move)) for step in steps][2:4] == [(2, "demand"), (0, "fool")]
    demand = steps[2]
    assert demand.move == DEMAND
    assert (demand.table.demanded, demand.after.demanded) == (False, True)
    assert ALLOW not in [step.move for step in steps]
