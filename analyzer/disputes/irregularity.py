"""A disputed irregularity: how grave it is, what it costs, what becomes of the hand.

Source: main rule text, "Irregularities during play - fines".
"""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.disputes.findings import PaidFinding, Penalty, Proof
from analyzer.disputes.kinds.irregularity import IrregularityDispute
from analyzer.disputes.paidotherwise import differences
from analyzer.messages import Name, say, stated
from analyzer.proofs.clauses.fines import prove_fine
from analyzer.rules.book import Book
from analyzer.rules.conduct.irregularities import Fine, fine_for, repay_declaration, settle_fine
from analyzer.rules.deal.declarations import parse_declaration
from analyzer.rules.spec.ruleset import Category
from analyzer.rules.verdicts import Violation


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityFinding(PaidFinding):
    """What an irregularity costs and what becomes of the hand; `agreed` where the players set the gravity."""

    fine: Fine
    agreed: bool


def settle_irregularity(dispute: IrregularityDispute) -> IrregularityFinding:
    """The fine by Z3 and by the engine; where something was paid, the verdict is on that payment.

    Where nothing is said about payment, a superficial irregularity is no offence, nor one that was found
    early enough to be mended or too late to be fined; any other is one.

    Raises: Mismatch where the two differ.
    """
    rules = dispute.rules
    fine = fine_for(rules, dispute.irregularity, dispute.category, dispute.found)
    book = Book(len(dispute.players) + (dispute.sitting_out is not None), dispute.pots)
    settle_fine(fine, dispute.by, book)
    declared = parse_declaration(dispute.declaration, rules) if dispute.declaration else None
    if declared is not None and not fine.excused:
        repay_declaration(rules, dispute.by, declared, book)
    question = prove_fine(rules, fine, dispute.found, dispute.category)
    wrong = differences(book.transfers, dispute.paid, dispute.players)
    offence = dispute.paid is None and fine.category is not Category.SUPERFICIAL and not fine.excused
    return IrregularityFinding(
        dispute=dispute,
        violations=(*([_offence(dispute, fine)] if offence else []), *wrong),
        proofs=(_proof(fine),),
        penalties=(Penalty.of(fine, dispute.by),),
        applied=fine.clauses,
        smt2=question.smt2(question.names),
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
