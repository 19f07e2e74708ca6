"""Every engine gives the answers of the plain reference, on positions of every shape."""

from __future__ import annotations

import random

import pytest
from effort import examples
from hypothesis import given, settings
from positions_strategy import Shape, positions, random_position, told
from solving import solve

from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.score.goals import LAST_TRICK_GOALS
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.native import NativeEngine
from analyzer.search.engine.reference import ReferenceEngine

KEYS = [(seat, goal) for seat in range(3) for goal in LAST_TRICK_GOALS]
ENGINES = {"native": NativeEngine}
SHAPES = {
    "one trick": Shape(tricks=1),
    "two tricks": Shape(tricks=2),
    "three tricks": Shape(tricks=3),
    "three tricks with the Fool to be demanded": Shape(tricks=3, fool=True, fool_demand=True),
    "four tricks with the Fool": Shape(tricks=4, fool=True, laid=2),
    "the count": Shape(tricks=2, count=True),
    "an announced Tout": Shape(tricks=2, announce=True, taken=True),
    "a fourth at the table": Shape(tricks=2, sitting_out=True),
}


def agrees(engine: Engine, of: Position) -> None:
    question, plain = Hand.from_position(of), ReferenceEngine()
    expected = dict(plain.goals(question, KEYS, Budget()))
    assert dict(engine.goals(question, KEYS, Budget())) == expected, told(of)
    for seat in range(3):
        sure = plain.guarantee(question, seat, Budget())
        assert engine.guarantee(question, seat, Budget()) == sure, told(of)
    payoffs = {each.tokens for each in plain.equilibria(question, Budget())}
    found = engine.equilibria(question, Budget())
    assert {each.tokens for each in found} == payoffs, told(of)
    assert len(found) == len(payoffs), told(of)
    for payoff in found:
        assert paid_along(question, payoff.line) == (*payoff.tokens, *payoff.pots), told(of)
    for seat, goal in KEYS:
        mask = (seat * 5 + len(str(goal))) % 8
        forced = bool(expected[seat, goal] >> mask & 1)
        assert engine.forces(question, goal, seat, mask, Budget()) == forced, told(of)


def paid_along(question: Hand, line: object) -> tuple[int, ...]:
    """What a line pays, played from the question; whoever is passed over in it lets the card pass."""
    at, paid = question, question.nothing
    for seat, move in line:  # type: ignore[attr-defined]
        while at.table.picked is not None and at.to_move != seat:
            at, now = at.after(at.moves()[1])
            paid = tuple(a + b for a, b in zip(paid, now, strict=True))
        assert at.to_move == seat
        assert move in at.moves()
        at, now = at.after(move)
        paid = tuple(a + b for a, b in zip(paid, now, strict=True))
    assert at.over
    return paid


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_native_agrees_with_the_reference_on_every_shape(engine: type[NativeEngine], shape: Shape) -> None:
    shared = engine()
    for seed in range(25 if shape.tricks < 3 else 6):
        agrees(shared, random_position(random.Random(seed), shape))


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
def test_native_agrees_with_the_reference_from_a_picked_card_on(engine: type[NativeEngine]) -> None:
    shared, picked = engine(), 0
    for seed in range(12):
        of = random_position(random.Random(seed), Shape(tricks=3, fool=True, fool_demand=True, laid=seed % 3))
        question = Hand.from_position(of)
        for move in question.moves():
            after, _ = question.after(move)
            if after.table.picked is None:
                continue
            picked += 1
            expected = ReferenceEngine().goals(after, KEYS, Budget())
            assert dict(shared.goals(after, KEYS, Budget())) == dict(expected), told(of)
            payoffs = {each.tokens for each in ReferenceEngine().equilibria(after, Budget())}
            assert {each.tokens for each in shared.equilibria(after, Budget())} == payoffs, told(of)
    assert picked > 0


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
@settings(max_examples=examples(60), deadline=None)
@given(of=positions(most_tricks=2))
def test_native_agrees_with_the_reference_wherever_hypothesis_looks(
    engine: type[NativeEngine], of: Position
) -> None:
    agrees(engine(), of)


@pytest.mark.parametrize("seed", range(20))
def test_the_whole_answer_does_not_depend_on_the_engine(seed: int) -> None:
    of = random_position(random.Random(seed), Shape(tricks=2))
    plain, fast = solve(of, engine=ReferenceEngine()), solve(of)
    assert fast.values == plain.values, told(of)
    assert fast.cards == plain.cards, told(of)
