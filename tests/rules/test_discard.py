import random

import plain_rules
import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from opened import under_readings
from rulesets import DANISH_RULES

from analyzer.cards.card import BY_TEXT, DECK, cards
from analyzer.errors import UsageError
from analyzer.rules.deal.discard import (
    Verdict,
    judge_discard,
    legal_discards,
    nearest_legal,
    stated_trumps,
)
from analyzer.rules.spec.shipped import load_ruleset

SPOTS = [f"{suit}{number}" for suit in "csd" for number in range(1, 11)]
COURTS = [suit + face for suit in "hdsc" for face in plain_rules.DOWN]
RICH = [*COURTS, "fool", "T21", "T1", *[f"T{number}" for number in range(12, 21)]]


def hand_of(text):
    """The 28 cards of a text, filled up with spot cards, clubs first."""
    held = text.split()
    held += [card for card in SPOTS if card not in held][: 28 - len(held)]
    assert len(set(held)) == 28
    return frozenset(BY_TEXT[card] for card in held)


def judged(rules, hand, discard, *announce):
    return judge_discard(rules, hand, cards(discard), announce)


def clauses(judgement):
    return {violation.clause for violation in judgement.violations}


@st.composite
def cases(draw):
    """A dealer's 28 cards, rich in combinations or poor in trumps, three of them, and an announcement."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    kind = draw(st.sampled_from(["any", "rich", "few trumps", "full"]))
    pool = {
        "any": plain_rules.DECK,
        "rich": RICH,
        "few trumps": [
            card for card in plain_rules.DECK if card[0] != "T" or card in {"T1", "T21", "T5", "T9"}
        ],
        "full": [*COURTS, "fool", *[f"T{number}" for number in range(1, 22)]],
    }[kind]
    hand = rng.sample(pool, 28 if kind != "rich" else rng.choice((24, 26, 28)))
    hand += rng.sample([card for card in SPOTS if card not in hand], 28 - len(hand))
    likely = [card for card in hand if rng.random() < 0.3] + hand
    discard = list(dict.fromkeys(likely))[:3] if draw(st.booleans()) else rng.sample(hand, 3)
    return hand, discard, draw(st.booleans()), draw(st.sampled_from(DANISH_RULES))


@given(cases())
def test_every_verdict_and_every_broken_clause_is_that_of_the_plain_transcription(case):
    hand, discard, tout, name = case
    judgement = judge_discard(
        load_ruleset(name),
        [BY_TEXT[card] for card in hand],
        [BY_TEXT[card] for card in discard],
        ("tout",) if tout else (),
    )
    assert (judgement.verdict.value, clauses(judgement)) == plain_rules.judged(hand, discard, tout, name)


@settings(max_examples=examples(15))
@given(cases())
def test_the_legal_discards_are_exactly_those_judged_legal(case):
    hand, _, tout, name = case
    rules, announce = load_ruleset(name), ("tout",) if tout else ()
    held = [BY_TEXT[card] for card in hand]
    legal = set(legal_discards(rules, held, announce))
    rng = random.Random(len(legal))
    for discard in [frozenset(rng.sample(held, 3)) for _ in range(20)] + [
        set(each) for each in list(legal)[:5]
    ]:
        verdict = judge_discard(rules, held, discard, announce).verdict
        assert (verdict is Verdict.LEGAL) == (discard in legal)


@pytest.mark.parametrize("king", ["hR", "dR", "sR", "cR"])
def test_a_king_is_never_discarded(rules, king):
    assert clauses(judged(rules, hand_of(f"{king} T5 T6 T7 T8"), f"{king} c1 c2")) == {"discard.kings"}


def test_the_mondo_is_never_discarded_even_if_no_trump_is_kept(rules):
    assert clauses(judged(rules, hand_of("T21"), "T21 c1 c2")) == {"discard.mondo"}


def test_the_pagat_could_be_discarded_for_a_void_in_1996_only(rules):
    judgement = judged(rules, hand_of("T1 T5"), "T1 T5 c1")
    assert clauses(judgement) == (set() if rules.name == "danish-1996" else {"discard.pagat"})


def test_the_holder_of_the_pagat_cannot_discard_his_other_trumps(rules):
    (violation,) = judged(rules, hand_of("T1 T5"), "T5 c1 c2").violations
    assert violation.clause == "discard.trumps"
    assert violation.cards == cards("T5")


def test_trumps_may_go_if_none_is_kept(rules):
    assert judged(rules, hand_of("T4 T5 T6"), "T4 T5 T6").verdict is Verdict.LEGAL
    assert judged(rules, hand_of("T5"), "T5 c1 c2").verdict is Verdict.LEGAL


def test_the_fool_is_no_trump_that_must_go_with_the_others(rules):
    assert judged(rules, hand_of("T5 T6 fool"), "T5 T6 c1").verdict is Verdict.LEGAL


def test_the_fool_goes_only_with_an_announced_tout(danish):
    hand = hand_of("fool T5 T6 T7 T8")
    assert clauses(judged(danish, hand, "fool c1 c2")) == {"discard.fool"}
    assert judged(danish, hand, "fool c1 c2", "tout").verdict is Verdict.LEGAL


def test_the_fool_of_an_announced_tout_goes_by_one_reading_of_1996_and_never_by_the_concise_rules():
    hand = hand_of("fool T5 T6 T7 T8")
    readings = {
        rules.variant["fool-in-skat"]: judged(rules, hand, "fool c1 c2", "tout").verdict
        for rules in under_readings(load_ruleset("danish-1996"))
    }
    assert readings == {"announced-tout": Verdict.LEGAL, "never": Verdict.ILLEGAL}
    assert clauses(judged(load_ruleset("danish-concise"), hand, "fool c1 c2", "tout")) == {"discard.fool"}


def test_the_fool_of_a_combination_discarded_for_a_tout_is_unsettled(danish):
    judgement = judged(danish, hand_of("fool hR hD hC T5 T6 T7 T8"), "fool c1 c2", "tout")
    assert judgement.verdict is Verdict.UNSETTLED
    assert judgement.open_questions[0].clauses == ("discard.fool", "discard.combination")


def test_another_combination_card_beside_that_fool_is_illegal(danish):
    judgement = judged(danish, hand_of("fool hR hD hC T5 T6 T7 T8"), "fool hC c2", "tout")
    (violation,) = judgement.violations
    assert (violation.clause, violation.cards) == ("discard.combination", cards("hC"))


def test_a_combination_card_is_kept_where_it_can_be(rules):
    (violation,) = judged(rules, hand_of("dR dD dC dV T5 T6 T7 T8"), "dD c1 c2").violations
    assert (violation.clause, violation.cards) == ("discard.combination", cards("dD"))


def test_three_court_cards_without_the_fool_are_no_combination(rules):
    assert judged(rules, hand_of("dR dD dC T5 T6 T7 T8"), "dD c1 c2").verdict is Verdict.LEGAL


def test_a_discard_names_every_clause_it_breaks(danish):
    hand = hand_of("hR hD hC hV T1 T21 T5 fool")
    assert clauses(judged(danish, hand, "hR T21 fool")) == {
        "discard.kings",
        "discard.mondo",
        "discard.trumps",
        "discard.fool",
        "discard.combination",
    }


ALL_COMBINED = " ".join([*COURTS, "fool", *[f"T{number}" for number in range(11, 22)]])
"""Sixteen courts, the Fool and eleven trumps: 28 cards of combinations."""

TWO_FREE = " ".join([*COURTS, "fool", *[f"T{number}" for number in range(13, 22)], "c2 c3"])
"""Twenty-six cards of combinations, and two spots."""


def test_with_28_combination_cards_any_three_that_may_go_are_legal_and_must_be_announced(rules):
    judgement = judged(rules, hand_of(ALL_COMBINED), "hD dC sV")
    assert judgement.verdict is Verdict.LEGAL
    assert judgement.must_announce == cards("hD dC sV")


def test_a_fool_that_goes_for_a_tout_makes_room_for_no_other_combination_card(danish):
    judgement = judged(danish, hand_of(TWO_FREE), "fool c2 hV", "tout")
    (violation,) = judgement.violations
    assert (violation.clause, violation.cards) == ("discard.combination", cards("hV"))
    assert judged(danish, hand_of(TWO_FREE), "fool c2 c3", "tout").verdict is Verdict.UNSETTLED


def test_with_26_combination_cards_exactly_one_of_them_may_go(rules):
    hand = hand_of(TWO_FREE)
    assert judged(rules, hand, "c2 c3 hV").must_announce == cards("hV")
    assert judged(rules, hand, "c2 c3 hV").verdict is Verdict.LEGAL
    assert clauses(judged(rules, hand, "c2 hD hV")) == {"discard.combination"}


def test_a_wrong_announcement_of_the_unavoidable_cards_is_illegal(rules):
    hand = hand_of(TWO_FREE)
    assert clauses(judged(rules, hand, "c2 c3 hV", *cards("hD"))) == {"discard.announce"}
    assert judged(rules, hand, "c2 c3 hV", *cards("hV")).verdict is Verdict.LEGAL


def test_all_trumps_all_kings_and_the_fool_leave_no_legal_discard(rules):
    hand = hand_of("hR dR sR cR fool " + " ".join(f"T{number}" for number in range(1, 22)))
    assert list(legal_discards(rules, hand)) == []
    assert nearest_legal(rules, hand, cards("c1 c2 T5")) == ()
    assert clauses(judged(rules, hand, "c1 c2 T5")) == {"discard.trumps"}


def test_the_nearest_legal_discards_keep_what_was_not_wrong(rules):
    hand = hand_of("hR T5 T6 T7 T8")
    near = nearest_legal(rules, hand, cards("hR c1 c2"))
    assert near
    assert all(frozenset(cards("c1 c2")) < discard for discard in near)


def test_a_skat_of_the_wrong_size_or_with_strange_cards_is_illegal(rules):
    hand = hand_of("T5 T6 T7 T8")
    assert clauses(judged(rules, hand, "c1 c2")) == {"discard.size"}
    assert clauses(judged(rules, hand, "c1 c2 c2")) == {"discard.size"}
    assert clauses(judged(rules, hand, "c1 c2 hV")) == {"discard.size"}


def test_a_hand_of_25_is_no_dealers_hand(rules):
    with pytest.raises(UsageError, match="28 cards"):
        judge_discard(rules, DECK[:25], DECK[:3])


def test_the_dealer_tells_whether_trumps_lie_in_the_skat_and_in_1996_how_many(rules):
    told = stated_trumps(rules, cards("T5 T6 c2"))
    if rules.name == "danish-1996":
        assert told == 2
    else:
        assert told is True
    assert not stated_trumps(rules, cards("c3 c4 c2"))
