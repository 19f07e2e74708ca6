"""Who deals, who sits out, and whether the dealer has paid."""

from __future__ import annotations

from collections.abc import Iterator

import z3

from analyzer.disputes.findings import Penalty
from analyzer.disputes.kinds.session import HAND, MISDEAL, SessionDispute, deals_anew
from analyzer.disputes.session.ruling import (
    TOKENS,
    Ruling,
    SessionReading,
    book_of,
    out_of,
    sums_of,
    with_table,
)
from analyzer.messages import Message, Name, Verbatim, say
from analyzer.proofs.clauses import session as clauses
from analyzer.proofs.clauses.score.steps import differs_from_book
from analyzer.proofs.smt import SmtQuestion, Truth, not_, same, some
from analyzer.rules.book import Pot
from analyzer.rules.conduct.irregularities import Fine, fine_for, settle_fine
from analyzer.rules.conduct.session import dealer_has_paid, deals_after_misdeal, may_ask_for_pots
from analyzer.rules.score.payments import pay_for_dealing
from analyzer.rules.spec.kinds.catalogue import IRREGULARITY
from analyzer.rules.spec.kinds.pots import IntoPots
from analyzer.rules.verdicts import Violation

POTS_NOT_MOVED = "pots-not-moved"


def dealer_paid(dispute: SessionDispute) -> Ruling:
    """Whether the dealer has paid, which the place of the pots decides where it is in doubt.

    Source: main rule text, "Logistics, The fourth player"; "Irregularities during play - fines".
    """
    rules, question = dispute.rules, SmtQuestion()
    place, dealing = rules.maybe("pots-place"), rules.game.the_pots.accounts.dealing
    paid, fine = _has_paid(dispute), _fine(dispute)
    owing = [False, True] if paid is None else [not paid]
    found = [_paying(dispute, question, fine, [dealing] if owes else []) for owes in owing]
    used = {dealing.clause, *([place] if place else []), *(fine.clauses if fine else ())}
    clause = place or dealing.clause
    name = Name(dispute.players[dispute.dealer or 0])
    broken: list[Violation] = []
    if dispute.paid is None and fine is not None:
        text = say("{player} paid for the deal and did not move the pots", player=name)
        broken.append(Violation(fine.clauses[0], (), text))
    elif dispute.paid is None and paid is False:
        broken.append(Violation(clause, (), say("{player} has not paid for the deal", player=name)))
    return Ruling(
        ways=tuple(way for way, _ in found), clause=clause, used=tuple(sorted(used)), statement=TOKENS,
        question=question, other=some(other for _, other in found), violations=tuple(broken),
        penalties=(Penalty.of(fine, dispute.dealer),) if fine else (),
    )  # fmt: skip


def _has_paid(dispute: SessionDispute) -> bool | None:
    """Whether the dealer has paid: as all agree, else as the place of the pots has it; None where neither."""
    if dispute.agreed is not None:
        return dispute.agreed == "paid"
    return dealer_has_paid(dispute.rules, dispute.pots_stand or "")


def _fine(dispute: SessionDispute) -> Fine | None:
    """The fine where all agree that the dealer paid, and the pots stand where they stood before."""
    rules = dispute.rules
    moved = dealer_has_paid(rules, dispute.pots_stand or "")
    if dispute.agreed != "paid" or moved is not False or POTS_NOT_MOVED not in rules.fines.irregularities:
        return None
    return fine_for(rules, POTS_NOT_MOVED)


def _paying(
    dispute: SessionDispute, question: SmtQuestion, fine: Fine | None, owed: list[IntoPots]
) -> tuple[SessionReading, Truth]:
    """What the dealer pays by engine, and the formula that Z3 has it otherwise."""
    dealer, book, sums = dispute.dealer or 0, book_of(dispute), sums_of(dispute, question)
    alone = [seat == dealer for seat in range(len(dispute.players))]
    if owed:
        pay_for_dealing(dispute.rules.game, dealer, book)
    if fine is not None:
        settle_fine(fine, dealer, book)
        owed = [*owed, IntoPots(fine.clauses[-1], fine.each_pot, tuple(Pot))]
    for each in owed:
        clauses.found_pots(each, alone, sums)
    text = say("the dealer has not paid") if owed else say("the dealer has paid")
    return SessionReading((book,), text), differs_from_book(sums, book)


def who_sits_out(dispute: SessionDispute) -> Ruling:
    """At a table of four whoever faces the dealer sits out; at a table of three nobody does.

    Source: main rule text, "Players"; "Logistics, The fourth player".
    """
    rules, question, seats = dispute.rules, SmtQuestion(), len(dispute.players)
    out, clause = out_of(dispute), rules.the("sits-out")
    other: Truth = False
    if out is not None:
        seat = z3.Int("sits-out")
        question.given(clauses.sits_out(seat, dispute.dealer or 0, seats))
        other = not_(seat == out)
    broken: list[Violation] = []
    if dispute.sat_out not in (None, out):
        broken.append(Violation(clause, (), _sits_out(dispute, out)))
    return Ruling(
        ways=(SessionReading((book_of(dispute),)),), clause=clause, used=with_table(dispute, clause),
        statement=say("nobody else can sit out"), question=question, other=other,
        violations=tuple(broken), sits_out=out,
    )  # fmt: skip


def _sits_out(dispute: SessionDispute, out: int | None) -> Message:
    if out is None:
        return say("at a table of {number} nobody sits out", number=len(dispute.players))
    dealer = Name(dispute.players[dispute.dealer or 0])
    return say("{player} faces {dealer} and sits out", player=Name(dispute.players[out]), dealer=dealer)


def who_deals(dispute: SessionDispute) -> Ruling:
    """Who deals next: the next player, or the same one where the cards have to be dealt again.

    Source: main rule text, "Logistics, The fourth player"; "Irregularities during play - fines".
    """
    question, seats = SmtQuestion(), len(dispute.players)
    dealer, following = dispute.dealer or 0, z3.Int("deals-next")
    used = tuple(_deciding(dispute))
    if _again(dispute):
        deals: int | None = dealer
        question.given(following == dealer)
    elif _goes_on(dispute):
        deals = None
    else:
        deals = dispute.rules.table.deals_next(dealer, seats)
        question.given(clauses.deals_next(dispute.rules, following, dealer, seats))
    broken: list[Violation] = []
    if dispute.deals not in (None, deals):
        broken.append(Violation(used[0], (), _deals(dispute, deals)))
    return Ruling(
        ways=(SessionReading((book_of(dispute),)),), clause=used[0], used=used,
        statement=say("nobody else can be the one to deal"), question=question,
        other=False if deals is None else not_(following == deals), violations=tuple(broken),
        deals_next=deals,
    )  # fmt: skip


def _again(dispute: SessionDispute) -> bool:
    """Whether the same dealer deals again."""
    if dispute.after == MISDEAL:
        dealer, seats = dispute.dealer or 0, len(dispute.players)
        return deals_after_misdeal(dispute.rules, dealer, seats) == dealer
    named = dispute.rules.fines.irregularities.get(dispute.after)
    return named is not None and deals_anew(named)


def _goes_on(dispute: SessionDispute) -> bool:
    """Whether the hand is played on, so that nobody deals."""
    fines, named = dispute.rules.fines, dispute.rules.fines.irregularities.get(dispute.after)
    return named is not None and fines.goes_on[named.category]


def _deciding(dispute: SessionDispute) -> Iterator[str]:
    """The clauses that say who deals, the one that decides it first."""
    rules = dispute.rules
    if dispute.after == MISDEAL:
        yield rules.the("misdeal")
    elif dispute.after != HAND:
        yield f"{IRREGULARITY}{dispute.after}"
        if not _again(dispute):
            yield fine_for(rules, dispute.after).clauses[-1]
    turn = rules.maybe("deals-next")
    if turn is not None and not _again(dispute):
        yield turn
    elif dispute.after == HAND:
        yield rules.the("leads")


def _deals(dispute: SessionDispute, deals: int | None) -> Message:
    if deals is None:
        return say("after {word} the hand is played on, and nobody deals", word=Verbatim(dispute.after))
    return say("{player} deals", player=Name(dispute.players[deals]))


def pots_asked(dispute: SessionDispute) -> Ruling:
    """Whether it is proper to ask what lies in the pots.

    Source: main rule text, "Proprieties".
    """
    rules, question = dispute.rules, SmtQuestion()
    playing, name = dispute.during == "play", Name(dispute.players[dispute.by or 0])
    proper = may_ask_for_pots(rules, playing=playing)
    clause = rules.maybe("not-asked") or rules.the("pot-payment")
    asked = z3.Bool("asked-in-play")
    question.given(same(asked, playing))
    text = say("{player} asks what lies in the pots", player=name)
    return Ruling(
        ways=(SessionReading((book_of(dispute),)),), clause=clause, used=(clause,),
        statement=say("it is proper") if proper else say("it is improper"), question=question,
        other=not_(same(clauses.may_ask_for_pots(rules, asked), proper)),
        violations=() if proper else (Violation(clause, (), text),),
    )  # fmt: skip
