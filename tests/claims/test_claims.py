"""The claims about the rules: what is proved, what is refuted, and that a claim can fail."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from functools import cache

import pytest

from analyzer.cards.card import BY_TEXT, DECK, KINGS
from analyzer.claims.claim import Claim, ClaimVerdict, DecidedClaim
from analyzer.claims.verify import CLAIMS, decide, verify_rules
from analyzer.rules.deal.discard import legal_discards
from analyzer.rules.spec.chapters import make_ruleset
from analyzer.rules.spec.ruleset import Clause, Parameter, RuleSet
from analyzer.rules.spec.shipped import load_ruleset

REFUTED = {
    "discard.always-possible", "ending.pagat-automatic", "ending.pagat-forced-with-fool",
    "naming.without-followable", "naming.without-statement", "naming.without-lost-right",
    "naming.without-both-void", "naming.without-second-card-names",
}  # fmt: skip
BY_NAME = {
    "danish": REFUTED | {"discard.fool-stays"},
    "danish-1996": REFUTED
    | {"discard.fool-stays", "discard.no-ultimo-card", "discard.void-dealer-with-pagat-or-mondo"},
    "danish-concise": REFUTED | {"discard.possible-with-tout"},
}


@cache
def verified(name: str) -> dict[str, DecidedClaim]:
    """Every claim about a rule set, decided once."""
    return {each.claim.id: each for each in verify_rules(load_ruleset(name))}


def named(name: str) -> Claim:
    return next(claim for claim in CLAIMS if claim.id == name)


def changed(clause: str, **parameters: Parameter) -> RuleSet:
    """Today's rules with one clause changed."""
    rules = load_ruleset("danish")
    old = rules.clauses[clause]
    fresh: Mapping[str, Parameter] = {**old.parameters, **parameters}
    new = Clause(old.id, old.kind, old.standing, old.statement, fresh, old.cites)
    return make_ruleset("changed", "Changed", {**rules.clauses, clause: new}, rules.sources)


@pytest.mark.parametrize("name", sorted(BY_NAME))
def test_every_claim_is_decided_as_is_known(name: str) -> None:
    found = verified(name).values()
    assert len(found) >= 25
    assert {each.claim.id for each in found if each.verdict is not ClaimVerdict.PROVED} == BY_NAME[name]
    assert all(each.witness for each in found if each.verdict is ClaimVerdict.REFUTED)


def test_every_claim_names_clauses_that_there_are() -> None:
    clauses = load_ruleset("danish").clauses
    assert len({claim.id for claim in CLAIMS}) == len(CLAIMS)
    assert all(set(claim.clauses) <= set(clauses) and claim.clauses for claim in CLAIMS)


def test_the_only_hands_without_a_discard_are_all_trumps_all_kings_and_the_fool() -> None:
    found = verified("danish")["discard.always-possible"]
    assert found.families == (
        "hR dR sR cR; 2 of hD ... c1 (52); T21; T20 ... T2 (19); T1; fool (1326 hands)",
    )
    assert found.witness is not None
    hand = [BY_TEXT[word] for word in found.witness["hand"]]
    assert set(KINGS) | {card for card in DECK if card.is_trump} <= set(hand)
    assert list(legal_discards(load_ruleset("danish"), hand)) == []


@pytest.mark.parametrize(
    ("claim", "clause", "parameters"),
    [
        ("play.some-card", "fool.second-to-last", {"trick": 1}),
        ("play.demanded-fool", "fool.demand", {"trick": 2}),
        ("count.no-ties", "count.par", {"rounding": 4}),
        ("count.table", "count.par", {"par": 25}),
        ("payments.coins", "payment.nolo", {"amount": 26}),
        ("ending.pagat-forced", "fool.second-to-last", {"trick": 2}),
    ],
)
def test_a_claim_fails_where_the_rules_are_changed_so_that_it_must(claim, clause, parameters) -> None:
    verdict = decide(named(claim), changed(clause, **parameters)).verdict
    assert verdict is (ClaimVerdict.PROVED if claim == "ending.pagat-forced" else ClaimVerdict.REFUTED)


def test_with_no_ban_the_fool_spoils_no_pagat_ultimo() -> None:
    free = changed("fool.second-to-last", trick=0)
    assert decide(named("ending.pagat-forced-with-fool"), free).verdict is ClaimVerdict.PROVED


def test_what_z3_does_not_decide_within_its_limit_is_undecided_and_never_no() -> None:
    found = decide(named("naming.fool-never-wins"), load_ruleset("danish"), rlimit=100)
    assert found.verdict is ClaimVerdict.UNDECIDED
    assert found.limit is not None


def test_the_fool_needs_every_clause_of_naming_and_the_smallest_case_has_one_trick_or_three() -> None:
    sizes = {}
    for clause in ("followable", "statement", "lost-right", "both-void", "second-card-names"):
        found = verified("danish")[f"naming.without-{clause}"]
        assert found.witness is not None
        sizes[clause] = len(found.witness["hands"]["A"])
    assert sizes == {"followable": 3, "statement": 1, "lost-right": 1, "both-void": 3, "second-card-names": 1}


def test_a_witness_is_the_same_every_time() -> None:
    claim = named("payments.king-ultimo-with-king-bagud")
    first, again = (decide(claim, load_ruleset("danish")).witness for _ in range(2))
    assert first == again
    assert first is not None
    assert first["trick"] == ["hR", "hD", "dR"]


def test_the_claims_stand_in_the_same_order_whatever_was_imported_before() -> None:
    told = "import sys; {}; from analyzer.claims.verify import CLAIMS; print([each.id for each in CLAIMS])"
    orders = {
        subprocess.run(
            [sys.executable, "-c", told.format(first)], capture_output=True, text=True, timeout=60, check=True
        ).stdout
        for first in ("import analyzer.claims.compare", "import analyzer.claims.verify")
    }
    assert len(orders) == 1
