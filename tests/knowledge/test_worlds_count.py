"""Counting, listing and drawing deals, held against looking at every deal."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from small_deals import asked, dealt, filtered, small_rules

from analyzer.cards.card import cards
from analyzer.errors import UsageError
from analyzer.knowledge.deals import Deal, deals, worlds_of
from analyzer.knowledge.listing import solved
from analyzer.position.model import Position
from analyzer.position.setting import Unseen
from analyzer.rules.spec.shipped import load_ruleset


def told(deal: Deal):
    return tuple(hand for _, hand in sorted(deal.hands.items())), deal.skat


def six(**more) -> Position:
    """Positions 2 and 3 of the Proprieties and four more: B sees two cards and not the other four."""
    hands = (frozenset(), frozenset(cards("hR d9")), frozenset())
    unseen = Unseen(1, {0: 2, 2: 2}, frozenset(cards("T10 T7 h3 h4")), {}, **more)
    return Position(load_ruleset("danish"), ("A", "B", "C"), hands, 1, unseen=unseen)


@settings(deadline=None, max_examples=examples(12))
@given(seed=st.integers(0, 2**32 - 1), ruleset=st.sampled_from(["danish", "danish-1996"]))
def test_the_deals_are_those_that_pass_when_every_deal_is_looked_at(seed, ruleset):
    rng = random.Random(seed)
    rules = small_rules(ruleset)
    deal = dealt(rng, rules)
    position = asked(rng, rules, deal)
    found = deals(position)
    expected = filtered(position)
    assert found.count == len(expected)
    assert {told(each) for each in found} == expected
    assert expected, "the deal that was dealt fits what was seen of it"


@settings(deadline=None, max_examples=examples(12))
@given(seed=st.integers(0, 2**32 - 1))
def test_the_solver_lists_the_deals_that_were_counted(seed):
    rng = random.Random(seed)
    rules = small_rules()
    position = asked(rng, rules, dealt(rng, rules))
    found = deals(position)
    assert len(solved(found.evidence)) == found.count
    assert {told(each) for each in found.listed()} == {told(each) for each in found}


@settings(deadline=None, max_examples=examples(12))
@given(seed=st.integers(0, 2**32 - 1))
def test_only_deals_that_fit_are_drawn(seed):
    rng = random.Random(seed)
    rules = small_rules()
    position = asked(rng, rules, dealt(rng, rules))
    expected = filtered(position)
    assert {told(each) for each in deals(position).sample(20, seed)} <= expected


def test_every_deal_is_as_likely_to_be_drawn():
    rng = random.Random(3)
    rules = small_rules()
    while not 20 < (found := deals(asked(rng, rules, dealt(rng, rules)))).count < 80:
        pass
    drawn = Counter(told(each) for each in found.sample(100 * found.count, seed=5))
    assert len(drawn) == found.count
    chi_square = sum((number - 100) ** 2 / 100 for number in drawn.values())
    # The mean is n - 1 and the deviation sqrt(2 (n - 1)); five deviations are out of the question.
    assert chi_square < found.count - 1 + 5 * (2 * (found.count - 1)) ** 0.5


def test_the_same_seed_draws_the_same_deals():
    found = deals(six())
    assert found.sample(20, seed=1) == found.sample(20, seed=1)
    assert found.sample(20, seed=1) != found.sample(20, seed=2)


def test_four_unseen_cards_make_six_deals_listed_in_canonical_order():
    found = deals(six())
    assert (found.count, len(found)) == (6, 6)
    first = [" ".join(map(str, sorted(deal.hands[0]))) for deal in found.listed()]
    assert first == ["h3 h4", "h3 T10", "h3 T7", "h4 T10", "h4 T7", "T10 T7"]


def test_too_many_deals_are_not_listed_and_the_message_says_how_many():
    with pytest.raises(UsageError, match="6 deals fit, more than 5"):
        deals(six()).listed(5)
    with pytest.raises(UsageError, match="6 deals fit, more than 5"):
        worlds_of(six(), 5)


def test_a_rank_that_no_deal_has_is_refused():
    found = deals(six())
    for rank in (-1, 6):
        with pytest.raises(IndexError):
            found[rank]


def test_a_full_deal_without_evidence_is_counted_by_binomials():
    rules = load_ruleset("danish")
    own = cards("T5 T6 T8 T9 T10 T11 T12 T13 T14 T15 T16 T17 T18 T19 T20 h1 h2 h3 h4 h5 h6 h7 h8 h9 h10")
    rest = frozenset(rules.table.deck) - frozenset(own)
    unseen = Unseen(1, {0: 25, 2: 25}, frozenset(sorted(rest)[:50]), {})
    hands = (frozenset(), frozenset(own), frozenset())
    position = Position(rules, ("A", "B", "C"), hands, 0, unseen=unseen)
    assert deals(position).count == 126410606437752  # 50 over 25
