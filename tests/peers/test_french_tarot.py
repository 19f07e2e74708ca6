"""Another program's games of French tarot replayed: they differ in what is known, and in nothing else."""

from __future__ import annotations

from collections import Counter
from functools import cache

from effort import tries
from msgspec.structs import replace
from peers.frenchgames import CONTRACTS, deals, games
from peers.frenchreplaying import CROSSES, KEPT, Compared

from analyzer.rules.deal.judge import is_void
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import derive_rules

GAMES = tries(2000, 8)


@cache
def replayed() -> tuple[Compared, ...]:
    return tuple(map(Compared, games(1, GAMES)))


def test_discards_legal_cards_winners_and_sheets_of_its_games_are_ours_but_for_what_is_known() -> None:
    found = replayed()
    assert [each.unknown for each in found if each.unknown] == []
    assert {each.game.contract for each in found} == set(CONTRACTS.values())
    assert {allowed for each in found for _, allowed in each.game.tried} == {True, False}
    assert sum(bool(each.game.shown) for each in found) > GAMES / 20
    taken = Counter(len({put.winner == each.game.taker for put in each.game.play[3::4]}) for each in found)
    assert taken[1] > 0  # a slam of either side


def test_what_is_known_to_differ_differs() -> None:
    known = sum((each.known for each in replayed()), Counter[str]())
    assert known[KEPT] > 0
    assert known[CROSSES] > 0


def test_a_deal_is_void_there_where_it_is_here() -> None:
    rule = load_ruleset("tarot").game.void_deal
    assert rule is not None
    found = Counter[bool]()
    for hands, void in deals(1, tries(4000)):
        found[void >= 0] += 1
        assert any(is_void(rule, hand) for hand in hands) == (void >= 0)
    assert found[True] > 0


def test_a_difference_that_nobody_knows_of_is_seen() -> None:
    rules = load_ruleset("tarot")
    over = rules.clauses["play.overtrump"]
    lax = replace(over, parameters={**over.parameters, "holds": False})
    free = derive_rules(rules, {**rules.clauses, over.id: lax}, rules.variant)
    assert any(Compared(game, free).unknown for game in games(1, 5))
