"""The core plays every game as the engine does: what is legal, who wins, what the piles come to."""

from __future__ import annotations

import random

import pytest
from contract.core_play import (
    HOLDS,
    POINTS,
    TRICKS,
    Moment,
    laid,
    moment_of,
    play_of,
    question,
    rules_of,
    seats_of,
    solver_of,
)
from contract.dealing import dealt
from rulesets import FORMS, POINT_RULES

from analyzer.search.engine.points import counting_number

POINT_FORMS = [each for each in FORMS if each[0] in POINT_RULES]
every_form = pytest.mark.parametrize(
    ("name", "seats"), POINT_FORMS, ids=[f"{name}-{seats}" for name, seats in POINT_FORMS]
)


def units(moment: Moment, side: int) -> int:
    found = moment.reckoning.piles[side].units
    assert found is not None
    return found


@every_form
def test_the_core_plays_a_hand_as_the_engine_does(name: str, seats: int) -> None:
    for seed in range(6):
        rng = random.Random(seed)
        moment = moment_of(dealt(name, seats, seed))
        rules = rules_of(moment)
        solver, play, sides = solver_of(rules), play_of(moment, rules), moment.sides
        spec = moment.table.spec
        trull = sorted(counting_number(spec, card) for card in spec.trull)
        while not moment.over:
            legal = sorted(counting_number(spec, card) for card in moment.table.legal_cards())
            assert sorted(solver.legal(play)) == legal
            move = rng.choice(moment.table.moves())
            after, trick = moment.after(move)
            for side in range(sides.count):
                of = seats_of(sides, side)
                _, winner, gain = solver.after(play, question(POINTS, of), *laid(moment, move))
                assert gain == units(after, side) - units(moment, side)
                assert winner == (-1 if trick is None else trick.winner)
                _, _, won = solver.after(play, question(TRICKS, of), *laid(moment, move))
                assert won == (trick is not None and sides.of[trick.winner] == side)
                _, _, held = solver.after(play, question(HOLDS, of, cards=trull), *laid(moment, move))
                assert held == len(_trull(after, side)) - len(_trull(moment, side))
            play = solver.after(play, question(TRICKS), *laid(moment, move))[0]
            moment = after
        assert play.over


def _trull(moment: Moment, side: int) -> frozenset[object]:
    game = moment.table.spec
    return frozenset(game.trull & moment.reckoning.piles[side].cards)
