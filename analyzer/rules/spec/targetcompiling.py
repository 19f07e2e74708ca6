"""The compile step of targets, pools, slams and trumps shown, kind by kind."""

from __future__ import annotations

from typing import Final

from analyzer.cards.card import BY_TEXT
from analyzer.rules.spec.contracts import (
    CoefficientScore,
    MiseryRules,
    PartnerRules,
    PoolRules,
    SlamBid,
    TargetPayments,
    TargetScore,
    TrumpsShown,
    VoidDeal,
)
from analyzer.rules.spec.contractwords import CalledAway
from analyzer.rules.spec.reading import RulesReading

_BY_TRULL: Final = ("none", "one", "two", "three")
"""The parameters of a target, by how many cards of the Trull there are."""
_HANDFULS: Final = ("single", "double", "triple")
"""The parameters of a handful, the smallest first."""


def target_of(given: RulesReading) -> TargetScore | None:
    """What a contract pays against a target; None in other games."""
    target = given.maybe("trull-target")
    if target is None:
        return None
    pagat, odd = given.maybe("pagat-target"), given.the("odd-half")
    return TargetScore(
        target=target,
        odd=odd,
        by_trull={number: given.number(target, name) for number, name in enumerate(_BY_TRULL)},
        odd_to_winner=given.word(odd, "goes") == "to-the-winner",
        pagat=pagat or "",
        pagat_shift=0 if pagat is None else given.number(pagat, "shift"),
        pagat_by_partner=pagat is None or given.word(pagat, "by_partner") == "counts",
    )


def target_paid_of(given: RulesReading) -> TargetPayments | None:
    """What points beyond a target pay with a price and pools; None in other games."""
    won = given.maybe("target-won")
    if won is None:
        return None
    shares, lost, slam = (given.the(kind) for kind in ("target-shares", "target-lost", "slam-payment"))
    return TargetPayments(
        won=won,
        shares=shares,
        lost=lost,
        slam=slam,
        takes_pool=given.word(won, "pool") == "taken",
        doubles_pool=given.word(lost, "pool") == "doubled",
        pool_shared=given.flag(shares, "pool"),
        price_shared=given.flag(shares, "price"),
        slam_value=given.number(slam),
        slam_takes_pool=given.word(slam, "pool") == "taken",
    )


def coefficients_of(given: RulesReading) -> CoefficientScore | None:
    """What points beyond a target pay by the coefficient of the contract; None in other games."""
    value = given.maybe("coefficient-value")
    if value is None:
        return None
    shares, pagat, slam = (given.the(kind) for kind in ("coefficient-shares", "last-pagat", "slam-bonus"))
    given.word(shares, "partner")
    return CoefficientScore(
        value=value,
        shares=shares,
        pagat=pagat,
        slam=slam,
        base=given.number(value, "base"),
        pagat_value=given.number(pagat),
        pagat_before_fool=given.flag(pagat, "before_fool"),
        slam_announced=given.number(slam, "announced"),
        slam_unannounced=given.number(slam, "unannounced"),
        slam_failed=given.number(slam, "failed"),
        slam_defence=given.number(slam, "defence"),
    )


def void_deal_of(given: RulesReading) -> VoidDeal | None:
    """The hand by which a deal is void; None where there is none."""
    clause = given.maybe("void-deal")
    if clause is None:
        return None
    only = BY_TEXT[given.word(clause, "only")]
    void = VoidDeal(clause, only, given.suit(clause), given.flag(clause, "fool_counts"))
    return void if given.flag(clause, "holds") else None


def pools_of(given: RulesReading) -> PoolRules | None:
    """The pools of the table; None in a game without any."""
    founding = given.maybe("pool-founding")
    if founding is None:
        return None
    dealing, choice = given.the("pool-dealing"), given.the("pool-choice")
    return PoolRules(
        founding=founding,
        dealer_founds=given.number(founding, "dealer"),
        others_found=given.number(founding, "others"),
        dealing=dealing,
        adds=given.number(dealing),
        choice=choice,
        undoubled_first=given.word(choice, "equal") == "not-doubled",
    )


def shown_of(given: RulesReading) -> TrumpsShown | None:
    """What is paid for trumps that are shown; None in a game where none are."""
    clause = given.maybe("trump-announcement")
    if clause is None:
        return _handfuls_of(given)
    pays, payers = given.the("announcement-pays"), given.the("announcement-payers")
    return TrumpsShown(
        clause=clause,
        pays=pays,
        payers=payers,
        amounts={given.number(clause, "from"): given.number(clause)},
        fool_counts=given.flag(clause, "fool_counts"),
        with_contract=given.word(pays, "declarer") == "with-contract",
        by_opponents=given.word(payers, "of_others") == "other-side",
    )


def _handfuls_of(given: RulesReading) -> TrumpsShown | None:
    """Trumps in just so many cards, paid to the side that wins; None in a game where none are shown."""
    clause = given.maybe("handful")
    if clause is None:
        return None
    pays = given.the("handful-pays")
    beyond = given.number(pays, "beyond")
    return TrumpsShown(
        clause=clause,
        pays=pays,
        payers=pays,
        amounts={given.number(clause, each): given.number(pays, each) for each in _HANDFULS},
        fool_counts=given.flag(clause, "fool_counts"),
        beyond=beyond,
        exactly=not beyond,
        to_winners=True,
    )


def misery_of(given: RulesReading) -> MiseryRules | None:
    """What a hand without trumps or courts brings who says so; None in a game where nobody does."""
    clause = given.maybe("misery-pays")
    if clause is None:
        return None
    return MiseryRules(clause, given.number(clause), given.flag(clause, "fool_counts"))


def slam_bid_of(given: RulesReading) -> SlamBid | None:
    """How a slam is bid; None in a game where it is not."""
    clause, leads = given.maybe("slam-bid"), given.maybe("slam-leads")
    if clause is None:
        return None
    first = leads if leads is not None and given.word(leads, "who") == "declarer" else None
    rank = given.word(clause, "rank")
    return SlamBid(clause, rank == "above-all", rank == "after-the-bids", first or "")


def called_lead_of(given: RulesReading) -> str:
    """The clause by which the suit of the called card is barred from the first lead."""
    clause = given.maybe("first-lead")
    return clause if clause is not None and given.word(clause, "called_suit") == "barred" else ""


def partner_of(given: RulesReading) -> PartnerRules | None:
    """Who is the partner where nobody holds the called card; None in a game where none is called."""
    away, bought = given.maybe("called-away"), given.maybe("called-bought")
    former = bought is not None and given.word(bought, "partner") == "former-holder"
    own = given.maybe("called-own-discard")
    forbidden = own is not None and not given.flag(own, "allowed")
    if given.maybe("call") is None:
        return None
    return PartnerRules(
        away=CalledAway.ALONE if away is None else CalledAway(given.word(away, "makes")),
        away_clause=away or "",
        own_discard=own if forbidden else None,
        former_holder=former,
        bought_clause=bought or "",
    )


def price_rest_of(given: RulesReading) -> str | None:
    """The clause by which the rest of a price is paid coin by coin; None where it is not paid."""
    clause = given.maybe("purchase-rest")
    return clause if clause is not None and given.word(clause, "goes") == "from-declarer" else None
