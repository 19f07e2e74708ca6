"""A deal in dispute, or another irregularity: who may have a new deal, and what it costs.

Source: main rule text, "Logistics, The fourth player"; "Irregularities during play - fines".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from analyzer.cards.card import Card
from analyzer.disputes.findings import Finding, Paid, PaidFinding, Proof
from analyzer.disputes.kinds.misdeal import IrregularityDispute, MisdealDispute
from analyzer.disputes.paidotherwise import differences
from analyzer.messages import Message, Name, say, stated
from analyzer.position.files.beforeplay.deal import counted
from analyzer.rules.book import Book
from analyzer.rules.conduct.dealt import wrong_deal, wrong_hands
from analyzer.rules.conduct.irregularities import (
    IN_PLAY,
    REDEALT,
    UNSEEN,
    Fine,
    Moment,
    Penalty,
    fine_for,
    repay_declaration,
    settle_fine,
)
from analyzer.rules.conduct.session import deals_after_misdeal, may_call_misdeal
from analyzer.rules.deal.declarations import parse_declaration
from analyzer.rules.spec.clause import Category
from analyzer.rules.spec.kinds.catalogue import IRREGULARITY
from analyzer.rules.verdicts import OpenQuestion, Reading, Verdict, Violation


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityFinding(PaidFinding):
    """What an irregularity costs and what becomes of the hand; `agreed` where the players set the gravity."""

    fine: Fine
    agreed: bool


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
    wrong = differences(book.transfers, dispute.paid, dispute.players)
    offence = dispute.paid is None and fine.category is not Category.SUPERFICIAL and not fine.excused
    return IrregularityFinding(
        dispute=dispute,
        violations=(*([_offence(dispute, fine)] if offence else []), *wrong),
        proofs=(_proof(fine),),
        penalties=(Penalty.of(fine, dispute.by),),
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


MISDEAL: Final = "table.misdeal"
REDEAL: Final = {True: "redeal-same-dealer", False: "redeal-next-dealer"}
WHOSE_FINE: Final = say("no source says whether each of them pays, or one for all")


@dataclass(frozen=True, slots=True, kw_only=True)
class MisdealFinding(Finding):
    """Whether the cards are dealt again.

    `may_call` are those who may have them dealt again for want of a trump, of the hands told; `wrong` are
    those with a wrong number of cards. `deals_again` is who deals where they are dealt again.
    """

    may_call: tuple[int, ...]
    wrong: tuple[int, ...]
    deals_again: int | None
    redeal: str | None = None
    """What becomes of a misdeal that was rightly called."""
    paid: Paid | None = None

    @property
    def remedies(self) -> tuple[str, ...]:
        """What becomes of the deal."""
        return (self.redeal,) if self.redeal else tuple(dict.fromkeys(each.remedy for each in self.penalties))


def settle_misdeal(dispute: MisdealDispute) -> MisdealFinding:
    """The verdict on a deal: a wrong number of cards goes before want of trumps."""
    wrong = wrong_hands(dispute.rules, dispute.sizes, dispute.dealer)
    return _wrong_number(dispute, wrong) if wrong else _no_trumps(dispute)


def _no_trumps(dispute: MisdealDispute) -> MisdealFinding:
    """Who was dealt no trump, and whether he who asked for a new deal is one of them."""
    rights = {seat: _right(dispute, seat) for seat in sorted(dispute.hands)}
    caller = _caller(dispute)
    allowed = rights.get(caller, False) if caller is not None else False
    wrong = [] if allowed is not False else [_refused(dispute, caller)]
    questions = [] if wrong else [*_are_last_dealt(dispute, allowed=allowed), *_too_late(dispute)]
    rules, granted = dispute.rules, not wrong and not questions
    return MisdealFinding(
        dispute=dispute,
        violations=tuple(wrong),
        open_questions=tuple(questions),
        proofs=tuple(
            Proof(_about(dispute, seat, right=right), (MISDEAL,))
            for seat, right in rights.items()
            if right is not None
        ),
        applied=(MISDEAL, "table.hand"),
        may_call=tuple(seat for seat, right in rights.items() if right),
        wrong=(),
        deals_again=_deals_again(dispute) if granted else None,
        redeal=REDEAL[rules.session.same_dealer_again] if granted else None,
    )


def _right(dispute: MisdealDispute, seat: int) -> bool | None:
    """Whether a player was dealt no trump; None where that hangs on the last cards."""
    hand, last = dispute.hands[seat], dispute.last if seat == dispute.dealer else None
    found = may_call_misdeal(dispute.rules, hand)
    if last is None:
        return found
    with_last = may_call_misdeal(dispute.rules, hand | last)
    return found if found is with_last else None


def _caller(dispute: MisdealDispute) -> int | None:
    """Who asks for a new deal: whoever did, else the one whose hand is told."""
    if dispute.called_by is not None:
        return dispute.called_by
    return next(iter(dispute.hands)) if len(dispute.hands) == 1 else None


def _about(dispute: MisdealDispute, seat: int, *, right: bool) -> Message:
    name = Name(dispute.players[seat])
    if right:
        return say("{player} was dealt no trump", player=name)
    return say("{player} was dealt what forbids a misdeal", player=name)


def _refused(dispute: MisdealDispute, caller: int | None) -> Violation:
    """Why there is no misdeal."""
    if caller is None:
        return Violation(MISDEAL, (), say("nobody says who asked for a new deal"))
    name = Name(dispute.players[caller])
    if caller not in dispute.hands:
        text = say("only who was dealt no trump may ask for a new deal, and {player} is not he", player=name)
        return Violation(MISDEAL, (), text)
    cards = tuple(sorted(card for card in _all_of(dispute, caller) if _counts(dispute, card)))
    return Violation(MISDEAL, cards, say("{player} was dealt a trump", player=name))


def _all_of(dispute: MisdealDispute, seat: int) -> frozenset[Card]:
    last = dispute.last if seat == dispute.dealer and dispute.last is not None else frozenset()
    return dispute.hands[seat] | last


def _counts(dispute: MisdealDispute, card: Card) -> bool:
    session = dispute.rules.session
    return card.suit is session.misdeal_without or (session.misdeal_fool_counts and card.is_fool)


def _are_last_dealt(dispute: MisdealDispute, *, allowed: bool | None) -> Iterator[OpenQuestion]:
    """Whether the last cards, which the dealer takes up, count among those he was dealt."""
    if allowed is not None or dispute.dealer is None:
        return
    cards = tuple(sorted(card for card in dispute.last or () if _counts(dispute, card)))
    readings = (
        Reading(say("the last cards are dealt to the dealer like the others"), Verdict.ILLEGAL, (MISDEAL,),
                say("the hand is played")),
        Reading(say("only the cards dealt to everybody are meant"), Verdict.LEGAL, (),
                say("the cards are dealt again")),
    )  # fmt: skip
    yield OpenQuestion((MISDEAL, "table.hand"), cards, readings)


def _too_late(dispute: MisdealDispute) -> Iterator[OpenQuestion]:
    """Whether it is too late once declarations are made, which no source says."""
    if dispute.found in {None, Moment.BEFORE_DECLARATIONS}:
        return
    readings = (
        Reading(say("a misdeal may be called as long as the hand is not over"), Verdict.LEGAL, (),
                say("the cards are dealt again")),
        Reading(say("whoever has declared or played has taken the deal as it is"), Verdict.ILLEGAL,
                (MISDEAL,), say("the hand is played")),
    )  # fmt: skip
    yield OpenQuestion((MISDEAL,), (), readings)


def _deals_again(dispute: MisdealDispute) -> int | None:
    """Who deals again; None where the dealer is not told, or a fourth at the table might be the next."""
    if dispute.dealer is None:
        return None
    if dispute.rules.session.same_dealer_again:
        return dispute.dealer
    seats = len(dispute.players)
    return None if dispute.sitting_out else deals_after_misdeal(dispute.rules, dispute.dealer, seats)


def _wrong_number(dispute: MisdealDispute, wrong: tuple[int, ...]) -> MisdealFinding:
    """What a wrong number of cards costs, and what becomes of the hand."""
    name = wrong_deal(dispute.rules, dispute.sizes, wrong, dispute.looked, dispute.found)
    fined = [
        (seat, _fine(dispute, each)) for each in _names(name) for seat in _who_pays(dispute, each, wrong)
    ]
    offence = name is not None and any(fine.each_pot or not fine.play_goes_on for _, fine in fined)
    shared = name == IN_PLAY and len(wrong) > 1
    return MisdealFinding(
        dispute=dispute,
        violations=tuple(_offences(dispute, name, wrong)) if offence else (),
        open_questions=() if name is not None else (_who_looked(),),
        penalties=tuple(Penalty.of(fine, seat) for seat, fine in fined),
        notes=(WHOSE_FINE,) if shared else (),
        applied=("table.hand", *(clause for _, fine in fined for clause in fine.clauses)),
        may_call=(),
        wrong=wrong,
        deals_again=dispute.dealer if name == REDEALT else None,
        paid=None if name is None or shared else _paid(dispute, fined),
    )


def _names(name: str | None) -> tuple[str, ...]:
    """The irregularities that it may be: the one it is, or both that hang on who has looked."""
    return (UNSEEN, REDEALT) if name is None else (name,)


def _who_pays(dispute: MisdealDispute, name: str, wrong: tuple[int, ...]) -> tuple[int | None, ...]:
    """Whose irregularity it is: the dealer's until the hand is played, then theirs who hold the cards."""
    return wrong if name == IN_PLAY else (dispute.dealer,)


def _fine(dispute: MisdealDispute, name: str) -> Fine:
    return fine_for(dispute.rules, name, found=dispute.found)


def _offences(dispute: MisdealDispute, name: str | None, wrong: tuple[int, ...]) -> Iterator[Violation]:
    for seat in wrong:
        player, size = Name(dispute.players[seat]), dispute.sizes[seat]
        text = say("{player} was dealt {cards}", player=player, cards=counted(size))
        yield Violation(f"{IRREGULARITY}{name}", (), text)


def _who_looked() -> OpenQuestion:
    seen, unseen = f"{IRREGULARITY}{REDEALT}", f"{IRREGULARITY}{UNSEEN}"
    readings = (
        Reading(say("who has too many cards has not looked at them"), Verdict.LEGAL, (),
                say("the number is put right, without a fine")),
        Reading(say("who has too many cards has looked at them"), Verdict.ILLEGAL, (seen,),
                say("the same dealer deals again")),
    )  # fmt: skip
    return OpenQuestion((unseen, seen), (), readings)


def _paid(dispute: MisdealDispute, fined: list[tuple[int | None, Fine]]) -> Paid | None:
    """What the fines come to; None where nobody says who dealt."""
    known = [(seat, fine) for seat, fine in fined if seat is not None]
    return Paid.of_fines(dispute, known) if len(known) == len(fined) else None
