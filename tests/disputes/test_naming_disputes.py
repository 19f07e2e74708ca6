"""What Z3 and the engine say of naming the Fool."""

from __future__ import annotations

import random

import pytest
from effort import examples
from hands_strategy import random_naming
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from analyzer.cards.card import FOOL, Suit, cards
from analyzer.disputes.tricks.naming import FoolNamingDispute
from analyzer.disputes.tricks.namingproof import settle_naming
from analyzer.errors import Mismatch
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.verdicts import Verdict

HEARTS, CLUBS = Suit.HEARTS, Suit.CLUBS


def naming(a: str, b: str, c: str, *after: Action) -> FoolNamingDispute:
    lead = Action(ActionKind.LEAD, FOOL, HEARTS, seat=0)
    return FoolNamingDispute(
        rules=load_ruleset("danish"), kind="fool-naming", players=("A", "B", "C"), lead=0,
        hands=tuple(frozenset(cards(hand)) for hand in (a, b, c)), events=(lead, *after),
    )  # fmt: skip


def plays(seat: int, card: str) -> Action:
    return Action(ActionKind.PLAY, cards(card)[0], seat=seat)


def claims(seat: int, suit: Suit) -> Action:
    return Action(ActionKind.CLAIM, None, suit, seat=seat)


@settings(max_examples=examples(100))
@given(st.integers(0, 2**32 - 1), st.sampled_from(("danish", "danish-1996", "danish-concise")))
def test_z3_and_the_engine_agree_on_every_naming(seed: int, name: str) -> None:
    asked = random_naming(random.Random(seed), load_ruleset(name))
    found = settle_naming(asked)  # raises where they differ
    assert found.named is not None
    assert (found.winner is None) or not found.take_back


@settings(max_examples=examples(8))
@given(st.integers(0, 2**32 - 1), st.integers(1, 2))
def test_what_follows_without_a_hand_is_so_with_it(seed: int, hidden: int) -> None:
    asked = random_naming(random.Random(seed), load_ruleset("danish"))
    seat = (asked.lead + hidden) % 3
    known = settle_naming(asked)
    if known.false_statements:
        return  # without the hand, what was said is taken to be true
    hands = tuple(frozenset() if each == seat else hand for each, hand in enumerate(asked.hands))
    blind = settle_naming(replace(asked, hands=hands))
    for name in ("named", "named_by", "right_to_name", "winner"):
        assert name in blind.open_fields or getattr(blind, name) == getattr(known, name)
    told = (known.named, known.named_by, known.right_to_name, known.take_back, known.winner)
    outcomes = [each.outcome for each in blind.possibilities]
    assert told in [(o.named, o.named_by, o.right_to_name, o.take_back, o.winner) for o in outcomes]


def test_the_third_claims_and_the_second_takes_his_trump_back() -> None:
    found = settle_naming(naming("fool s3 d8", "c5 c6 T4", "d3 d4 c9", plays(1, "T4"), claims(2, CLUBS)))
    assert (found.named, found.named_by, found.take_back) == (CLUBS, 2, (1,))
    assert found.verdict is Verdict.LEGAL
    assert found.proofs[0].core == ("naming.lost-right",)


def test_without_anything_said_the_second_may_still_name() -> None:
    found = settle_naming(naming("fool s3 d8", "c5 c6 T4", "d3 d4 c9"))
    assert found.right_to_name == 1
    assert found.proofs[0].core == ("naming.statement",)


def test_a_claim_on_a_name_that_can_be_followed_is_without_right() -> None:
    found = settle_naming(naming("fool s3 d8", "c5 c6 T4", "h3 d4 c9", claims(1, CLUBS)))
    assert found.verdict is Verdict.ILLEGAL
    assert found.clauses == ("naming.followable",)
    assert found.named is HEARTS


def test_what_no_source_settles_comes_with_what_each_reading_leads_to() -> None:
    said = Action(ActionKind.VOID, seat=1)
    found = settle_naming(naming("fool s3 d8", "c5 c6 T4", "d3 d4 c9", said, plays(1, "T4")))
    assert found.verdict is Verdict.UNSETTLED
    first, second = found.open_questions[0].readings
    assert first.leads_to == "named h by A; C may still name"
    assert second.leads_to == "named h by A; B may still name"


def test_of_an_unknown_hand_it_is_told_which_holding_changes_what() -> None:
    asked = naming("fool s3 d8", "c5 c6 T4", "d3 d4 c9", plays(1, "c5"), claims(2, CLUBS))
    found = settle_naming(replace(asked, hands=(asked.hands[0], frozenset(), asked.hands[2])))
    assert "named" in found.open_fields
    assert found.verdict is Verdict.UNSETTLED
    named = {each.outcome.named: each.holds[1, HEARTS] for each in found.possibilities}
    assert named == {CLUBS: False, HEARTS: True}


def test_a_naming_that_the_engine_sees_otherwise_is_a_bug_and_no_verdict(monkeypatch) -> None:
    monkeypatch.setattr("analyzer.rules.play.naming.NamingState.take_back", property(lambda _: ()))
    with pytest.raises(Mismatch):
        settle_naming(naming("fool s3 d8", "c5 c6 T4", "d3 d4 c9", plays(1, "T4"), claims(2, CLUBS)))
