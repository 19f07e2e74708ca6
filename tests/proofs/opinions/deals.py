"""What Z3 says of deals, fines, and questions about the skat, from the clauses.

Each opinion is held against what a dispute has found. Raises: Mismatch where the two differ.
"""

from __future__ import annotations

import z3
from proofs.formulas.fines import Telling, prove_fine, prove_no_trump, prove_sizes

from analyzer.disputes.deal.declarations import DeclarationsDispute
from analyzer.disputes.deal.discard import DiscardDispute
from analyzer.disputes.deal.irregularity import IrregularityDispute, IrregularityFinding
from analyzer.disputes.deal.misdeal import MisdealDispute, MisdealFinding
from analyzer.disputes.deal.purchase import AskingDispute, AskingFinding
from analyzer.disputes.findings import Finding
from analyzer.errors import cross_checked
from analyzer.proofs.smt import SmtQuestion
from analyzer.rules.irregularities import fine_for, may_ask
from analyzer.rules.session import may_call_misdeal
from analyzer.rules.spec.reading import ClauseReader


def opinion_on_asking(finding: Finding) -> None:
    """Z3's word on the question and the answer, by the clause."""
    assert isinstance(finding, AskingFinding)
    dispute, question = finding.dispute, SmtQuestion()
    assert isinstance(dispute, AskingDispute)
    rules = dispute.rules
    allowed = may_ask(rules, dispute.chances) if dispute.asked_by is None else finding.may_ask
    telling = Telling(ClauseReader(rules.clauses))
    surely, never = telling.allowed(dispute.chances)
    sure, not_at_all = (question.possible((), each) for each in (surely, never))
    cross_checked(f"asking after {dispute.chances}", (allowed is True, allowed is False), (sure, not_at_all))
    if dispute.answered is None:
        return
    skat = question.holding("skat", rules.table.deck, dispute.skat)
    said = z3.Int("said")
    question.given(said == int(dispute.answered))
    question.name(telling.clause, telling.right(skat, said, some_only=isinstance(dispute.answered, bool)))
    about = f"the answer {dispute.answered} for {sorted(dispute.skat)}"
    cross_checked(about, finding.answer_right, question.possible(question.names))


def opinion_on_misdeal(finding: Finding) -> None:
    """Z3's word on who has a wrong number of cards, on who has no trump, and on what it costs."""
    assert isinstance(finding, MisdealFinding)
    dispute = finding.dispute
    assert isinstance(dispute, MisdealDispute)
    rules = dispute.rules
    prove_sizes(rules, dispute.sizes, dispute.dealer, finding.wrong)
    opinion_on_fines(finding)
    for seat, hand in dispute.hands.items() if not finding.wrong else ():
        dealt = [hand]
        if seat == dispute.dealer and dispute.last is not None:
            dealt.append(hand | dispute.last)
        found = [may_call_misdeal(rules, each) for each in dealt]
        cross_checked(f"whether {seat} may call a misdeal", seat in finding.may_call, all(found))
        for each, right in zip(dealt, found, strict=True):
            prove_no_trump(rules, each, found=right)


def opinion_on_irregularity(finding: Finding) -> None:
    """Z3's word that no other fine follows, the players' own category included."""
    assert isinstance(finding, IrregularityFinding)
    dispute = finding.dispute
    assert isinstance(dispute, IrregularityDispute)
    prove_fine(dispute.rules, finding.fine, dispute.found, dispute.category)


def opinion_on_fines(finding: Finding) -> None:
    """Z3's word on every fine of a discard, of declarations or of a deal."""
    dispute = finding.dispute
    assert isinstance(dispute, DiscardDispute | DeclarationsDispute | MisdealDispute)
    for each in finding.penalties:
        fine = fine_for(dispute.rules, each.irregularity, found=dispute.found)
        cross_checked(f"the fine for {each.irregularity}", each.each_pot, fine.each_pot)
        prove_fine(dispute.rules, fine, dispute.found)
