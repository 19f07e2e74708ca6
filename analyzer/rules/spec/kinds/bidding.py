"""The way from the deal to the first lead: the auction, purchases, the called card."""

from __future__ import annotations

from enum import Enum
from typing import Final

from analyzer.frozenrecord import Record
from analyzer.rules.spec.kinds.clausekind import FLAG, chapter, kind, whole, word
from analyzer.rules.spec.kinds.contracts import CONTRACTS, NAMES, contracts_of
from analyzer.rules.spec.reading import RulesReading


class Opener(Enum):
    """Who speaks first in an auction."""

    ELDEST = "eldest"
    DEALER = "dealer"


_AUCTION: Final = kind(
    "auction", "bid.auction", optional=("must_open", "once"),
    first=word("eldest", "dealer"), holds=FLAG, pushes=FLAG, must_open=FLAG, once=FLAG,
)  # fmt: skip


@chapter(_AUCTION)
class AuctionRules:
    """One round of bids, in which an earlier bidder goes before a later one."""

    clause: str = _AUCTION.clause
    opener: Opener = _AUCTION.get("first", as_=Opener)
    holds: bool = _AUCTION["holds"]
    """Whether an earlier bidder may take over the bid of a later one; else he too must bid higher."""
    pushes: bool = _AUCTION["pushes"]
    """Whether a bid after the first is exactly one level higher, said with one word."""
    must_open: bool = _AUCTION.get("must_open", otherwise=False)
    """Whether who speaks first must bid."""
    contracts: str = CONTRACTS.clause
    """The clause that names the contracts and their order."""
    once: bool = _AUCTION.get("once", otherwise=False)
    """Whether everybody speaks once only, so that nobody answers a later bid."""


_ALL_PASS: Final = kind(
    "all-pass", "bid.all-pass", optional=("plays",), then=word("next-dealer", "unbid-contract"), plays=NAMES
)


class AllPass(Record, frozen=True):
    """What becomes of a hand that everybody passed, and the clause that says so."""

    clause: str
    plays: str | None
    """The contract that is then played; None where the next dealer deals."""


def all_pass_of(given: RulesReading) -> AllPass | None:
    """What becomes of a hand that everybody passed; None where no clause tells."""
    clause = given.maybe(_ALL_PASS.name)
    if clause is None:
        return None
    unbid = [each.name for each in contracts_of(given).values() if not each.bid]
    named = (*given.names(clause, "plays"), *unbid)
    plays = given.word(clause, "then") == "unbid-contract"
    return AllPass(clause, named[0] if plays and named else None)


class Bought(Enum):
    """What becomes of a purchase of a card that lies among those laid away."""

    ANOTHER = "another-card"
    LOST = "lost"


_PURCHASE: Final = kind("purchase", "purchase", cards=word("any", "of-a-suit"))
_IN_DISCARD: Final = kind("purchase-in-discard", "purchase.in-discard", then=word("another-card", "lost"))
_PRICE: Final = kind(
    "purchase-price", "purchase.paid",
    each=whole(0, 1000), mond=whole(0, 1000), swaps=FLAG, to=word("holder", "opponents"),
)  # fmt: skip
PRICE_REST: Final = kind("purchase-rest", "purchase.rest", goes=word("from-declarer", "nowhere"))


@chapter(_PURCHASE)
class PurchaseRules:
    """Cards that a declarer asks for before the play."""

    clause: str = _PURCHASE.clause
    trumps: bool = _PURCHASE.says("cards", "any")
    """Whether a card that is of no suit may be asked for too."""
    in_discard: Bought = _IN_DISCARD.get("then", Bought.ANOTHER, Bought)
    in_discard_clause: str = _IN_DISCARD.clause_or_of(_PURCHASE)
    price: int = _PRICE.get("each", 0)
    """What each card costs; 0 where nothing is paid."""
    mond_price: int = _PRICE.get("mond", 0)
    swaps: bool = _PRICE.get("swaps", otherwise=True)
    """Whether a card is given for the one that was asked for."""
    paid_clause: str = _PRICE.clause_or_of(_PURCHASE)
    shared: bool = _PRICE.says("to", "opponents", otherwise=False)
    """Whether the price is split among the opponents; else the holder has it."""


class Called(Enum):
    """Which cards may be called."""

    KING = "king"
    CARD = "any-card"


CALL: Final = kind(
    "call", "call.king", "call.card", optional=("when",),
    what=word("king", "any-card"), own=FLAG, when=word("after-discard", "before-talon"),
)  # fmt: skip
_QUEEN: Final = kind(
    "call-queen", "call.queen", optional=("further",), with_=word("four-kings"), further=FLAG
)


@chapter(CALL)
class CallRules:
    """The card by which a declarer finds his partner."""

    clause: str = CALL.clause
    what: Called = CALL.get("what", as_=Called)
    own: bool = CALL["own"]
    """Whether he may call a card that he holds himself, and then plays alone."""
    queen_clause: str | None = _QUEEN.clause_or(None)
    """The clause by which who holds all four kings calls a queen; None where he may not."""
    further: bool = _QUEEN.get("further", otherwise=False)
    """Whether who holds all four queens too calls a knight, and so on down to the jacks."""
    before_talon: bool = CALL.says("when", "before-talon", otherwise=False)
    """Whether it is called before the talon is seen; else after the discard."""
