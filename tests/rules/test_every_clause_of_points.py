"""Games of card points: every clause, were its source silent of it, is told by an answer that hangs on it."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest
from effort import part
from rules.flips import unstated
from rules.point_battery import disputes, evenings, texts, variant_of
from rulesets import POINT_RULES

from analyzer.answers.records.replay import replay
from analyzer.answers.records.score import score
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.evenings.tally import loads as evening_of
from analyzer.position.reading import loads
from analyzer.rules.spec.grounds import Grounds
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset

NOT_HERE: Final = {"appel": {"count.odd-card": "tricks of four cards leave no odd one"}}
"""What by a rule set cannot come up, and why."""


def answered(game: str, text: str) -> Grounds:
    """What the lines of a position rest on, were nothing stated."""
    rules = unstated(load_ruleset(game, variant_of(text)))
    return replay(loads(text, "f.yaml", lambda _: rules)).grounds


@cache
def named(game: str) -> frozenset[str]:
    """The clauses that an answer names."""
    rules = unstated(load_ruleset(game))
    settled = [settle(loads_dispute(text, "f.yaml", lambda _: rules)) for text in disputes(game)]
    grounds = [*(answered(game, text) for text in texts(game)), *(each.grounds for each in settled)]
    grounds += [scored(text, rules) for text in evenings(game, rules.table.players)]
    return frozenset(clause for each in grounds for clause in each.rests_on)


def scored(text: str, rules: RuleSet) -> Grounds:
    """What an evening rests on."""
    return score(evening_of(text, "f.yaml", lambda _: rules)).score.grounds


@pytest.mark.parametrize("game", part(POINT_RULES, 8))
def test_every_clause_of_which_its_source_is_silent_is_named_by_an_answer_that_rests_on_it(game: str) -> None:
    assert {*load_ruleset(game).clauses} - named(game) == {*NOT_HERE.get(game, {})}


ALL_TRICKS: Final = """\
format: tarok-position/2
ruleset: tapp
players: [A, B, C]
contract: threes
declarer: A
lead: A
hands: {A: T21, B: h1, C: hR}
talon: {left: s8 c7 c8}
discard: d2 d3 d4
taken: {A: {tricks: 15, cards: CARDS}, B: {tricks: 0, cards: []}, C: {tricks: 0, cards: []}}
lines: [{play: T21 h1 hR}]
"""


def test_all_tricks_of_a_contract_rest_on_what_the_contract_is_worth() -> None:
    apart = {*["T21", "h1", "hR", "s8", "c7", "c8", "d2", "d3", "d4"]}
    deck = [str(card) for card in load_ruleset("tapp").table.deck]
    text = ALL_TRICKS.replace("CARDS", " ".join(card for card in deck if card not in apart))
    grounds = answered("tapp", text)
    assert {"payment.all-tricks", "bid.contracts"} <= {*grounds.rests_on}
