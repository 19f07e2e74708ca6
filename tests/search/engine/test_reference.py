"""The plain solver against lines of play grown and read off by hand-written definitions."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import brute_force
import pytest
from effort import examples, part
from hypothesis import given, settings
from positions_strategy import Shape, position, positions, random_position, told

from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.book import Pots
from analyzer.rules.score.goals import LAST_TRICK_GOALS, Aim, Goal, Sense
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import NativeEngine
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.results import GoalAnswer, Status

KEYS = [(seat, goal) for seat in range(3) for goal in LAST_TRICK_GOALS]


def goals(of: Position) -> dict[tuple[int, str], int]:
    found = ReferenceEngine().goals(Hand.from_position(of), KEYS, Budget())
    return {(seat, str(goal)): mask for (seat, goal), mask in found.items()}


def guarantees(of: Position) -> list[int]:
    return [ReferenceEngine().guarantee(Hand.from_position(of), seat, Budget()) for seat in range(3)]


def payoffs(of: Position) -> dict[tuple[int, ...], Pots]:
    found = ReferenceEngine().equilibria(Hand.from_position(of), Budget())
    return {each.tokens[:3]: Pots(*each.pots) for each in found}


@pytest.mark.parametrize("seed", part(range(60), 3))
@pytest.mark.parametrize("tricks", [1, 2])
def test_every_answer_is_what_the_whole_tree_of_play_says(tricks: int, seed: int) -> None:
    _agrees_with_the_tree(random_position(random.Random(seed), Shape(tricks=tricks)))


@pytest.mark.parametrize("seed", range(12))
def test_the_demand_at_the_third_to_last_trick_is_part_of_every_value(seed: int) -> None:
    shape = Shape(tricks=3, fool=True, fool_demand=True, laid=seed % 3)
    _agrees_with_the_tree(random_position(random.Random(seed), shape))


@pytest.mark.parametrize("seed", range(6))
def test_three_tricks_without_a_demand_agree_with_the_whole_tree(seed: int) -> None:
    shape = Shape(tricks=3, fool_demand=False, laid=1)
    _agrees_with_the_tree(random_position(random.Random(seed), shape))


@pytest.mark.parametrize("ruleset", ["danish", "danish-1996", "danish-concise"])
@pytest.mark.parametrize("seed", part(range(15), 3))
def test_tout_nolo_and_the_count_agree_with_the_whole_tree(ruleset: str, seed: int) -> None:
    shape = Shape(tricks=2, taken=True, count=seed % 2 == 0, ruleset=ruleset, announce=seed % 3 == 0)
    _agrees_with_the_tree(random_position(random.Random(seed), shape))


def _agrees_with_the_tree(of: Position) -> None:
    tree = brute_force.tree(of)
    masks = {(seat, str(goal)): brute_force.forcing_mask(tree, (seat, str(goal))) for seat, goal in KEYS}
    assert goals(of) == masks, told(of)
    assert guarantees(of) == [brute_force.sure(tree, seat) for seat in range(3)], told(of)
    assert set(payoffs(of)) == brute_force.equilibria(tree), told(of)


@pytest.mark.parametrize("seed", part(range(40), 2))
def test_the_payoffs_are_those_of_all_profiles_nobody_can_better_alone(seed: int) -> None:
    of = random_position(random.Random(seed), Shape(tricks=2))
    tree = brute_force.tree(of)
    assert brute_force.profiles(tree) < 200_000
    assert set(payoffs(of)) == brute_force.perfect_payoffs(tree), told(of)


def test_a_player_who_loses_the_same_either_way_leaves_both_payoffs() -> None:
    # A pays 20 whatever he leads; the jack gives the last trick to B, the trump gives it to C.
    of = position("cV T9", "c3 T17", "cD c8", 0)
    assert set(payoffs(of)) == {(-20, 40, -20), (-20, -20, 40)}


@settings(max_examples=examples(60), deadline=None)
@given(of=positions(most_tricks=2))
def test_a_set_that_forces_a_goal_still_does_with_one_more_player(of: Position) -> None:
    for mask_of_sets in goals(of).values():
        for mask in range(8):
            for seat in range(3):
                if mask_of_sets >> mask & 1:
                    assert mask_of_sets >> (mask | 1 << seat) & 1


@settings(max_examples=examples(60), deadline=None)
@given(of=positions(most_tricks=2))
def test_nobody_is_promised_more_than_every_equilibrium_gives_him(of: Position) -> None:
    sure = guarantees(of)
    for tokens in payoffs(of):
        assert all(tokens[seat] >= sure[seat] for seat in range(3))


@settings(max_examples=examples(60), deadline=None)
@given(of=positions(most_tricks=2))
def test_tokens_and_pot_changes_of_every_payoff_sum_to_zero(of: Position) -> None:
    for tokens, pots in payoffs(of).items():
        rest = sum(tokens) + pots.king + pots.pagat
        if of.count and of.rules.count.own:
            continue
        absent = rest if of.sitting_out else 0
        assert rest == absent
        assert absent in (0, 20, 40)


@settings(max_examples=examples(60), deadline=None)
@given(of=positions(most_tricks=2))
def test_every_line_can_be_played_and_pays_what_it_says(of: Position) -> None:
    for payoff in ReferenceEngine().equilibria(Hand.from_position(of), Budget()):
        at, paid = Hand.from_position(of), Hand.from_position(of).nothing
        for seat, move in payoff.line:
            while at.table.picked is not None and at.to_move != seat:
                at, _ = at.after(at.moves()[1])
            assert (at.to_move, move in at.moves()) == (seat, True), told(of)
            at, now = at.after(move)
            paid = tuple(a + b for a, b in zip(paid, now, strict=True))
        assert at.over
        assert paid == (*payoff.tokens, *payoff.pots)
        assert payoff.pots == (at.pots.king - of.pots.king, at.pots.pagat - of.pots.pagat)


PROPRIETIES = {
    "position 1, B to lead": (("dR T7", "hR d9", "c7 c2", 1), {(40, -140, 40), (130, -75, -55)}),
    "position 2, B to lead": (("T10 T7", "hR d9", "h3 h4", 1), {(40, -140, 40), (45, -35, -15)}),
    "position 3, B to lead": (("T10 h3", "hR d9", "T7 h4", 1), {(-60, 120, -60), (40, -20, -20)}),
}


@pytest.mark.parametrize("name", PROPRIETIES)
def test_the_positions_of_the_proprieties_have_the_known_values(name: str) -> None:
    (a, b, c, lead), expected = PROPRIETIES[name]
    question = Hand.from_position(position(a, b, c, lead))
    reached = set()
    for move in question.moves():
        after, paid = question.after(move)
        for payoff in ReferenceEngine().equilibria(after, Budget()):
            reached.add(tuple(x + y for x, y in zip(paid, payoff.tokens, strict=False)))
    assert reached == expected


@pytest.mark.parametrize("name", PROPRIETIES)
def test_the_known_values_hold_with_the_seats_mirrored(name: str) -> None:
    (a, b, c, lead), expected = PROPRIETIES[name]
    mirrored = position(a, c, b, (-lead) % 3)
    question = Hand.from_position(mirrored)
    reached = set()
    for move in question.moves():
        after, paid = question.after(move)
        for payoff in ReferenceEngine().equilibria(after, Budget()):
            x = [one + two for one, two in zip(paid, payoff.tokens, strict=False)]
            reached.add((x[0], x[2], x[1]))
    assert reached == expected


@pytest.mark.parametrize(
    ("lead", "status", "forced_by", "prevented_by"),
    [
        (0, Status.FORCED, (0b001,), (0b001,)),
        (1, Status.DEPENDS, (0b010,), (0b010,)),
        (2, Status.AUTOMATIC, (0b000,), ()),
    ],
)
def test_who_leads_position_1_decides_who_decides_the_ultimo(
    lead: int, status: Status, forced_by: tuple[int, ...], prevented_by: tuple[int, ...]
) -> None:
    of = position("dR T7", "hR d9", "c7 c2", lead)
    answer = GoalAnswer(0, Goal.ULTIMO, goals(of)[0, "ultimo"])
    assert (answer.status, answer.forced_by, answer.prevented_by) == (status, forced_by, prevented_by)


def test_position_1_led_by_a_or_c_pays_the_king_ultimo() -> None:
    for lead in (0, 2):
        assert (130, -75, -55) in payoffs(position("dR T7", "hR d9", "c7 c2", lead))


def test_three_kings_in_the_last_trick_double_the_pot_of_135_for_the_losers() -> None:
    of = position("hR", "dR", "sR", 0, pots=Pots(135, 60))
    assert payoffs(of) == {(295, -215, -215): Pots(135, 0)}


def test_a_node_limit_stops_the_reference_with_the_number_of_nodes() -> None:
    of = random_position(random.Random(1), Shape(tricks=3))
    budget = Budget(max_nodes=5)
    with pytest.raises(Exception, match="5 nodes"):
        ReferenceEngine().equilibria(Hand.from_position(of), budget)
    assert budget.spent == 6


def least_and_most(question: Hand, aim: Aim, seat: int, sense: Sense) -> Fraction:
    """How much of something a seat is sure of, or has to take, by every line of play."""
    if question.over:
        found = question.end().number(aim, seat)
        assert found is not None
        return found
    below = [least_and_most(question.after(move)[0], aim, seat, sense) for move in question.moves()]
    return max(below) if (question.to_move == seat) is (sense is Sense.MOST) else min(below)


@pytest.mark.parametrize("seed", range(12))
def test_the_tricks_and_points_a_player_is_sure_of_are_what_every_line_comes_to(seed: int) -> None:
    of = random_position(random.Random(seed), Shape(tricks=2, taken=True, count=True))
    question, plain = Hand.from_position(of), ReferenceEngine()
    for aim, seat, sense in product((Aim.TRICKS, Aim.POINTS), range(3), Sense):
        expected = least_and_most(question, aim, seat, sense)
        assert plain.value(question, aim, seat, sense, Budget()) == expected, told(of)
        assert NativeEngine().value(question, aim, seat, sense, Budget()) == expected, told(of)
