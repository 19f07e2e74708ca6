"""Every duty is needed: without it something could be done that no other clause forbids."""

from __future__ import annotations

import pytest
from effort import part
from msgspec.structs import replace
from rulesets import DANISH_RULES

from analyzer.cards.card import BY_TEXT
from analyzer.claims.chapters.discard import ClauseNeeded, Need, needs
from analyzer.rules.deal.discard import judge_discard
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import choose, derive_rules

PLAY = {"play.follow", "play.trump", "fool.second-to-last"}
DISCARD = {f"discard.{each}" for each in ("size", "kings", "pagat", "mondo", "combination", "trumps", "fool")}


def found(rules: RuleSet, *only: str) -> dict[str, Need]:
    return {each.clause: each for each in needs(rules, only or None)}


@pytest.mark.parametrize("name", part(DANISH_RULES, 3))
def test_of_the_shipped_duties_one_is_shadowed(name: str) -> None:
    told = found(load_ruleset(name))
    assert told.keys() == PLAY | DISCARD
    shadowed = {clause: each.by for clause, each in told.items() if each.standing is not ClauseNeeded.NEEDED}
    # What 1996 says of the Pagat it says of all trumps.
    assert shadowed == ({"discard.pagat": ("discard.trumps",)} if name == "danish-1996" else {})


def test_a_case_that_needs_a_clause_breaks_that_clause_alone() -> None:
    rules = load_ruleset("danish")
    for clause, each in found(rules).items():
        assert each.witness is not None
        if clause in DISCARD:
            hand, discard = ([BY_TEXT[word] for word in each.witness[key]] for key in ("hand", "discard"))
            judged = judge_discard(rules, hand, discard, each.witness["announce"])
            assert [broken.clause for broken in judged.violations] == [clause]


def test_a_duty_to_follow_is_shown_by_two_cards() -> None:
    witness = found(load_ruleset("danish"), "play.follow")["play.follow"].witness
    assert witness is not None
    assert len(witness["hand"]) == 2
    assert len(witness["frees"]) == 1


def test_a_chosen_reading_that_only_repeats_another_clause_is_shadowed() -> None:
    told = found(choose(load_ruleset("danish"), {"pagat-in-skat": "when-void"}), "discard.pagat")
    assert told["discard.pagat"].by == ("discard.trumps",)


def test_a_clause_that_forbids_again_what_another_forbids_is_shadowed() -> None:
    rules = load_ruleset("danish")
    more = replace(rules.clauses["discard.mondo"], parameters={"cards": ("T21", "hR", "dR", "sR", "cR")})
    told = found(derive_rules(rules, {**rules.clauses, more.id: more}, {}), "discard.kings")
    assert told["discard.kings"] == Need("discard.kings", ClauseNeeded.SHADOWED, by=("discard.mondo",))


def test_a_duty_to_beat_is_shown_with_the_card_to_be_beaten() -> None:
    rules = load_ruleset("danish")
    beat = replace(rules.clauses["play.no-beat"], parameters={"to": "beat", "holds": True})
    (need,) = needs(derive_rules(rules, {**rules.clauses, beat.id: beat}, {}), {"play.no-beat"})
    assert need.witness == {"hand": ["hR", "hC"], "led": "h", "table": ["hD"], "frees": ["hC"]}


def test_what_z3_does_not_decide_is_undecided() -> None:
    told = needs(load_ruleset("danish"), rlimit=1)
    assert {each.standing for each in told} == {ClauseNeeded.UNDECIDED}
    assert all(each.limit for each in told)
