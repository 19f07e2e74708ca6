"""The way from the deal to the first lead: the auction, purchases, the called card."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Opener(Enum):
    """Who speaks first in an auction."""

    ELDEST = "eldest"
    DEALER = "dealer"


@dataclass(frozen=True, slots=True)
class AuctionRules:
    """One round of bids, in which an earlier bidder goes before a later one."""

    clause: str
    opener: Opener
    holds: bool
    """Whether an earlier bidder may take over the bid of a later one; else he too must bid higher."""
    pushes: bool
    """Whether a bid after the first is exactly one level higher, said with one word."""
    must_open: bool
    """Whether who speaks first must bid."""
    contracts: str
    """The clause that names the contracts and their order."""
    once: bool = False
    """Whether everybody speaks once only, so that nobody answers a later bid."""


@dataclass(frozen=True, slots=True)
class AllPass:
    """What becomes of a hand that everybody passed, and the clause that says so."""

    clause: str
    plays: str | None
    """The contract that is then played; None where the next dealer deals."""


class Bought(Enum):
    """What becomes of a purchase of a card that lies among those laid away."""

    ANOTHER = "another-card"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class PurchaseRules:
    """Cards that a declarer asks for before the play."""

    clause: str
    trumps: bool
    """Whether a card that is of no suit may be asked for too."""
    in_discard: Bought
    in_discard_clause: str
    price: int
    """What each card costs; 0 where nothing is paid."""
    mond_price: int
    swaps: bool
    """Whether a card is given for the one that was asked for."""
    paid_clause: str
    shared: bool
    """Whether the price is split among the opponents; else the holder has it."""


class Called(Enum):
    """Which cards may be called."""

    KING = "king"
    CARD = "any-card"


@dataclass(frozen=True, slots=True)
class CallRules:
    """The card by which a declarer finds his partner."""

    clause: str
    what: Called
    own: bool
    """Whether he may call a card that he holds himself, and then plays alone."""
    queen_clause: str | None
    """The clause by which who holds all four kings calls a queen; None where he may not."""
    further: bool = False
    """Whether who holds all four queens too calls a knight, and so on down to the jacks."""
    before_talon: bool = False
    """Whether it is called before the talon is seen; else after the discard."""
