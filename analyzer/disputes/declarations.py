"""Disputed declarations: missing, wrong or superfluous, correctable or not, and what is owed for them.

Source: main rule text, "The declarations"; "Irregularities during play - fines".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from msgspec import structs

from analyzer.cards.card import Card
from analyzer.disputes.findings import Finding, Paid, Proof
from analyzer.disputes.kinds.declarations import DeclarationsDispute
from analyzer.disputes.readings import settle_between
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Whose, alone, listed, say
from analyzer.rules.book import Book
from analyzer.rules.conduct.declaring import (
    declaration_fine,
    fined_once,
    found_too_late,
    repaid_for,
    wrong_declaration,
)
from analyzer.rules.conduct.irregularities import NOTHING_DONE, Fine, Moment, Penalty, settle_fine
from analyzer.rules.deal.combinations import Declaration, declarations_of
from analyzer.rules.deal.declarations import (
    Correction,
    DeclarationFault,
    dealer_declarations,
    declares_the_skat,
    declaring_order,
    judge_declarations,
    parse_declaration,
)
from analyzer.rules.spec.bearing import CameUp, Topic, bearing
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.verdicts import OpenQuestion, Reading

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
    """What is paid because of the faults; None where nobody says when they were found, or it is open."""
    if dispute.found is None or any(fault.correction is Correction.UNSETTLED for _, fault in wrong):
        return None
    seats = len(dispute.players) + (dispute.sitting_out is not None)
    book = Book(seats)
    for seat, fault, is_fined in _until_the_end(dispute, wrong):
        if is_fined:
            settle_fine(fine_of(dispute, fault), seat, book)
        for paid in repaid_for(dispute.rules, seat, fault, dispute.found, seats):
            book.enter(paid)
    return book


def _until_the_end(
    dispute: DeclarationsDispute, wrong: Sequence[Fault]
) -> Iterator[tuple[int, DeclarationFault, bool]]:
    """The faults in the order of declaring, up to the one that ends the hand, and whether each is fined.

    One act is one fault; where everything was paid before any was found, the hand stands, and none ends it.
    """
    seats = tuple(range(len(dispute.players)))
    if dispute.dealer is not None:
        seats = declaring_order(dispute.rules, dispute.dealer)
    for seat in seats:
        for fault, is_fined in fined_once([each for by, each in wrong if by == seat]):
            yield seat, fault, is_fined
            ends = is_fined and not fine_of(dispute, fault).play_goes_on
            if ends and dispute.found is not Moment.AFTER_PAYMENTS:
                return


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
    """What had to be declared, and what was said against it.

    Where a card of a combination lies in the skat because something was announced for it, as the Fool for a
    Tout, no source says whether the combination is declared: both ways are told.
    """
    rules, dealer = dispute.rules, dispute.dealer
    let_go = [each for each in rules.discard.clauses if each.kind == "only-if-announced"]
    gone = frozenset().union(*(each.cards for each in let_go)) & (dispute.skat or frozenset())
    if not gone or dealer is None or dealer not in dispute.hands:
        return _declared(dispute)
    shown = {**dispute.hands, dealer: dispute.hands[dealer] | gone}
    with_them = structs.replace(dispute, hands=shown, skat=(dispute.skat or frozenset()) - gone)
    kept = RulesReading(rules.clauses).maybe("not-in-combination-unless-unavoidable")
    combination = [] if kept is None else [kept]
    cases = {GOES_UNDECLARED: _declared(dispute), DECLARED: replace(_declared(with_them), dispute=dispute)}
    return settle_between((*(each.id for each in let_go if each.cards & gone), *combination), cases)


def _declared(dispute: DeclarationsDispute) -> DeclarationsFinding:
    found, proofs = [], []
    for seat, hand in sorted(dispute.hands.items()):
        cards = _declaring(dispute, seat, hand)
        required = _required(dispute, seat, hand)
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
        penalties=tuple(_penalty(dispute, seat, fault)
                        for seat, fault, fined in _until_the_end(dispute, wrong)
                        if fined and fault.correction is not Correction.UNSETTLED),
        notes=(NOTHING_BACK,) if any(_is_past(dispute, fault) for _, fault in wrong) else (),
        applied=_applied(dispute, found),
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


def _may_it_be_put_right(fault: DeclarationFault) -> OpenQuestion:
    readings = (
        Reading(say("putting it right tells nothing important, so it costs nothing before the opening lead"),
                None, (), say("corrected without a fine")),
        Reading(say("putting it right tells the others something important"),
                None, ("irregularity.wrong-declaration",), say("the hand is given up, with the fine")),
    )  # fmt: skip
    either = fault.required or fault.said
    assert either is not None
    return OpenQuestion(("declare.correct", either.clause), (), readings)


def _penalty(dispute: DeclarationsDispute, seat: int, fault: DeclarationFault) -> Penalty:
    """The fine for what was declared: none where it may still be put right without telling anything."""
    return Penalty.of(fine_of(dispute, fault), seat)
