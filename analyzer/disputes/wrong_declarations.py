"""What a wrong declaration costs, by when it was found.

Source: main rule text, "Irregularities during play - fines".
"""

from __future__ import annotations

from collections.abc import Sequence

import z3

from analyzer.cards.card import Card
from analyzer.disputes.kinds.declarations import DeclarationsDispute
from analyzer.proofs.clauses.combinations import pays
from analyzer.proofs.clauses.fines import prove_fine
from analyzer.proofs.smt import Mismatch, Number, SmtQuestion, no, some
from analyzer.rules.book import Book
from analyzer.rules.conduct.declaring import declaration_fine, found_too_late, repaid_for
from analyzer.rules.conduct.irregularities import CORRECTED, Fine, settle_fine
from analyzer.rules.deal.declarations import Correction, Declaration, DeclarationFault, judge_declarations

Fault = tuple[int, DeclarationFault]
"""A seat, and what was wrong with what was declared there."""


def faults_of(
    dispute: DeclarationsDispute, cards: frozenset[Card], said: Sequence[Declaration]
) -> tuple[DeclarationFault, ...]:
    """What was wrong; found when it is too late, nothing of it can be put right any more.

    Source: clauses declare.correct, irregularity.corrected-declaration.
    """
    return found_too_late(dispute.rules, judge_declarations(dispute.rules, cards, said), dispute.found)


def fine_of(dispute: DeclarationsDispute, fault: DeclarationFault) -> Fine:
    """The fine for a wrong declaration: none where it may still be put right without telling anything."""
    return declaration_fine(dispute.rules, fault, dispute.found)


def paid_for(dispute: DeclarationsDispute, wrong: Sequence[Fault]) -> Book | None:
    """What is paid because of the faults; None where nobody says when they were found, or it is open.

    Raises: Mismatch where Z3 and the engine differ.
    """
    if dispute.found is None or any(fault.correction is Correction.UNSETTLED for _, fault in wrong):
        return None
    seats = len(dispute.players) + (dispute.sitting_out is not None)
    book = Book(seats)
    for seat, fault in wrong:
        settle_fine(fine_of(dispute, fault), seat, book)
        for paid in repaid_for(dispute.rules, seat, fault, dispute.found, seats):
            book.enter(paid)
    _prove(dispute, wrong, book)
    return book


def _prove(dispute: DeclarationsDispute, wrong: Sequence[Fault], book: Book) -> None:
    """Z3's word that the clauses of declarations and fines lead to these tokens.

    Raises: Mismatch.
    """
    question, seats = SmtQuestion(), range(len(dispute.players))
    gained: list[list[Number]] = [[] for _ in seats]
    for seat, fault in wrong:
        fine = fine_of(dispute, fault)
        prove_fine(dispute.rules, fine, dispute.found)
        back = _goes_back(dispute, fault, fine)
        for other in seats:
            gained[other].append(back)
        gained[seat].append(-2 * fine.each_pot - len(seats) * back)
    tokens = [z3.Int(f"tokens.{seat}") for seat in seats]
    question.given(*(total == sum(gained[seat]) for seat, total in enumerate(tokens)))
    if question.possible((), some(no(total == book.tokens[seat]) for seat, total in enumerate(tokens))):
        raise Mismatch(f"what is paid for {wrong}: the engine has {book.tokens}")


def _goes_back(dispute: DeclarationsDispute, fault: DeclarationFault, fine: Fine) -> Number:
    """What each opponent is given back of what a declaration brought."""
    said: Number = 0 if fault.said is None else pays(dispute.rules, fault.said)
    if fine.remedy == CORRECTED:
        return said - (0 if fault.required is None else pays(dispute.rules, fault.required))
    return 0 if fine.excused else said
