"""The worked examples that the shipped rule sets bring with them, in `specs/NAME/cases.yaml`.

An example is of one of the kinds of :data:`FORMULAS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from contract.examples import NAMES, cases, game_of, rules_of
from contract.formulas import bid_to_the_end, bids_refused
from contract.played_examples import discard, legal, position, score, winner

from analyzer.cards.card import cards
from analyzer.rules.deal.auction import judge_auction
from analyzer.rules.deal.combinations import declarations_of
from analyzer.rules.score.hand import PASS, Bid


def declares(name: str, case: Any) -> None:
    """What a hand can declare, and what each other player pays for it."""
    told = case["declares"]
    found = declarations_of(rules_of(name, case), cards(told["hand"]))
    assert {each.text(): each.amount for each in found} == told["declared"]


def auction(name: str, case: Any) -> None:
    """Who plays which contract after an auction, the last player dealing, and what was wrong in it.

    The formula of the auction reads it too.
    """
    rules, told = rules_of(name, case), case["auction"]
    game, seats = game_of(rules), rules.table.players
    bids = [Bid(NAMES.index(player), says) for bid in told["bids"] for player, says in bid.items()]
    found = judge_auction(game, NAMES[:seats], seats - 1, bids)
    assert [each.clause for each in found.violations] == told.get("wrong", [])
    assert (None if found.declarer is None else NAMES[found.declarer]) == told.get("declarer")
    assert found.contract == told.get("contract")
    assert bids_refused(game, seats, bids) == [each.place for each in found.wrong]
    if found.over and any(bid.says != PASS for bid in bids):
        assert bid_to_the_end(game, seats, bids) == (found.declarer, found.contract)


READERS: Final[dict[str, Callable[[str, Any], None]]] = {
    "legal": legal,
    "winner": winner,
    "discard": discard,
    "declares": declares,
    "auction": auction,
    "position": position,
    "score": score,
}


@pytest.mark.parametrize(("name", "case"), list(cases()))
def test_the_rules_meet_a_worked_example(name: str, case: Any) -> None:
    (kind,) = case.keys() & READERS.keys()
    READERS[kind](name, case)
