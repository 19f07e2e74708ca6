"""Contracts that are played against a target, what they pay, pools, and what is shown before the play.

Points are whole points.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from analyzer.cards.card import Card, Suit
from analyzer.frozenrecord import Record
from analyzer.rules.spec.kinds.bidding import CALL
from analyzer.rules.spec.kinds.clausekind import CARD, FLAG, SUIT, chapter, kind, whole, word
from analyzer.rules.spec.kinds.contracts import CalledAway
from analyzer.rules.spec.reading import ClauseReader

_TRUMPS: Final = whole(1, 22)
_PAID: Final = whole(0, 1000)
_POINTS: Final = whole(0, 250)

_TARGET: Final = kind("trull-target", "target", three=_POINTS, two=_POINTS, one=_POINTS, none=_POINTS)
_ODD_HALF: Final = kind("odd-half", "count.odd-card", goes=word("down", "to-the-winner"))
_PAGAT_TARGET: Final = kind(
    "pagat-target", "target.pagat", shift=whole(0, 100), by_partner=word("counts", "no-change")
)


@chapter(_TARGET)
class TargetScore:
    """A target that hangs on the Trull."""

    target: str = _TARGET.clause
    odd: str = _ODD_HALF.clause
    by_trull: Mapping[int, int] = _TARGET.numbers("none", "one", "two", "three")
    """The target by how many cards of the Trull the declarer's side has."""
    odd_to_winner: bool = _ODD_HALF.says("goes", "to-the-winner")
    """Whether half a point left over goes to who won the contract; else it is dropped."""
    pagat: str = _PAGAT_TARGET.clause_or("")
    """The clause of the Pagat in the last trick; empty where it moves no target."""
    pagat_shift: int = _PAGAT_TARGET.get("shift", 0)
    pagat_by_partner: bool = _PAGAT_TARGET.says("by_partner", "counts", otherwise=True)
    """Whether a Pagat that falls to its player's own side in the last trick counts for that side."""


_WON: Final = kind("target-won", "payment.won", pool=word("taken", "stays"))
_SHARES: Final = kind("target-shares", "payment.shares", pool=FLAG, price=FLAG)
_LOST: Final = kind("target-lost", "payment.lost", pool=word("doubled", "stays"))
_SLAM_PAYMENT: Final = kind("slam-payment", "payment.slam", amount=_PAID, pool=word("stays", "taken"))


@chapter(_WON)
class TargetPayments:
    """What points beyond a target pay, with a price and the pools; a slam takes the place of it all."""

    won: str = _WON.clause
    shares: str = _SHARES.clause
    """The clause of what a partner has of pool and price."""
    lost: str = _LOST.clause
    slam: str = _SLAM_PAYMENT.clause
    takes_pool: bool = _WON.says("pool", "taken")
    """Whether who makes his contract takes the largest pool."""
    doubles_pool: bool = _LOST.says("pool", "doubled")
    """Whether who fails doubles it, or lays a new one where that was done."""
    pool_shared: bool = _SHARES["pool"]
    price_shared: bool = _SHARES["price"]
    """Whether a partner has his half of the pool, and of the price of the bid."""
    slam_value: int = _SLAM_PAYMENT["amount"]
    slam_takes_pool: bool = _SLAM_PAYMENT.says("pool", "taken")


_COEFFICIENT: Final = kind("coefficient-value", "payment.value", base=_PAID)
_PARTNER_SHARE: Final = kind("coefficient-shares", "payment.flow", partner=word("as-a-defender"))
_LAST_PAGAT: Final = kind("last-pagat", "payment.pagat", amount=_PAID, before_fool=FLAG)
_SLAM_BONUS: Final = kind(
    "slam-bonus", "payment.slam", announced=_PAID, unannounced=_PAID, failed=_PAID, defence=_PAID
)


@chapter(_COEFFICIENT)
class CoefficientScore:
    """Points beyond a target with a base, times the coefficient of the contract, and what goes beside it.

    Every defender pays the declarer as much, or is paid it where it is less than nothing.
    """

    value: str = _COEFFICIENT.clause
    shares: str = _PARTNER_SHARE.clause
    """The clause of a partner, who has as much as a defender pays."""
    pagat: str = _LAST_PAGAT.clause
    slam: str = _SLAM_BONUS.clause
    base: int = _COEFFICIENT["base"]
    pagat_value: int = _LAST_PAGAT["amount"]
    """What the Pagat in the last trick is worth with a coefficient of 1."""
    pagat_before_fool: bool = _LAST_PAGAT["before_fool"]
    """Whether it is in the last trick too where it lies in the one before a Fool that wins the last."""
    slam_announced: int = _SLAM_BONUS["announced"]
    slam_unannounced: int = _SLAM_BONUS["unannounced"]
    slam_failed: int = _SLAM_BONUS["failed"]
    slam_defence: int = _SLAM_BONUS["defence"]
    """What a defender is paid where the others win no trick."""


_FOUNDING: Final = kind("pool-founding", "pool.new", dealer=_PAID, others=_PAID)
_DEALING: Final = kind("pool-dealing", "pool.dealing", amount=_PAID)
_CHOICE: Final = kind("pool-choice", "pool.which", equal=word("not-doubled", "doubled"))


@chapter(_FOUNDING)
class PoolRules:
    """The pools of the table: what founds one, what a deal adds, and which one is meant."""

    founding: str = _FOUNDING.clause
    """The clause of a new pool."""
    dealer_founds: int = _FOUNDING["dealer"]
    others_found: int = _FOUNDING["others"]
    dealing: str = _DEALING.clause
    """The clause of what the dealer adds to the largest pool."""
    adds: int = _DEALING["amount"]
    choice: str = _CHOICE.clause
    """The clause of pools of one size."""
    undoubled_first: bool = _CHOICE.says("equal", "not-doubled")
    """Whether of those one is meant that was not doubled yet."""


_VOID: Final = kind("void-deal", "deal.dry-petit", only=CARD, suit=SUIT, fool_counts=FLAG, holds=FLAG)


@chapter(_VOID, where="holds")
class VoidDeal:
    """A hand with one trump only, by which the deal is void."""

    clause: str = _VOID.clause
    only: Card = _VOID["only"]
    suit: Suit = _VOID["suit"]
    fool_counts: bool = _VOID["fool_counts"]
    """Whether the Fool beside it is a trump as well."""
    holds: bool = _VOID["holds"]


_SLAM_BID: Final = kind("slam-bid", "bid.slam", rank=word("above-all", "with-its-bid", "after-the-bids"))
_SLAM_LEADS: Final = kind("slam-leads", "play.lead-slam", who=word("declarer", "after-dealer"))
FIRST_LEAD: Final = kind("first-lead", "play.lead-called", called_suit=word("barred", "free"))


@chapter(_SLAM_BID)
class SlamBid:
    """How every trick is bid, under the conditions of any contract."""

    clause: str = _SLAM_BID.clause
    above_all: bool = _SLAM_BID.says("rank", "above-all")
    """Whether it is above every bid without it; else it ranks as the contract does that it is said with."""
    beside: bool = _SLAM_BID.says("rank", "after-the-bids")
    """Whether it is no bid, but announced after the bids."""
    leads: str = _SLAM_LEADS.clause_where("who", "declarer", "")
    """The clause by which who announced it leads first; empty where he does not."""


_AWAY: Final = kind("called-away", "call.away", makes=word(*(each.value for each in CalledAway)))
_OWN_DISCARD: Final = kind("called-own-discard", "call.own-discard", allowed=FLAG)
_CALLED_BOUGHT: Final = kind("called-bought", "purchase.called", partner=word("former-holder", "nobody"))


@chapter(CALL)
class PartnerRules:
    """Who is the partner where nobody holds the called card at the start of play."""

    away: CalledAway = _AWAY.get("makes", CalledAway.ALONE, CalledAway)
    away_clause: str = _AWAY.clause_or("")
    """The clause of a card that lies in the talon or the discard; empty where none tells of it."""
    own_discard: str | None = _OWN_DISCARD.clause_where("allowed", said=False, otherwise=None)
    """The clause by which a dealer may not call what he laid away; None where he may."""
    former_holder: bool = _CALLED_BOUGHT.says("partner", "former-holder", otherwise=False)
    """Whether who held the card is the partner after the declarer has bought it."""
    bought_clause: str = _CALLED_BOUGHT.clause_or("")


_MISERY: Final = kind("misery-pays", "announce.misery", amount=_PAID, fool_counts=FLAG)


@chapter(_MISERY)
class MiseryRules:
    """What each of the others pays who says that he has no trump, or no court."""

    clause: str = _MISERY.clause
    amount: int = _MISERY["amount"]
    fool_counts: bool = _MISERY["fool_counts"]
    """Whether the Fool is a trump here."""


_ANNOUNCED: Final = kind(
    "trump-announcement", "announce.trumps", from_=_TRUMPS, amount=_PAID, fool_counts=FLAG
)
_DECLARER_PAID: Final = kind("announcement-pays", "announce.pays", declarer=word("with-contract", "at-once"))
_PAYERS: Final = kind("announcement-payers", "announce.payers", of_others=word("each-other", "other-side"))
_HANDFUL: Final = kind(
    "handful", "announce.trumps", single=_TRUMPS, double=_TRUMPS, triple=_TRUMPS, fool_counts=FLAG
)
_HANDFUL_PAYS: Final = kind(
    "handful-pays", "announce.pays", single=_PAID, double=_PAID, triple=_PAID, beyond=_PAID
)
_HANDFULS: Final = ("single", "double", "triple")
"""The parameters of a handful, the smallest first."""


class TrumpsShown(Record, frozen=True):
    """Trumps that a player shows before the play: how many, what for, and by which clauses."""

    clause: str
    pays: str
    """The clause of who is paid when."""
    payers: str
    """The clause of who pays a player who does not declare."""
    amounts: Mapping[int, int]
    """What is paid, by how many trumps, the fewest first."""
    fool_counts: bool
    """Whether the Fool may stand for one, where its holder keeps no trump back."""
    beyond: int = 0
    """What each trump beyond such a number brings."""
    exactly: bool = False
    """Whether just so many are shown; else that many or more."""
    with_contract: bool = False
    """Whether the declarer is paid where he makes his contract, and else pays; or at once, as others are."""
    by_opponents: bool = False
    """Whether an opponent of the declarer is paid by the other side only; else by each other player."""
    to_winners: bool = False
    """Whether the side that wins the contract is paid, whoever showed them."""

    @property
    def number(self) -> int:
        """The fewest that may be shown."""
        return min(self.amounts)

    def fits(self, number: int) -> bool:
        """Whether so many may be shown."""
        return number in self.amounts if self.exactly else number >= self.number

    def amount(self, number: int) -> int:
        """What so many bring, 0 where they may not be shown."""
        if not self.fits(number):
            return 0
        least = max(each for each in self.amounts if each <= number)
        return self.amounts[least] + self.beyond * (number - least)


def shown_of(given: ClauseReader) -> TrumpsShown | None:
    """What is paid for trumps that are shown; None in a game where none are."""
    announced, handful = given.maybe(_ANNOUNCED.name), given.maybe(_HANDFUL.name)
    if announced is not None:
        pays, payers = given.the(_DECLARER_PAID.name), given.the(_PAYERS.name)
        return TrumpsShown(
            clause=announced,
            pays=pays,
            payers=payers,
            amounts={given.number(announced, "from"): given.number(announced)},
            fool_counts=given.flag(announced, "fool_counts"),
            with_contract=given.word(pays, "declarer") == "with-contract",
            by_opponents=given.word(payers, "of_others") == "other-side",
        )
    if handful is None:
        return None
    pays = given.the(_HANDFUL_PAYS.name)
    beyond = given.number(pays, "beyond")
    return TrumpsShown(
        clause=handful,
        pays=pays,
        payers=pays,
        amounts={
            given.number(handful, each): given.number(pays, each) for each in ("single", "double", "triple")
        },
        fool_counts=given.flag(handful, "fool_counts"),
        beyond=beyond,
        exactly=not beyond,
        to_winners=True,
    )
