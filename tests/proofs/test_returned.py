"""Declarations come back in full or not at all, and the end of a game comes to nothing, by every reading."""

from __future__ import annotations

import pytest
from proofs.formulas.returned import end_of_game_balances, given_back_in_part
from rulesets import FORMS, rules_for

from analyzer.claims.chapters.scores import declared
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import choose


def readings(rules: RuleSet, option: str) -> list[RuleSet]:
    """The rule set by each reading of an option."""
    return [choose(rules, {option: word}) for word in rules.options[option].readings]


@pytest.mark.parametrize("seats", [seats for name, seats in FORMS if name == "grosstarock"])
def test_what_was_declared_is_given_back_in_full_or_not_at_all(seats: int) -> None:
    read = readings(rules_for("grosstarock", seats), "declare-payers")
    assert len(read) > 1
    for rules in read:
        assert not any(given_back_in_part(rules, seat) for seat in declared())


@pytest.mark.parametrize("seats", [3, 4])
def test_the_end_of_a_game_comes_to_nothing_by_both_readings(seats: int) -> None:
    read = readings(rules_for("basic", seats), "game-end")
    assert len(read) == 2
    assert all(map(end_of_game_balances, read))
