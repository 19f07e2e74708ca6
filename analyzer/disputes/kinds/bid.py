"""Disputes about an auction: what a file of them says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from analyzer.disputes.kinds.common import KIND, about_of
from analyzer.disputes.kinds.hand import HandDispute, HandShape, read_hand_told
from analyzer.messages import say
from analyzer.position.files.reader import Reader
from analyzer.rules.spec.bidding import Opener
from analyzer.yamltree.placed import Field, Text


class BidShape(HandShape):
    """Who may say what in an auction, and what it comes to."""

    kind: Literal["bid"] = KIND
    bids: list[dict[Text, Text]] = Field(
        description="The auction, bid by bid; `dealer` tells who opens it, else who speaks first does.",
        examples=[[{"A": "with-three"}, {"B": "with-two"}, {"A": "hold"}]],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BidDispute(HandDispute):
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
