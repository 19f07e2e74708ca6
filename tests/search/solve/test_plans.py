"""Plans: a line proves by the rules alone, nothing in it can be spared, and what mattered is enough."""

from __future__ import annotations

import copy
import itertools
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from effort import tries
from msgspec import structs
from plan_claims import EVERYONE, Claim, claims
from plan_play import PlanPlay
from positions_strategy import Shape, position, random_position, told

from analyzer.cards.card import DECK, FOOL, PAGAT, Card, Suit
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.score.goals import LAST_TRICK_GOALS, Goal
from analyzer.rules.score.hand import NOTHING_TOLD
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import NativeEngine
from analyzer.search.engine.planning import PlanSize, winning
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.solve.explain import Explained, Pair, exchanged, explain, forced

SHAPES = {
    "two tricks": Shape(tricks=2, ruleset="danish"),
    "three tricks": Shape(tricks=3, ruleset="danish"),
    "the Fool to be demanded": Shape(tricks=3, fool=True, fool_demand=True, ruleset="danish"),
    "the Fool banned from the last trick but one": Shape(tricks=2, fool=True, ruleset="danish"),
    "a trick under way": Shape(tricks=3, laid=2, ruleset="danish"),
    "four tricks with the Fool": Shape(tricks=4, fool=True, ruleset="danish"),
    "four tricks": Shape(tricks=4, fool=False, ruleset="danish"),
}


def some(number: int = 12, seed: int = 1) -> list[tuple[Claim, Explained]]:
    """Claims of every shape with their plans."""
    asked = [(claim, claim.explained()) for shape in SHAPES.values() for claim in claims(seed, number, shape)]
    return [(claim, found) for claim, found in asked if found.plan is not None]


@pytest.fixture(scope="module")
def explained() -> list[tuple[Claim, Explained]]:
    return some()


def proves(claim: Claim, found: Explained, lines: Any, known: Any = None) -> bool:
    play = PlanPlay(claim.position, lines, claim.goal, claim.seat, bool(found.holds), known)
    return play.proves()


@pytest.mark.parametrize("name", SHAPES)
def test_a_plan_proves_against_every_reply_with_nothing_merged(name: str) -> None:
    for claim in claims(5, 40, SHAPES[name]):
        found = claim.explained()
        assert found.plan is not None, told(claim.position)
        assert found.holds is bool(forced(claim.position, claim.goal, claim.seat, claim.by, line=False))
        assert proves(claim, found, claim.lines(found)), told(claim.position)


def test_a_plan_names_only_cards_of_those_who_follow_it(explained: list[tuple[Claim, Explained]]) -> None:
    for claim, found in explained:
        assert found.plan is not None
        for seat, lines in found.plan.lines.items():
            assert found.winners >> seat & 1
            own = {*map(str, claim.position.hands[seat]), "demand"}
            assert {word.partition("=")[0] for line in lines for word in line.words} <= own


def spared(lines: Any) -> Iterator[Any]:
    """The lines with one card, one event or one line left out, each in turn."""
    for player, each in lines.items():
        for number, line in enumerate(each):
            yield {**lines, player: each[:number] + each[number + 1 :]}
            for place in range(len(line["when"])):
                less = copy.deepcopy(lines)
                del less[player][number]["when"][place]
                yield less
            for group, words in enumerate(line["first"]):
                for word in words:
                    less = copy.deepcopy(lines)
                    less[player][number]["first"][group].remove(word)
                    yield less


def test_no_line_no_event_and_no_card_of_a_plan_can_go(explained: list[tuple[Claim, Explained]]) -> None:
    asked = 0
    for claim, found in explained:
        for less in spared(claim.lines(found)):
            asked += 1
            assert not proves(claim, found, less), (told(claim.position), claim.lines(found), less)
    assert asked > 80


def test_no_comparison_that_mattered_can_go(explained: list[tuple[Claim, Explained]]) -> None:
    asked = 0
    for claim, found in explained:
        assert found.mattered is not None
        lines, pairs = claim.lines(found), set(found.mattered)
        assert proves(claim, found, lines, pairs), told(claim.position)
        for pair in pairs:
            asked += 1
            assert not proves(claim, found, lines, pairs - {pair}), (told(claim.position), pair)
    assert asked > 40


def reranked(rng: random.Random, of: Position, pairs: tuple[Pair, ...]) -> dict[Card, Card]:
    """Other ranks for the cards of each suit in which the pairs come out the same; kings and Pagat stay."""
    height = of.rules.game.height
    there = [*itertools.chain(*of.hands), *(laid.card for laid in of.trick)]
    found = {}
    for suit in Suit:
        free = [card for card in there if card.suit is suit and not card.is_king and card != PAGAT]
        ranks = sorted(free, key=height)
        left, order = list(free), []
        while left:
            lowest = [card for card in left if not any((card, other) in pairs for other in left)]
            order.append(rng.choice(sorted(lowest)))
            left.remove(order[-1])
        found |= dict(zip(order, ranks, strict=True))
    return found


def renamed(lines: Any, names: Mapping[Any, Any]) -> Any:
    """The lines with every card, or word, called as it is called now."""
    words = {str(card): str(now) for card, now in names.items()}

    def named(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: named(each) for key, each in value.items()}
        return [named(each) for each in value] if isinstance(value, list) else words.get(value, value)

    return named(lines)


def test_a_plan_lasts_in_every_deal_in_which_what_mattered_comes_out_the_same(
    explained: list[tuple[Claim, Explained]],
) -> None:
    rng = random.Random(3)
    other = 0
    for claim, found in explained:
        assert found.mattered is not None
        for _ in range(4):
            names = reranked(rng, claim.position, found.mattered)
            hands = tuple(frozenset(names.get(card, card) for card in hand) for hand in claim.position.hands)
            trick = tuple(
                laid._replace(card=names.get(laid.card, laid.card)) for laid in claim.position.trick
            )
            now = replace(
                claim.position, hands=hands, trick=trick, told=NOTHING_TOLD, count=False, announce=frozenset()
            )
            other += hands != claim.position.hands
            dealt = replace(claim, position=now)
            lines = renamed(claim.lines(found), names)
            leftmost = {
                player: [
                    {**line, "first": [[word] for group in line["first"] for word in group]} for line in each
                ]
                for player, each in lines.items()
            }
            assert proves(dealt, found, leftmost), (told(claim.position), told(now), lines)
            assert forced(now, claim.goal, claim.seat, claim.by, line=False).holds is found.holds
    assert other > 100


def test_an_exchange_loses_exactly_where_the_deal_with_it_is_lost(
    explained: list[tuple[Claim, Explained]],
) -> None:
    lost = 0
    for claim, found in explained:
        assert found.mattered is not None
        assert found.exchange_loses is not None
        if claim.position.tricks_left > 3:  # which is long for the plain reference
            continue
        side = found.winners if found.holds else 7 & ~found.winners
        for pair in found.mattered:
            table = exchanged(claim.position.table, *pair)
            now = structs.replace(Hand.from_position(claim.position), table=table)
            holds = ReferenceEngine().forces(now, claim.goal, claim.seat, side, Budget())
            assert (pair in found.exchange_loses) is (holds is not found.holds)
            lost += pair in found.exchange_loses
    assert lost > 10


def test_an_automatic_goal_needs_no_plan_and_an_impossible_one_none_against_it() -> None:
    c_leads = position("dR T7", "hR d9", "c7 c2", 2)
    found = explain(c_leads, Goal.ULTIMO, 0)
    assert (found.holds, found.plan and found.plan.lines) == (True, {})
    found = explain(c_leads, Goal.PAGAT_ULTIMO, 0)
    assert (found.holds, found.winners, found.plan and found.plan.lines) == (False, 0, {})


def test_the_plan_of_a_demand_demands() -> None:
    of = position("h4 dR dD T8", "h1 h8 d4 cR", "h10 c4 T21 fool", 1)
    found = explain(of, Goal.ULTIMO, 1)
    assert found.plan is not None
    assert "demand" in found.plan.named
    assert explain(replace(of, fool_demand=False), Goal.ULTIMO, 1).holds is False


def test_where_all_play_together_and_a_demand_would_spoil_it_the_plan_says_not_to_demand() -> None:
    of = position("hR h8 cR", "T17 T11 fool", "dR T21 T1", 1)
    together = Claim(of, Goal.ULTIMO, 0, EVERYONE)
    found = together.explained()
    assert found.plan is not None
    assert (found.winners, found.holds, "no-demand" in found.plan.named) == (EVERYONE, True, True)
    lines = together.lines(found)
    assert proves(together, found, lines)
    for each in ("no-demand", "demand"):
        other = renamed(lines, {"no-demand": each}) if each == "demand" else silent(lines)
        assert not proves(together, found, other)


def silent(lines: Any) -> Any:
    """The lines without a word about demands."""
    return {
        player: [
            {**line, "first": [[word for word in group if word != "no-demand"] for group in line["first"]]}
            for line in each
        ]
        for player, each in lines.items()
    }


def test_who_gets_their_way_with_fewer_lets_the_others_play_anything() -> None:
    of = position("T20 T17 cC sR T1", "s7 s1 c1 T21 T8", "sV s10 cR c4 T19", 0)
    alone, together = explain(of, Goal.ULTIMO, 0, 0b001), explain(of, Goal.ULTIMO, 0, 0b011)
    assert alone.holds
    assert together.winners == 0b011
    assert alone.plan == together.plan


def test_the_same_plan_is_found_in_every_run_by_two_threads_and_by_an_engine_asked_before() -> None:
    rng = random.Random(8)
    engine = NativeEngine()
    together = NativeEngine(threads=2, alone=0)
    for _ in range(tries(12)):
        of = random_position(rng, Shape(tricks=4, ruleset="danish"))
        for seat in range(3):
            first = explain(of, Goal.ULTIMO, seat, engine=NativeEngine())
            for other in (engine, together):
                again = explain(of, Goal.ULTIMO, seat, engine=other)
                assert replace(again, nodes=0, seconds=0.0) == replace(first, nodes=0, seconds=0.0)
    program = (
        "import random; from positions_strategy import *; from analyzer.search.solve.explain import explain; "
        "from analyzer.rules.score.goals import Goal; rng = random.Random(8)\n"
        "for _ in range(6):\n"
        "    of = random_position(rng, Shape(tricks=4, ruleset='danish'))\n"
        "    print(explain(of, Goal.ULTIMO, 0).plan, explain(of, Goal.ULTIMO, 0).mattered)"
    )
    path = os.pathsep.join([os.environ.get("PYTHONPATH", ""), str(Path(__file__).parents[2])])
    runs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


def test_no_plan_within_the_limits_is_said_and_not_made_up() -> None:
    dealt = random.Random(4).sample([card for card in DECK if card != FOOL], 24)
    hands = tuple(frozenset(dealt[seat::3]) for seat in range(3))
    of = Position(load_ruleset("danish"), ("A", "B", "C"), hands, 0)
    small = PlanSize(states=10, all=10, shrink=10, need=10)
    known = [explain(of, Goal.LAST_TRICK, seat, size=small) for seat in range(3)]
    assert all(found.holds is not None and found.stopped for found in known if found.plan is None)
    assert any(found.plan is None for found in known)
    assert all(explain(of, Goal.LAST_TRICK, seat).plan is not None for seat in range(3))


@pytest.mark.parametrize("name", SHAPES)
def test_the_winning_moves_are_those_that_leave_the_answer_as_it_is(name: str) -> None:
    rng = random.Random(6)
    for _ in range(tries(10 if SHAPES[name].tricks > 3 else 40)):
        of = random_position(rng, SHAPES[name])
        goal, seat, by = rng.choice(LAST_TRICK_GOALS), rng.randrange(3), rng.randrange(8)
        question, plain = Hand.from_position(of), ReferenceEngine()
        holds, found = winning(NativeEngine(), question, goal, seat, by, Budget())
        assert holds is plain.forces(question, goal, seat, by, Budget())
        kept = []
        for move in question.moves():
            after, _ = question.after(move)
            if after.over:
                kept.append(plain.goals(question, [(seat, goal)], Budget())[(seat, goal)] >> by & 1 == holds)
            else:
                kept.append(plain.forces(after, goal, seat, by, Budget()) is holds)
        assert [move in found for move in question.moves()] == kept, told(of)
