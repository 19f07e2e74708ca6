"""Every other value that a parameter may take, near the one it has: what a test flips."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from analyzer.cards.card import DECK
from analyzer.errors import Fault
from analyzer.rules.spec.agreement import disagreements
from analyzer.rules.spec.chapters import make_ruleset
from analyzer.rules.spec.clause import Clause, Standing
from analyzer.rules.spec.kinds.catalogue import CLAUSE_KINDS
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.variants import Disagreement, derive_rules

ORDERED = {("trick-winner", "by"), ("settlement-order", "steps"), ("ranks", "courts")}
"""The lists whose order says something; of the others only what is in them does."""


def flips(clause: Clause, name: str) -> Iterator[Any]:
    """Other values of one parameter of a clause, all of which fit its shape."""
    shape, value = CLAUSE_KINDS[clause.kind].parameters[name], clause.parameters[name]
    for other in _others(dict(shape.schema), value, ordered=(clause.kind, name) in ORDERED):
        plain = list(other) if isinstance(other, tuple) else other
        if shape.read(plain) is not None:
            yield other


def _others(schema: dict[str, Any], value: Any, *, ordered: bool) -> Iterator[Any]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        step = schema.get("multipleOf", 1)
        yield from (value + step, value - step, value + 2 * step)
    elif isinstance(value, str):
        yield from (word for word in schema.get("enum", ()) if word != value)
    elif isinstance(value, Mapping):
        yield from ({**value, each: points + 1} for each, points in value.items())
        yield from ({key: each for key, each in value.items() if key != gone} for gone in value)
        yield {**value, "T5": 1}
    else:
        yield from _lists(schema, value, ordered=ordered)


def _lists(schema: dict[str, Any], value: tuple[str, ...], *, ordered: bool) -> Iterator[tuple[str, ...]]:
    words = schema["items"].get("enum") or [str(card) for card in (*DECK[1:3], DECK[70], DECK[77])]
    yield from (value[:place] + value[place + 1 :] for place in range(len(value)))
    yield from ((*value, word) for word in words if word not in value)
    if ordered:
        yield from (
            (*value[:place], value[place + 1], value[place], *value[place + 2 :])
            for place in range(len(value) - 1)
        )


def with_parameter(rules: RuleSet, clause: str, name: str, value: Any) -> RuleSet:
    """The rule set with one parameter changed."""
    old = rules.clauses[clause]
    changed = replace(old, parameters={**old.parameters, name: value})
    return with_clause(rules, changed)


def with_clause(rules: RuleSet, clause: Clause) -> RuleSet:
    """The rule set with one clause put in place of that of its id, or added."""
    clauses = {**rules.clauses, clause.id: clause}
    return make_ruleset(rules.name, rules.title, clauses, rules.sources)


def refused(rules: RuleSet) -> list[Disagreement | Fault]:
    """Why a rule set is no rule set; empty for one that loads."""
    return list(disagreements(rules))


def unstated(rules: RuleSet) -> RuleSet:
    """The rule set as if its source were silent of everything."""
    silent = {
        name: replace(each, standing=Standing.SILENT, because="Nothing is said.")
        for name, each in rules.clauses.items()
    }
    return replace(derive_rules(rules, silent, {}), options={})
