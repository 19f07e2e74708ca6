"""A rule set with a duty to beat: every reader obeys it, and it is told from one without."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

import analyzer
from analyzer.cards.card import BY_TEXT, Suit, cards
from analyzer.claims.claim import ClaimVerdict
from analyzer.claims.verify import compare_rules, verify_rules
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.errors import IllegalMove, UsageError
from analyzer.rules.play.table import Laid, judge_play, legal
from analyzer.rules.spec.agreement import disagreements
from analyzer.rules.spec.chapters import make_ruleset
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset

REVOKE = """format: tarok-dispute/1
kind: play
lead: A
hands: {A: h9 c2, B: hR h10, C: c7 c3}
events: [{A: {leads: h9}}, {B: {plays: h10}}]
"""


def with_duty(**more: str) -> RuleSet:
    rules = load_ruleset("danish")
    clause = rules.clauses["play.no-beat"]
    changed = structs.replace(clause, parameters={**clause.parameters, "holds": True, **more})
    return make_ruleset("beating", rules.title, {**rules.clauses, clause.id: changed}, rules.sources)


def may_play(rules: RuleSet, hand: str, trick: str) -> set[str]:
    laid = tuple(Laid(seat, card) for seat, card in enumerate(cards(trick)))
    return {str(card) for card in legal(frozenset(cards(hand)), laid, rules.game)}


@pytest.mark.parametrize(
    ("hand", "trick", "any_card", "trumps_only"),
    [
        ("hR h10 T3", "h9", {"hR"}, {"hR", "h10"}),
        ("h10 h8 T3", "h7", {"h10", "h8"}, {"h10", "h8"}),
        ("hR h10", "h9 T2", {"hR", "h10"}, {"hR", "h10"}),
        ("T9 T3 c2", "h9 T5", {"T9"}, {"T9"}),
        ("T4 T3 c2", "h9 T5", {"T4", "T3"}, {"T4", "T3"}),
        ("T9 T3 fool", "T5", {"T9", "fool"}, {"T9", "fool"}),
        ("c2 d4 s3", "h9", {"c2", "d4", "s3"}, {"c2", "d4", "s3"}),
    ],
)
def test_who_can_beat_the_trick_does(
    hand: str, trick: str, any_card: set[str], trumps_only: set[str]
) -> None:
    assert may_play(with_duty(), hand, trick) == any_card
    assert may_play(with_duty(among="trumps"), hand, trick) == trumps_only
    assert list(disagreements(with_duty(among="trumps"))) == []


def test_a_card_that_could_beat_and_does_not_breaks_the_clause_of_the_duty() -> None:
    game, hand = with_duty().game, cards("hR h10")
    fault = judge_play(game, hand, Suit.HEARTS, BY_TEXT["h10"], cards("h9"))
    assert fault is not None
    assert (fault.clause, fault.legal) == ("play.no-beat", cards("hR"))


def test_a_replay_stops_at_a_card_that_does_not_beat_and_the_search_says_what_it_does_not_know() -> None:
    text = "format: tarok-position/1\nhands: {A: h9 c2, B: hR h10, C: c7 c3}\nlead: A\n"
    position = replace(analyzer.loads(text + "lines: [{play: h9 h10 c7 c3 c2 hR}]\n"), rules=with_duty())
    with pytest.raises(IllegalMove, match="does not beat the trick"):
        analyzer.replay(position, strict=True)
    assert analyzer.replay(position).violations[0].clause == "play.no-beat"
    with pytest.raises(UsageError, match="without beating"):
        analyzer.solve(position)


def test_engine_and_z3_judge_a_dispute_by_the_duty() -> None:
    dispute = loads_dispute(REVOKE)
    assert not settle(dispute).violations
    assert [each.clause for each in settle(structs.replace(dispute, rules=with_duty())).violations] == [
        "play.no-beat"
    ]


def test_the_duty_is_told_from_its_absence_by_a_smallest_hand_and_the_card_on_the_table() -> None:
    (found,) = compare_rules(load_ruleset("danish"), with_duty()).differences
    assert found.witness is not None
    assert found.witness.told["hands"]["B"] == "s7 sR"
    assert found.witness.told["events"] == [{"A": {"leads": "s9"}}, {"B": {"plays": "s7"}}]
    assert [str(each) for each in found.verdicts] == ["legal", f"illegal ({found.clause})"]


def test_z3_proves_that_the_duty_leaves_every_hand_a_card() -> None:
    (decided,) = verify_rules(with_duty(), {"play.some-card"})
    assert decided.verdict is ClaimVerdict.PROVED
