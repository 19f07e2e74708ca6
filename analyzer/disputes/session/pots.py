"""What is paid around the hands: foundations, a fourth who joins, a pot found short, the pots shared out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

import z3

from analyzer.disputes.kinds.session import SessionDispute
from analyzer.disputes.session.ruling import (
    TOKENS,
    Ruling,
    SessionReading,
    book_of,
    out_of,
    sums_of,
    with_table,
)
from analyzer.messages import Message, Name, say
from analyzer.proofs.clauses import session as clauses
from analyzer.proofs.clauses.score.accounts import Sums
from analyzer.proofs.clauses.score.steps import differs_from_book
from analyzer.proofs.smt import Number, SmtQuestion, Truth, not_, some
from analyzer.rules.book import Book, Pot
from analyzer.rules.conduct.session import (
    Rounding,
    division,
    divisions,
    found_emptied,
    found_pots,
    fourth_joins,
    hand_out,
    make_good,
)
from analyzer.rules.spec.kinds.pots import IntoPots
from analyzer.rules.spec.ruleset import RuleSet

ROUNDINGS: Final[Mapping[Rounding, Message]] = {
    Rounding.UP: say("a part that is not whole is rounded up to a coin of 5"),
    Rounding.NEAREST: say("a part that is not whole is rounded to the nearest 5"),
    Rounding.DOWN: say("a part that is not whole is rounded down to a coin of 5"),
}


def start(dispute: SessionDispute) -> Ruling:
    """Everybody founds both pots.

    Source: main rule text, "1. Foundation (fundering)".
    """
    return _founded(dispute, dispute.rules.game.the_pots.accounts.start, found_pots, clauses.found_pots)


def emptied(dispute: SessionDispute) -> Ruling:
    """Everybody founds the empty pot again, who sat out too; whoever won it sees to that.

    Source: main rule text, "1. Foundation (fundering)"; "Logistics, The fourth player".
    """
    refill = dispute.rules.game.the_pots.accounts.refill
    winner = [] if dispute.by is None else [dispute.rules.the("answers-for")]
    founded = _founded(dispute, refill, found_emptied, clauses.found_emptied, *winner)
    return replace(founded, sits_out=out_of(dispute), answers_for=dispute.by)


def _founded(
    dispute: SessionDispute,
    founding: IntoPots,
    by_engine: Callable[[RuleSet, Book, int, int | None], tuple[int, ...]],
    by_z3: Callable[[IntoPots, Sequence[Truth], Sums], None],
    *further: str,
) -> Ruling:
    """What everybody puts into the pots, by the engine and by Z3."""
    rules, seats, out = dispute.rules, len(dispute.players), out_of(dispute)
    book, question = book_of(dispute), SmtQuestion()
    founds = by_engine(rules, book, seats, out)
    sums = sums_of(dispute, question)
    by_z3(founding, clauses.founding_seats(rules, seats, out), sums)
    return Ruling(
        ways=(SessionReading((book,)),), clause=founding.clause,
        used=with_table(dispute, founding.clause, *further), statement=TOKENS,
        question=question, other=differs_from_book(sums, book), founds=founds,
    )  # fmt: skip


def joins(dispute: SessionDispute) -> Ruling:
    """A fourth puts a part of each pot into it; where the part is not whole, each rounding is a way.

    Source: main rule text, "Logistics, The fourth player".
    """
    rules, question, by = dispute.rules, SmtQuestion(), dispute.by or 0
    ways: dict[tuple[int, ...], SessionReading] = {}
    other: list[Truth] = []
    for rounding, text in ROUNDINGS.items():
        book, shares = book_of(dispute), {pot: z3.Int(f"{rounding.value}.{pot.value}") for pot in Pot}
        fourth_joins(rules, by, book, rounding)
        sums = sums_of(dispute, question)
        question.given(clauses.fourth_joins(rules, by, dict(shares), rounding, sums))
        other.append(differs_from_book(sums, book))
        ways.setdefault((*book.tokens, book.pots.king), SessionReading((book,), text))
    clause = rules.the("joins")
    return Ruling(
        ways=tuple(ways.values()), clause=clause, used=with_table(dispute, clause), statement=TOKENS,
        question=question, other=some(other),
    )  # fmt: skip


def ends(dispute: SessionDispute) -> Ruling:
    """The pots are shared out; where that is not even, the coins left over go out, or stay where they are.

    Source: main rule text, "7. After the final hand of the session has been played."
    """
    rules, seats, question = dispute.rules, len(dispute.players), SmtQuestion()
    first = 0 if dispute.dealer is None else dispute.dealer
    books = []
    for shares in divisions(dispute.pots, seats, first):
        books.append(book_of(dispute))
        hand_out(rules, books[-1], shares)
    shared, kept = division(dispute.pots, seats, first), book_of(dispute)
    hand_out(rules, kept, [min(shared.shares)] * seats)
    ways: tuple[SessionReading, ...] = (SessionReading((books[0],)),)
    if shared.uneven:
        left = shared.uneven
        some_take = say("the {amount} left over go out coin by coin, to whom the players agree", amount=left)
        stay = say("the {amount} left over stay in the pots", amount=left)
        ways = (SessionReading(tuple(books), some_take), SessionReading((kept,), stay))
    parts: Sequence[Number] = [z3.Int(f"share.{seat}") for seat in range(seats)]
    question.given(clauses.divided_evenly(parts, dispute.pots.king + dispute.pots.pagat))
    even = some(not_(share == due) for share, due in zip(parts, books[0].tokens, strict=True))
    clause = rules.the("divides-pots")
    return Ruling(
        ways=ways, clause=clause, used=with_table(dispute, clause),
        statement=say("no shares are even and leave nothing over") if shared.uneven else TOKENS,
        question=question, other=True if shared.uneven else even,
    )  # fmt: skip


def short(dispute: SessionDispute) -> Ruling:
    """Whoever won the pot last makes good what is missing; where nobody knows who did, it hangs on that.

    Source: main rule text, "Logistics, The fourth player".
    """
    rules, question, pot = dispute.rules, SmtQuestion(), dispute.pot or Pot.KING
    winners = range(len(dispute.players)) if dispute.by is None else (dispute.by,)
    ways, other = [], list[Truth]()
    for seat in winners:
        book, sums = book_of(dispute), sums_of(dispute, question)
        make_good(rules, seat, pot, dispute.missing, book)
        clauses.make_good(seat, pot, dispute.missing, sums)
        other.append(differs_from_book(sums, book))
        ways.append(
            SessionReading((book,), say("{player} won the pot last", player=Name(dispute.players[seat])))
        )
    if dispute.by is None:
        nobody = say("nobody has won it yet, and then no source says who makes it good")
        ways.append(SessionReading((book_of(dispute),), nobody))
    clause = rules.the("answers-for")
    return Ruling(
        ways=tuple(ways), clause=clause, used=(clause,), statement=TOKENS,
        question=question, other=some(other), answers_for=dispute.by,
    )  # fmt: skip
