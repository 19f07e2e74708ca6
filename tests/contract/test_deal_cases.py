"""The worked examples of declarations and auctions that the shipped rule sets bring with them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from analyzer.cards.card import cards
from analyzer.rules.deal.auction import judge_auction
from analyzer.rules.deal.combinations import declarations_of
from analyzer.rules.score.told import Bid
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import in_form
from analyzer.yamltree.reading import Node, read

SPECS = Path(__file__).parents[2] / "specs"
NAMES = ("A", "B", "C", "D", "E")


def plain(node: Node) -> Any:
    """What stands in a tree, without its places."""
    if isinstance(node.value, dict):
        return {name: plain(each) for name, each in node.value.items()}
    return [plain(each) for each in node.value] if isinstance(node.value, list) else node.value


def cases(kind: str) -> Iterator[Any]:
    """Every example of a kind, of whatever rule set."""
    for path in sorted(SPECS.glob("*/cases.yaml")):
        node, faults = read(path.read_text(encoding="utf-8"), str(path))
        assert node is not None
        assert not faults
        for case in plain(node)["cases"]:
            if kind in case:
                yield pytest.param(path.parent.name, case, id=f"{path.parent.name}: {case['name']}")


def rules_of(name: str, case: Any) -> RuleSet:
    rules = load_ruleset(name, case.get("variant"))
    return in_form(rules, case.get("seats", rules.table.players))


@pytest.mark.parametrize(("name", "case"), list(cases("declares")))
def test_a_hand_declares_what_the_example_says(name: str, case: Any) -> None:
    told = case["declares"]
    found = declarations_of(rules_of(name, case), cards(told["hand"]))
    assert {each.text(): each.amount for each in found} == told["declared"]


@pytest.mark.parametrize(("name", "case"), list(cases("auction")))
def test_an_auction_comes_to_what_the_example_says(name: str, case: Any) -> None:
    rules, told = rules_of(name, case), case["auction"]
    game, seats = rules.game.points, rules.table.players
    assert game is not None
    bids = [Bid(NAMES.index(player), says) for bid in told["bids"] for player, says in bid.items()]
    found = judge_auction(game, NAMES[:seats], seats - 1, bids)
    assert [each.clause for each in found.violations] == told.get("wrong", [])
    assert (None if found.declarer is None else NAMES[found.declarer]) == told.get("declarer")
    assert found.contract == told.get("contract")
