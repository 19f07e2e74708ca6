"""A disputed settlement: a claimed table of payments against the clauses.

Source: main rule text, "Scoring, payment".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from analyzer.cards.card import Card
from analyzer.disputes.findings import Finding, PaidFinding, Proof
from analyzer.disputes.kinds.settlement import SettlementDispute
from analyzer.disputes.paidotherwise import Pair, differences
from analyzer.disputes.readings import settle_between
from analyzer.messages import say
from analyzer.position.replay.turning import Piles, came_of_piles, points_of, put_in_piles, settle_piles
from analyzer.proofs.clauses import count as piles
from analyzer.proofs.clauses import payments as clauses
from analyzer.proofs.clauses.play import SUITS, Played, nobody_wins, wins
from analyzer.proofs.smt import Mismatch, SmtQuestion, Truth
from analyzer.rules.book import Book, Pot
from analyzer.rules.play.came_up import in_trick
from analyzer.rules.play.table import Trick, winner
from analyzer.rules.score.announced import BINDS, BINDS_NOBODY, fool_laid_away, kept_fool_clauses
from analyzer.rules.score.came_up import fool_counted, in_count, in_early_trick, in_last_trick
from analyzer.rules.score.cardpay import pay_trick
from analyzer.rules.score.count import is_counted
from analyzer.rules.score.outcome import Outcome
from analyzer.rules.sides import Sides
from analyzer.rules.spec.bearing import CameUp, bearing, together


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementFinding(PaidFinding):
    """What is owed for a trick, payment by payment, and where the claimed payments differ."""

    winner: int
    outcome: Outcome | None
    ASIDE: ClassVar = frozenset({"outcome"})


def settle_settlement(dispute: SettlementDispute) -> Finding:
    """The right payments by engine and by Z3, and the claimed ones against them.

    Where a Tout fails that was announced with the Fool kept, it is open whether it binds the dealer.

    Raises: Mismatch where the two differ.
    """
    unbound = replace(dispute, announce=frozenset())
    if dispute.dealer is None or "tout" not in dispute.announce:
        return _settled(unbound)
    if fool_laid_away(dispute.skat, [{each.card for each in dispute.trick}]):
        return _settled(dispute)
    cases = {BINDS_NOBODY: _settled(unbound), BINDS: _settled(dispute)}
    return replace(settle_between(kept_fool_clauses(dispute.rules), cases), dispute=dispute)


def _settled(dispute: SettlementDispute) -> SettlementFinding:
    """The finding, where what was announced binds the dealer."""
    book, outcome = _engine(dispute)
    question, other = _z3(dispute, book)
    if question.possible((), other):
        raise Mismatch(f"the payments of {dispute.trick}: Z3 differs from {book.tokens} {book.pots}")
    used = tuple(sorted(book.clauses))
    return SettlementFinding(
        dispute=dispute,
        violations=tuple(
            differences(book.transfers, dispute.paid, dispute.players, _claimed_by(dispute, book))
        ),
        proofs=(Proof(say("no other tokens follow from these clauses"), used),),
        applied=(*used, *_applied(dispute, book, outcome)),
        smt2=question.smt2((), other),
        payments=book.transfers,
        tokens=book.tokens,
        pots=book.pot_changes,
        winner=winner(dispute.trick, dispute.rules.game),
        outcome=outcome,
    )


def _applied(dispute: SettlementDispute, book: Book, outcome: Outcome | None) -> tuple[str, ...]:
    """The clauses that say who won, what fell due, in which order, and what is counted."""
    spec, trick = dispute.rules.game, _trick(dispute)
    hands = [frozenset[Card]()] * len(dispute.players)
    came_up = in_trick(spec, trick.laid, hands, dispute.tricks_left)
    if outcome is None:
        return bearing(dispute.rules, came_up | in_early_trick(trick))
    last = in_last_trick(spec, trick, outcome, book.transfers, sitting_out=dispute.sitting_out is not None)
    counted = _points(dispute) is not None and is_counted(spec, outcome)
    fool = fool_counted(spec, (each.card for each in trick.laid), 1)
    told = in_count(outcome, fool, counted=counted) if dispute.count else CameUp()
    return bearing(dispute.rules, together((came_up, last, told)))


def _trick(dispute: SettlementDispute) -> Trick:
    return Trick(dispute.trick, winner(dispute.trick, dispute.rules.game))


def _engine(dispute: SettlementDispute) -> tuple[Book, Outcome | None]:
    spec, trick = dispute.rules.game, _trick(dispute)
    out = dispute.sitting_out is not None
    book = Book(len(dispute.players) + out, dispute.pots)
    if dispute.tricks_left > 1:
        pay_trick(spec, Sides.alone(len(dispute.players)), trick, book)
        return book, None
    came = came_of_piles(
        len(dispute.players),
        _piles(dispute),
        trick,
        dealer=dispute.dealer,
        announced_tout="tout" in dispute.announce,
        sitting_out=out,
        count=dispute.count,
    )
    return book, settle_piles(spec, came, book, count=dispute.count).outcome


def _piles(dispute: SettlementDispute) -> Piles:
    """The piles with this trick in them; it is the last where that makes a difference."""
    return put_in_piles(dispute.rules.game, dispute.taken, _trick(dispute), 1)


def _points(dispute: SettlementDispute) -> tuple[int, ...] | None:
    """The points of each pile with this trick in it; None where the count is not asked for."""
    return points_of(_piles(dispute)) if dispute.count else None


def _z3(dispute: SettlementDispute, book: Book) -> tuple[SmtQuestion, Truth]:
    """The sums by the clauses, and the formula that they are not those of the book."""
    rules, seats = dispute.rules, len(dispute.players)
    question = SmtQuestion()
    order = [Played.of(each.card) for each in dispute.trick]
    led = SUITS.index(dispute.trick[0].suit or SUITS[0])
    won = [wins(rules.game, order, led, place) for place in range(seats)]
    if nobody_wins(rules.game, order, led) is True:
        own = next(card.suit for card in order[1:])
        won = [wins(rules.game, order, own, place) for place in range(seats)]
    cards: list[Played] = [order[0]] * seats
    by_seat = [False] * seats
    for place, each in enumerate(dispute.trick):
        cards[each.seat], by_seat[each.seat] = order[place], won[place] is True
    sums = clauses.start(clauses.pots_given(question, dispute.pots), len(book.tokens), rules.game)
    laid = clauses.SymbolicLaid(cards, by_seat)
    early = dispute.tricks_left > 1
    sums = clauses.settle_early(rules.game, laid, sums) if early else _last(dispute, laid, sums)
    return question, clauses.differs(sums, book)


def _last(dispute: SettlementDispute, laid: clauses.SymbolicLaid, sums: clauses.Sums) -> clauses.Sums:
    rules, seats = dispute.rules, len(dispute.players)
    taken = _piles(dispute) or (None,) * seats
    tricks = tuple(None if pile is None else pile.tricks for pile in taken)
    announced = [seat == dispute.dealer and "tout" in dispute.announce for seat in range(seats)]
    special = clauses.Special.of(rules.game, tricks, announced)
    sums = clauses.settle_last(rules.game, laid, special, sums, sitting_out=dispute.sitting_out is not None)
    points = _points(dispute)
    if points is not None and dispute.dealer is not None and piles.is_counted(rules.game, special) is True:
        following = [seat == rules.table.deals_next(dispute.dealer, seats) for seat in range(seats)]
        sums = piles.settle_count(rules.game, points, following, sums)
    return sums


def _claimed_by(dispute: SettlementDispute, book: Book) -> Callable[[Pair, int], str | None]:
    """By what clause somebody asks for what is not owed: one that pays as much, or what rules it out here."""
    rules, due = dispute.rules, sorted(book.clauses)

    def clause(pair: Pair, amount: int) -> str | None:
        if any(isinstance(account, Pot) for account in pair):
            return None
        claimed = next((each.clause for each in rules.game.entries if each.amount == amount), None)
        stronger = (each for each in due if claimed in rules.clauses[each].overrides)
        return next(stronger, claimed)

    return clause
