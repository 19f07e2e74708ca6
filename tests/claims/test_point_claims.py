"""The claims about the games of card points, in every form, and how they come to fail."""

from __future__ import annotations

import pytest
from claim_readings import hangs_on
from commands import Run
from decided import decided, verified
from effort import part
from msgspec import structs
from rulesets import FORMS, POINT_RULES, rules_for

from analyzer.cards.card import FOOL, cards
from analyzer.claims.chapters.discard import ClauseNeeded, needs
from analyzer.claims.claim import ClaimKind, ClaimVerdict
from analyzer.claims.verify import claim_called, verify_rules
from analyzer.rules.deal.discard import judge_discard
from analyzer.rules.play.table import Laid, legal
from analyzer.rules.spec.clause import Parameter
from analyzer.rules.spec.game import apply_contract
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import choose, derive_rules

POINT_FORMS = [each for each in FORMS if each[0] in POINT_RULES]
some_forms = pytest.mark.parametrize(("name", "seats"), part(POINT_FORMS, 18))
REFUTED = {
    "basic": set[str](),
    "grosstarock": set[str](),
    "lhombre": set[str](),
    "french": {"tricks.fool-wins-nothing"},
    "appel": {"tricks.fool-wins-nothing", "discards.no-honour"},
    "tarot": {"tricks.fool-wins-nothing"},
    "tapp": set[str](),
    "slovenian": {
        "play.fool-is-free",
        "tricks.fool-wins-always",
        "tricks.trump-wins",
        "points.each-pile-rounded",
        "scores.misere-is-all-points",
    },
}
BY_SEATS = {
    ("french", 3): {"points.a-side-makes-its-target"},
    ("french", 5): {"points.a-side-makes-its-target"},
    ("tarot", 3): {"points.a-side-makes-its-target"},
    ("tarot", 5): {"points.a-side-makes-its-target"},
    ("slovenian", 4): {"tricks.three-trumps-always"},
}
"""What cannot be with every number of players: an odd number of cards, a card before the three trumps."""
UNSETTLED = {
    ("tapp", 3): {"tricks.fool-wins-always": "fool-kind", "play.fool-is-free": "fool-kind"},
    ("slovenian", 3): {
        "discards.no-honour": "discard-limits",
        "tricks.three-trumps-always": "three-trumps-in-colour-valat",
    },
    ("slovenian", 4): {"discards.no-honour": "discard-limits", "scores.one-side-writes": "radli"},
}
"""What no source settles, with the option on which it hangs."""


def changed(name: str, clause: str, **parameters: Parameter) -> RuleSet:
    """A shipped game with one clause changed."""
    rules = load_ruleset(name)
    old = rules.clauses[clause]
    new = structs.replace(old, parameters={**old.parameters, **parameters})
    return derive_rules(rules, {**rules.clauses, clause: new}, rules.variant)


def verdict(rules: RuleSet, claim: str) -> ClaimVerdict:
    (found,) = verify_rules(rules, [claim])
    return found.verdict


@some_forms
def test_every_claim_about_a_form_is_decided_as_is_known(name: str, seats: int) -> None:
    found = verified(name, seats)
    refuted = {each for each, what in found.items() if what.verdict is ClaimVerdict.REFUTED}
    assert refuted == REFUTED[name] | BY_SEATS.get((name, seats), set())
    unsettled = {each: what for each, what in found.items() if what.verdict is None}
    known = UNSETTLED.get((name, seats), {})
    assert unsettled.keys() == known.keys()
    for each, option in known.items():
        verdicts = hangs_on(rules_for(name, seats), unsettled[each], option)
        assert sorted(verdict.value for verdict in verdicts.values()) == ["proved", "refuted"]
        for read in unsettled[each].readings:
            assert bool(read.witness) is (read.verdict is ClaimVerdict.REFUTED)
    others = [what.verdict for each, what in found.items() if each not in unsettled]
    assert set(others) <= {ClaimVerdict.PROVED, ClaimVerdict.REFUTED}
    assert all(found[each].witness for each in refuted)
    assert sum(each.claim.kind is ClaimKind.FINDING for each in found.values()) >= 7
    assert all(
        each.clauses and set(each.clauses) <= set(rules_for(name, seats).clauses) for each in found.values()
    )


@some_forms
def test_every_duty_of_a_form_forbids_something_of_its_own(name: str, seats: int) -> None:
    rules = rules_for(name, seats)
    found = needs(rules)
    assert {each.standing for each in found} == {ClauseNeeded.NEEDED}
    to_beat = {each.clause for each in found if each.witness and each.witness.get("table")}
    assert to_beat == {
        "french": {"play.overtrump"},
        "appel": {"play.overtrump"},
        "tarot": {"play.overtrump"},
        "slovenian": {"play.beat"},
    }.get(name, set())


def test_a_pagat_beats_the_mond_otherwise_where_any_order_is_played() -> None:
    rules = choose(load_ruleset("slovenian"), {"three-trumps": "any-order"})
    (found,) = verify_rules(rules, ["tricks.pagat-beats-mond"])
    assert found.verdict is ClaimVerdict.REFUTED
    assert found.witness is not None
    assert found.witness["winner"] == "T1"
    assert {"T1", "T21", "fool"} <= set(found.witness["trick"])


def test_whether_the_three_trumps_win_in_colour_valat_is_unsettled_where_three_play() -> None:
    found = decided("tricks.three-trumps-always", "slovenian", 3)
    option = "three-trumps-in-colour-valat"
    assert found.unsettled == ("play.three-trumps-in-colour-valat",)
    assert hangs_on(rules_for("slovenian", 3), found, option) == {
        "under-normal-ranks": ClaimVerdict.PROVED,
        "never": ClaimVerdict.REFUTED,
    }
    (never,) = (each for each in found.readings if each.variant == {option: "never"})
    assert never.witness == {"trick": ["fool", "T21", "T1"], "winner": "fool", "contract": "colour-valat"}


def test_a_fool_that_loses_a_beggar_would_be_a_fool_that_takes_no_trick() -> None:
    rules = changed("slovenian", "play.three-trumps", never_in=())
    assert verdict(load_ruleset("slovenian"), "tricks.fool-takes-one") is ClaimVerdict.PROVED
    assert verdict(rules, "tricks.fool-takes-one") is ClaimVerdict.REFUTED


def test_points_that_are_not_those_of_the_pack_make_another_total() -> None:
    assert verdict(load_ruleset("lhombre"), "points.total") is ClaimVerdict.PROVED
    lhombre = load_ruleset("lhombre")
    game = lhombre.game
    wrong = structs.replace(game, piles=structs.replace(game.piles, total=game.piles.total + 1))
    rules = structs.replace(lhombre, game=wrong)
    assert verdict(rules, "points.total") is ClaimVerdict.REFUTED


def test_targets_that_leave_no_gap_leave_no_pile_with_which_both_sides_fall_short() -> None:
    french = load_ruleset("french")
    game = french.game
    assert game.target is not None
    lower = structs.replace(game.target, by_trull={0: 55, 1: 50, 2: 41, 3: 36})
    rules = structs.replace(french, game=structs.replace(game, target=lower))
    assert verdict(rules, "points.a-side-makes-its-target") is ClaimVerdict.PROVED


def test_of_the_hands_that_must_lay_a_trump_away_the_one_with_the_fewest_trumps_is_told() -> None:
    for name, trumps in (("basic", 21), ("french", 20), ("tapp", 12)):
        witness = decided("discards.trump-needed", name).witness
        assert witness is not None
        assert witness["trumps"] == trumps
        rules, hand = load_ruleset(name), cards(" ".join(witness["hand"]))
        plain = [card for card in hand if card not in rules.discard.never and not card.is_trump]
        others = sorted(card for card in hand if card.is_trump and card not in rules.discard.never)
        size = len(hand) - rules.table.hand_size
        assert len(plain) == size - 1
        assert judge_discard(rules, hand, [*plain, others[0]]).violations == ()


def test_the_pagat_may_be_laid_away_in_appel_by_who_has_no_other_trump() -> None:
    witness = decided("discards.no-honour", "appel").witness
    assert witness is not None
    assert "T1" in witness["discard"]
    assert [word for word in witness["hand"] if word.startswith("T")] == ["T1"]


def test_under_a_duty_to_beat_the_smallest_hand_that_needs_it_is_told_with_the_card_to_be_beaten() -> None:
    rules = load_ruleset("slovenian")
    (need,) = needs(rules, {"play.beat"})
    assert need.witness == {"hand": ["hR", "hC"], "led": "h", "table": ["hD"], "frees": ["hC"]}
    trick = [Laid(0, *cards("hD"))]
    beggar = apply_contract(rules.game, "beggar")
    assert legal(cards("hR hC"), trick, beggar) == {*cards("hR")}
    assert legal(cards("hR hC"), trick, rules.game) == {*cards("hR hC")}


def test_a_fool_that_is_a_trump_must_wait_where_its_holder_can_follow() -> None:
    trump, excuse = decided("play.fool-is-free", "tapp").readings
    assert (trump.variant, excuse.variant) == ({"fool-kind": "trump"}, {"fool-kind": "excuse"})
    assert trump.witness == {"hand": ["hR", str(FOOL)], "led": "h", "plays": ["hR"]}
    assert (trump.verdict, excuse.verdict) == (ClaimVerdict.REFUTED, ClaimVerdict.PROVED)


def test_claims_are_asked_of_a_form_by_its_number_of_players(run: Run) -> None:
    for seats, said, status in ((4, "refuted", 0), (3, None, 4)):
        done = run(
            "verify", "slovenian", "--seats", str(seats), "--claim", "tricks.three-trumps-always", "--json"
        )
        assert done.status == status
        assert done.json["claims"][0]["verdict"] == said
    assert run("verify", "slovenian", "--seats", "5").status == 2


def test_a_claim_about_danish_tarok_is_not_asked_of_another_game(run: Run) -> None:
    assert not claim_called("play.trump-beats").about(load_ruleset("basic"))
    done = run("verify", "basic", "--claim", "play.trump-beats")
    assert done.status == 2
    assert "about clauses of other rule sets" in done.err
