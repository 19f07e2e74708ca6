"""Ends of a goal seen before they come, and prizes that answer for others: what is seen and what is not."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from agreement import without
from positions_strategy import position

from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import NativeEngine
from analyzer.search.engine.reference import ReferenceEngine

A, B, C = 1, 2, 4


@dataclass(frozen=True)
class Asked:
    """Do the players in mask `by` bring about the goal of A?"""

    at: Position
    goal: Goal
    by: int

    def answer(self, engine: NativeEngine | ReferenceEngine, budget: Budget | None = None) -> bool:
        question = Hand.from_position(self.at)
        return engine.forces(question, self.goal, 0, self.by, budget or Budget())

    def nodes(self, *off: str) -> int:
        budget = Budget()
        self.answer(without(*off), budget)
        return budget.spent


SEEN = {
    "the only trump is never lost in the last trick": (
        "lone_pagat", Asked(position("T1 h4", "h3 d2", "s1 s2", 1), Goal.BAGUD, B | C), False,
    ),
    "a bare king is led out": (
        "forced_out", Asked(position("hR d4 s2", "h3 d5 s9", "h4 d1 s8", 1), Goal.ULTIMO, A), False,
    ),
    "a bare king is led out by its owner": (
        "forced_out", Asked(position("hR d4 s2", "h3 d5 s9", "h4 d1 s8", 0), Goal.BAGUD, B | C), False,
    ),
    "a bare king is named out by the Fool": (
        "forced_out", Asked(position("hR d4 s2", "fool d5 s9", "h4 d1 s8", 1), Goal.ULTIMO, A), False,
    ),
    "a bare Pagat must trump": (
        "forced_out", Asked(position("T1 d4 s2", "h3 d5 s9", "T7 d1 s8", 1), Goal.PAGAT_ULTIMO, A), False,
    ),
    "a loser of another suit is led to the king's last trick": (
        "spoils", Asked(position("hR d4", "s9 d5", "h3 d2", 1), Goal.ULTIMO, A), False,
    ),
    "nothing but winners are led, a king last": (
        "sure_prizes", Asked(position("hR d1", "h3 d2", "s1 s2", 0), Goal.ULTIMO, A), True,
    ),
    "the Pagat is kept while another trump goes": (
        "sure_prizes", Asked(position("T1 T5 h4", "h3 d2 s3", "s1 s2 s5", 1), Goal.PAGAT_ULTIMO, A), True,
    ),
}  # fmt: skip

NOT_SEEN = {
    "whoever holds the Fool lays it in the king's place": Asked(
        position("hR d4 fool", "h3 d5 s9", "h4 d1 s8", 1), Goal.ULTIMO, A
    ),
    "another player's trump beats the Pagat": Asked(
        position("T1 h4", "h3 T2", "s1 s2", 1), Goal.BAGUD, B | C
    ),
    "a king without trumps is no Pagat": Asked(
        position("hR h1 d4", "s3 d5 s9", "h4 d1 s8", 1), Goal.ULTIMO, A | C
    ),
    "whoever leads is of those who want it": Asked(
        position("hR d4 s2", "h3 d5 s9", "h4 d1 s8", 1), Goal.ULTIMO, A | B
    ),
    "a loser of the king's own suit spoils nothing": Asked(
        position("hR h1", "s9 h5", "h3 d2", 1), Goal.ULTIMO, A
    ),
}  # fmt: skip

PRIZES = {
    "what is reached with two prizes is not reached with one": (
        Asked(position("hR h1 dR d1 T1", "hC h2 d7 d8 d9", "h4 h7 dC d3 T17", 1), Goal.ULTIMO, A), False,
    ),
    "nor where the others want it": (
        Asked(position("hR h5 d4 T1", "dV d3 d6 T12", "h6 dD dC d5", 2), Goal.ULTIMO, B | C), False,
    ),
    "what is not reached with one prize is reached with two": (
        Asked(position("hR h2 h3 h5 T1", "hC h1 h4 h7 h10", "hV h6 h8 h9 T19", 1), Goal.ULTIMO, A | B), True,
    ),
    "nor is one prize lost as easily as three": (
        Asked(position("dR sR s10 cR c3", "h3 d7 s7 cC c7", "h2 s6 s4 s2 c6", 2), Goal.BAGUD, A), True,
    ),
    "a king that is refuted answers for no other card": (
        Asked(position("hR h2 d2", "h7 T12 fool", "hV d4 d7", fool_demand=False), Goal.ULTIMO, A | B), True,
    ),
    "nor a king that is not lost": (
        Asked(position("hR h8 dR T1", "h4 d3 d8 T6", "d1 d4 T20 fool", 1), Goal.BAGUD, A | B), True,
    ),
}  # fmt: skip
"""Each is answered wrongly by a search that takes the prizes the wrong way round in one place."""


@pytest.mark.parametrize(("rule", "asked", "answer"), SEEN.values(), ids=SEEN)
def test_an_end_is_seen_before_a_card_is_laid(rule: str, asked: Asked, answer: bool) -> None:
    assert asked.answer(NativeEngine()) == asked.answer(ReferenceEngine()) == answer
    assert asked.nodes() == 0 < asked.nodes(rule)


@pytest.mark.parametrize("asked", NOT_SEEN.values(), ids=NOT_SEEN)
def test_an_end_is_not_seen_where_one_card_is_otherwise(asked: Asked) -> None:
    assert asked.answer(NativeEngine()) == asked.answer(ReferenceEngine())
    assert asked.nodes() > 0


@pytest.mark.parametrize(("asked", "answer"), PRIZES.values(), ids=PRIZES)
def test_fewer_prizes_are_never_better_but_more_may_be(asked: Asked, answer: bool) -> None:
    assert asked.answer(NativeEngine()) == asked.answer(without("dominance")) == answer


def test_a_search_that_knows_it_of_prizes_is_smaller() -> None:
    asked = [each for each, _ in PRIZES.values()]
    assert sum(each.nodes() for each in asked) < sum(each.nodes("dominance") for each in asked)
