"""What a hand of card points pays or writes, and what was paid or claimed for it."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import field

from analyzer.disputes.findings import DisputeModule, Proof
from analyzer.disputes.owed import (
    BookFinding,
    CameDispute,
    CameShape,
    SaidOwed,
    SaidOwedKeys,
    book_keys,
    came_view,
    check_told,
    clauses_of,
    main_clause,
    of_scoring,
    read_facts,
    read_said_owed,
    wrongly_said,
)
from analyzer.disputes.settlement import SettlementCheck
from analyzer.disputes.shape import KIND_KEY, about_of
from analyzer.messages import say
from analyzer.position.files.reader import Reader
from analyzer.rules.book import Book
from analyzer.rules.score.hand import Scoring
from analyzer.rules.score.opening import pay_for_deal
from analyzer.rules.score.payments import pay_trick
from analyzer.rules.score.steps import score_hand


class HandSettlementShape(CameShape, SaidOwedKeys):
    """The payments or score-sheet entries of a hand of card points, or what a deal adds to the pools."""

    kind: Literal["settlement"] = KIND_KEY


class HandSettlementDispute(CameDispute, frozen=True, kw_only=True):
    """What does a hand of card points pay or write, or what does a deal bring to the pools?"""

    said: SaidOwed = field(default_factory=SaidOwed)

    @property
    def of_the_deal(self) -> bool:
        """Whether it is about what a deal brings, as no hand is told."""
        return self.game.pools is not None and self.told.contract is None and self.dealer is not None


def read_hand_settlement(reader: Reader, shape: HandSettlementShape) -> HandSettlementDispute:
    """What is told of a hand that is over, and what was said to be owed for it."""
    facts = read_facts(reader, shape)
    said = read_said_owed(reader, shape, facts["told"].pools)
    dispute = HandSettlementDispute(**about_of(reader, shape), **facts, said=said)
    in_part = dispute.game.payments is not None and bool(dispute.report.early or dispute.report.last)
    if reader.players_known and not dispute.of_the_deal:
        check_told(reader, shape, dispute, in_part=in_part and shape.points is None)
    return dispute


SUMS: Final = say("these clauses give this result and no other")


class HandSettlementFinding(BookFinding):
    """What the end of a hand pays or writes, and where what was said of it differs."""

    dispute: HandSettlementDispute

    @property
    def nothing_claimed(self) -> bool:
        return self.dispute.said.nothing

    def answer(self) -> SettlementCheck:
        """The answer about the settlement of a hand."""
        return SettlementCheck(**self.common, **book_keys(self), outcome=came_view(self))


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


KIND: Final[DisputeModule] = DisputeModule(
    HandSettlementShape, read_hand_settlement, settle_hand, SettlementCheck
)
