"""Decisions over worlds against their definition: all strategies, the plain walk, and `solve`."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest
from effort import tries
from places import POSITIONS
from positions_strategy import Shape, random_position, told
from solving import solve
from unknown_worlds import case_of, demand_worlds, disagreement, random_worlds

from analyzer.cards.card import cards
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.position.reading import load
from analyzer.position.setting import World
from analyzer.rules.actions import Action
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.search.engine.engine import Budget
from analyzer.search.worlds.decide import decide
from analyzer.search.worlds.engines import Case, NativeCase, PlainCase
from analyzer.search.worlds.plain import WorldsState
from analyzer.search.worlds.results import Opponents, WorldOutcome

Seen = tuple[tuple[int, Action], ...]
Strategy = dict[Seen, Action]


def strategies(case: Case, first: Action) -> list[Strategy]:
    """Every way to choose a card after everything the player may have seen, once he has played `first`."""
    choices: dict[Seen, set[Action]] = {}

    def walk(question: Hand, seen: Seen) -> None:
        if question.over:
            return
        mover = question.to_move
        if mover == case.player:
            choices.setdefault(seen, set()).update(question.moves() if seen else [first])
        for move in question.moves() if seen or mover != case.player else (first,):
            walk(question.after(move)[0], (*seen, (mover, move)))

    for question in case.questions:
        walk(question, ())
    count = 1
    for moves in choices.values():
        count *= len(moves)
    if count > 64:
        return []
    return [dict(zip(choices, picked, strict=True)) for picked in product(*choices.values())]


def held_to(case: Case, state: WorldsState, strategy: Strategy, seen: Seen = ()) -> WorldOutcome:
    """How a world ends where the others do their worst to the strategy."""
    question = state.question
    if question.over:
        return state.outcome()
    mover = question.to_move
    moves = [strategy[seen]] if mover == case.player else question.moves()
    ends = [held_to(case, state.after(move), strategy, (*seen, (mover, move))) for move in moves]
    return min(ends, key=lambda end: end.order(case.player))


def test_against_the_player_the_best_strategy_of_all_is_found_and_told_as_it_is_played() -> None:
    searched = choosing = 0
    for seed in range(tries(120, 6)):
        position = random_worlds(random.Random(seed), 3, Shape(tricks=3, laid=2 - seed % 3, fool=False))
        case = case_of(position, Opponents.AGAINST)
        native = NativeCase(case)
        for first, _ in case.infoset.choices():
            every = strategies(case, first)
            if not every:
                continue
            told_of = [
                tuple(held_to(case, each, strategy) for each in case.infoset.states) for strategy in every
            ]
            ends = [[end.tokens[case.player] for end in ends] for ends in told_of]
            best = max(sum(n * w for n, w in zip(end, case.weights, strict=True)) for end in ends)
            outcomes = native.evaluation(first, Budget()).worst
            tokens = [outcome.tokens[case.player] for outcome in outcomes]
            assert sum(n * w for n, w in zip(tokens, case.weights, strict=True)) == best, told(position)
            assert outcomes in told_of, told(position)
            assert native.least(first, Budget())[0] == max(min(end) for end in ends), told(position)
            searched += 1
            choosing += len(set(told_of)) > 1
    assert searched > tries(40)
    assert choosing > tries(10)


KEPT = sorted((POSITIONS / "kept").glob("worlds-*.yaml"))
SHAPES = {
    "the last trick": (Shape(tricks=1), 6, 200),
    "two tricks": (Shape(tricks=2), 5, 100),
    "two tricks with the count": (Shape(tricks=2, count=True), 4, 40),
    "three tricks with the Fool to be demanded": (
        Shape(tricks=3, fool=True, fool_demand=True, laid=2), 3, 30,
    ),
    "three tricks": (Shape(tricks=3, laid=2), 3, 30),
    "a fourth at the table and an announced Tout": (
        Shape(tricks=2, sitting_out=True, announce=True, taken=True), 4, 10,
    ),
}  # fmt: skip


@pytest.mark.parametrize("opponents", Opponents)
@pytest.mark.parametrize("shape", SHAPES)
def test_the_core_gives_the_answers_of_the_plain_walk(shape: str, opponents: Opponents) -> None:
    of, worlds, rounds = SHAPES[shape]
    for seed in range(tries(rounds, 6)):
        position = random_worlds(random.Random(seed), worlds, of)
        case = case_of(position, opponents)
        assert disagreement(case, NativeCase(case), PlainCase(case)) is None, told(position)


@pytest.mark.parametrize("opponents", Opponents)
@pytest.mark.parametrize(("laid", "rounds"), [(0, 16), (1, 60)])
def test_who_may_demand_the_fool_of_somebody_unknown_is_answered_as_by_the_plain_walk(
    laid: int, rounds: int, opponents: Opponents
) -> None:
    for seed in range(tries(rounds, 6)):
        position = demand_worlds(random.Random(seed), 2, laid)
        case = case_of(position, opponents)
        assert disagreement(case, NativeCase(case), PlainCase(case)) is None, told(position)


@pytest.mark.parametrize("opponents", Opponents)
@pytest.mark.parametrize(
    "path", sorted((POSITIONS / "kept").glob("worlds-*.yaml")), ids=lambda path: path.stem
)
def test_worlds_that_an_answer_was_once_wrong_about_are_decided_alike_ever_after(
    path: Path, opponents: Opponents
) -> None:
    case = case_of(load(str(path)), opponents)
    assert disagreement(case, NativeCase(case), PlainCase(case)) is None


def test_with_one_world_the_answer_is_that_of_solve() -> None:
    for seed in range(tries(40)):
        position = random_position(random.Random(seed), Shape(tricks=3, ruleset="danish", sitting_out=False))
        player = position.table.to_move
        wanted = {(each.card, each.names): each for each in solve(position).cards}
        against = decide(position, opponents=Opponents.AGAINST)
        selfish = decide(position, opponents=Opponents.SELFISH)
        for card in against.cards:
            guarantee = wanted[card.card, card.names].values.guarantee
            assert guarantee is not None
            assert card.expected == card.worst == guarantee[player], told(position)
        for card in selfish.cards:
            values = wanted[card.card, card.names]
            tokens = [each.tokens[player] for each in values.values.equilibria or ()]
            assert (card.expected, card.expected_best) == (min(tokens), max(tokens)), told(position)
            assert (card.worst, card.worst_best) == (min(tokens), max(tokens)), told(position)
            assert card.outcomes[0].tokens in {each.tokens for each in values.values.equilibria or ()}
            assert card.equals == values.equals
            assert card.verdict is not None
            assert (card.verdict.proper, card.verdict.why) == (values.proper, values.why), told(position)


# B's queen of spades takes a trick and leaves B where he cannot tell position 2 from position 3.
TRAP = Position(
    load_ruleset("danish"),
    ("A", "B", "C"),
    tuple(frozenset(cards(text)) for text in ("s1 T10 T7", "sD hR d9", "s2 h3 h4")),
    1,
    worlds=(World("second", 1, tuple(frozenset(cards(t)) for t in ("s1 T10 h3", "sD hR d9", "s2 T7 h4"))),),
)


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("opponents", Opponents)
def test_a_plan_that_needs_to_know_the_world_is_no_plan(opponents: Opponents, plain: bool) -> None:
    decision = decide(TRAP, opponents=opponents, plain=plain)
    queen = next(card for card in decision.cards if card.name == "sD")
    knowing = [solve(TRAP, goals=False), solve(TRAP_2, goals=False)]
    sure = [next(card.values.guarantee for card in each.cards if str(card.card) == "sD") for each in knowing]
    assert [tokens[1] for tokens in sure if tokens is not None] == [-35, 120]
    assert queen.expected == -10
    assert queen.worst == -35
    assert [outcome.tokens[1] for outcome in queen.outcomes] == [-140, 120]


TRAP_2 = Position(TRAP.rules, TRAP.players, TRAP.worlds[0].hands, TRAP.lead)


@pytest.mark.parametrize("opponents", Opponents)
def test_more_threads_change_no_number(opponents: Opponents) -> None:
    position = random_worlds(random.Random(5), 12, Shape(tricks=4, laid=0))
    one, three = (decide(position, opponents=opponents, threads=threads) for threads in (1, 3))
    assert one.cards == three.cards
    assert one.break_even == three.break_even
