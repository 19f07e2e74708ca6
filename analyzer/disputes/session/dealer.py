"""Who deals, who sits out, and whether the dealer has paid."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.disputes.session.facts import HAND, MISDEAL, SessionDispute, deals_anew
from analyzer.disputes.session.ruling import (
    TOKENS,
    Ruling,
    SessionReading,
    book_of,
    out_of,
    with_table,
)
from analyzer.messages import Message, Name, Verbatim, say
from analyzer.rules.conduct.irregularities import Fine, Penalty, fine_for, settle_fine
from analyzer.rules.conduct.session import dealer_has_paid, deals_after_misdeal, may_ask_for_pots
from analyzer.rules.score.payments import pay_for_dealing
from analyzer.rules.spec.kinds.catalogue import IRREGULARITY
from analyzer.rules.spec.kinds.paying import IntoPots
from analyzer.rules.verdicts import Violation

POTS_NOT_MOVED = "pots-not-moved"


def dealer_paid(dispute: SessionDispute) -> Ruling:
    """Whether the dealer has paid, which the place of the pots decides where it is in doubt.

    Source: main rule text, "Logistics, The fourth player"; "Irregularities during play - fines".
    """
    rules = dispute.rules
    place, dealing = rules.maybe("pots-place"), rules.game.the_pots.accounts.dealing
    paid, fine = _has_paid(dispute), _fine(dispute)
    owing = [False, True] if paid is None else [not paid]
    found = [_paying(dispute, fine, [dealing] if owes else []) for owes in owing]
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
        ways=tuple(found), clause=clause, used=tuple(sorted(used)), statement=TOKENS,
        violations=tuple(broken), penalties=(Penalty.of(fine, dispute.dealer),) if fine else (),
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


def _paying(dispute: SessionDispute, fine: Fine | None, owed: list[IntoPots]) -> SessionReading:
    """What the dealer pays."""
    dealer, book = dispute.dealer or 0, book_of(dispute)
    if owed:
        pay_for_dealing(dispute.rules.game, dealer, book)
    if fine is not None:
        settle_fine(fine, dealer, book)
    text = say("the dealer has not paid") if owed or fine is not None else say("the dealer has paid")
    return SessionReading((book,), text)


def who_sits_out(dispute: SessionDispute) -> Ruling:
    """At a table of four whoever faces the dealer sits out; at a table of three nobody does.

    Source: main rule text, "Players"; "Logistics, The fourth player".
    """
    rules = dispute.rules
    out, clause = out_of(dispute), rules.the("sits-out")
    broken: list[Violation] = []
    if dispute.sat_out not in (None, out):
        broken.append(Violation(clause, (), _sits_out(dispute, out)))
    return Ruling(
        ways=(SessionReading((book_of(dispute),)),), clause=clause, used=with_table(dispute, clause),
        statement=say("nobody else can sit out"), violations=tuple(broken), sits_out=out,
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
    dealer = dispute.dealer or 0
    used = tuple(_deciding(dispute))
    if _again(dispute):
        deals: int | None = dealer
    elif _goes_on(dispute):
        deals = None
    else:
        deals = dispute.rules.table.deals_next(dealer, len(dispute.players))
    broken: list[Violation] = []
    if dispute.deals not in (None, deals):
        broken.append(Violation(used[0], (), _deals(dispute, deals)))
    return Ruling(
        ways=(SessionReading((book_of(dispute),)),), clause=used[0], used=used,
        statement=say("nobody else can be the one to deal"), violations=tuple(broken),
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
    rules = dispute.rules
    playing, name = dispute.during == "play", Name(dispute.players[dispute.by or 0])
    proper = may_ask_for_pots(rules, playing=playing)
    clause = rules.maybe("not-asked") or rules.the("pot-payment")
    text = say("{player} asks what is in the pots", player=name)
    return Ruling(
        ways=(SessionReading((book_of(dispute),)),), clause=clause, used=(clause,),
        statement=say("it is proper") if proper else say("it is improper"),
        violations=() if proper else (Violation(clause, (), text),),
    )  # fmt: skip
