"""Disputes about an auction, and about a purchase before the play: what a file of them says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import field
from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.disputes.kinds.came import SaidOwed, SaidOwedKeys, read_said_owed
from analyzer.disputes.kinds.common import KIND, about_of
from analyzer.disputes.kinds.hand import (
    HandDispute,
    HandShape,
    HeldDispute,
    HeldShape,
    need,
    read_hand_told,
    read_held,
)
from analyzer.messages import say
from analyzer.position.files.handshape import PurchaseShape
from analyzer.position.files.reader import Reader
from analyzer.rules.deal.purchase import Buying, undone
from analyzer.rules.score.told import Purchase
from analyzer.rules.spec.kinds.bidding import Opener
from analyzer.yamltree.placed import Field, Text


class PurchaseDisputeShape(HeldShape, SaidOwedKeys):
    """Whether a declarer may buy these cards, and what is paid for them."""

    kind: Literal["purchase"] = KIND
    purchase: list[PurchaseShape] = Field(
        description="What was bought. `hands` are those before it; where every card bought lies with the "
        "declarer and every card given with who had it, those after it.",
        examples=[[{"wants": "hR", "from": "B", "gives": "s2"}]],
    )


class PurchaseDispute(HeldDispute, frozen=True, kw_only=True):
    """May these cards be bought, and what is paid for them?"""

    buying: Buying
    purchases: tuple[Purchase, ...]
    said: SaidOwed = field(default_factory=SaidOwed)


def read_purchase(reader: Reader, shape: PurchaseDisputeShape) -> PurchaseDispute | None:
    """Who bought what of whom; None where contract or declarer is not told."""
    about, told, held = about_of(reader, shape), read_hand_told(reader, shape), read_held(reader, shape)
    need(reader, shape, "contract", say("nothing tells in which contract it is bought"))
    need(reader, shape, "declarer", say("nobody buys the card"))
    said, declarer, contract = read_said_owed(reader, shape), told.declarer, told.contract
    if declarer is None or contract is None or not told.purchases:
        if shape.has("purchase") and not shape.purchase:
            reader.lack(shape.place("purchase"), say("nothing is bought"), say("expected a purchase"))
        return None
    away = held["discard"] or frozenset()
    hands = _before(held["hands"], declarer, told.purchases)
    purchases = tuple(_of_holder(each, hands, declarer) for each in told.purchases)
    buying = Buying(declarer, contract, _assumed(hands, declarer, purchases), reader.players, away)
    told = replace(told, purchases=purchases)
    return PurchaseDispute(**about, told=told, **held, buying=buying, purchases=purchases, said=said)


Held = Sequence[frozenset[Card] | None]


def _before(hands: Held, declarer: int, purchases: Sequence[Purchase]) -> Held:
    """The hands before the exchanges, also where a file tells them after."""
    own = hands[declarer]

    def exchanged(each: Purchase) -> bool:
        assert own is not None
        given = None if each.holder is None else hands[each.holder]
        moved = each.gives is not None and each.gives not in own and (given is None or each.gives in given)
        return each.wants in own and moved and each.holder not in (None, declarer)

    if own is None or not all(map(exchanged, purchases)):
        return hands
    before = undone([hand or frozenset() for hand in hands], declarer, purchases)
    return [None if told is None else hand for told, hand in zip(hands, before, strict=True)]


def _of_holder(each: Purchase, hands: Held, declarer: int) -> Purchase:
    """A purchase with who held the card, where the hands tell it and the file does not."""
    if each.holder is not None:
        return each
    seats = (seat for seat, hand in enumerate(hands) if hand and each.wants in hand and seat != declarer)
    return replace(each, holder=next(seats, None))


def _assumed(hands: Held, declarer: int, purchases: Sequence[Purchase]) -> list[frozenset[Card]]:
    """The hands, a hand that is not told holding what was bought of it or given from it."""
    found = []
    for seat, hand in enumerate(hands):
        wanted = {each.wants for each in purchases if each.holder == seat}
        given = {each.gives for each in purchases if each.gives is not None and seat == declarer}
        found.append(frozenset(wanted | given) if hand is None else hand)
    return found


class BidShape(HandShape):
    """Who may say what in an auction, and what it comes to."""

    kind: Literal["bid"] = KIND
    bids: list[dict[Text, Text]] = Field(
        description="The auction, bid by bid; `dealer` tells who opens it, else who speaks first does.",
        examples=[[{"A": "with-three"}, {"B": "with-two"}, {"A": "hold"}]],
    )


class BidDispute(HandDispute, frozen=True, kw_only=True):
    """Was this said rightly in the auction, and what did it come to?"""

    deals: int
    """Who dealt, as it is told or as the first who spoke tells it."""


def read_bid(reader: Reader, shape: BidShape) -> BidDispute | None:
    """What was said in an auction; None where the game has none, or nobody said anything."""
    about, told = about_of(reader, shape), read_hand_told(reader, shape)
    game = reader.rules.game
    if game.auction is None or not told.bids:
        if shape.has("bids") and not any(shape.bids):
            reader.lack(shape.place("bids"), say("nobody says anything"), say("expected what was said first"))
        return None
    back = 0 if game.auction.opener is Opener.DEALER else 1
    opened_by = (told.bids[0].seat - back) % len(reader.players)
    dealer = about["dealer"]
    return BidDispute(**about, told=told, deals=opened_by if dealer is None else dealer)
