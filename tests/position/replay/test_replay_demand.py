"""The Fool demanded at the third trick from the end, before its holder's card, after it, or late."""

from itertools import pairwise

import pytest
from replay_lines import PLAYERS, ending, final, kinds, played, refused

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
    assert all(not trick.transfers for trick in result.tricks)


def test_the_holder_must_play_the_fool_and_nothing_else_after_a_demand():
    error = refused(ending(LAST, "B"), "T20 s4 demand[C] hR")
    assert (error.clause, error.legal) == ("fool.demand", ("fool",))
    error = refused(ending(FIRST, "A"), "demand[B] hR")
    assert (error.clause, error.legal) == ("fool.demand", ("fool=h", "fool=s", "fool=c", "fool=T"))


def test_a_demanded_fool_that_is_led_names_a_suit():
    assert refused(ending(FIRST, "A"), "demand[B] fool").clause == "fool.naming"


def in_error(position, text):
    """The clause a demand breaks and who owes the fine for it, of a line that goes on after it."""
    found = played(position, text)
    offence, (due,) = found.judged.offences[-1], found.judged.dues
    gone = any(each.violation.clause == "irregularity.needless-demand" for each in found.judged.offences)
    name = "needless-demand" if gone else "mistaken-demand"
    assert (due.fine.name, due.fine.each_pot, due.seat) == (name, 20, offence.seat)
    assert due.fine.play_goes_on
    assert not found.met
    assert {each.seat for each in found.judged.offences} == {offence.seat}
    return offence.violation.clause, PLAYERS[offence.seat], offence.trick


def test_a_demand_for_a_fool_that_is_played_is_an_offence_and_play_goes_on():
    error = ("irregularity.needless-demand", "B", 23)
    assert in_error(ending(LAST, "B"), "T20 s4 fool demand[B]") == (error[0], "B", 24)
    assert in_error(ending(LAST, "B"), "T20 s4 fool c10 demand[B]") == (error[0], "B", 24)
    no_fool = ending(("dR T7 d2", "hR d9 d8", "c7 c2 c3"), "B")
    assert in_error(no_fool, "demand[A]") == (error[0], "A", 23)
    assert kinds(played(no_fool, "demand[A] hR c7 T7").tricks[0])[0] == "needless-demand A fool"


def test_a_demand_before_or_after_its_trick_is_an_offence_and_play_goes_on():
    assert in_error(ending(LAST, "B"), "T20 s4 hR c10 demand[B]") == ("fool.demand", "B", 24)
    four = ending(("fool hR c3 c4", "T20 T18 c10 c9", "s4 s5 h9 h8"), "B")
    assert in_error(four, "T20 s4 demand[B]") == ("fool.demand", "B", 22)
    assert final(played(four, "T20 s4 demand[B] hR c10").tricks[0]) == "T20 s4 hR"


def test_its_holder_cannot_demand_the_fool():
    assert in_error(ending(LAST, "B"), "T20 s4 demand[A]") == ("fool.demand", "A", 23)


def test_in_a_game_without_the_demand_it_is_an_offence():
    assert in_error(ending(LAST, "B", fool_demand=False), "T20 s4 demand[B]") == ("fool.demand", "B", 23)


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
