"""Disputed declarations: missing, wrong or superfluous, correctable or not, and what is owed for them.

Source: main rule text, "The declarations"; "Irregularities during play - fines".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import z3

from analyzer.cards.card import PAGAT, Card
from analyzer.disputes.findings import Finding, Paid, Penalty, Proof
from analyzer.disputes.kinds.declarations import DeclarationsDispute
from analyzer.disputes.readings import settle_between
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Whose, alone, listed, say
from analyzer.proofs.clauses.combinations import Combination, combinations_of, pays
from analyzer.proofs.clauses.discard import COMBINATION
from analyzer.proofs.smt import Number, SmtQuestion, Truth, agreed, every, held, not_, some
from analyzer.rules.book import Book
from analyzer.rules.conduct.declaring import declaration_fine, found_too_late, repaid_for, wrong_declaration
from analyzer.rules.conduct.irregularities import CORRECTED, NOTHING_DONE, Fine, settle_fine
from analyzer.rules.deal.combinations import Declaration, declarations_of
from analyzer.rules.deal.declarations import (
    Correction,
    DeclarationFault,
    dealer_declarations,
    declares_the_skat,
    judge_declarations,
    parse_declaration,
)
from analyzer.rules.spec.bearing import CameUp, Topic, bearing
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import OpenQuestion, Reading, Verdict

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
        back = _goes_back(dispute, fault, fine)
        for other in seats:
            gained[other].append(back)
        gained[seat].append(-2 * fine.each_pot - len(seats) * back)
    tokens = [z3.Int(f"tokens.{seat}") for seat in seats]
    question.given(*(total == sum(gained[seat]) for seat, total in enumerate(tokens)))
    other = some(not_(total == book.tokens[seat]) for seat, total in enumerate(tokens))
    question.rule_out(f"{book.tokens} for {wrong}", other)


def _goes_back(dispute: DeclarationsDispute, fault: DeclarationFault, fine: Fine) -> Number:
    """What each opponent is given back of what a declaration brought."""
    said: Number = 0 if fault.said is None else pays(dispute.rules, fault.said)
    if fine.remedy == CORRECTED:
        return said - (0 if fault.required is None else pays(dispute.rules, fault.required))
    return 0 if fine.excused else said


NOTHING_BACK: Final = say(
    "what is found once everything is paid is not punished; that nothing is paid back then either is read "
    "from that, and no source says it"
)


GOES_UNDECLARED: Final = say("what belongs to the card laid away goes with it, and is not declared")
DECLARED: Final = say("the combination is declared all the same, with the card laid away")


class PlayerDeclarations(Record, frozen=True):
    """One player's declarations: what the cards require, and what was wrong with what was said."""

    seat: int
    required: tuple[Declaration, ...]
    said: tuple[Declaration, ...]
    faults: tuple[DeclarationFault, ...]
    judged: bool
    """Whether anything was said; a player of whom nothing is told is only told what to declare."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclarationsFinding(Finding):
    """The verdict on what was declared, player by player."""

    by_player: tuple[PlayerDeclarations, ...]
    paid: Paid | None = None
    """What is paid because of what was wrong; None where that is not known."""


def settle_declared(dispute: DeclarationsDispute) -> Finding:
    """What had to be declared, by Z3 and by the engine, and what was said against it.

    Where a card of a combination lies in the skat because something was announced for it, as the Fool for a
    Tout, no source says whether the combination is declared: both ways are told.

    Raises: Mismatch where the two differ.
    """
    rules, dealer = dispute.rules, dispute.dealer
    let_go = [each for each in rules.discard.clauses if each.kind == "only-if-announced"]
    gone = frozenset().union(*(each.cards for each in let_go)) & (dispute.skat or frozenset())
    if not gone or dealer is None or dealer not in dispute.hands:
        return _declared(dispute)
    shown = {**dispute.hands, dealer: dispute.hands[dealer] | gone}
    with_them = replace(dispute, hands=shown, skat=(dispute.skat or frozenset()) - gone)
    combination = [each.id for each in rules.clauses.values() if each.kind == COMBINATION]
    cases = {GOES_UNDECLARED: _declared(dispute), DECLARED: replace(_declared(with_them), dispute=dispute)}
    return settle_between((*(each.id for each in let_go if each.cards & gone), *combination), cases)


def _declared(dispute: DeclarationsDispute) -> DeclarationsFinding:
    found, proofs, texts = [], [], []
    for seat, hand in sorted(dispute.hands.items()):
        cards = _declaring(dispute, seat, hand)
        required = _required(dispute, seat, hand)
        question = prove_held(dispute.rules, cards, required)
        texts.append(question.smt2(question.names))
        name = dispute.players[seat]
        what = alone(listed(each.said for each in required), say("a pass"))
        clauses = tuple(sorted({each.clause for each in required}))
        proofs.append(Proof(_require(name, what), clauses))
        words = dispute.said.get(seat)
        said = tuple(
            each for text in words or () if (each := parse_declaration(text, dispute.rules)) is not None
        )
        faults = faults_of(dispute, cards, said) if words is not None else ()
        found.append(PlayerDeclarations(seat, required, said, faults, words is not None))
    wrong = [(each.seat, fault) for each in found for fault in each.faults]
    book = paid_for(dispute, wrong)
    return DeclarationsFinding(
        dispute=dispute,
        violations=tuple(wrong_declaration(fault, dispute.players[seat]) for seat, fault in wrong),
        open_questions=tuple(_may_it_be_put_right(fault) for seat, fault in wrong
                             if fault.correction is Correction.UNSETTLED),
        proofs=tuple(proofs),
        penalties=tuple(_penalty(dispute, seat, fault) for seat, fault in wrong
                        if fault.correction is not Correction.UNSETTLED),
        notes=(NOTHING_BACK,) if any(_is_past(dispute, fault) for _, fault in wrong) else (),
        applied=_applied(dispute, found),
        smt2="".join(texts),
        by_player=tuple(found),
        paid=None if book is None else Paid.of(book),
    )  # fmt: skip


def _applied(dispute: DeclarationsDispute, found: Sequence[PlayerDeclarations]) -> tuple[str, ...]:
    """The clauses of what had to be declared and of what was, and those that bear on how it was told."""
    told = [one for each in found for one in (*each.required, *each.said)]
    topics = set[Topic]()
    for each in found:
        cards = Counter(card for one in each.required for card in one.cards)
        if any(number > 1 for number in cards.values()):
            topics.add(Topic.SHARED)
        if each.judged and not each.said:
            topics.add(Topic.PASS)
        if each.faults:
            topics.add(Topic.PUT_RIGHT)
        if _declaring(dispute, each.seat, dispute.hands[each.seat]) != dispute.hands[each.seat]:
            topics.add(Topic.UNAVOIDABLE)
    return (*(one.clause for one in told), *bearing(dispute.rules, CameUp(frozenset(topics))))


def _is_past(dispute: DeclarationsDispute, fault: DeclarationFault) -> bool:
    fine = fine_of(dispute, fault)
    return fine.excused and fine.remedy == NOTHING_DONE


def _require(name: str, what: Message) -> Message:
    return say("{whose} cards require {declared} and nothing else", whose=Whose(name), declared=what)


def _declaring(dispute: DeclarationsDispute, seat: int, hand: frozenset[Card]) -> frozenset[Card]:
    """The cards a player declares from: the hand, and for a dealer with too many combinations the skat."""
    if seat != dispute.dealer or dispute.skat is None:
        return hand
    before = hand | dispute.skat
    return before if declares_the_skat(dispute.rules, before) else hand


def _required(dispute: DeclarationsDispute, seat: int, hand: frozenset[Card]) -> tuple[Declaration, ...]:
    if seat == dispute.dealer and dispute.skat is not None:
        return dealer_declarations(dispute.rules, hand, dispute.skat)
    return declarations_of(dispute.rules, hand)


def prove_held(rules: RuleSet, cards: frozenset[Card], required: tuple[Declaration, ...]) -> SmtQuestion:
    """Z3's word that these and no others are the declarations of the cards.

    Raises: Mismatch.
    """
    question = SmtQuestion()
    holding = question.holding("held", rules.table.deck, cards)
    engine = {(each.clause, each.suit): each for each in required}
    for combination in combinations_of(rules, holding):
        key = (combination.clause, combination.suit)
        right = _is(combination, engine.pop(key, None), holding)
        name = f"{combination.clause}.{combination.suit or 'all'}"
        question.name(name, not_(right))
        question.rule_out(f"{key} of {sorted(cards)}: {required}", True, (name,))  # noqa: FBT003
    agreed("what no clause asks for", engine, {})
    return question


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


def _may_it_be_put_right(fault: DeclarationFault) -> OpenQuestion:
    readings = (
        Reading(say("putting it right tells nothing important, so it costs nothing before the opening lead"),
                Verdict.LEGAL, (), say("corrected without a fine")),
        Reading(say("putting it right tells the others something important"),
                Verdict.ILLEGAL, ("irregularity.wrong-declaration",),
                say("the hand is given up, with the fine")),
    )  # fmt: skip
    either = fault.required or fault.said
    assert either is not None
    return OpenQuestion(("declare.correct", either.clause), (), readings)


def _penalty(dispute: DeclarationsDispute, seat: int, fault: DeclarationFault) -> Penalty:
    """The fine for what was declared: none where it may still be put right without telling anything."""
    return Penalty.of(fine_of(dispute, fault), seat)
