"""Cards that nothing can tell apart are searched once."""

from __future__ import annotations

import random

import pytest
from effort import part
from positions_strategy import Shape, piles_told, random_position, told

from analyzer.cards.card import BY_TEXT, cards
from analyzer.position.hand import Hand, merged_moves
from analyzer.position.model import Position
from analyzer.rules.play.table import Laid
from analyzer.rules.score.goals import LAST_TRICK_GOALS
from analyzer.rules.score.hand import PileFacts
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.reference import ReferenceEngine


def groups(a: str, b: str, c: str, lead: int = 0, **more: object) -> list[str]:
    hands = tuple(frozenset(cards(text)) for text in (a, b, c))
    of = Position(load_ruleset("danish"), ("A", "B", "C"), hands, lead, **more)  # type: ignore[arg-type]
    return [" ".join(map(str, (move, *equals))) for move, equals in merged_moves(Hand.from_position(of))]


def test_neighbours_in_one_hand_are_one_card() -> None:
    assert groups("T9 T8 c4", "T3 T2 s1", "h1 h2 d1") == ["c4", "T9 T8"]


def test_cards_with_only_played_cards_between_them_are_one_card() -> None:
    assert groups("T19 T8 h5", "T3 T2 s1", "d1 d2 d3") == ["h5", "T19 T8"]


def test_a_card_in_another_hand_keeps_its_neighbours_apart() -> None:
    assert groups("T19 T8 h5", "T10 T2 s1", "d1 d2 d3") == ["h5", "T19", "T8"]


def test_a_card_on_the_table_keeps_its_neighbours_apart() -> None:
    trick = (Laid(2, BY_TEXT["T10"]),)
    assert groups("T19 T8", "T3 T2", "d1", lead=2, trick=trick) == ["T19", "T8"]


def test_red_spot_cards_are_neighbours_the_other_way_round() -> None:
    assert groups("h1 h3 hV", "h2 c1 c2", "d1 d2 d3") == ["hV h1", "h3"]


def test_a_king_and_the_pagat_are_never_merged() -> None:
    assert groups("hR hD T2 T1", "c1 c2 c3 c4", "d1 d2 d3 d4") == ["hR", "hD", "T2", "T1"]


def test_cards_of_different_worth_are_apart_only_where_the_count_is_paid() -> None:
    hands = ("hD hC h4", "c1 c2 c3", "d1 d2 d3")
    told = piles_told(PileFacts(8, 30), PileFacts(7, 20), PileFacts(7, 20))
    assert groups(*hands, told=told, dealer=0) == ["hD hC h4"]
    assert groups(*hands, told=told, dealer=0, count=True) == ["hD", "hC", "h4"]


def test_cards_of_one_worth_are_merged_over_a_third_of_another_worth() -> None:
    told = piles_told(PileFacts(8, 34), PileFacts(7, 20), PileFacts(7, 20))
    assert groups("c10 cV c2", "d1 d2 d3", "h1 h2 h3", told=told, dealer=0, count=True) == ["cV", "c10 c2"]


def test_a_led_fool_has_one_entry_for_every_suit_somebody_else_can_follow() -> None:
    assert groups("fool", "h4", "T2") == ["fool=h", "fool=T"]


def test_both_answers_to_a_picked_card_stand_alone() -> None:
    of = Position(
        load_ruleset("danish"),
        ("A", "B", "C"),
        tuple(frozenset(cards(text)) for text in ("fool h4 h5", "c1 c2 c3", "d1 d2 d3")),
        0,
    )
    picked, _ = Hand.from_position(of).after(Hand.from_position(of).moves()[0])
    assert [str(move) for move, _ in merged_moves(picked)] == ["demand", "allow"]


@pytest.mark.parametrize("seed", part(range(120), 4))
def test_equal_cards_have_equal_values(seed: int) -> None:
    of = random_position(random.Random(seed), Shape(tricks=2 + (seed % 4 == 0)))
    question, engine = Hand.from_position(of), ReferenceEngine()
    keys = [(seat, goal) for seat in range(3) for goal in LAST_TRICK_GOALS]
    moves = {move.card: move for move in question.moves()}
    for move, equals in merged_moves(question):
        if not equals:
            continue
        shown, *others = (question.after(moves[card])[0] for card in (move.card, *equals))
        if shown.over:
            continue
        for other in others:
            assert engine.goals(shown, keys, Budget()) == engine.goals(other, keys, Budget()), told(of)
            for seat in range(3):
                least = engine.guarantee(shown, seat, Budget()), engine.guarantee(other, seat, Budget())
                assert least[0] == least[1], told(of)
            both = [{each.tokens for each in engine.equilibria(at, Budget())} for at in (shown, other)]
            assert both[0] == both[1], told(of)


def test_the_random_positions_do_hold_equal_cards() -> None:
    merged = 0
    for seed in range(120):
        of = random_position(random.Random(seed), Shape(tricks=2 + (seed % 4 == 0)))
        merged += any(equals for _, equals in merged_moves(Hand.from_position(of)))
    assert merged > 10
