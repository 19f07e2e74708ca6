"""A disputed auction: which bids were wrong, what could have been said, and who plays what in the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import z3

from analyzer.disputes.findings import Finding, Proof
from analyzer.disputes.kinds.bid import BidDispute
from analyzer.messages import say
from analyzer.proofs.clauses.auction import Auction, Spoken
from analyzer.proofs.smt import Mismatch, SmtQuestion, Truth, every, no, same, some
from analyzer.rules.deal.auction import SLAM, AuctionResult, bid_words, judge_auction, next_bids
from analyzer.rules.deal.judge import Matter
from analyzer.rules.score.told import PASS, Bid
from analyzer.rules.spec.game import GameSpec

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
    """The verdict on an auction, by the engine and by Z3.

    Raises: Mismatch where the two differ.
    """
    game, players = dispute.spec, dispute.players
    assert game.auction is not None
    bids = dispute.told.bids
    result = judge_auction(game, players, dispute.deals, bids)
    wrong = tuple(each.place for each in result.wrong)
    before = bids[: wrong[0]] if wrong else bids
    could_say = next_bids(game, players, dispute.deals, before)
    question, other = _prove(dispute, game, result, could_say)
    used = tuple(_applied(game, dispute, result))
    return BidFinding(
        dispute=dispute,
        violations=tuple(
            each.violation for each in dispute.wrong_before(dealer=dispute.deals) if each.what is Matter.BID
        ),
        proofs=(Proof(ALLOWED, tuple(sorted(used))),),
        applied=used,
        smt2=question.smt2((), other),
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


def _prove(
    dispute: BidDispute, game: GameSpec, result: AuctionResult, could_say: tuple[Bid, ...]
) -> tuple[SmtQuestion, Truth]:
    """Z3's word on every bid, and on what could be said in place of the first wrong one.

    Raises: Mismatch.
    """
    seats, bids = len(dispute.players), dispute.told.bids
    wrong = {each.place: each.passes for each in result.wrong}
    kept: list[Spoken] = []
    for place, bid in enumerate(bids):
        allowed = Auction(game, dispute.deals, seats, kept).may_say(_spoken(game, bid))
        if allowed is not (place not in wrong):
            raise Mismatch(f"the bid {bid} at {place} of {bids}: the engine says {place not in wrong}")
        if allowed or wrong[place]:
            kept.append(_spoken(game, bid if allowed else Bid(bid.seat, PASS)))
    ended = Auction(game, dispute.deals, seats, kept)
    speaks = [seat for seat in range(seats) if ended.turn[seat] is True]
    if speaks != ([] if result.to_speak is None else [result.to_speak]):
        raise Mismatch(f"who speaks after {bids}: the engine says {result.to_speak}, Z3 {speaks}")
    if ended.over and ended.level != -1 and ended.holder[result.declarer or 0] is not True:
        raise Mismatch(f"who declares after {bids}: the engine says {result.declarer}")
    return _all_words(dispute, game, could_say, min(wrong, default=len(bids)))


def _spoken(game: GameSpec, bid: Bid) -> Spoken:
    """A bid for Z3; what is none in the game stands behind all its words."""
    words = bid_words(game)
    return Spoken(bid.seat, words.index(bid.says) if bid.says in words else len(words))


def _all_words(
    dispute: BidDispute, game: GameSpec, could_say: tuple[Bid, ...], number: int
) -> tuple[SmtQuestion, Truth]:
    """Whether anything else could be said after so many bids, said by whomever: a question that must fail.

    Raises: Mismatch.
    """
    words, seats, question = bid_words(game), len(dispute.players), SmtQuestion()
    said = []
    for place, bid in enumerate(dispute.told.bids[:number]):
        spoken, known = Spoken(z3.Int(f"seat.{place}"), z3.Int(f"word.{place}")), _spoken(game, bid)
        question.given(spoken.seat == known.seat, spoken.word == known.word)
        said.append(spoken)
    says = Spoken(z3.Int("seat"), z3.Int("word"))
    question.given(says.seat >= 0, says.seat < seats, says.word >= 0, says.word < len(words))
    engine = some(every((says.seat == bid.seat, says.word == words.index(bid.says))) for bid in could_say)
    formula = Auction(game, dispute.deals, seats, said).may_say(says)
    other = no(same(formula, engine))
    if question.possible((), other):
        raise Mismatch(f"what may be said after {dispute.told.bids[:number]}: Z3 differs from {could_say}")
    return question, other
