"""What a game in which card points decide adds to a :class:`GameSpec`: piles, sides, contracts, scores.

Points are counted in units, so that every amount is a whole number: a unit is one point, half a point where
cards are counted in pairs, a third where they are counted in threes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from analyzer.cards.card import Card, Suit
from analyzer.rules.spec.bidding import AllPass, AuctionRules, CallRules, PurchaseRules
from analyzer.rules.spec.contracts import (
    Contract,
    PartnerRules,
    PoolRules,
    SlamBid,
    SlovenianScore,
    StakeScore,
    TappScore,
    TargetScore,
    TrumpsShown,
)
from analyzer.rules.spec.paying import Declaring, NilRules, PlayPayments


class TalonTaker(Enum):
    """Who takes the cards of the talon that are taken."""

    DEALER = "dealer"
    DECLARER = "declarer"


class DiscardOwner(Enum):
    """For whom the cards laid away count."""

    ITS_MAKER = "its-maker"
    DEALERS_SIDE = "dealers-side"


class ThreeTrumps(Enum):
    """When the Pagat wins a trick with the Fool and the Mond in it."""

    NONE = "none"
    IN_ORDER = "in-order"
    """Where the Fool, the Mond and the Pagat are played in this order."""
    ANY_ORDER = "any-order"


class ColourEnds(Enum):
    """For how long a trump that is led puts the trumps back above the suits."""

    FOR_GOOD = "for-good"
    THAT_TRICK = "that-trick"


class ColourLeads(Enum):
    """Whose lead makes a suit beat the trumps."""

    ANYBODY = "anybody"
    DECLARERS_SIDE = "declarers-side"


@dataclass(frozen=True, slots=True)
class TrickRules:
    """Who wins a trick against the usual order of cards."""

    three_trumps: ThreeTrumps = ThreeTrumps.NONE
    three_in_colour: bool = True
    """Whether the three trumps rule holds where suits led may beat trumps, as far as they do not."""
    colour_ends: ColourEnds = ColourEnds.FOR_GOOD
    colour_leads: ColourLeads = ColourLeads.ANYBODY
    three_clause: str = ""
    colour_clause: str = ""

    @property
    def three_win(self) -> bool:
        """Whether one of three trumps wins that would not by its rank."""
        return self.three_trumps is not ThreeTrumps.NONE

    @property
    def in_any_order(self) -> bool:
        """Whether the last of the three wins in whatever order they came."""
        return self.three_trumps is ThreeTrumps.ANY_ORDER

    @property
    def colour_for_good(self) -> bool:
        """Whether a trump that is led ends it for the rest of the hand that suits beat trumps."""
        return self.colour_ends is ColourEnds.FOR_GOOD

    @property
    def colour_anybody(self) -> bool:
        """Whether a suit beats trumps whoever leads it."""
        return self.colour_leads is ColourLeads.ANYBODY


@dataclass(frozen=True, slots=True)
class PileRules:
    """What the cards of a pile count, in units; `total` is the sum of all piles."""

    clause: str
    unit: int
    """How many units are one point: 1, 2 or 3."""
    values: Mapping[str, int]
    """Points of single cards by canonical text (`fool`, `T1`, `T21`), of courts by face."""
    each_card: int
    """Units for every card, whatever it is."""
    trick: int
    """Units for a trick won."""
    discard: int
    """Units for the cards laid away, all together."""
    total: int

    def worth(self, card: Card) -> int:
        """The units that a card counts above any other card of the pack."""
        plain = card.suit not in (None, Suit.TRUMPS)
        return self.unit * self.values.get(str(card), self.values.get(card.face, 0) if plain else 0)

    def of(self, card: Card) -> int:
        """The units a card counts in a pile, without its share of a trick."""
        return self.worth(card) + self.each_card


@dataclass(frozen=True, slots=True)
class ExchangeRules:
    """A Fool that goes home to its player's side, which gives another card for it.

    Each clause is named where something is done because of it.
    """

    clause: str
    later: str | None
    """The clause by which the card is owed until there is one; None where nothing is owed."""
    surrender: str | None
    """The clause by which a side without a trick gives up the Fool."""
    discard_pays: bool
    """Whether cards laid away may be given as soon as the side has a trick."""


@dataclass(frozen=True, slots=True)
class Deviation:
    """Points held against the average of a side, in points, and to what account that goes."""

    clause: str
    par: int
    to: str
    """`sheet`: it is written down; `in-common`: all settle it together; `other`: each settles his own with
    the only other; `one-opponent`: each partner settles with one opponent."""
    halves: bool = False
    """Whether each partner settles half of what the side has; else all of it."""
    shared: str = ""
    """The clause of how much each partner settles."""


@dataclass(frozen=True, slots=True)
class GameEnd:
    """What is paid when everybody has dealt once: by whom, and how much."""

    clause: str
    pays: str
    """`each-pays-each`: who is below nothing pays who is above; `lowest-pays`: the lowest pays everybody."""
    amount: int


@dataclass(frozen=True, slots=True)
class EndOnWish:
    """How many hands more are played when somebody wishes to end, so that all have dealt equally often."""

    clause: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class PointGame:
    """What is special about a game of card points for one number of seats."""

    honours: frozenset[Card]
    trull: frozenset[Card]
    piles: PileRules
    exchange: ExchangeRules | None
    taker: TalonTaker
    discard_for: DiscardOwner
    discard_clause: str
    deviation: Deviation | None
    """How points are held against the average; None where they are not."""
    end: GameEnd | None
    """What is paid when a game is over; None where nothing is."""
    tricks: TrickRules | None = None
    """Who wins a trick against the usual order; None where nobody does."""
    contracts: Mapping[str, Contract] = field(default_factory=dict)
    """By name, the lowest first."""
    payments: PlayPayments | None = None
    nil: NilRules | None = None
    declaring: Declaring | None = None
    auction: AuctionRules | None = None
    all_pass: AllPass | None = None
    purchase: PurchaseRules | None = None
    call: CallRules | None = None
    stake: StakeScore | None = None
    target: TargetScore | None = None
    partner: PartnerRules | None = None
    """Who is the partner where nobody holds the called card; None where no card is called."""
    price_rest: str | None = None
    """The clause by which what a price leaves over goes round; None where it is not paid."""
    slam: SlamBid | None = None
    pools: PoolRules | None = None
    shown: TrumpsShown | None = None
    tapp: TappScore | None = None
    wish: EndOnWish | None = None
    """How an evening ends that has no games of a fixed length."""
    slovenian: SlovenianScore | None = None

    @property
    def declarer_takes(self) -> bool:
        """Whether the declarer takes up the talon, and not the dealer."""
        return self.taker is TalonTaker.DECLARER

    @property
    def on_a_sheet(self) -> bool:
        """Whether what a hand brings is written on a sheet; else it is paid."""
        scored = self.deviation is not None and self.deviation.to == "sheet"
        return scored or self.tapp is not None or self.slovenian is not None

    def throws_in(self, name: str | None) -> bool:
        """Whether the cards of a contract may be thrown in before the first lead, and it is paid at once."""
        contract = self.contract(name)
        if contract is None:
            return False
        return not contract.played or (self.stake is not None and contract.name in self.stake.thrown_in)

    def contract(self, name: str | None) -> Contract | None:
        """The contract of a name; None where the game has none of that name."""
        return None if name is None else self.contracts.get(name)
