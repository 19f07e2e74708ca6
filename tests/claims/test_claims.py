"""The claims about the rules: what is proved, what is refuted, and that a claim can fail."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
from collections.abc import Mapping

import pytest
import z3
from claim_readings import hangs_on
from commands import Run
from decided import decided, verified
from effort import part
from msgspec.structs import replace

from analyzer.cards.card import BY_TEXT, DECK, KINGS, Suit, cards
from analyzer.claims import verify
from analyzer.claims.chapters.naming import AnyFoolLed
from analyzer.claims.claim import ClaimVerdict
from analyzer.claims.verify import CLAIMS, claim_called, decide
from analyzer.disputes.files import loads_dispute
from analyzer.disputes.table import settle
from analyzer.disputes.tricks.naming import NamingFinding
from analyzer.proofs.smt import RLIMIT
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.deal.discard import legal_discards
from analyzer.rules.play.naming import Naming
from analyzer.rules.spec.chapters import make_ruleset
from analyzer.rules.spec.clause import Clause, Parameter
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names
from analyzer.rules.spec.variants import derive_rules
from analyzer.rules.verdicts import Verdict

REFUTED = {
    "discard.always-possible", "ending.pagat-automatic", "ending.pagat-forced-with-fool",
    "naming.without-second-card-names",
}  # fmt: skip
BY_NAME = {
    "danish": REFUTED | {"discard.fool-stays", "payments.tout-founds-one-pot"},
    "danish-1996": REFUTED
    | {"discard.no-ultimo-card", "discard.void-dealer-with-pagat-or-mondo"}
    | {"payments.tout-founds-one-pot"},
    "danish-concise": REFUTED | {"discard.possible-with-tout"},
}
BY_READING = {
    "danish-1996": {
        "discard.possible-with-tout": ("fool-in-skat", {"announced-tout": "proved", "never": "refuted"}),
        "discard.fool-stays": ("fool-in-skat", {"announced-tout": "refuted", "never": "proved"}),
        "payments.pot-owed-twice": ("failed-tout", {"85-and-double": "proved", "as-any-hand": "refuted"}),
    },
}
"""What no source settles: the option it hangs on, and the verdict by each reading of it."""


def changed(clause: str, **parameters: Parameter) -> RuleSet:
    """Today's rules with one clause changed."""
    rules = load_ruleset("danish")
    old = rules.clauses[clause]
    fresh: Mapping[str, Parameter] = {**old.parameters, **parameters}
    new = Clause(old.id, old.kind, old.standing, old.statement, fresh, old.cites)
    return make_ruleset("changed", "Changed", {**rules.clauses, clause: new}, rules.sources)


@pytest.mark.parametrize("name", part(sorted(BY_NAME), 3))
def test_every_claim_is_decided_as_is_known(name: str) -> None:
    found = verified(name).values()
    assert len(found) >= 25
    assert ClaimVerdict.UNDECIDED not in {each.verdict for each in found}
    assert {each.claim.id for each in found if each.verdict is ClaimVerdict.REFUTED} == BY_NAME[name]
    assert all(each.witness for each in found if each.verdict is ClaimVerdict.REFUTED)
    unsettled = {each.claim.id: each for each in found if each.verdict is None}
    known = BY_READING.get(name, {})
    assert unsettled.keys() == known.keys()
    for each, (option, verdicts) in known.items():
        by_reading = hangs_on(load_ruleset(name), unsettled[each], option)
        assert {reading: verdict.value for reading, verdict in by_reading.items()} == verdicts


def test_every_claim_names_clauses_that_there_are() -> None:
    games = [set(load_ruleset(name).clauses) for name in ruleset_names()]
    assert len({claim.id for claim in CLAIMS}) == len(CLAIMS)
    kinds = {each.kind for name in ruleset_names() for each in load_ruleset(name).clauses.values()}
    assert all(claim.clauses or (claim.kinds and {*claim.kinds} <= kinds) for claim in CLAIMS)
    assert all(any(set(claim.clauses) <= game for game in games) for claim in CLAIMS)


def test_the_only_hands_without_a_discard_are_all_trumps_all_kings_and_the_fool() -> None:
    found = decided("discard.always-possible", "danish")
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
    verdict = decide(claim_called(claim), changed(clause, **parameters)).verdict
    assert verdict is (ClaimVerdict.PROVED if claim == "ending.pagat-forced" else ClaimVerdict.REFUTED)


def test_with_no_ban_the_fool_spoils_no_pagat_ultimo() -> None:
    free = changed("fool.second-to-last", trick=0)
    assert decide(claim_called("ending.pagat-forced-with-fool"), free).verdict is ClaimVerdict.PROVED


def test_what_z3_does_not_decide_within_its_limit_is_undecided_and_never_no() -> None:
    found = decide(claim_called("naming.fool-never-wins"), load_ruleset("danish"), rlimit=100)
    assert found.verdict is ClaimVerdict.UNDECIDED
    assert found.limit is not None


STEPS = {
    "naming.followable": "led", "naming.statement": "both-say-void",
    "naming.lost-right": "second-plays-third-claims", "naming.both-void": "both-play",
    "naming.second-card-names": "both-play-without-trumps",
}  # fmt: skip


def without(clause: str) -> RuleSet:
    """Today's rules without one clause."""
    rules = load_ruleset("danish")
    rest = {each.id: each for each in rules.clauses.values() if each.id != clause}
    return derive_rules(rules, rest, {})


@pytest.mark.parametrize("clause", STEPS)
def test_of_the_clauses_of_naming_only_the_second_players_card_keeps_the_fool_from_winning(
    clause: str,
) -> None:
    found = decided(clause.replace("naming.", "naming.without-"), "danish")
    needed = clause == "naming.second-card-names"
    assert found.verdict is (ClaimVerdict.REFUTED if needed else ClaimVerdict.PROVED)
    case = AnyFoolLed(without(clause), RLIMIT)
    # What is proved is no matter of cases that cannot be.
    assert all(case.question.possible((), case.step[step]) for step in STEPS.values())


NAMED = """format: tarok-dispute/1
kind: fool-naming
hands: {{A: {A}, B: {B}, C: {C}}}
events: [{{A: {{leads: fool, names: {names}}}}}, {{B: {{plays: {b}}}}}, {{C: {{plays: {c}}}}}]
"""


def test_in_the_case_where_the_fool_wins_nobody_revokes(run: Run) -> None:
    witness = decided("naming.without-second-card-names", "danish").witness
    assert witness is not None
    hands = {seat: " ".join(cards) for seat, cards in witness["hands"].items()}
    plays = witness["plays"]
    text = NAMED.format(**hands, names=witness["names"], b=plays["B"], c=plays["C"])
    ran = run("check", "-", "--json", stdin=text)
    assert (ran.status, ran.json["verdict"], ran.json["winner"]) == (0, "legal", "B")
    dispute = replace(loads_dispute(text), rules=without("naming.second-card-names"))
    finding = settle(dispute)
    assert isinstance(finding, NamingFinding)
    assert (finding.verdict, finding.winner) == (Verdict.LEGAL, 0)


def test_nobody_has_a_right_to_name_that_no_clause_gives() -> None:
    hands = tuple(cards(each) for each in ("fool h2", "dR d3", "sR s3"))
    void = [Action(ActionKind.LEAD, BY_TEXT["fool"], Suit.HEARTS, seat=0), Action(ActionKind.VOID, seat=1)]
    silent = [void[0], Action(ActionKind.PLAY, BY_TEXT["dR"], seat=1)]
    rights = {}
    for clause in (None, "naming.statement", "naming.lost-right"):
        game = load_ruleset("danish").game if clause is None else without(clause).game
        for name, events in (("void", void), ("silent", silent)):
            naming = Naming(game, tuple(map(frozenset, hands)))
            for event in events:
                naming = naming.after(event)
            rights[clause, name] = naming.right_to_name
    assert rights == {
        (None, "void"): 1, (None, "silent"): 2,
        ("naming.statement", "void"): None, ("naming.statement", "silent"): 2,
        ("naming.lost-right", "void"): 1, ("naming.lost-right", "silent"): None,
    }  # fmt: skip


OF_EVERY_CHAPTER = {
    "danish": "payments.last-zero-sum payments.early-zero-sum payments.two-kings-treble discard.four-trumps "
    "combinations.one-grade ending.pagat-forced count.total naming.fool-never-wins play.some-card",
    "slovenian": "points.total tricks.one-winner discards.no-honour play.some-card",
    "tapp": "scores.sheet-comes-to-something scores.one-side-writes points.total",
}


@pytest.mark.parametrize("name", OF_EVERY_CHAPTER)
def test_what_z3_was_asked_is_freed_as_soon_as_it_is_answered(name: str) -> None:
    rules = load_ruleset(name)
    asked = [claim_called(each) for each in OF_EVERY_CHAPTER[name].split() if claim_called(each).about(rules)]
    gc.collect()
    before = contexts()
    gc.disable()
    try:
        for claim in asked:
            verify.decide(claim, rules)
            assert contexts() <= before, f"{claim.id} leaves what Z3 was asked to the garbage collector"
    finally:
        gc.enable()
    assert len(asked) >= 3


def contexts() -> int:
    """Return how many contexts Z3 holds; the first is its own, which the others begin from."""
    return max(1, sum(isinstance(each, z3.Context) for each in gc.get_objects()))


def test_claims_that_only_restate_clauses_are_told_last_and_as_guards(run: Run) -> None:
    told = ["play.fool-loses", "ending.pagat-forced", "count.no-ties", "naming.without-statement"]
    asked = [word for claim in told for word in ("--claim", claim)]
    ran = run("verify", *asked, "--json")
    assert [(each["id"], each["kind"]) for each in ran.json["claims"]] == [
        ("ending.pagat-forced", "finding"), ("naming.without-statement", "finding"),
        ("play.fool-loses", "guard"), ("count.no-ties", "guard"),
    ]  # fmt: skip
    text = run("verify", *asked).out
    assert text.index("naming.without-statement") < text.index("Guards:") < text.index("play.fool-loses")


def test_every_claim_is_a_sentence_that_needs_no_other() -> None:
    leaning = re.compile(r"^(There,|The same\b)")
    assert [claim.id for claim in CLAIMS if leaning.search(str(claim.statement))] == []


def test_a_witness_is_the_same_every_time() -> None:
    claim = claim_called("payments.king-ultimo-with-king-bagud")
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
        for first in ("import analyzer.claims.verify", "import analyzer.claims.verify")
    }
    assert len(orders) == 1
