"""Every clause, were its source silent of it, is named by some answer over a fixed set of facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from places import POSITIONS
from rules.flips import flips, refused, with_parameter

from analyzer.api.readings import bearing_ahead
from analyzer.api.replay import replay
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.registry import settle
from analyzer.position.ahead import Asked
from analyzer.position.files.positions import load
from analyzer.rules.spec.ruleset import Option, RuleSet, Standing
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import made_of

ONLY_TOLD: Final = {
    "declare.fool-untold": "what is known of the Fool is asked by `deals`, whose facts name it",
    "payment.pots-place": "it says how it is seen that the dealer has paid; told is what he owes",
    "proper.pots-unasked": "manners: nothing is settled by it",
    "proper.silence": "manners: nothing is settled by it",
    "proper.fourth-silent": "manners: nothing is settled by it",
    "proper.hands-down": "manners: nothing is settled by it",
}
HEAD = "format: tarok-dispute/1\n"
SHORT = """\
kind: declarations
hands: {A: T1 T21 fool hR dR sR hV h3 h4 h5 h6 d1 d2 d3 d4 s9 s8 s7 s6 c9 c8 c7 c6 c5 c4}
said: {A: [3 matadors, half kings no clubs]}
"""
TWO_CARDS = """\
kind: discard
hand: h1 h3 h4 h6 h9 dD d2 d5 d7 d10 sD sV s9 s8 s4 s2 cC c8 c6 c3 c2 c1 fool T5 T9 T11 T14 hV
discard: h1 h3
"""


HERE: Final = str(POSITIONS / "disputes" / "f.yaml")
"""Where the disputes stand, so that positions they speak of are found."""


def facts() -> Iterator[str]:
    """The text of every dispute that is looked at."""
    yield from (path.read_text(encoding="utf-8") for path in sorted((POSITIONS / "disputes").glob("*.yaml")))
    yield from (HEAD + text for text in (SHORT, TWO_CARDS))
    for name in load_ruleset("danish").fines.irregularities:
        yield f"{HEAD}kind: irregularity\nirregularity: {name}\nby: A\n"


def unstated(its_own: Callable[[], RuleSet]) -> RuleSet:
    """The rule set of a file as if its source were silent of everything."""
    rules = its_own()
    silent = {
        name: replace(each, standing=Standing.SILENT, because="Nothing is said.")
        for name, each in rules.clauses.items()
    }
    return replace(made_of(rules, silent, {}), options={})


@cache
def named() -> dict[str, list[str]]:
    """By clause the disputes that name it; none for one that only a position names."""
    found: dict[str, list[str]] = {}
    for text in facts():
        for clause in settle(loads_dispute(text, HERE, unstated)).rests_on:
            found.setdefault(clause, []).append(text)
    for file in sorted(POSITIONS.glob("*.yaml")):
        for clause in in_position(file):
            found.setdefault(clause, [])
    return found


def in_position(file: Path) -> Iterator[str]:
    position = load(str(file), unstated)
    if position.lines:
        yield from replay(position).grounds.rests_on
    if position.complete and position.tricks_left < 4:
        yield from bearing_ahead(position, Asked.TOKENS | Asked.PROPRIETY | Asked.CHANCE)


@pytest.mark.parametrize("clause", load_ruleset("danish").clauses)
def test_a_clause_that_its_source_is_silent_of_is_named_by_an_answer_that_rests_on_it(clause: str) -> None:
    assert (clause in named()) is (clause not in ONLY_TOLD), ONLY_TOLD.get(clause, clause)


PAID = [each for each in load_ruleset("danish").clauses if each.startswith(("payment.", "count.", "fine."))]


def disputed(rules: RuleSet, clause: str) -> Iterator[RuleSet]:
    """The rule set with the clause disputed, between what it says and each other value of a parameter."""
    stated = rules.clauses[clause]
    question = replace(stated, standing=Standing.DISPUTED, because="Two sources differ.")
    for name in stated.parameters:
        for other in flips(stated, name):
            changed = with_parameter(rules, clause, name, other)
            if not refused(changed):
                readings = {"stated": (stated,), "other": (changed.clauses[clause],)}
                option = Option(clause, "stated", readings, {})
                open_rules = replace(rules, options={"asked": option})
                yield made_of(open_rules, {**rules.clauses, clause: question}, {})


@pytest.mark.parametrize("clause", PAID)
def test_a_payment_that_is_disputed_makes_the_dispute_unsettled_that_hangs_on_it(clause: str) -> None:
    rules = load_ruleset("danish")
    ways, texts = list(disputed(rules, clause)), named().get(clause, [])
    if not ways or not texts:
        assert not ways or clause in ONLY_TOLD or clause in named()
        return
    for text in texts:
        for open_rules in ways:
            found = settle(loads_dispute(text, HERE, lambda _, read=open_rules: read))
            if found.unsettled:
                assert found.unsettled == (clause,)
                assert [each.variant for each in found.answered] == [{"asked": "stated"}, {"asked": "other"}]
                return
    pytest.fail(f"nothing is unsettled in {len(texts)} disputes")
