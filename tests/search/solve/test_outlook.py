"""What is told of goals that a limit left open: what is proved of them, and what is likely."""

from __future__ import annotations

import random

import pytest
from bench.questions import asked
from positions_strategy import Shape, random_position
from solving import solve

from analyzer.position.hand import Hand
from analyzer.rules.score.goals import LAST_TRICK_GOALS, Goal
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import Guesser, Guesses, NativeEngine, guesser
from analyzer.search.engine.reference import Facts
from analyzer.search.engine.results import GoalAnswer, Likely, Limits, OpenGoal
from analyzer.search.solve.outlook import RootGoals

KEYS = [(seat, goal) for seat in range(3) for goal in LAST_TRICK_GOALS]


def whole(seed: int) -> Hand:
    return Hand.from_position(asked("uniform", seed, 25).position)


def guessed(guessing: Guesser, seat: int, goal: Goal, proved: Facts) -> Likely:
    guesses = Guesses()
    assert guessing.guess(guesses, seat, goal, proved)
    likely = guesses.status(seat, goal, proved)
    assert likely is not None
    return likely


def test_a_guess_is_right_of_nearly_every_goal_of_an_ending() -> None:
    """Of twelve positions of ten tricks; what is guessed wrong is why a guess is never called proved."""
    right = wrong = 0
    for seed in range(12):
        question = Hand.from_position(asked("uniform", seed, 10).position)
        guessing = guesser(question, Budget())
        assert guessing is not None
        proved = NativeEngine().goals(question, KEYS, Budget())
        for seat, goal in KEYS:
            likely = guessed(guessing, seat, goal, Facts(3))
            same = likely.status is GoalAnswer(seat, goal, proved[seat, goal]).status
            right, wrong = right + same, wrong + (not same)
    assert right > 9 * wrong


def test_a_guess_never_contradicts_what_is_proved() -> None:
    for seed in range(6):
        question = Hand.from_position(random_position(random.Random(f"guess {seed}"), Shape(tricks=6)))
        proved = NativeEngine().goals(question, KEYS, Budget())
        facts = Facts(3)
        for (seat, goal), masks in proved.items():
            for by in range(8):
                facts.learn(seat, goal, by, holds=bool(masks >> by & 1))
        guessing = guesser(question, Budget())
        assert guessing is not None
        for seat, goal in KEYS:
            likely = guessed(guessing, seat, goal, facts)
            assert likely.status is GoalAnswer(seat, goal, proved[seat, goal]).status


def test_no_proof_is_touched_by_guesses_made_before_it() -> None:
    """The same engine takes as many nodes to the same answers, whether guesses were made meanwhile or not."""
    for seed in (1, 3):
        question = Hand.from_position(asked("uniform", seed, 12).position)
        alone, beside = Budget(), Budget()
        plain = NativeEngine().goals(question, KEYS, alone)
        engine, outlook = NativeEngine(), RootGoals(question, KEYS)
        outlook.guess(KEYS, Budget())
        assert engine.goals(question, KEYS, beside) == plain
        assert alone.spent == beside.spent
        assert outlook.proved() == {}


def test_of_a_whole_hand_every_goal_asked_is_settled_or_guessed_when_a_limit_comes() -> None:
    position = asked("uniform", 17, 25).position
    found = solve(position, goal=Goal.ULTIMO, tokens=False, limits=Limits(max_nodes=400_000))
    settled = found.values.goals or {}
    keys = [*settled, *((each.seat, each.goal) for each in found.open)]
    assert sorted(seat for seat, _ in keys) == [0, 1, 2]
    assert found.open
    assert all(each.likely is not None for each in found.open)
    assert any(each.forced_by or each.prevented_by for each in found.open)


def test_what_is_proved_within_a_limit_is_what_is_proved_without() -> None:
    position = asked("uniform", 6, 15).position
    exact = solve(position, tokens=False, cards=False).values.goals
    assert exact
    for most in (50, 2_000, 20_000):
        found = solve(position, tokens=False, limits=Limits(max_nodes=most))
        assert all(exact[key] == answer for key, answer in (found.values.goals or {}).items())
        for each in found.open:
            agreed(each, exact[each.seat, each.goal])


class Asked(NativeEngine):
    """An engine that is never asked what follows, for a larger or a smaller set, from what it said."""

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[tuple[int, Goal, int], bool] = {}

    def forces(self, question: Hand, goal: Goal, seat: int, by: int, budget: Budget) -> bool:
        for (other, same, mask), holds in self.said.items():
            within = mask & by == (mask if holds else by)
            assert not (other == seat and same is goal and within), (seat, goal, by, mask, holds)
        self.said[seat, goal, by] = holds = super().forces(question, goal, seat, by, budget)
        return holds


def test_what_a_set_forces_is_not_asked_of_a_larger_one_nor_what_it_cannot_of_a_smaller() -> None:
    question, engine = Hand.from_position(asked("uniform", 6, 15).position), Asked()
    outlook = RootGoals(question, KEYS)
    outlook.seek(engine, Budget())
    assert len(outlook.proved()) == len(KEYS)
    assert {True, False} == set(engine.said.values())
    assert len(engine.said) < 5 * len(KEYS)


def agreed(known: OpenGoal, exact: GoalAnswer) -> None:
    assert known.forcing & ~exact.forcing == 0
    assert known.failing & exact.forcing == 0


@pytest.mark.parametrize("seed", [11])
def test_the_hardest_deals_are_guessed_within_two_million_positions(seed: int) -> None:
    ask = asked("uniform", seed, 25)
    guessing = guesser(Hand.from_position(ask.position), Budget())
    assert guessing is not None
    assert guessed(guessing, ask.seat, ask.goal, Facts(3)).status
