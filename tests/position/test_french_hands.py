"""Whole hands of the French games from the auction on: who plays with whom, what is paid, what is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest
from contract.dealing import dealt, played

from analyzer.cards.card import BY_TEXT
from analyzer.position.model import Position
from analyzer.position.replay.model import Replay
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.rules.actions import ActionKind
from analyzer.rules.score.hand import Bid, HandFacts, Pool, Purchase


def whole(position: Position, told: HandFacts) -> Replay:
    """The hand played at random to its end, after what is told."""
    start = replace(position, told=told)
    moves = tuple(action for _, action, _ in played(start, 3) if action.kind is ActionKind.PLAY)
    return replay(start, Line("whole", moves))


def wrong(found: Replay) -> list[str]:
    return [each.clause for each in found.violations]


def test_who_holds_the_called_king_plays_with_the_declarer() -> None:
    start = dealt("french", 5, 3)
    told = HandFacts(
        contract="no-purchase", declarer=3, called=BY_TEXT["dR"], pools=(Pool(60),),
        bids=(Bid(2, "take"), Bid(3, "push"), Bid(2, "pass"), Bid(4, "pass"), Bid(0, "pass"), Bid(1, "pass")),
    )  # fmt: skip
    found = whole(start, told)
    assert wrong(found) == []
    assert found.sides.of == (1, 1, 0, 0, 1)
    assert [(each.clause, each.amount) for each in found.opening] == [("pool.dealing", 5)]


def test_a_card_is_bought_before_the_play_and_its_seller_stays_the_partner_it_was_called_from() -> None:
    start = dealt("french", 5, 3)
    sold, given = BY_TEXT["dR"], BY_TEXT["T3"]
    seller, buyer = 2, 3
    hands = list(start.hands)
    hands[seller] = hands[seller] - {sold} | {given}
    hands[buyer] = hands[buyer] - {given} | {sold}
    told = HandFacts(contract="take", declarer=buyer, called=sold, purchases=(Purchase(sold, seller, given),))
    found = whole(replace(start, hands=tuple(hands)), told)
    assert wrong(found) == []
    assert found.sides.of == (1, 1, 0, 0, 1)
    paid = [(each.payer, each.payee, each.amount) for each in found.opening if each.clause == "purchase.paid"]
    assert paid == [(3, 4, 4), (3, 0, 3), (3, 1, 3)]
    assert {"purchase.rest", "purchase.called"} <= {*found.applied}


@pytest.mark.parametrize(
    ("says", "clauses"), [("purchase", []), ("solissimo", []), ("call", ["bid.auction"])]
)
def test_the_dealer_of_appel_opens_and_any_higher_bid_will_do(says: str, clauses: list[str]) -> None:
    start = dealt("appel", 4, 5)
    assert start.dealer is not None
    order = [(start.dealer + step) % 4 for step in range(4)]
    bids = (
        Bid(order[0], "call"),
        Bid(order[1], says),
        *(Bid(seat, "pass") for seat in (order[0], *order[2:])),
    )
    told = HandFacts(contract=says, declarer=order[1], bids=bids)
    found = whole(start, told)
    assert wrong(found)[:1] == clauses


def test_a_card_called_that_the_dealer_laid_away_makes_him_the_partner() -> None:
    start = dealt("appel", 4, 5)
    assert start.dealer is not None
    assert start.skat is not None
    called, declarer = min(start.skat), (start.dealer + 1) % 4
    found = whole(start, HandFacts(contract="call", declarer=declarer, called=called))
    assert {seat for seat, side in enumerate(found.sides.of) if side == 0} == {
        declarer,
        start.dealer,
    }
    own = whole(start, HandFacts(contract="call", declarer=start.dealer, called=called))
    assert wrong(own) == ["call.own-discard"]
