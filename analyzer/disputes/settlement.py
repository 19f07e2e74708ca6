"""A disputed settlement: a claimed table of payments against the clauses.

Source: main rule text, "Scoring, payment".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from msgspec import structs

from analyzer.cards.card import Card
from analyzer.disputes.findings import Finding, PaidFinding, Proof
from analyzer.disputes.kinds.came import HandSettlementDispute
from analyzer.disputes.kinds.settlement import SettlementDispute
from analyzer.disputes.owed import BookFinding, clauses_of, main_clause, of_scoring, wrongly_said
from analyzer.disputes.paidotherwise import Pair, differences
from analyzer.disputes.readings import settle_between
from analyzer.messages import say
from analyzer.position.replay.turning import settled
from analyzer.rules.book import Book, Pot
from analyzer.rules.play.came_up import in_trick
from analyzer.rules.play.table import Trick, winner
from analyzer.rules.score.came_up import fool_counted, in_count, in_early_trick, in_last_trick
from analyzer.rules.score.cardpay import pay_trick
from analyzer.rules.score.count import is_counted
from analyzer.rules.score.deeds import BINDS, BINDS_NOBODY, fool_laid_away, hand_came, kept_fool_clauses
from analyzer.rules.score.hand import Scoring
from analyzer.rules.score.opening import pay_for_deal
from analyzer.rules.score.outcome import Outcome
from analyzer.rules.score.payments import TOUT
from analyzer.rules.score.reckoning import Reckoning, reckoning_of
from analyzer.rules.score.steps import score_hand
from analyzer.rules.score.told import HandTold
from analyzer.rules.sides import Sides
from analyzer.rules.spec.bearing import CameUp, bearing, together


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementFinding(PaidFinding):
    """What is owed for a trick, payment by payment, and where the claimed payments differ."""

    dispute: SettlementDispute
    winner: int
    outcome: Outcome | None
    ASIDE: ClassVar = frozenset({"outcome"})

    @property
    def nothing_claimed(self) -> bool:
        return self.dispute.paid is None


def settle_settlement(dispute: SettlementDispute) -> Finding:
    """The right payments, and the claimed ones against them.

    Where a Tout fails that was announced with the Fool kept, it is open whether it binds the dealer.
    """
    unbound = structs.replace(dispute, announce=frozenset())
    if dispute.dealer is None or "tout" not in dispute.announce:
        return _settled(unbound)
    if fool_laid_away(dispute.skat, [{each.card for each in dispute.trick}]):
        return _settled(dispute)
    cases = {BINDS_NOBODY: _settled(unbound), BINDS: _settled(dispute)}
    return replace(settle_between(kept_fool_clauses(dispute.rules), cases), dispute=dispute)


def _settled(dispute: SettlementDispute) -> SettlementFinding:
    """The finding, where what was announced binds the dealer."""
    scoring = settlement_scoring(dispute)
    book, outcome = scoring.book, scoring.outcome if dispute.tricks_left == 1 else None
    used = tuple(sorted(book.clauses))
    return SettlementFinding(
        dispute=dispute,
        violations=tuple(
            differences(book.transfers, dispute.paid, dispute.players, _claimed_by(dispute, book))
        ),
        proofs=(Proof(say("no other tokens follow from these clauses"), used),),
        applied=(*used, *_applied(dispute, book, outcome)),
        payments=book.transfers,
        tokens=book.tokens,
        pots=book.pot_changes,
        winner=winner(dispute.trick, dispute.rules.game),
        outcome=outcome,
    )


def _applied(dispute: SettlementDispute, book: Book, outcome: Outcome | None) -> tuple[str, ...]:
    """The clauses that say who won, what fell due, in which order, and what is counted."""
    spec, trick = dispute.rules.game, _trick(dispute)
    hands = [frozenset[Card]()] * len(dispute.players)
    came_up = in_trick(spec, trick.laid, hands, dispute.tricks_left)
    if outcome is None:
        return bearing(dispute.rules, came_up | in_early_trick(trick))
    last = in_last_trick(spec, trick, outcome, book.transfers, sitting_out=dispute.sitting_out is not None)
    counted = _piles(dispute).counted and is_counted(spec, outcome)
    fool = fool_counted(spec, (each.card for each in trick.laid), 1)
    told = in_count(outcome, fool, counted=counted) if dispute.count else CameUp()
    return bearing(dispute.rules, together((came_up, last, told)))


def _trick(dispute: SettlementDispute) -> Trick:
    return Trick(dispute.trick, winner(dispute.trick, dispute.rules.game))


def settlement_scoring(dispute: SettlementDispute) -> Scoring:
    """What the trick pays, and where it is the last the whole hand; what was announced binds the dealer."""
    spec, trick = dispute.rules.game, _trick(dispute)
    announced = {dispute.dealer: (TOUT,)} if "tout" in dispute.announce and dispute.dealer is not None else {}
    came = hand_came(
        _piles(dispute),
        HandTold(announced=announced),
        (trick,),
        dealer=dispute.dealer,
        partner=None,
        count=dispute.count,
        out=dispute.sitting_out is not None,
    )
    book = Book(len(dispute.players) + came.out, dispute.pots)
    if dispute.tricks_left == 1:
        return settled(spec, came, book, count=dispute.count)
    pay_trick(spec, came.sides, trick, book)
    return Scoring.of(spec, came, book)


def _piles(dispute: SettlementDispute) -> Reckoning:
    """The piles with this trick in them; it is the last where that makes a difference."""
    told, sides = HandTold(piles=dispute.taken), Sides.alone(len(dispute.players))
    before = reckoning_of(dispute.rules.game, told, sides, None, dispute.dealer, fresh=False)
    return before.turn(_trick(dispute), 1)[0]


def _claimed_by(dispute: SettlementDispute, book: Book) -> Callable[[Pair, int], str | None]:
    """By what clause somebody asks for what is not owed: one that pays as much, or what rules it out here."""
    rules, due = dispute.rules, sorted(book.clauses)

    def clause(pair: Pair, amount: int) -> str | None:
        if any(isinstance(account, Pot) for account in pair):
            return None
        claimed = next((each.clause for each in rules.game.the_pots.entries if each.amount == amount), None)
        stronger = (each for each in due if claimed in rules.clauses[each].overrides)
        return next(stronger, claimed)

    return clause


SUMS: Final = say("nothing else follows from these clauses")


class HandSettlementFinding(BookFinding):
    """What the end of a hand pays or writes, and where what was said of it differs."""

    dispute: HandSettlementDispute

    @property
    def nothing_claimed(self) -> bool:
        return self.dispute.said.nothing


def settle_hand(dispute: HandSettlementDispute) -> HandSettlementFinding:
    """What is owed, and what was said to be against it."""
    scoring = hand_scoring(dispute)
    used = clauses_of(scoring)
    return HandSettlementFinding(
        dispute=dispute,
        violations=(*dispute.wrong, *wrongly_said(dispute.said, scoring, dispute.players)),
        proofs=(Proof(SUMS, tuple(sorted(used or (main_clause(scoring),)))),),
        applied=(*used, main_clause(scoring)),
        **of_scoring(scoring),
    )


def hand_scoring(dispute: HandSettlementDispute) -> Scoring:
    """What a deal brings to the pools; else what single cards paid, and what the end of the hand brings."""
    came = dispute.came
    if dispute.of_the_deal:
        scoring = Scoring.of(dispute.game, came, Book(came.seats))
        pay_for_deal(scoring)
        return scoring
    book, applied = Book(len(dispute.players)), list[str]()
    for trick in dispute.report.early:
        applied += pay_trick(dispute.game, came.sides, trick, book)
    scoring = score_hand(dispute.game, came, book)
    scoring.applied += applied
    return scoring
