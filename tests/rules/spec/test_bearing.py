"""Which clauses bear on what came up: every kind of clause has its reader."""

from __future__ import annotations

from analyzer.rules.spec.bearing import READERS, Occurrences, Topic, bearing
from analyzer.rules.spec.kinds.catalogue import CLAUSE_KINDS
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names


def test_of_every_kind_of_clause_it_is_said_when_it_bears() -> None:
    assert set(READERS) == set(CLAUSE_KINDS)


def test_where_nothing_came_up_no_clause_bears() -> None:
    assert bearing(load_ruleset("danish"), Occurrences()) == ()


def test_every_topic_is_spoken_of_by_a_clause() -> None:
    games = [load_ruleset(name) for name in ruleset_names()]
    for topic in Topic:
        assert any(bearing(rules, _alone(rules, topic)) for rules in games), topic


def _alone(rules: RuleSet, topic: Topic) -> Occurrences:
    """Nothing but the topic came up, under any of the contracts."""
    game = rules.game
    return Occurrences(frozenset({topic}), contracts=frozenset(game.contracts))
