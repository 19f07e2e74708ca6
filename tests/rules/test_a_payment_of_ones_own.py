"""A payment clause of a known kind is a change of one YAML file: every reader has it, or says why not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import analyzer
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.errors import InvalidFile, UsageError
from analyzer.position.hand import Hand, merged_moves
from analyzer.rules.book import Pot
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.verdicts import Verdict
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.reference import ReferenceEngine

MONDO = """
  - id: payment.early-mondo
    kind: lost-early
    parameters: {cards: [T21], to_each: 10, to_pot: 15, pot: king}
    statement: A Mondo lost before the last trick is paid for like a king.
    standing: silent
    because: The club plays it so.
"""
TWENTY = """
  - id: payment.early-twenty
    kind: from-each
    parameters: {cards: [T20], when: won-early, amount: 25}
    statement: A trick won with the twenty before the last one brings 25.
    standing: silent
    because: The club plays it so.
"""
KINGS = """
  - id: payment.early-queens
    kind: lost-early
    parameters: {cards: [hD, dD, sD, cD], to_each: 5, to_pot: 5, pot: king}
    statement: A queen lost before the last trick is paid for like a king.
    standing: silent
    because: The club plays it so.
"""
LINE = """format: tarok-position/1
ruleset: {rules}
hands: {{A: h9 T2, B: T21 h4, C: h5 T3}}
lead: B
trick: []
lines: [{{play: h4 h5 h9 T2 T21 T3}}]
"""
THROWN = """format: tarok-dispute/1
ruleset: {rules}
kind: settlement
lead: A
tricks_left: 9
trick: {trick}
pots: {{king: 60, pagat: 60}}
paid: {paid}
"""


HEAD = """format: tarok-rules/2
name: ours
title: The rules of our club
extends: danish
clauses:
"""


@pytest.fixture
def ours(tmp_path: Path):
    """The path of today's rules with further clauses."""

    def written(*clauses: str) -> str:
        path = tmp_path / "ours.yaml"
        path.write_text(HEAD + "".join(clauses), encoding="utf-8")
        return str(path)

    return written


def test_a_card_led_by_mistake_costs_what_the_new_clause_says(ours) -> None:
    """The Mondo can be lost only where trumps do not win; so the clause is tried on the twenty."""
    rules = load_ruleset(ours(MONDO.replace("T21", "T20").replace("mondo", "twenty")))
    (added,) = (each for each in rules.game.the_pots.entries if each.clause == "payment.early-twenty")
    assert (added.amount, added.adds) == (10, (Pot.KING, 15))
    text = LINE.format(rules="danish").replace("B: T21 h4, C: h5 T3", "B: T20 h4 h3, C: h5 T3 T21")
    position = analyzer.loads(
        text.replace("A: h9 T2", "A: h9 T2 c4").replace(
            "play: h4 h5 h9 T2 T21 T3", "play: T20 T21 T2 T3 c4 h4 h5 h9 h3"
        )
    )
    done = analyzer.replay(replace(position, rules=rules))
    assert [(each.payer, each.amount) for each in done.tricks[0].transfers] == [(1, 10), (1, 10), (1, 15)]
    assert {each.clause for each in done.tricks[0].transfers} == {"payment.early-twenty"}


def test_engine_and_z3_settle_a_dispute_by_the_new_clause(ours) -> None:
    path = ours(MONDO.replace("T21", "T20").replace("mondo", "twenty"))
    right = "[{from: A, to: B, amount: 10}, {from: A, to: C, amount: 10}, {from: A, to: king, amount: 15}]"
    for paid, verdict in ((right, Verdict.LEGAL), ("[]", Verdict.ILLEGAL)):
        found = settle(loads_dispute(THROWN.format(rules=path, trick="T20 T21 h4", paid=paid), path))
        assert found.verdict is verdict
        assert {each.clause for each in found.violations} <= {"payment.early-twenty"}


def test_a_trick_won_with_a_card_of_ones_own_is_paid_for(ours) -> None:
    right = "[{from: B, to: A, amount: 25}, {from: C, to: A, amount: 25}]"
    path = ours(TWENTY)
    found = settle(loads_dispute(THROWN.format(rules=path, trick="T20 T3 h4", paid=right), path))
    assert found.verdict is Verdict.LEGAL


def test_the_plain_reference_plays_by_it_and_the_core_says_why_it_does_not(ours) -> None:
    rules = load_ruleset(ours(KINGS))
    text = "format: tarok-position/1\nhands: {A: hD dD, B: T8 T9, C: c7 c2}\nlead: B\n"
    question = Hand.from_position(replace(analyzer.loads(text), rules=rules))
    today = Hand.from_position(analyzer.loads(text))
    sure = [ReferenceEngine().guarantee(each, 0, Budget()) for each in (question, today)]
    assert sure[0] < sure[1]
    with pytest.raises(
        UsageError, match=r"no other early payments than for kings and Pagat \(payment.early-que"
    ):
        analyzer.solve(replace(analyzer.loads(text), rules=rules))


def test_a_card_that_something_is_paid_for_is_equal_to_no_other(ours) -> None:
    rules = load_ruleset(ours(KINGS))
    text = "format: tarok-position/1\nhands: {A: hD hC, B: hR d9, C: c7 c2}\nlead: A\n"
    groups = [
        [
            len(equals)
            for _, equals in merged_moves(Hand.from_position(replace(analyzer.loads(text), rules=each)))
        ]
        for each in (rules, load_ruleset("danish"))
    ]
    assert groups == [[0, 0], [1]]


@pytest.mark.parametrize(
    ("clause", "message"),
    [
        (
            MONDO.replace("cards: [T21]", "cards: []"),
            "payment.early-mondo: no card is named that it is paid for",
        ),
        (TWENTY.replace("cards: [T20], ", ""), "payment.early-twenty: no card is named that it is paid for"),
        (TWENTY.replace("won-early", "tout"), "payment.early-twenty: `tout` is not what this is about"),
        (MONDO.replace("lost-early", "ultimo"), "payment.early-mondo cannot be of the kind `ultimo`"),
        (MONDO.replace("early-mondo", "later-mondo"), "unknown clause `payment.later-mondo`"),
    ],
)
def test_a_further_payment_that_says_too_little_is_a_fault(ours, clause: str, message: str) -> None:
    with pytest.raises(InvalidFile) as caught:
        load_ruleset(ours(clause))
    assert message in " ".join(each.message for each in caught.value.faults)
