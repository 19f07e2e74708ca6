"""The compile step of targets, pools, slams and trumps shown, kind by kind."""

from __future__ import annotations

from typing import Final

from analyzer.rules.spec.contracts import PartnerRules, PoolRules, SlamBid, TargetScore, TrumpsShown
from analyzer.rules.spec.contractwords import CalledAway
from analyzer.rules.spec.reading import RulesReading

_BY_TRULL: Final = ("none", "one", "two", "three")
"""The parameters of a target, by how many cards of the Trull there are."""


def target_of(given: RulesReading) -> TargetScore | None:
    """What a contract pays against a target; None in other games."""
    target = given.maybe("trull-target")
    if target is None:
        return None
    pagat, odd, won, shares, lost, slam = (
        given.the(kind)
        for kind in ("pagat-target", "odd-half", "target-won", "target-shares", "target-lost", "slam-payment")
    )
    return TargetScore(
        target=target,
        pagat=pagat,
        won=won,
        shares=shares,
        lost=lost,
        slam=slam,
        odd=odd,
        by_trull={number: given.number(target, name) for number, name in enumerate(_BY_TRULL)},
        pagat_shift=given.number(pagat, "shift"),
        pagat_by_partner=given.word(pagat, "by_partner") == "counts",
        takes_pool=given.word(won, "pool") == "taken",
        doubles_pool=given.word(lost, "pool") == "doubled",
        pool_shared=given.flag(shares, "pool"),
        price_shared=given.flag(shares, "price"),
        slam_value=given.number(slam),
        slam_takes_pool=given.word(slam, "pool") == "taken",
        odd_to_winner=given.word(odd, "goes") == "to-the-winner",
    )


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
        return None
    pays, payers = given.the("announcement-pays"), given.the("announcement-payers")
    return TrumpsShown(
        clause=clause,
        pays=pays,
        payers=payers,
        number=given.number(clause, "from"),
        amount=given.number(clause),
        fool_counts=given.flag(clause, "fool_counts"),
        with_contract=given.word(pays, "declarer") == "with-contract",
        by_opponents=given.word(payers, "of_others") == "other-side",
    )


def slam_bid_of(given: RulesReading) -> SlamBid | None:
    """How a slam is bid; None in a game where it is not."""
    clause = given.maybe("slam-bid")
    return None if clause is None else SlamBid(clause, given.word(clause, "rank") == "above-all")


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
