"""The plain search of every game of card points says what playing every line on the board comes to."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from contract.dealing import dealt, played
from effort import part
from msgspec import structs
from rulesets import FORMS, POINT_RULES
from search.points.plain_play import Judge, Tree

from analyzer.position.bearing import Askable
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.actions import seat_groups
from analyzer.rules.score.goals import Aim, Sense, at_least
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.reference import ReferenceEngine

POINT_FORMS = [each for each in FORMS if each[0] in POINT_RULES]
SEEDS = part((11, 12), 2)
every_point_form = pytest.mark.parametrize(("name", "seats"), part(POINT_FORMS, 6))
every_seed = pytest.mark.parametrize("seed", SEEDS)
TRICKS = 2


def ending(name: str, seats: int, seed: int, tricks: int = TRICKS) -> Position:
    """The last tricks of a hand that was played at random, with the past that it then has."""
    return next(
        position
        for position, _, _ in played(dealt(name, seats, seed), seed)
        if position.tricks_left == tricks and not position.trick
    )


def forgotten(position: Position) -> Position:
    """The same ending without a word of what was won before."""
    return replace(position, told=structs.replace(position.told, piles={}), skat=None)


@every_point_form
@every_seed
def test_who_can_force_what_is_what_every_line_comes_to(name: str, seats: int, seed: int) -> None:
    position = ending(name, seats, seed)
    question = Hand.from_position(position)
    keys, sets = Askable(question).default_goals(), range(1 << seats)
    assert keys
    masks = ReferenceEngine().goals(question, keys, Budget(), seat_groups(seats))
    plain = Tree(position).value(
        lambda line: {(*key, by): line.reached(key[1], key[0]) for key in keys for by in sets},
        lambda mover, below: {
            key: any(each[key] for each in below) if key[2] >> mover & 1 else all(each[key] for each in below)
            for key in below[0]
        },
    )
    assert plain == {(*key, by): bool(mask >> by & 1) for key, mask in masks.items() for by in sets}


def with_past(name: str, seats: int, seed: int, past: str) -> Position:
    position = ending(name, seats, seed)
    return position if past == "told" else forgotten(position)


@every_point_form
@every_seed
@pytest.mark.parametrize("past", ["told", "not told"])
def test_points_tricks_and_margins_are_what_every_line_comes_to(
    name: str, seats: int, seed: int, past: str
) -> None:
    position = with_past(name, seats, seed, past)
    question, tree, engine = Hand.from_position(position), Tree(position), ReferenceEngine()
    for aim, side, sense in product((Aim.POINTS, Aim.TRICKS), range(question.sides.count), Sense):
        plain = sure(tree, question, number_of(question, aim, side), side, sense)
        assert plain == engine.value(question, aim, side, sense, Budget())
    if Askable(question).margin:
        margin = engine.value(question, Aim.MARGIN, 0, Sense.MOST, Budget())
        plain = sure(tree, question, lambda line: line.outcome.margin, 0, Sense.MOST)
        assert plain in (None, margin)


def number_of(question: Hand, aim: Aim, side: int) -> Judge:
    """What a line comes to for a side: points, or tricks with those before as far as they are known."""
    if aim is Aim.POINTS:
        return lambda line: (line.found.points or ())[side]
    before = sum(question.won[seat] for seat in question.sides.seats(side))
    return lambda line: (
        before + sum(trick.winner in question.sides.seats(side) for trick in line.found.tricks)
    )


def sure(tree: Tree, question: Hand, of: Judge, side: int, sense: Sense) -> Any:
    """What a side reaches against all others; None where some line has no such number."""
    seats = question.sides.seats(side)

    def choose(mover: int, below: list[Any]) -> Any:
        if None in below:
            return None
        return max(below) if (mover in seats) == (sense is Sense.MOST) else min(below)

    return tree.value(of, choose)


@every_point_form
@every_seed
@pytest.mark.parametrize("past", ["told", "not told"])
def test_what_a_side_is_sure_to_be_paid_is_what_every_line_comes_to(
    name: str, seats: int, seed: int, past: str
) -> None:
    position = with_past(name, seats, seed, past)
    question, tree, engine = Hand.from_position(position), Tree(position), ReferenceEngine()
    points = question.played is None or question.played.aim is ContractAim.POINTS
    for side in range(question.sides.count) if points or past == "told" else ():
        plain = sure(tree, question, lambda line, side=side: line.paid(side), side, Sense.MOST)
        assert engine.guarantee(question, side, Budget()) == plain


@every_point_form
@every_seed
def test_an_equilibrium_is_a_line_in_which_nobody_gains_by_another_card(
    name: str, seats: int, seed: int
) -> None:
    position = ending(name, seats, seed)
    question, tree = Hand.from_position(position), Tree(position)
    sides = range(question.sides.count)
    plain = tree.value(
        lambda line: {tuple(map(line.paid, sides))},
        lambda mover, below: standing(below, question.sides.of[mover]),
    )
    found = ReferenceEngine().equilibria(question, Budget())
    assert {each.tokens for each in found} == plain
    for each in found:
        line = tree.played(tuple(move for _, move in each.line))
        assert tuple(map(line.paid, sides)) == each.tokens


def standing(below: list[set[tuple[int, ...]]], side: int) -> set[tuple[int, ...]]:
    """Of the payoffs below each card those that are as good for a side as what it must fear elsewhere."""
    found = set()
    for place, payoffs in enumerate(below):
        feared = [min(each[side] for each in other) for at, other in enumerate(below) if at != place]
        found |= {each for each in payoffs if all(each[side] >= least for least in feared)}
    return found


@every_point_form
def test_a_goal_of_points_holds_up_to_what_a_side_is_sure_of(name: str, seats: int) -> None:
    question, engine = Hand.from_position(ending(name, seats, 14)), ReferenceEngine()
    unit = question.game.piles.unit
    for side in range(question.sides.count):
        leader = question.sides.seats(side)[0]
        by = sum(1 << seat for seat in question.sides.seats(side))
        sure = engine.value(question, Aim.POINTS, side, Sense.MOST, Budget())
        enough, more = (at_least(Aim.POINTS, sure + Fraction(add, unit)) for add in (0, 1))
        assert engine.forces(question, enough, leader, by, Budget())
        assert not engine.forces(question, more, leader, by, Budget())
