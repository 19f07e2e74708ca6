"""The claims about what a hand of card points pays and writes, and how they come to fail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from effort import part
from msgspec.structs import replace
from rulesets import FORMS, POINT_RULES, rules_for

from analyzer.claims.chapters import any_hand
from analyzer.claims.claim import ClaimVerdict, DecidedClaim
from analyzer.claims.verify import verify_rules
from analyzer.errors import Mismatch
from analyzer.proofs.accounts import Sums, SymbolicHand
from analyzer.proofs.sheets import SCORING_FORMULAS
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import choose, derive_rules

POINT_FORMS = [each for each in FORMS if each[0] in POINT_RULES]


def asked(rules: RuleSet, claim: str) -> DecidedClaim:
    (found,) = verify_rules(rules, [f"scores.{claim}"])
    return found


def witness(found: DecidedClaim) -> Mapping[str, Any]:
    assert found.verdict is ClaimVerdict.REFUTED
    assert found.witness is not None
    return found.witness


def game_of(rules: RuleSet) -> GameSpec:
    return rules.game


def with_game(rules: RuleSet, game: GameSpec) -> RuleSet:
    return replace(rules, game=game)


@pytest.mark.parametrize(("name", "seats"), part(POINT_FORMS, 6))
def test_it_is_told_of_every_form_what_its_tokens_or_its_sheet_must_sum_to(name: str, seats: int) -> None:
    rules = rules_for(name, seats)
    (sums,) = (
        found
        for found in verify_rules(
            rules, ["scores.payments-balance", "scores.sheet-balances", "scores.sheet-comes-to-something"]
        )
    )
    assert sums.verdict is ClaimVerdict.PROVED
    on_a_sheet = game_of(rules).on_a_sheet
    assert (sums.claim.id == "scores.payments-balance") is not on_a_sheet


def test_a_sheet_held_against_another_average_does_not_come_to_nothing() -> None:
    rules = load_ruleset("basic")
    clause = rules.clauses["count.par"]
    lower = replace(clause, parameters={**clause.parameters, "par": 25})
    found = witness(asked(derive_rules(rules, {**rules.clauses, clause.id: lower}, {}), "sheet-balances"))
    assert sum(found["sheet"].values()) == 3
    assert sum(map(int, found["points"].values())) == 78


def test_a_payment_that_comes_from_nobody_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def found_money(_: SymbolicHand, accounts: Sums) -> None:
        accounts.receives(True, 0, 1)

    monkeypatch.setattr(any_hand, "SCORING_FORMULAS", (*SCORING_FORMULAS, found_money))
    with pytest.raises(Mismatch):
        asked(load_ruleset("lhombre"), "payments-balance")


def test_a_contract_of_less_than_no_price_would_pay_who_falls_short_by_a_little() -> None:
    rules = load_ruleset("french")
    game = game_of(rules)
    assert asked(rules, "target-decides").verdict is ClaimVerdict.PROVED
    contracts = {name: replace(each, value=-10) for name, each in game.contracts.items()}
    found = witness(asked(with_game(rules, replace(game, contracts=contracts)), "target-decides"))
    assert found["tokens"]["A"] > 0


def test_a_radl_of_the_declarer_alone_is_written_for_him_and_not_for_his_partner() -> None:
    rules = load_ruleset("slovenian")
    found = asked(rules, "one-side-writes")
    assert found.verdict is None
    side, declarer = found.readings
    assert (side.variant, declarer.variant) == ({"radli": "side"}, {"radli": "declarer"})
    assert side.verdict is ClaimVerdict.PROVED
    assert declarer.verdict is ClaimVerdict.REFUTED
    assert declarer.witness is not None
    assert declarer.witness["sheet"]["A"] == 2 * declarer.witness["sheet"]["C"]
    assert found.unsettled == (rules.options["radli"].clause,)
    assert asked(choose(rules, {"radli": "declarer"}), "one-side-writes").verdict is ClaimVerdict.REFUTED


@pytest.mark.parametrize("seats", [3, 4])
def test_rests_of_thirds_make_a_misere_cost_more_or_less_than_all_points(seats: int) -> None:
    found = witness(asked(rules_for("slovenian", seats), "misere-is-all-points"))
    assert sum(found["sheet"].values()) != -70
    assert all(found["tricks"].values())


@pytest.mark.thorough
def test_a_sheet_without_a_base_would_come_to_nothing_where_both_sides_have_half() -> None:
    rules = load_ruleset("tapp")
    (value,) = (each for each in rules.clauses.values() if each.kind == "sheet-value")
    nothing = replace(value, parameters={**value.parameters, "base": 0})
    changed = derive_rules(rules, {**rules.clauses, value.id: nothing}, {})
    found = witness(asked(changed, "sheet-comes-to-something"))
    assert found["points"] == {"A": "35", "B": "35"}
