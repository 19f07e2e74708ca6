"""The core plays for two to five seats, and gives the answers of endings that are grown whole."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from agreement import CORE, RULES
from effort import part
from plain_seats import GOALS, Amounts, Ending, Grown, random_ending

LONG = 1 << 40
BY_LENGTH = -1
TRICKS = {2: (2, 3, 4), 3: (2, 3, 4), 4: (2, 3), 5: (2, 3)}
SEEDS = 8
SWITCHES = [(), *((rule,) for rule in RULES), RULES]


def endings(seats: int, *, count: bool = False, call: bool = False) -> list[Ending]:
    return [
        random_ending(
            random.Random(f"{seats} {seed}"), seats, tricks, count=count, call=call, laid=seed % seats
        )
        for tricks in TRICKS[seats]
        for seed in range(SEEDS)
    ]


def solver(ending: Ending, *off: str, sparing: int = BY_LENGTH, near_misses: int = BY_LENGTH) -> object:
    rules, stakes, switches = CORE.Rules(), CORE.Stakes(), CORE.Switches()
    for name in Amounts.__dataclass_fields__:
        value = getattr(ending.amounts, name)
        setattr(rules, name, list(value) if isinstance(value, tuple) else value)
    stakes.pots = list(ending.pots)
    if ending.dealer is not None:
        stakes.dealer, stakes.count = ending.dealer, True
    switches.sparing, switches.near_misses = sparing, near_misses
    for rule in off:
        setattr(switches, rule, False)
    return CORE.Solver(rules, stakes, 1 << 18, switches, ending.seats)


def position(ending: Ending) -> object:
    hands = [sorted(hand) for hand in ending.hands]
    return CORE.position(
        hands, ending.leader, list(ending.trick), list(ending.pots), ending.won, list(ending.points)
    )


def searched(core: object, ending: Ending, seat: int, side: int, classes: int | None, threshold: int) -> int:
    asked = (seat, side, classes is None, classes or 0, threshold, False, LONG, -1.0)
    return core.search(position(ending), *asked)[0]  # type: ignore[attr-defined, no-any-return]


def assert_sure(core: object, ending: Ending, sure: tuple[int, ...]) -> None:
    for seat, tokens in enumerate(sure):
        assert searched(core, ending, seat, 1 << seat, None, tokens) >= tokens, (ending, seat, tokens)
        assert searched(core, ending, seat, 1 << seat, None, tokens + 1) <= tokens, (ending, seat, tokens)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_goal_of_every_seat_and_side_is_forced_just_where_the_grown_ending_says(seats: int) -> None:
    for ending in endings(seats):
        tricks = len(ending.hands[0])
        cores = solver(ending), solver(ending, sparing=tricks), solver(ending, near_misses=tricks)
        for (goal, seat, side), forced in Grown(seats).forces(ending).items():
            for core in cores:
                assert searched(core, ending, seat, side, GOALS[goal], 1) == forced, (
                    ending,
                    goal,
                    seat,
                    side,
                )


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_seat_alone_is_sure_of_the_tokens_of_the_grown_ending(seats: int) -> None:
    for ending in endings(seats):
        assert_sure(solver(ending), ending, Grown(seats).sure(ending))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_with_the_count_too_a_seat_alone_is_sure_of_the_tokens_of_the_grown_ending(seats: int) -> None:
    for ending in endings(seats, count=True):
        assert_sure(solver(ending), ending, Grown(seats).sure(ending))


@pytest.mark.parametrize(("seats", "off"), part([(seats, off) for seats in (2, 4, 5) for off in SWITCHES], 3))
def test_no_answer_for_so_many_seats_rests_on_a_rule_of_the_search(seats: int, off: tuple[str, ...]) -> None:
    for ending in endings(seats)[SEEDS // 2 :: 3]:
        core, grown = solver(ending, *off), Grown(seats)
        assert_sure(core, ending, grown.sure(ending))
        for (goal, seat, side), forced in grown.forces(ending).items():
            if (seat + side) % seats == 0:
                assert searched(core, ending, seat, side, GOALS[goal], 1) == forced, (
                    ending,
                    goal,
                    seat,
                    side,
                )


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_fool_may_be_called_for_by_each_of_the_others(seats: int) -> None:
    for ending in endings(seats, call=True)[SEEDS:]:
        core, grown = solver(ending), Grown(seats)
        assert_sure(core, ending, grown.sure(ending))
        for (goal, seat, side), forced in grown.forces(ending).items():
            assert searched(core, ending, seat, side, GOALS[goal], 1) == forced, (ending, goal, seat, side)


def test_a_call_for_the_fool_changes_answers() -> None:
    asked = [ending for seats in (2, 3, 4, 5) for ending in endings(seats, call=True)[SEEDS:]]
    quiet = [replace(ending, amounts=Amounts()) for ending in asked]
    changed = [
        one
        for one, other in zip(asked, quiet, strict=True)
        if Grown(one.seats).sure(one) != Grown(one.seats).sure(other)
    ]
    assert {ending.seats for ending in changed} == {2, 3, 4, 5}


@pytest.mark.parametrize("call", [False, True], ids=["", "with calls"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_payoffs_of_equilibria_are_those_of_the_grown_ending(seats: int, call: bool) -> None:
    for ending in endings(seats, call=call, count=call)[: SEEDS + 3]:
        found, _, reason = solver(ending).equilibria(position(ending), False, LONG, -1.0, 1 << 26)  # type: ignore[attr-defined]
        assert not reason
        payoffs = [tuple(tokens) for tokens, _ in found]
        assert sorted(payoffs) == sorted(Grown(seats).payoffs(ending)), ending


@pytest.mark.parametrize("seats", [1, 6])
def test_no_fewer_than_two_and_no_more_than_five_play(seats: int) -> None:
    with pytest.raises(ValueError, match="two to five play"):
        CORE.position([[card] for card in range(seats)], 0, [], [0, 0], 0, [0] * seats)
    with pytest.raises(ValueError, match="two to five play"):
        CORE.Solver(CORE.Rules(), CORE.Stakes(), 1 << 16, CORE.Switches(), seats)


def test_a_solver_is_not_asked_about_another_number_of_seats() -> None:
    of_four, of_three = endings(4)[0], endings(3)[0]
    with pytest.raises(ValueError, match="another number of seats"):
        searched(solver(of_three), of_four, 0, 1, 1, 1)


@pytest.mark.parametrize(
    ("seat", "side", "classes"), [(4, 1, 1), (-1, 1, 1), (0, 16, 1), (0, -1, 1), (0, 1, 32)]
)
def test_a_question_about_a_seat_that_is_not_there_is_refused(seat: int, side: int, classes: int) -> None:
    ending = endings(4)[0]
    with pytest.raises(ValueError, match=r"seat|goal"):
        searched(solver(ending), ending, seat, side, classes, 1)
