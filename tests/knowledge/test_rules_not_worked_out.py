"""Where the rules say more of a hand than the facts can tell, no deals are counted, and it is said why."""

from dataclasses import replace

import pytest
from rules.flips import refused, with_parameter

import analyzer
from analyzer.rules.spec.shipped import load_ruleset

TEXT = """format: tarok-position/1
hands: {A: h9 c2}
lead: A
unseen: {hidden_from: A, sizes: {B: 2, C: 2}, cards: "h10 hR c7 c3"}
"""


@pytest.mark.parametrize(
    ("clause", "parameter", "value"),
    [
        ("play.no-beat", "holds", True),
        ("declare.independent", "holds", False),
        ("discard.announce", "announce", ("tout",)),
        ("discard.trumps", "fool_counts", True),
    ],
)
def test_deals_are_not_counted_by_rules_that_the_facts_do_not_know(clause, parameter, value) -> None:
    rules = with_parameter(load_ruleset("danish"), clause, parameter, value)
    assert refused(rules) == []
    position = analyzer.loads(TEXT)
    assert analyzer.deals(position).count == 6
    with pytest.raises(analyzer.UsageError, match=f"not worked out for {clause} as danish has it"):
        analyzer.deals(replace(position, rules=rules))
