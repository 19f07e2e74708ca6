"""What Z3, the engine and a plain transcription say of discards."""

from __future__ import annotations

import random

import plain_rules
import pytest
from effort import examples
from hands_strategy import random_discard
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from analyzer.cards.card import BY_TEXT, DECK, FOOL, KINGS, cards
from analyzer.disputes.deal.discard import DiscardDispute
from analyzer.disputes.deal.discardproof import settle_discard
from analyzer.disputes.table import settle
from analyzer.errors import Mismatch
from analyzer.rules.deal import discard as discard_rules
from analyzer.rules.deal.discard import legal_discards
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.verdicts import Verdict

NAMES = ("danish", "danish-1996", "danish-concise")
SPADES = "hD hV h1 h3 h4 h6 h9 dD dV d2 d5 d7 d10 sR sD sC s9 s8 s4 s2 cD c8 c6 T18 T14 T4 T2 fool"
NOTHING_ELSE = "hR hD hC hV dR dD dC dV sR sD sC sV cR cD cC cV T20 T18 T16 T15 T12 T10 T9 T7 T6 T4 T3 fool"


def dispute(hand: str, discard: str, *announce: str, rules: str = "danish") -> DiscardDispute:
    return DiscardDispute(
        rules=load_ruleset(rules), kind="discard", players=("A", "B", "C"), hand=frozenset(cards(hand)),
        discard=frozenset(cards(discard)), announce=tuple(BY_TEXT.get(word, word) for word in announce),
    )  # fmt: skip


def clauses(found) -> set[str]:
    return {each.clause for each in found.violations}


@settings(max_examples=examples(50))
@given(st.integers(0, 2**32 - 1), st.sampled_from(NAMES))
def test_z3_the_engine_and_a_plain_reading_agree_on_every_discard(seed: int, name: str) -> None:
    asked = random_discard(random.Random(seed), load_ruleset(name))
    asked = replace(asked, announce=tuple(each for each in asked.announce if each == "tout"))
    found = settle_discard(asked)  # raises where Z3 and the engine differ
    words = {str(card) for card in asked.hand}, {str(card) for card in asked.discard}
    verdict, broken = plain_rules.judged(*words, bool(asked.announce), name)
    assert found.verdict.value == verdict
    assert clauses(found) == broken


@settings(max_examples=examples(40))
@given(st.integers(0, 2**32 - 1), st.sampled_from(NAMES))
def test_every_discard_with_cards_announced_is_read_alike(seed: int, name: str) -> None:
    found = settle_discard(random_discard(random.Random(seed), load_ruleset(name)))
    named = [each for each in found.dispute.announce if not isinstance(each, str)]
    must = [each for each in found.must_announce if not isinstance(each, str)]
    wrong = bool(named) and bool(must) and set(named) != set(must)
    assert ("discard.announce" in clauses(found)) == wrong


def test_a_knight_of_half_spades_may_not_go_while_something_else_can() -> None:
    found = settle_discard(dispute(SPADES, "sC s2 c6"))
    assert found.verdict is Verdict.ILLEGAL
    assert clauses(found) == {"discard.combination"}
    assert found.unavoidable == 0
    assert all({BY_TEXT["s2"], BY_TEXT["c6"]} <= each for each in found.nearest)


def test_the_nearest_legal_discards_are_legal_and_none_is_nearer() -> None:
    found = settle_discard(dispute(SPADES, "sC s2 c6"))
    legal = set(legal_discards(found.dispute.rules, found.dispute.hand))
    near = max(len(each & found.dispute.discard) for each in legal)
    assert set(found.nearest) == {each for each in legal if len(each & found.dispute.discard) == near}


def test_where_nothing_but_combinations_is_held_three_of_them_go_and_are_announced() -> None:
    found = settle_discard(dispute(NOTHING_ELSE, "hV dV sV"))
    assert found.verdict is Verdict.LEGAL
    assert found.unavoidable == 3
    assert found.must_announce == cards("hV dV sV")
    assert "discard.combination" in found.proofs[0].core


def test_the_cards_of_combinations_that_go_must_be_named_exactly() -> None:
    assert clauses(settle_discard(dispute(NOTHING_ELSE, "hV dV sV", "hV", "dV"))) == {"discard.announce"}
    assert settle_discard(dispute(NOTHING_ELSE, "hV dV sV", "hV", "dV", "sV")).verdict is Verdict.LEGAL


@pytest.mark.parametrize("name", NAMES)
def test_all_trumps_all_kings_and_the_fool_have_no_legal_discard(name: str) -> None:
    hand = frozenset([*(card for card in DECK if card.is_trump), *KINGS, FOOL, *cards("h10 c1")])
    asked = replace(dispute(SPADES, "h10 c1 T2", rules=name), hand=hand)
    found = settle_discard(asked)
    assert found.no_legal
    assert found.proofs[0].core == ("discard.fool", "discard.kings", "discard.size", "discard.trumps")
    assert clauses(found) == {"discard.trumps"}


def test_the_fool_of_a_combination_discarded_for_a_tout_is_unsettled() -> None:
    hand = SPADES.replace("c8", "c7")
    found = settle_discard(dispute(hand, "s2 c6 fool", "tout"))
    assert found.verdict is Verdict.UNSETTLED
    assert found.clauses == ("discard.fool", "discard.combination")
    assert [each.verdict for each in found.open_questions[0].readings] == [Verdict.LEGAL, Verdict.ILLEGAL]


def test_the_fool_of_no_combination_goes_by_the_rule_set() -> None:
    hand = SPADES.replace("sC", "s1")
    by = {name: settle(dispute(hand, "s2 c6 fool", "tout", rules=name)) for name in NAMES}
    assert [by[name].verdict.value for name in NAMES] == ["legal", "unsettled", "illegal"]
    assert by["danish"].must_announce == ("tout",)
    assert clauses(settle_discard(dispute(hand, "s2 c6 fool"))) == {"discard.fool"}


def test_the_pagat_went_with_the_last_trumps_in_1996_only() -> None:
    hand = "hD hV h1 h3 h4 h6 h9 dD dV d2 d5 d7 d10 sD sV s9 s8 s4 s2 cD cC c8 c6 c3 c2 c1 T4 T1"
    assert clauses(settle_discard(dispute(hand, "c1 T4 T1"))) == {"discard.pagat"}
    assert settle_discard(dispute(hand, "c1 T4 T1", rules="danish-1996")).verdict is Verdict.LEGAL
    kept = settle_discard(dispute(hand, "c1 c2 T1", rules="danish-1996"))
    assert clauses(kept) == {"discard.trumps"}


def test_a_discard_of_two_cards_is_none() -> None:
    assert "discard.size" in clauses(settle_discard(dispute(SPADES, "s2 c6")))


def test_a_clause_that_the_engine_does_not_see_is_a_bug_and_no_verdict(monkeypatch) -> None:
    monkeypatch.setitem(discard_rules.STRAY, "never-discard", lambda *_: frozenset())
    with pytest.raises(Mismatch, match=r"discard\.kings"):
        settle_discard(dispute(SPADES, "sR s2 c6"))


def test_the_question_is_written_as_smt_lib_with_the_clauses_by_name() -> None:
    text = settle_discard(dispute(SPADES, "sC s2 c6")).smt2
    assert text.startswith("(set-logic ALL)")
    assert "|discard.kings|" in text or "discard.kings" in text
    assert text.rstrip().endswith("))")
