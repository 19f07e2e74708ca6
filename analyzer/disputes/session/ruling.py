"""What an event around the hands comes to: who owes what, in one way or in several."""

from __future__ import annotations

from typing import Final

from analyzer.disputes.session.facts import SessionDispute
from analyzer.frozenrecord import Record
from analyzer.messages import Message, say
from analyzer.rules.book import Book
from analyzer.rules.conduct.irregularities import Penalty
from analyzer.rules.conduct.session import sits_out
from analyzer.rules.verdicts import Violation


class SessionReading(Record, frozen=True):
    """One way to read what is owed: in words where there are several, and all payments that are right by it.

    The first of the books is told.
    """

    books: tuple[Book, ...]
    text: Message | None = None


class Ruling(Record, frozen=True, kw_only=True):
    """What follows from an event: who pays what, and who sits out, deals, founds and answers for a pot."""

    ways: tuple[SessionReading, ...]
    clause: str
    """The clause that decides it, by which what is not owed is asked for."""
    used: tuple[str, ...]
    statement: Message
    """Why it is so, in a sentence."""
    violations: tuple[Violation, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    sits_out: int | None = None
    deals_next: int | None = None
    founds: tuple[int, ...] = ()
    answers_for: int | None = None


def out_of(dispute: SessionDispute) -> int | None:
    """Who sat out: opposite the dealer, or as the file says where it names no dealer."""
    if dispute.dealer is not None:
        return sits_out(dispute.dealer, len(dispute.players))
    return dispute.sat_out


def book_of(dispute: SessionDispute) -> Book:
    """Nothing paid yet, from the pots as they stood."""
    return Book(len(dispute.players), dispute.pots)


def with_table(dispute: SessionDispute, *used: str) -> tuple[str, ...]:
    """The clauses that are used, that of the fourth among them at a table of four."""
    fourth = {dispute.rules.the("sits-out")} if len(dispute.players) > dispute.rules.table.players else set()
    return tuple(sorted({*used, *fourth}))


TOKENS: Final = say("these clauses give these payments and no others")
