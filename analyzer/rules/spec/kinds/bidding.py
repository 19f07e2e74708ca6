"""From the deal to the first lead: the auction, purchases, the called card, the talon and the discard."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from analyzer.cards.card import Card, Suit
from analyzer.frozenrecord import Record
from analyzer.rules.spec.kinds.clausekind import CARD, CARDS, FLAG, SUIT, chapter, kind, whole, word
from analyzer.rules.spec.kinds.contracts import CONTRACTS, NAMES, THREE_TRUMPS, contracts_of
from analyzer.rules.spec.reading import ClauseReader

# The way from the deal to the first lead: the auction, purchases, the called card.


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


def all_pass_of(given: ClauseReader) -> AllPass | None:
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


# What piles count and who may take what: the talon, the discard, the exchange for the Fool, the average.
#
# Points are counted in units, so that every amount is a whole number: a unit is one point, half a point where
# cards are counted in pairs, a third where they are counted in threes.


HONOURS: Final = kind("honours", "table.honours", cards=CARDS, trull=CARDS)
TAKES_TALON: Final = kind("takes-talon", "talon.taker", who=word("dealer", "declarer"))
DISCARD_COUNTS: Final = kind("discard-counts", "discard.counts-for", for_=word("its-maker", "dealers-side"))
kind("dead-hand", "table.two", hands=whole(0, 2))
kind("only-if-needed", "discard.trumps", suit=SUIT)
kind("never-or-alone", "discard.limits", never=CARDS, alone=CARDS, suit=SUIT)
kind("alone-counted", "discard.limits-hand", among=word("whole-hand", "kept"))
kind("as-many-as-taken", "discard.size", of=word("talon"))


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


_COLOUR: Final = kind(
    "suit-beats-trumps", "play.colour-valat",
    contract=word("colour-valat"), ends=word("for-good", "that-trick"),
)  # fmt: skip
_IN_COLOUR: Final = kind(
    "three-trumps-in-colour", "play.three-trumps-in-colour-valat",
    holds=word("under-normal-ranks", "never"),
)  # fmt: skip
_COLOUR_LEADS: Final = kind(
    "suit-beats-led-by", "play.colour-valat-leads", whose=word("anybody", "declarers-side")
)


@chapter(THREE_TRUMPS, _COLOUR)
class TrickRules:
    """Who wins a trick against the usual order of cards."""

    three_trumps: ThreeTrumps = THREE_TRUMPS.get("won", ThreeTrumps.NONE, ThreeTrumps)
    three_in_colour: bool = _IN_COLOUR.says("holds", "under-normal-ranks", otherwise=True)
    """Whether the three trumps rule holds where suits led may beat trumps, as far as they do not."""
    colour_ends: ColourEnds = _COLOUR.get("ends", ColourEnds.FOR_GOOD, ColourEnds)
    colour_leads: ColourLeads = _COLOUR_LEADS.get("whose", ColourLeads.ANYBODY, ColourLeads)
    three_clause: str = THREE_TRUMPS.clause_or("")
    colour_clause: str = _COLOUR.clause_or("")

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


class PileRules(Record, frozen=True):
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

    def card_units(self, card: Card) -> int:
        """The units a card counts in a pile, without its share of a trick."""
        return self.worth(card) + self.each_card


_EXCHANGE: Final = kind("exchange", "fool.exchange", card=CARD)
_GIVES: Final = kind("exchange-card", "fool.exchange-card", gives=word("least", "worthless"))
_LATER: Final = kind("exchange-later", "fool.exchange-later", owed=FLAG)
_SURRENDER: Final = kind("surrender", "fool.surrender", without=word("trick"))
_NO_TRICK: Final = kind("discard-no-trick", "fool.discard-is-no-trick", holds=FLAG)


class ExchangeRules(Record, frozen=True):
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
    changes_side: str | None = None
    """The clause by which a Fool of the last tricks goes to the other side also where its own wins them."""
    worthless: bool = False
    """Whether only a card that counts no more than any other is given, owed until the side has one.

    Where it never has one it gives in the end the least that it has.
    """


_DEVIATION: Final = kind(
    "deviation", "count.par", "payment.count",
    par=whole(0, 250), to=word("sheet", "in-common", "other", "one-opponent"),
)  # fmt: skip
_SETTLE: Final = kind("partners-settle", "payment.count-four", share=word("whole", "half"))


@chapter(_DEVIATION)
class Deviation:
    """Points held against the average of a side, in points, and to what account that goes."""

    clause: str = _DEVIATION.clause
    par: int = _DEVIATION["par"]
    to: str = _DEVIATION["to"]
    """`sheet`: it is written down; `in-common`: all settle it together; `other`: each settles his own with
    the only other; `one-opponent`: each partner settles with one opponent."""
    halves: bool = _SETTLE.says("share", "half", otherwise=False)
    """Whether each partner settles half of what the side has; else all of it."""
    shared: str = _SETTLE.clause_or("")
    """The clause of how much each partner settles."""


_GAME_END: Final = kind(
    "game-end", "end.game",
    after=word("round-of-deals"), pays=word("each-pays-each", "lowest-pays"), amount=whole(1, 1000),
)  # fmt: skip


@chapter(_GAME_END)
class GameEnd:
    """What is paid when everybody has dealt once: by whom, and how much."""

    clause: str = _GAME_END.clause
    pays: str = _GAME_END["pays"]
    """`each-pays-each`: who is below nothing pays who is above; `lowest-pays`: the lowest pays everybody."""
    amount: int = _GAME_END["amount"]


_ENDS_ON_WISH: Final = kind("ends-on-wish", "end", least=whole(1, 100), most=whole(1, 100))


@chapter(_ENDS_ON_WISH)
class EndOnWish:
    """How many hands more are played when somebody wishes to end, so that all have dealt equally often."""

    clause: str = _ENDS_ON_WISH.clause
    least: int = _ENDS_ON_WISH["least"]
    most: int = _ENDS_ON_WISH["most"]
