"""A disputed auction: which bids were wrong, what could have been said, and who plays what in the end.

And a disputed purchase: whether the cards may be bought, and what is paid for them to whom.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Self

from msgspec import structs

from analyzer.disputes.findings import Finding, Proof
from analyzer.disputes.kinds.bid import BidDispute, PurchaseDispute
from analyzer.disputes.owed import BookFinding, clauses_of, of_scoring, wrongly_said
from analyzer.messages import say
from analyzer.rules.book import Book
from analyzer.rules.deal.auction import SLAM, AuctionResult, judge_auction, next_bids
from analyzer.rules.deal.judge import Matter
from analyzer.rules.score.hand import HandCame, Scoring
from analyzer.rules.score.opening import pay_purchases
from analyzer.rules.score.outcome import Outcome
from analyzer.rules.score.told import Bid
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.bidding import PurchaseRules

BOUGHT: Final = say("the cards may be bought by these clauses, and nothing else is paid for them")
NOT_BOUGHT: Final = say("the cards may not be bought by these clauses")


@dataclass(frozen=True, slots=True, kw_only=True)
class PurchaseFinding(BookFinding):
    """Whether the cards may be bought, and what is paid for them; nothing where they may not."""

    def beyond_question(self, cases: Sequence[Finding]) -> Self:
        """What is paid is no question where nobody asks: the readings stand beside the first."""
        dispute = self.dispute
        assert isinstance(dispute, PurchaseDispute)
        if dispute.said.nothing and not any(case.violations for case in cases):
            return replace(self, open_questions=())
        return self


def settle_purchase(dispute: PurchaseDispute) -> PurchaseFinding:
    """The verdict on a purchase, and what is paid for it."""
    game, rules = _rules(dispute)
    judged = dispute.wrong_before(before=dispute.buying.hands, laid_away=frozenset(dispute.buying.laid_away))
    wrong = tuple(each.violation for each in judged if each.what is Matter.PURCHASE)
    scoring = purchase_scoring(dispute, game, nothing=bool(wrong))
    used = tuple(dict.fromkeys((*_applied_to_purchases(dispute, rules), *clauses_of(scoring))))
    said = () if wrong else tuple(wrongly_said(dispute.said, scoring, dispute.players))
    return PurchaseFinding(
        dispute=dispute,
        violations=(*wrong, *said),
        proofs=(Proof(NOT_BOUGHT if wrong else BOUGHT, tuple(sorted(used))),),
        applied=used,
        **{**of_scoring(scoring), "outcome": None, "pools": None},
    )


def _rules(dispute: PurchaseDispute) -> tuple[GameSpec, PurchaseRules]:
    game = dispute.rules.game
    assert game.purchase is not None
    return game, game.purchase


def _applied_to_purchases(dispute: PurchaseDispute, rules: PurchaseRules) -> Iterator[str]:
    """The clauses that the purchase is judged by."""
    yield rules.clause
    if any(each.wants in dispute.buying.laid_away for each in dispute.purchases):
        yield rules.in_discard_clause


def purchase_scoring(dispute: PurchaseDispute, game: GameSpec, *, nothing: bool) -> Scoring:
    """What is paid for the cards bought."""
    told = dispute.told if not nothing else structs.replace(dispute.told, purchases=())
    partner = dispute.partner(dispute.buying.hands, dispute.discard)
    came = HandCame(
        len(dispute.players),
        dispute.sides(dispute.buying.hands, dispute.discard),
        told,
        dealer=dispute.dealer,
        partner=partner,
    )
    scoring = Scoring.of(game, came, Book(came.seats))
    scoring.outcome = Outcome()
    pay_purchases(scoring)
    if game.purchase is not None:
        scoring.applied.append(game.purchase.paid_clause)
    return scoring


ALLOWED: Final = say("nothing else may be said then by these clauses")


@dataclass(frozen=True, slots=True, kw_only=True)
class BidFinding(Finding):
    """Which bids were wrong, and what the auction comes to without them.

    `nearest` is what could have been said in place of the first wrong bid, else what may be said next.
    """

    wrong: tuple[int, ...]
    to_speak: int | None
    declarer: int | None
    contract: str | None
    slam: bool
    nearest: tuple[Bid, ...]
    ASIDE: ClassVar = frozenset({"nearest"})

    @property
    def comes_to(self) -> Mapping[str, Any]:
        """What it comes to, as keys of an answer."""
        players = self.everybody
        return {
            **Finding.comes_to.fget(self),  # type: ignore[attr-defined]
            "declarer": None if self.declarer is None else players[self.declarer],
            "contract": self.contract,
            "slam": self.slam,
            "may_say": [] if self.wrong else self._told(self.nearest),
            "to_speak": None if self.to_speak is None else players[self.to_speak],
        }


def settle_bid(dispute: BidDispute) -> BidFinding:
    """The verdict on an auction, by the rules."""
    game, players = dispute.spec, dispute.players
    assert game.auction is not None
    bids = dispute.told.bids
    result = judge_auction(game, players, dispute.deals, bids)
    wrong = tuple(each.place for each in result.wrong)
    before = bids[: wrong[0]] if wrong else bids
    could_say = next_bids(game, players, dispute.deals, before)
    used = tuple(_applied(game, dispute, result))
    return BidFinding(
        dispute=dispute,
        violations=tuple(
            each.violation for each in dispute.wrong_before(dealer=dispute.deals) if each.what is Matter.BID
        ),
        proofs=(Proof(ALLOWED, tuple(sorted(used))),),
        applied=used,
        wrong=wrong,
        to_speak=result.to_speak,
        declarer=result.declarer,
        contract=result.contract,
        slam=result.slam,
        nearest=could_say,
    )


def _applied(game: GameSpec, dispute: BidDispute, result: AuctionResult) -> Iterator[str]:
    """The clauses that the auction is judged by."""
    assert game.auction is not None
    yield game.auction.clause
    yield game.auction.contracts
    if game.slam is not None and any(SLAM in each.says.split() for each in dispute.told.bids):
        yield game.slam.clause
    unbid = result.over and not any(each.says in game.contracts for each in dispute.told.bids)
    if unbid and game.all_pass is not None:
        yield game.all_pass.clause
