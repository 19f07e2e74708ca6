"""What a verdict hangs on is observed, and held against what it says that it rests on.

A verdict rests on a silent clause where the clause bore on the facts. Whether it hangs on the default of the
clause can be seen for those of which another reading is known: it is settled by that one too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from places import POSITIONS

from analyzer.disputes.files import loads_dispute
from analyzer.disputes.findings import Finding
from analyzer.disputes.registry import settle
from analyzer.errors import Invalid, TarokError
from analyzer.rules.spec.clause import Standing
from analyzer.rules.spec.grounds import definite
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import choose

FILES = sorted((POSITIONS / "disputes").glob("*.yaml"))


def read_otherwise(rules: RuleSet) -> Iterator[tuple[str, RuleSet]]:
    """The rules with one silent clause read otherwise, each with the clause."""
    for name, option in rules.options.items():
        # What a variant chooses is the word of whoever asks, and no default any more.
        if name in rules.variant or rules.clauses[option.clause].standing is not Standing.SILENT:
            continue
        for word in definite(option):
            if word != option.default:
                try:
                    yield option.clause, choose(rules, {name: word})
                except TarokError:
                    continue


def settled(text: str, file: str, rules: RuleSet | None = None) -> Finding | None:
    """The verdict by some rules; None where by them the facts cannot be."""
    try:
        return settle(loads_dispute(text, file, None if rules is None else lambda _: rules))
    except Invalid:
        return None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_verdict_that_another_reading_of_a_silent_clause_would_change_rests_on_the_clause(
    path: Path,
) -> None:
    text = path.read_text(encoding="utf-8")
    found = settled(text, str(path))
    assert found is not None
    for clause, rules in read_otherwise(found.dispute.rules):
        other = settled(text, str(path), rules)
        if other is not None and other.comes_to != found.comes_to:
            assert clause in (*found.rests_on, *found.unsettled)
