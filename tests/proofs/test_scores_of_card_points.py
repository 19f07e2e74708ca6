"""What a hand of card points pays or writes is the same by the engine and as sums, in every game."""

from __future__ import annotations

import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from proofs.formulas.sums import differs, hand_given
from told_hands import game_of, random_hand

from analyzer.proofs.accounts import Sums, SymbolicHand
from analyzer.proofs.sheets import OPENING, SCORING_FORMULAS
from analyzer.proofs.smt import SmtQuestion, not_
from analyzer.rules.book import Book
from analyzer.rules.score.hand import HandResult, Scoring
from analyzer.rules.score.steps import open_hand, score_hand
from analyzer.rules.spec.ruleset import RuleSet

Hand = tuple[RuleSet, HandResult]
seeds = st.integers(0, 2**40)
often = settings(max_examples=examples(200))
seldom = settings(max_examples=examples(20))


def summed(hand: SymbolicHand, *, opening: bool) -> Sums:
    accounts = Sums.opened(hand)
    for step in OPENING if opening else SCORING_FORMULAS:
        step(hand, accounts)
    return accounts


def scored(hand: Hand, *, opening: bool) -> Scoring:
    rules, came = hand
    return (open_hand if opening else score_hand)(game_of(rules), came, Book(came.seats))


@pytest.mark.parametrize("opening", [False, True], ids=["at the end of a hand", "before the first lead"])
@often
@given(seeds)
def test_what_is_paid_or_written_is_the_same_by_the_engine_and_as_sums(opening: bool, seed: int) -> None:
    hand = random_hand(seed)
    sums = summed(SymbolicHand.from_facts(game_of(hand[0]), hand[1]), opening=opening)
    assert differs(sums, scored(hand, opening=opening)) is False


@seldom
@given(seeds)
def test_z3_finds_no_other_sums_from_amounts_that_it_is_given(seed: int) -> None:
    hand = random_hand(seed)
    question, found = SmtQuestion(), scored(hand, opening=False)
    sums = summed(hand_given(question, game_of(hand[0]), hand[1]), opening=False)
    other = differs(sums, found)
    assert not question.possible((), other)
    assert question.possible((), not_(other))
    found.book.write(0, 1, "payment.value")
    assert question.possible((), differs(sums, found))
