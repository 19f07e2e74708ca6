"""A disputed settlement of a hand of card points: what was said to be owed against the clauses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from analyzer.disputes.findings import Proof
from analyzer.disputes.kinds.pointsettlement import PointSettlementDispute
from analyzer.disputes.pointowed import BookFinding, clauses_of, main_clause, of_scoring, prove, wrongly_said
from analyzer.messages import Message, Verbatim, say
from analyzer.proofs.clauses.score.accounts import Sums, SymbolicHand
from analyzer.proofs.clauses.score.cardpay import pay_trick as pays_trick
from analyzer.proofs.clauses.score.pools import pay_for_deal as pays_for_deal
from analyzer.proofs.clauses.score.steps import STEPS, Step
from analyzer.rules.book import Book
from analyzer.rules.score.cardpay import pay_trick
from analyzer.rules.score.hand import Scoring
from analyzer.rules.score.pools import pay_for_deal
from analyzer.rules.score.steps import score_hand
from analyzer.rules.verdicts import Violation

SUMS: Final = say("nothing else follows from these clauses")


class PointSettlementFinding(BookFinding):
    """What the end of a hand pays or writes, and where what was said of it differs."""


def settle_point_settlement(dispute: PointSettlementDispute) -> PointSettlementFinding:
    """What is owed by engine and by Z3, and what was said to be against it.

    Raises: Mismatch where the two differ.
    """
    scoring = _dealt(dispute) if dispute.of_the_deal else _scored(dispute)
    question, other = prove(scoring, _steps(dispute))
    used = clauses_of(scoring)
    return PointSettlementFinding(
        dispute=dispute,
        violations=tuple(wrongly_said(dispute.said, scoring, dispute.players)),
        notes=tuple(beside(each) for each in dispute.wrong),
        proofs=(Proof(SUMS, tuple(sorted(used or (main_clause(scoring),)))),),
        applied=(*used, main_clause(scoring)),
        smt2=question.smt2((), other),
        **of_scoring(scoring),
    )


def beside(wrong: Violation) -> Message:
    """What may not be said before the first lead, and is owed nothing for."""
    return say("{reason} ({clause})", reason=wrong.text, clause=Verbatim(wrong.clause))


def _dealt(dispute: PointSettlementDispute) -> Scoring:
    """What a deal brings to the pools."""
    came = dispute.came
    scoring = Scoring.of(dispute.game, came, Book(came.seats))
    pay_for_deal(scoring)
    return scoring


def _scored(dispute: PointSettlementDispute) -> Scoring:
    """What single cards paid in earlier tricks, and what the end of the hand brings."""
    came, book, applied = dispute.came, Book(len(dispute.players)), list[str]()
    for trick in dispute.report.early:
        applied += pay_trick(dispute.game, came.sides, trick, book)
    scoring = score_hand(dispute.game, came, book)
    scoring.applied += applied
    return scoring


def _steps(dispute: PointSettlementDispute) -> Iterator[Step]:
    """What Z3 sums up, in the same order."""
    if dispute.of_the_deal:
        yield pays_for_deal
        return

    def early(hand: SymbolicHand, accounts: Sums) -> None:
        for trick in dispute.report.early:
            pays_trick(hand, accounts, trick)

    yield early
    yield from STEPS
