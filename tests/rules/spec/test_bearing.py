"""Which clauses bear on what came up: every kind of clause has its reader."""

from __future__ import annotations

from analyzer.rules.spec.bearing import READERS, CameUp, Topic, bearing
from analyzer.rules.spec.kinds import KINDS
from analyzer.rules.spec.shipped import load_ruleset


def test_of_every_kind_of_clause_it_is_said_when_it_bears() -> None:
    assert set(READERS) == set(KINDS)


def test_where_nothing_came_up_no_clause_bears() -> None:
    assert bearing(load_ruleset("danish"), CameUp()) == ()


def test_every_topic_is_spoken_of_by_a_clause() -> None:
    of_both_sorts = [load_ruleset("danish"), load_ruleset("basic")]
    for topic in Topic:
        assert any(bearing(rules, CameUp(frozenset({topic}))) for rules in of_both_sorts), topic
