"""The kinds of clauses of games with a target and pools, and their ids."""

from __future__ import annotations

from typing import Final

from analyzer.rules.spec.bidkinds import NAMES
from analyzer.rules.spec.contractwords import CalledAway
from analyzer.rules.spec.shapes import CARD, CARDS, FLAG, SUIT, ClauseKind, kind, whole, word

_TRUMPS: Final = whole(1, 22)
_PAID: Final = whole(0, 1000)

TARGET_KINDS: Final[dict[str, ClauseKind]] = {
    # the pools
    "pool-founding": kind(dealer=whole(0, 1000), others=whole(0, 1000)),
    "pool-dealing": kind(amount=whole(0, 1000)),
    "pool-choice": kind(equal=word("not-doubled", "doubled")),
    # the auction, the talon, the call and the purchase
    "slam-bid": kind(rank=word("above-all", "with-its-bid", "after-the-bids")),
    "talon-shown": kind(contracts=NAMES),
    "called-away": kind(makes=word(*(each.value for each in CalledAway))),
    "called-own-discard": kind(allowed=FLAG),
    "called-bought": kind(partner=word("former-holder", "nobody")),
    "purchase-rest": kind(goes=word("from-declarer", "nowhere")),
    # what is laid away
    "never-or-alone": kind(never=CARDS, alone=CARDS, suit=SUIT),
    "alone-counted": kind(among=word("whole-hand", "kept")),
    # trumps shown
    "trump-announcement": kind(from_=whole(1, 22), amount=whole(0, 1000), fool_counts=FLAG),
    "announcement-pays": kind(declarer=word("with-contract", "at-once")),
    "announcement-payers": kind(of_others=word("each-other", "other-side")),
    "handful": kind(single=_TRUMPS, double=_TRUMPS, triple=_TRUMPS, fool_counts=FLAG),
    "handful-pays": kind(single=_PAID, double=_PAID, triple=_PAID, beyond=_PAID),
    "misery-pays": kind(amount=_PAID, fool_counts=FLAG),
    # the deal
    "void-deal": kind(only=CARD, suit=SUIT, fool_counts=FLAG, holds=FLAG),
    # the target and what is paid
    "odd-half": kind(goes=word("down", "to-the-winner")),
    "trull-target": kind(three=whole(0, 250), two=whole(0, 250), one=whole(0, 250), none=whole(0, 250)),
    "pagat-target": kind(shift=whole(0, 100), by_partner=word("counts", "no-change")),
    "target-won": kind(pool=word("taken", "stays")),
    "target-shares": kind(pool=FLAG, price=FLAG),
    "target-lost": kind(pool=word("doubled", "stays")),
    "coefficient-value": kind(base=whole(0, 1000)),
    "coefficient-shares": kind(partner=word("as-a-defender")),
    "last-pagat": kind(amount=whole(0, 1000), before_fool=FLAG),
    "slam-bonus": kind(announced=_PAID, unannounced=_PAID, failed=_PAID, defence=_PAID),
    "first-lead": kind(called_suit=word("barred", "free")),
    "slam-leads": kind(who=word("declarer", "after-dealer")),
    "slam-payment": kind(amount=whole(0, 1000), pool=word("stays", "taken")),
}
"""Every kind of clause of such games by its name."""
TARGET_IDS: Final[dict[str, tuple[str, ...]]] = {
    "pool.new": ("pool-founding",),
    "pool.dealing": ("pool-dealing",),
    "pool.which": ("pool-choice",),
    "bid.slam": ("slam-bid",),
    "talon.take": ("talon-shown",),
    "talon.no-discard": ("talon-left",),
    "call.away": ("called-away",),
    "call.own-discard": ("called-own-discard",),
    "purchase.called": ("called-bought",),
    "purchase.rest": ("purchase-rest",),
    "deal.dry-petit": ("void-deal",),
    "talon.against": ("talon-left",),
    "play.lead-slam": ("slam-leads",),
    "play.lead-called": ("first-lead",),
    "discard.limits": ("never-or-alone",),
    "discard.limits-hand": ("alone-counted",),
    "announce.trumps": ("trump-announcement", "handful"),
    "announce.pays": ("announcement-pays", "handful-pays"),
    "announce.misery": ("misery-pays",),
    "announce.payers": ("announcement-payers",),
    "play.overtrump": ("duty",),
    "fool.last": ("pile-at-trick",),
    "count.odd-card": ("odd-half",),
    "target": ("trull-target",),
    "target.pagat": ("pagat-target",),
    "payment.value": ("coefficient-value",),
    "payment.flow": ("coefficient-shares",),
    "payment.pagat": ("last-pagat",),
    "payment.won": ("target-won",),
    "payment.shares": ("target-shares",),
    "payment.lost": ("target-lost",),
    "payment.slam": ("slam-payment", "slam-bonus"),
}
"""The clauses of such games, by id, and the kinds they may be of."""
