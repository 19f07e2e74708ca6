"""OpenSpiel's games of Slovenian Tarok replayed: they differ in what is known, and in nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

import pytest
from msgspec.structs import replace
from peers.openspiel import CONTRACTS, games
from peers.replaying import PAGAT_WINS, VARIANT, Compared, rules_of

from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import choose, derive_rules, in_form

GAMES = 300
"""So many games of each number of players; `make fuzz` replays as many as there is time for."""


@cache
def replayed(seats: int) -> tuple[Compared, ...]:
    return tuple(Compared(game, rules_of(seats)) for game in games(seats, 1, GAMES))


def known(seats: int) -> Counter[str]:
    return sum((each.known for each in replayed(seats)), Counter[str]())


def differences(rules: RuleSet, number: int) -> Iterator[str]:
    for game in games(rules.table.players, 1, number):
        yield from Compared(game, rules).unknown


@pytest.mark.parametrize("seats", [3, 4])
def test_legal_cards_winners_and_counts_of_its_games_are_ours_but_for_what_is_known(seats: int) -> None:
    found = replayed(seats)
    assert [each.unknown for each in found if each.unknown] == []
    assert sum(each.tricks for each in found) > 2000
    contracts = {each.game.its_contract for each in found}
    four_only = {"SOLO_THREE", "SOLO_TWO", "SOLO_ONE"}
    assert contracts == CONTRACTS.keys() - (four_only if seats == 3 else set())


@pytest.mark.parametrize("seats", [3, 4])
def test_what_is_known_to_differ_differs(seats: int) -> None:
    found = known(seats)
    assert found["the Pagat goes only where nothing else may"] > 100
    assert found["a trump is laid away only where no other card may be"] > 100
    assert found["the declarer leads in solo without and colour valat"] > 20
    assert found[PAGAT_WINS] > 0


def test_who_calls_a_king_of_the_talon_and_wins_with_it_has_the_rest_of_the_talon_there() -> None:
    assert known(4)["the rest of the talon goes to the declarer with the called king in it"] > 0
    assert known(4)["a pile of four cards counts as four kings"] > 0


def read_as(variant: Mapping[str, str], seats: int) -> RuleSet:
    return in_form(choose(load_ruleset("slovenian"), variant), seats)


def test_by_the_order_of_our_source_the_three_trumps_fall_otherwise_there() -> None:
    in_order = read_as({**VARIANT, "three-trumps": "in-order"}, 4)
    assert any(" is won by " in each for each in differences(in_order, GAMES))


def test_a_difference_that_nobody_knows_of_is_seen() -> None:
    rules = rules_of(3)
    follow = rules.clauses["play.follow"]
    lax = replace(follow, parameters={**follow.parameters, "holds": False})
    free = derive_rules(rules, {**rules.clauses, follow.id: lax}, rules.variant)
    assert any(", not " in each for each in differences(free, 20))
