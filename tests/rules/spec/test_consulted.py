"""What is read of watched rules is noted, however it is read."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from analyzer.rules.spec.clause import Clause
from analyzer.rules.spec.readings import CachePerReading, watched
from analyzer.rules.spec.shipped import load_ruleset

PAYS = "end.game"


@pytest.mark.parametrize(
    ("read", "noted"),
    [
        (lambda watched, _: watched.kind, False),
        (lambda watched, _: watched.parameters, True),
        (lambda watched, plain: watched == plain, True),
        (lambda watched, plain: plain == watched, True),
        (lambda watched, _: replace(watched, standing=None).kind, False),
        (lambda watched, _: replace(watched, standing=None).parameters, True),
    ],
    ids=["another field", "the field", "compared", "compared from the other side", "copied", "of a copy"],
)
def test_a_clause_whose_parameters_hang_on_an_option_notes_when_they_are_read(
    read: Callable[[Clause, Clause], object], noted: bool
) -> None:
    rules = load_ruleset("basic")
    with watched(rules, {("clauses", PAYS, "parameters"): frozenset({"game-end"})}) as (seen, consulted):
        clause = seen.clauses[PAYS]
        found = read(clause, rules.clauses[PAYS])
        assert consulted == ({"game-end"} if noted else set())
        assert found
        copied = replace(clause, standing=None)
    assert type(clause) is Clause
    assert type(pickle.loads(pickle.dumps(copied))) is Clause


@pytest.mark.parametrize("place", [("game", "fool"), ("game", "table"), ("discard",)], ids=".".join)
@pytest.mark.parametrize("name", ["basic", "danish", "tarot"])
def test_rules_that_are_watched_are_looked_up_as_those_that_are_not(
    name: str, place: tuple[str, ...]
) -> None:
    rules = load_ruleset(name)
    with watched(rules, {place: frozenset({"any"})}) as (seen, _):
        assert (hash(seen), hash(seen.game)) == (hash(rules), hash(rules.game))


def test_what_is_made_once_is_found_again_without_reading_the_rules_that_stand_in_its_key() -> None:
    rules, known, made = load_ruleset("basic"), CachePerReading[object](), list[object]()
    for _ in range(2):
        with watched(rules, {("game", "table"): frozenset({"any"})}) as (seen, consulted):
            made.append(known.get_or_make(seen, [("a", seen.game)], object))
        assert consulted == set()
    assert made[0] is made[1]
