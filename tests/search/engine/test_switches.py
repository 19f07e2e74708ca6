"""Everything that makes the search smaller changes no answer: each rule is switched off in turn."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable

import pytest
from agreement import CORE, KEYS, RULES, sparing, sparing_near_misses, without
from bench.questions import asked
from effort import part, tries
from positions_strategy import Shape, random_position, told

from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import NativeEngine
from analyzer.search.engine.reference import ReferenceEngine

LONG_SEEDS = (9, 10, 14, 18, 23, 25, 29, 45)
SHAPES = (
    Shape(tricks=3, fool=True, fool_demand=True),
    Shape(tricks=3, taken=True, count=True),
    Shape(tricks=4, laid=1),
)


def answers(engine: NativeEngine | ReferenceEngine, of: Position) -> tuple[object, ...]:
    question = Hand.from_position(of)
    goals = dict(engine.goals(question, KEYS, Budget()))
    return goals, [engine.guarantee(question, seat, Budget()) for seat in range(3)]


@functools.cache
def expected(seed: int, shape: Shape) -> tuple[Position, tuple[object, ...]]:
    of = random_position(random.Random(f"short {seed}"), shape)
    return of, answers(ReferenceEngine(), of)


def test_every_rule_of_the_core_has_its_switch_here() -> None:
    assert set(RULES) == {name for name in dir(CORE.Switches()) if not name.startswith("_")}


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_answers_of_short_endings_do_not_rest_on_a_rule(rule: str, shape: Shape) -> None:
    for seed in range(tries(12, 3)):
        of, answer = expected(seed, shape)
        assert answers(without(rule), of) == answer, told(of)


@pytest.mark.parametrize("rule", RULES)
def test_the_answers_of_longer_endings_do_not_rest_on_a_rule(rule: str) -> None:
    for seed in range(6):
        of = random_position(random.Random(f"longer {seed}"), Shape(tricks=6, fool=bool(seed % 2)))
        assert answers(without(rule), of) == answers(NativeEngine(), of), told(of)


@pytest.mark.parametrize("shape", [Shape(tricks=6), Shape(tricks=5, fool=True, fool_demand=True)], ids=str)
def test_equilibria_are_the_same_where_only_the_winner_of_the_last_trick_counts(shape: Shape) -> None:
    spared = 0
    for seed in range(tries(40, 8)):
        of = random_position(random.Random(f"winner {seed}"), shape)
        question, whole, ended = Hand.from_position(of), Budget(), Budget()
        expanded = without("last_winner").equilibria(question, whole)
        assert NativeEngine().equilibria(question, ended) == expanded, told(of)
        spared += whole.spent - ended.spent
    assert spared > 0


@pytest.mark.parametrize("rule", sorted({*RULES} - {"table"}))
def test_the_answers_of_long_hands_do_not_rest_on_a_rule(rule: str) -> None:
    """Beyond sixteen tricks other winners of late tricks are searched for; without a table none would end."""
    for seed in LONG_SEEDS:
        ask = asked("uniform", seed, 19)
        question = Hand.from_position(ask.position)
        answer = [
            engine.forces(question, ask.goal, ask.seat, ask.by, Budget())
            for engine in (NativeEngine(), without(rule))
        ]
        assert answer[0] == answer[1], told(ask.position)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_answers_of_short_endings_do_not_rest_on_comparisons_that_proofs_can_spare(shape: Shape) -> None:
    for seed in range(tries(40, 4)):
        of, answer = expected(seed, shape)
        assert answers(sparing(4), of) == answer, told(of)
        assert answers(sparing_near_misses(4), of) == answer, told(of)


@pytest.mark.parametrize("spares", [sparing, sparing_near_misses])
def test_the_answers_of_longer_endings_do_not_rest_on_comparisons_that_proofs_can_spare(
    spares: Callable[[int], NativeEngine],
) -> None:
    """They are looked for from the first trick on; hands of this length do not by themselves."""
    without_any, with_them = Budget(), Budget()
    for seed in range(tries(40, 4)):
        of = random_position(random.Random(f"spared {seed}"), Shape(tricks=5 + seed % 4, fool=bool(seed % 2)))
        question = Hand.from_position(of)
        plain = NativeEngine().goals(question, KEYS, without_any)
        assert dict(spares(8).goals(question, KEYS, with_them)) == dict(plain), told(of)
    assert with_them.spent != without_any.spent


@pytest.mark.parametrize(
    ("rule", "seed"),
    part(
        [*((rule, seed) for rule in ("crowds", "sparing") for seed in (4, 16, 52, 58)), ("near_misses", 18)]
    ),
)
def test_whole_hands_with_hundreds_of_proofs_of_a_shape_do_not_rest_on_what_is_done_about_them(
    rule: str, seed: int
) -> None:
    """The hands are hard enough that it is done, which the nodes tell."""
    ask = asked("uniform", seed)
    question = Hand.from_position(ask.position)
    said, nodes = set(), set()
    for engine in (NativeEngine(), without(rule)):
        budget = Budget()
        said.add(engine.forces(question, ask.goal, ask.seat, ask.by, budget))
        nodes.add(budget.spent)
    assert len(said) == 1
    assert len(nodes) == 2


def test_no_rule_forgets_that_a_trick_may_be_the_first_of_a_player() -> None:
    """Who wins it then decides about Tout and Nolo; the seeds are of hands where it matters."""
    for tricks, seed in ((4, 476), (4, 1062), (5, 51), (5, 339)):
        shape = Shape(tricks=tricks, fool=bool(seed % 2), taken=True)
        of = random_position(random.Random(f"first trick {seed}"), shape)
        assert answers(without("either"), of) == answers(NativeEngine(), of), told(of)


def test_the_answers_do_not_rest_on_all_rules_together() -> None:
    for seed in range(tries(10, 2)):
        of = random_position(random.Random(f"all {seed}"), Shape(tricks=5, fool=bool(seed % 2)))
        assert answers(without(*RULES), of) == answers(NativeEngine(), of), told(of)


def test_the_rules_do_make_the_search_smaller() -> None:
    of = random_position(random.Random("smaller"), Shape(tricks=6, fool=True))
    with_rules, bare = Budget(), Budget()
    NativeEngine().goals(Hand.from_position(of), KEYS, with_rules)
    without(*RULES).goals(Hand.from_position(of), KEYS, bare)
    assert 0 < with_rules.spent < bare.spent
