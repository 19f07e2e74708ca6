"""A disputed clause is a question: its option, the readings of it, and what is taken where nobody chooses."""

from __future__ import annotations

from math import prod
from pathlib import Path

import pytest
from opened import under_readings

from analyzer.errors import InvalidFile
from analyzer.rules.spec.clause import Standing
from analyzer.rules.spec.grounds import open_options
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import from_compiled, load_ruleset, to_compiled
from analyzer.rules.spec.variants import choose

HEAD = """\
format: tarok-rules/2
name: ours
title: Danish Tarok where some clauses are disputed
extends: danish
source: 000_4ea154ee5e2b0cc2.txt
"""
TOUT = """\
clauses:
  - id: payment.tout
    kind: from-each
    parameters: {amount: 85}
    statement: What a Tout brings is not settled.
    standing: disputed
    because: Two descriptions differ.
    cites: [Tout]
    overrides: [payment.last-trick, payment.king-ultimo, payment.pagat-ultimo, payment.nolo]
"""
NOLO = """\
clauses:
  - id: payment.nolo
    kind: from-each
    parameters: {amount: 25}
    statement: What a Nolo brings is not settled.
    standing: disputed
    because: Nobody remembers.
    cites: [Nolo]
    overrides: [payment.last-trick, payment.king-ultimo, payment.pagat-ultimo]
"""
TOLD = """\
    readings:
      - It brings 25 from each.
      - {parameters: {amount: 40}, statement: It brings 40 from each., cites: [Nolo]}
"""


def ours(folder: Path, text: str) -> RuleSet:
    file = folder / "ours.yaml"
    file.write_text(HEAD + text, encoding="utf-8")
    return load_ruleset(str(file))


def amounts(rules: RuleSet, clause: str) -> list[object]:
    return [each.clauses[clause].parameters["amount"] for each in under_readings(rules)]


def test_a_disputed_clause_of_an_option_is_open_though_its_default_says_something(tmp_path: Path) -> None:
    rules = ours(tmp_path, TOUT)
    assert open_options(rules) == {"tout-amount": ("85", "135")}
    assert amounts(rules, "payment.tout") == [85, 135]
    assert rules.clauses["payment.tout"].standing is Standing.DISPUTED


def test_the_default_may_be_named_and_is_then_chosen(tmp_path: Path) -> None:
    chosen = choose(ours(tmp_path, TOUT), {"tout-amount": "85"})
    assert open_options(chosen) == {}
    assert chosen.clauses["payment.tout"].standing is Standing.STATED


def test_a_disputed_clause_makes_an_option_of_the_readings_that_it_tells(tmp_path: Path) -> None:
    rules = ours(tmp_path, NOLO + TOLD)
    assert open_options(rules) == {"payment-nolo": ("r1", "r2")}
    assert amounts(rules, "payment.nolo") == [25, 40]
    readings = rules.options["payment-nolo"].readings
    assert readings["r2"][0].statement == "It brings 40 from each."
    assert rules.clauses["payment.nolo"].readings == ("It brings 25 from each.", "It brings 40 from each.")


@pytest.mark.parametrize("told", ["", "    readings: [It brings 25., It may bring more.]\n"])
def test_a_disputed_clause_that_no_readings_settle_is_a_fault(tmp_path: Path, told: str) -> None:
    with pytest.raises(InvalidFile, match=r"payment\.nolo is disputed, and no option settles it"):
        ours(tmp_path, NOLO + told)


def test_a_rule_set_with_open_options_is_the_same_when_it_is_compiled(tmp_path: Path) -> None:
    rules = ours(tmp_path, TOUT)
    again = from_compiled(to_compiled(rules))
    assert [each.digest for each in under_readings(again)] == [each.digest for each in under_readings(rules)]
    assert again.options == rules.options


def test_the_first_reading_is_the_one_that_the_disputed_clause_states() -> None:
    rules = load_ruleset("danish-1996")
    first = under_readings(rules)[0]
    assert first.game == rules.game
    assert first.variant == {
        "fool-in-skat": "announced-tout",
        "failed-tout": "85-and-double",
        "unavoidable-paid": "always",
    }


def test_a_rule_set_is_read_in_every_combination_of_what_is_open(rules: RuleSet) -> None:
    numbers = [len(words) for words in open_options(rules).values()]
    assert len(under_readings(rules)) == prod(numbers)
    assert (not numbers) is (rules.name == "danish")
    for name, words in open_options(rules).items():
        assert len(under_readings(rules, (name,))) == len(words)
