"""The worked examples of declarations and auctions that the shipped rule sets bring with them."""

from __future__ import annotations

from typing import Any

import pytest
from contract.examples import NAMES, cases, rules_of

from analyzer.cards.card import cards
from analyzer.rules.deal.auction import judge_auction
from analyzer.rules.deal.combinations import declarations_of
from analyzer.rules.score.told import Bid


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
