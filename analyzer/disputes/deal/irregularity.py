"""Offences between deal and play, and play: what they cost, and what becomes of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from analyzer.cards.notation import shown
from analyzer.disputes.findings import DisputeModule, Proof
from analyzer.disputes.paid import PaidFinding, PaymentDispute, owed_keys
from analyzer.disputes.payments.owed import differences
from analyzer.disputes.shape import (
    KIND_KEY,
    ClaimedPayment,
    Dispute,
    DisputeShape,
    PaidShape,
    about_of,
    moment_of,
    read_paid,
)
from analyzer.messages import Name, Verbatim, say, stated
from analyzer.position.files.hands.deal import check_found
from analyzer.position.files.hands.unknown import read_pots
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import Found, PlayerName, PotsShape
from analyzer.rules.book import Book, Pots
from analyzer.rules.deal.declarations import DeclarationError, parse_declaration
from analyzer.rules.irregularities import Fine, Moment, Penalty, fine_for, repay_declaration, settle_fine
from analyzer.rules.spec.clause import Category
from analyzer.rules.verdicts import Violation
from analyzer.yamltree.node import suggestion
from analyzer.yamltree.shapes import Field, Text


class IrregularityShape(DisputeShape):
    """An irregularity: its cost, and its effect on the hand."""

    kind: Literal["irregularity"] = KIND_KEY
    irregularity: Text = Field(description="Its name in the rule set.", examples=["lead-out-of-turn"])
    by: PlayerName = Field(description="The player who committed it.")
    category: Literal["superficial", "minor", "major", "irrecoverable"] | None = Field(
        None, description="How serious the players consider it. [default: as the rule set says]"
    )
    declaration: Text | None = Field(
        None, description="The wrong declaration that was paid for, if there is one."
    )
    found: Found | None = None
    pots: PotsShape | None = Field(None, description="The pots before the fine.")
    paid: list[PaidShape] | None = Field(
        None, description="The payments made, or those that a player claims."
    )


class IrregularityDispute(Dispute, frozen=True, kw_only=True):
    """What does this irregularity cost?"""

    irregularity: str
    by: int
    category: Category | None = None
    """What the players agreed on; None for what the rule set says."""
    declaration: str | None = None
    found: Moment | None = None
    pots: Pots
    paid: tuple[ClaimedPayment, ...] | None = None


def read_irregularity(reader: Reader, shape: IrregularityShape) -> IrregularityDispute | None:
    """What somebody did wrong; None where neither is known."""
    about = about_of(reader, shape)
    by = reader.seat_of(shape.by) if shape.has("by") else None
    name, known = shape.irregularity, reader.rules.fines.category
    if shape.has("irregularity") and name not in known:
        reader.fault(
            name.where,
            say("no irregularity is called {word}", word=Verbatim(shown(name))),
            suggestion(name, known),
        )
    if shape.found is not None and name in known:
        check_found(reader, str(name), Moment(shape.found), shape.place("found"))
    if shape.declaration is not None:
        try:
            parse_declaration(shape.declaration, reader.rules)
        except DeclarationError as error:
            reader.fault(shape.declaration.where, error.fault.message, error.fault.expected)
    paid = read_paid(reader, shape.paid)
    if by is None or name not in known:
        return None
    return IrregularityDispute(
        **about,
        irregularity=str(name),
        by=by,
        category=None if shape.category is None else Category(shape.category),
        declaration=None if shape.declaration is None else str(shape.declaration),
        found=moment_of(shape.found),
        pots=read_pots(shape.pots),
        paid=paid,
    )


class IrregularityCheck(PaymentDispute, frozen=True, kw_only=True):
    """The ruling on an irregularity: its cost, and its effect on the hand."""

    kind: Literal["irregularity"]
    category: Category
    agreed_by_players: bool
    play_goes_on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityFinding(PaidFinding):
    """What an irregularity costs and what becomes of the hand; `agreed` where the players set the gravity."""

    dispute: IrregularityDispute
    fine: Fine
    agreed: bool

    @property
    def claimed(self) -> Sequence[ClaimedPayment] | None:
        return self.dispute.paid

    def answer(self) -> IrregularityCheck:
        """The answer about an irregularity."""
        return IrregularityCheck(
            **self.common,
            **owed_keys(self),
            category=self.fine.category,
            agreed_by_players=self.agreed,
            play_goes_on=self.fine.play_goes_on,
        )


def settle_irregularity(dispute: IrregularityDispute) -> IrregularityFinding:
    """The fine by the rules; where something was paid, the verdict is on that payment.

    Where nothing is said about payment, a superficial irregularity is no offence, nor one that was found
    early enough to be mended or too late to be fined; any other is one.
    """
    rules = dispute.rules
    fine = fine_for(rules, dispute.irregularity, dispute.category, dispute.found)
    book = Book(len(dispute.players) + (dispute.sitting_out is not None), dispute.pots)
    settle_fine(fine, dispute.by, book)
    declared = parse_declaration(dispute.declaration, rules) if dispute.declaration else None
    if declared is not None and not fine.excused:
        repay_declaration(rules, dispute.by, declared, book)
    wrong = differences(book.transfers, dispute.paid, dispute.players, lambda *_: fine.clauses[0])
    offence = dispute.paid is None and fine.category is not Category.SUPERFICIAL and not fine.excused
    return IrregularityFinding(
        dispute=dispute,
        violations=(*([_offence(dispute, fine)] if offence else []), *wrong),
        proofs=(_proof(fine),),
        penalties=(Penalty.from_fine(fine, dispute.by),),
        applied=fine.clauses,
        fine=fine,
        agreed=dispute.category is not None and dispute.category is not rules.fines.category[fine.name],
        payments=book.transfers,
        tokens=book.tokens,
        pots=book.pot_changes,
    )


def _offence(dispute: IrregularityDispute, fine: Fine) -> Violation:
    name = dispute.players[dispute.by]
    statement = stated(dispute.rules.clauses[fine.clauses[0]].statement)
    text = say("{player}: {statement}", player=Name(name), statement=statement)
    return Violation(fine.clauses[0], (), text)


def _proof(fine: Fine) -> Proof:
    text = say("the fine is {amount} into each pot", amount=fine.each_pot)
    return Proof(text, tuple(sorted(fine.clauses)))


KIND: Final[DisputeModule] = DisputeModule(
    IrregularityShape, read_irregularity, settle_irregularity, IrregularityCheck
)
