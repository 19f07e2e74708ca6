"""What Z3 says of what hands have to declare, or can, and of what is paid for it, from the clauses.

Each opinion is held against what a dispute has found. Raises: Mismatch where the two differ.
"""

from __future__ import annotations

import z3
from proofs.formulas.declared import held_as_said, pays
from proofs.opinions.deals import opinion_on_fines

from analyzer.cards.card import PAGAT, Card
from analyzer.disputes.deal.declarations import DeclarationsDispute, DeclarationsFinding, fine_of
from analyzer.disputes.deal.handsdeclared import DeclaredHandsFinding
from analyzer.disputes.findings import Finding
from analyzer.errors import Mismatch, cross_checked
from analyzer.proofs.discard import Combination, combinations_of
from analyzer.proofs.smt import Number, SmtQuestion, Truth, every, held, not_, some
from analyzer.rules.deal.combinations import Declaration
from analyzer.rules.deal.declarations import DeclarationFault
from analyzer.rules.irregularities import CORRECTED
from analyzer.rules.spec.ruleset import RuleSet


def opinion_on_declarations(finding: Finding) -> None:
    """Z3's word on what was to be declared or could be, on the fines, and on what is paid."""
    dispute = finding.dispute
    assert isinstance(dispute, DeclarationsDispute)
    if isinstance(finding, DeclaredHandsFinding):
        _opinion_on_hands(finding, dispute)
        return
    assert isinstance(finding, DeclarationsFinding)
    opinion_on_fines(finding)
    for each in finding.by_player:
        hand = dispute.hands[each.seat]
        skat = dispute.skat if each.seat == dispute.dealer else None
        _one_of(dispute.rules, [hand, *([] if skat is None else [hand | skat])], each.required)
    if finding.paid is not None:
        wrong = [(each.seat, fault) for each in finding.by_player for fault in each.faults]
        _opinion_on_paid(dispute, wrong, finding.paid.tokens)


def _one_of(rules: RuleSet, hands: list[frozenset[Card]], required: tuple[Declaration, ...]) -> None:
    """These are the declarations of one of these hands: of what is held, or of that with the skat."""
    for place, cards in enumerate(hands):
        try:
            prove_held(rules, cards, required)
        except Mismatch:
            if place == len(hands) - 1:
                raise
        else:
            return


def _opinion_on_paid(
    dispute: DeclarationsDispute, wrong: list[tuple[int, DeclarationFault]], tokens: tuple[int, ...]
) -> None:
    """Z3's word that the clauses of declarations and fines lead to these tokens."""
    question, seats = SmtQuestion(), range(len(dispute.players))
    gained: list[list[Number]] = [[] for _ in seats]
    for seat, fault in wrong:
        back = _goes_back(dispute, fault)
        for other in seats:
            gained[other].append(back)
        gained[seat].append(-2 * fine_of(dispute, fault).each_pot - len(seats) * back)
    found = [z3.Int(f"tokens.{seat}") for seat in seats]
    question.given(*(total == sum(gained[seat]) for seat, total in enumerate(found)))
    question.prove_never(
        f"{tokens} for {wrong}", some(not_(total == tokens[seat]) for seat, total in enumerate(found))
    )


def _goes_back(dispute: DeclarationsDispute, fault: DeclarationFault) -> Number:
    """What each opponent is given back of what a declaration brought."""
    fine = fine_of(dispute, fault)
    said: Number = 0 if fault.said is None else pays(dispute.rules, fault.said)
    if fine.remedy == CORRECTED:
        return said - (0 if fault.required is None else pays(dispute.rules, fault.required))
    return 0 if fine.excused else said


def prove_held(rules: RuleSet, cards: frozenset[Card], required: tuple[Declaration, ...]) -> None:
    """Z3's word that these and no others are the declarations of the cards."""
    question = SmtQuestion()
    holding = question.holding("held", rules.table.deck, cards)
    engine = {(each.clause, each.suit): each for each in required}
    for combination in combinations_of(rules, holding):
        key = (combination.clause, combination.suit)
        right = _is(combination, engine.pop(key, None), holding)
        name = f"{combination.clause}.{combination.suit or 'all'}"
        question.name(name, not_(right))
        question.prove_never(f"{key} of {sorted(cards)}: {required}", True, (name,))
    cross_checked("what no clause asks for", engine, {})


def _is(combination: Combination, declared: Declaration | None, holding: dict[Card, Truth]) -> Truth:
    """Whether the combination is the one declared, or is not there where nothing is."""
    if declared is None:
        return not_(combination.there)
    parts = [combination.there]
    parts += [there if card in declared.cards else not_(there) for card, there in combination.cards.items()]
    if declared.number is not None:
        parts.append(combination.number == declared.number)
    if declared.pagat is not None:
        parts += held(holding, [PAGAT]) if declared.pagat else [not_(holding[PAGAT])]
    if declared.grade:
        # Abundant is full with the Fool, so full is told from it.
        abundant = combination.grades["abundant"]
        parts.append(combination.grades[declared.grade])
        parts.append(abundant if declared.grade == "abundant" else not_(abundant))
    return every(parts)


def _opinion_on_hands(finding: DeclaredHandsFinding, dispute: DeclarationsDispute) -> None:
    """Z3's word on each declaration of a hand that can be made, and on each that was."""
    rules = dispute.rules
    for each in finding.by_player:
        hand = dispute.hands[each.seat]
        prove_held(rules, hand, each.may)
        said = each.said or ()
        for place, one in enumerate(said):
            if not any((other.kind, other.suit) == (one.kind, one.suit) for other in said[:place]):
                _same(rules, hand, one, right=all(one is not wrong for wrong in each.wrong))


def _same(rules: RuleSet, hand: frozenset[Card], said: Declaration, *, right: bool) -> None:
    """Hold Z3's word on one declaration against the engine's."""
    question = SmtQuestion()
    holding = question.holding("held", rules.table.deck, hand)
    is_held = question.possible((), held_as_said(rules, holding, said))
    if cross_checked(f"{said.text()} of {sorted(hand)}", right, is_held):
        paid = question.possible((), pays(rules, said) == said.amount)
        cross_checked(f"{said.amount} for {said.text()}", True, paid)
