"""What Z3 says of what goes on around the hands: who owes what, who deals and who sits out, from the clauses.

Each opinion is held against what a dispute has found. Raises: Mismatch where the two differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import z3
from proofs.formulas import session as clauses
from proofs.formulas.sums import differs_from_book, pots_given

from analyzer.disputes.findings import Finding
from analyzer.disputes.session.payments import (
    ROUNDINGS,
    Ruling,
    SessionDispute,
    _again,
    _fine,
    _goes_on,
    _has_paid,
    book_of,
    out_of,
)
from analyzer.disputes.session.settling import RULINGS, SessionFinding, _seated
from analyzer.errors import cross_checked
from analyzer.proofs.accounts import Sums
from analyzer.proofs.smt import Number, SmtQuestion, Truth, not_, same, some
from analyzer.rules.book import Pot
from analyzer.rules.session import division, fourth_joins, may_ask_for_pots
from analyzer.rules.spec.kinds.paying import IntoPots

Other = Callable[[SessionDispute, SessionFinding, Ruling, SmtQuestion], Truth]
"""What Z3 is asked for and must not find: another answer than the engine's, told finding and ruling."""


def opinion_on_session(finding: Finding) -> None:
    """Z3's word that nothing else follows from what happened."""
    assert isinstance(finding, SessionFinding)
    dispute = finding.dispute
    assert isinstance(dispute, SessionDispute)
    if _seated(dispute) is not None:
        return
    ruling, question = RULINGS[dispute.event](dispute), SmtQuestion()
    cross_checked(f"the tokens of {dispute.event}", finding.tokens, ruling.ways[0].books[0].tokens)
    other = ASKED[dispute.event](dispute, finding, ruling, question)
    question.prove_never(dispute.event, other)


def _sums_of(dispute: SessionDispute, question: SmtQuestion) -> Sums:
    """Nothing paid yet."""
    return Sums.from_pots(len(dispute.players), pots_given(question, dispute.pots))


def _founded(by_z3: Callable[[IntoPots, Sequence[Truth], Sums], None], *, refill: bool) -> Other:
    """What everybody puts into the pots."""

    def other(dispute: SessionDispute, _: SessionFinding, ruling: Ruling, question: SmtQuestion) -> Truth:
        accounts, seats = dispute.rules.game.the_pots.accounts, len(dispute.players)
        founding, sums = accounts.refill if refill else accounts.start, _sums_of(dispute, question)
        by_z3(founding, clauses.founding_seats(dispute.rules, seats, out_of(dispute)), sums)
        return differs_from_book(sums, ruling.ways[0].books[0])

    return other


def _joins(dispute: SessionDispute, _: SessionFinding, ruling: Ruling, question: SmtQuestion) -> Truth:
    rules, by, other = dispute.rules, dispute.by or 0, list[Truth]()
    ways = {(*way.books[0].tokens, way.books[0].pots.king) for way in ruling.ways}
    for rounding in ROUNDINGS:
        book, shares = book_of(dispute), {pot: z3.Int(f"{rounding.value}.{pot.value}") for pot in Pot}
        fourth_joins(rules, by, book, rounding)
        assert (*book.tokens, book.pots.king) in ways
        sums = _sums_of(dispute, question)
        question.given(clauses.fourth_joins(rules, by, dict(shares), rounding, sums))
        other.append(differs_from_book(sums, book))
    return some(other)


def _ends(dispute: SessionDispute, finding: SessionFinding, _: Ruling, question: SmtQuestion) -> Truth:
    seats, first = len(dispute.players), 0 if dispute.dealer is None else dispute.dealer
    parts: Sequence[Number] = [z3.Int(f"share.{seat}") for seat in range(seats)]
    question.given(clauses.divided_evenly(parts, dispute.pots.king + dispute.pots.pagat))
    even = some(not_(share == due) for share, due in zip(parts, finding.tokens, strict=True))
    return True if division(dispute.pots, seats, first).uneven else even


def _short(dispute: SessionDispute, _: SessionFinding, ruling: Ruling, question: SmtQuestion) -> Truth:
    pot = dispute.pot or Pot.KING
    winners = range(len(dispute.players)) if dispute.by is None else (dispute.by,)
    other = list[Truth]()
    for seat, way in zip(winners, ruling.ways, strict=False):  # where nobody has won it, there is one more
        sums = _sums_of(dispute, question)
        clauses.make_good(seat, pot, dispute.missing, sums)
        other.append(differs_from_book(sums, way.books[0]))
    return some(other)


def _dealer_paid(dispute: SessionDispute, _: SessionFinding, ruling: Ruling, question: SmtQuestion) -> Truth:
    paid, dealing = _has_paid(dispute), dispute.rules.game.the_pots.accounts.dealing
    owing = [False, True] if paid is None else [not paid]
    return some(
        differs_from_book(_paying(dispute, question, [dealing] if owes else []), way.books[0])
        for owes, way in zip(owing, ruling.ways, strict=True)
    )


def _paying(dispute: SessionDispute, question: SmtQuestion, owed: list[IntoPots]) -> Sums:
    """What the dealer pays, a fine among it."""
    dealer, sums, fine = dispute.dealer or 0, _sums_of(dispute, question), _fine(dispute)
    alone = [seat == dealer for seat in range(len(dispute.players))]
    if fine is not None:
        owed = [*owed, IntoPots(fine.clauses[-1], fine.each_pot, tuple(Pot))]
    for each in owed:
        clauses.found_pots(each, alone, sums)
    return sums


def _sits_out(dispute: SessionDispute, finding: SessionFinding, _: Ruling, question: SmtQuestion) -> Truth:
    if finding.sits_out is None:
        return False
    seat = z3.Int("sits-out")
    question.given(clauses.sits_out(seat, dispute.dealer or 0, len(dispute.players)))
    return not_(seat == finding.sits_out)


def _deals(dispute: SessionDispute, finding: SessionFinding, _: Ruling, question: SmtQuestion) -> Truth:
    dealer, following = dispute.dealer or 0, z3.Int("deals-next")
    if _again(dispute):
        question.given(following == dealer)
    elif not _goes_on(dispute):
        question.given(clauses.deals_next(dispute.rules, following, dealer, len(dispute.players)))
    return False if finding.deals_next is None else not_(following == finding.deals_next)


def _pots_asked(dispute: SessionDispute, _: SessionFinding, ruling: Ruling, question: SmtQuestion) -> Truth:
    asked, playing = z3.Bool("asked-in-play"), dispute.during == "play"
    question.given(same(asked, playing))
    proper = may_ask_for_pots(dispute.rules, playing=playing)
    assert proper is not bool(ruling.violations)
    return not_(same(clauses.may_ask_for_pots(dispute.rules, asked), proper))


ASKED: Final[Mapping[str, Other]] = {
    "start": _founded(clauses.found_pots, refill=False),
    "pot-emptied": _founded(clauses.found_emptied, refill=True),
    "fourth-joins": _joins,
    "session-ends": _ends,
    "pot-short": _short,
    "dealer-paid": _dealer_paid,
    "sits-out": _sits_out,
    "next-dealer": _deals,
    "pots-asked": _pots_asked,
}
"""By the word for what happened, in a file."""
