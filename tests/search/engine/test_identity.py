"""Questions that share a table are told apart by all that they ask."""

from __future__ import annotations

import itertools
import random

from agreement import CORE
from bench import uniform_deal

QUESTIONS = [(seat, side, classes) for seat in range(3) for side in range(8) for classes in range(32)]


def test_no_two_questions_of_up_to_five_seats_have_one_identity() -> None:
    for seats in range(2, 6):
        goals = itertools.product([seats], range(seats), range(1 << seats), [False], range(32))
        tokens = itertools.product([seats], range(seats), range(1 << seats), [True], [0])
        questions = [*goals, *tokens]
        identities = {CORE.identity(*question) for question in questions}
        assert len(identities) == len(questions) == seats * 33 << seats
        assert 0 < min(identities) <= max(identities) < 1 << 16


def test_questions_of_every_seat_side_and_goal_do_not_disturb_each_other_in_one_table() -> None:
    deal = uniform_deal(3, 4)
    position = CORE.position(
        [[card.index for card in hand] for hand in deal.hands], deal.lead, [], [0, 0], 0b111, [0, 0, 0]
    )
    shared, mixed = solver(), QUESTIONS.copy()
    random.Random(1).shuffle(mixed)
    for seat, side, classes in mixed:
        asked = (position, seat, side, False, classes, 1, False, 1 << 40, -1.0)
        assert shared.search(*asked)[0] == solver().search(*asked)[0], (seat, side, classes)


def solver() -> object:
    return CORE.Solver(CORE.Rules(), CORE.Stakes(), 1 << 16, CORE.Switches(), 3)
