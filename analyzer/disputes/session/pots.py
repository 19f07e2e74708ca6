"""What is paid around the hands: foundations, a fourth who joins, a pot found short, the pots shared out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from analyzer.disputes.session.facts import SessionDispute
from analyzer.disputes.session.ruling import (
    TOKENS,
    Ruling,
    SessionReading,
    book_of,
    out_of,
    with_table,
)
from analyzer.messages import Message, Name, say
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
from analyzer.rules.spec.kinds.paying import IntoPots
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
    return _founded(dispute, dispute.rules.game.the_pots.accounts.start, found_pots)


def emptied(dispute: SessionDispute) -> Ruling:
    """Everybody founds the empty pot again, who sat out too; whoever won it sees to that.

    Source: main rule text, "1. Foundation (fundering)"; "Logistics, The fourth player".
    """
    refill = dispute.rules.game.the_pots.accounts.refill
    winner = [] if dispute.by is None else [dispute.rules.the("answers-for")]
    founded = _founded(dispute, refill, found_emptied, *winner)
    return replace(founded, sits_out=out_of(dispute), answers_for=dispute.by)


def _founded(
    dispute: SessionDispute,
    founding: IntoPots,
    by_engine: Callable[[RuleSet, Book, int, int | None], tuple[int, ...]],
    *further: str,
) -> Ruling:
    """What everybody puts into the pots."""
    rules, seats, out = dispute.rules, len(dispute.players), out_of(dispute)
    book = book_of(dispute)
    founds = by_engine(rules, book, seats, out)
    return Ruling(
        ways=(SessionReading((book,)),), clause=founding.clause,
        used=with_table(dispute, founding.clause, *further), statement=TOKENS, founds=founds,
    )  # fmt: skip


def joins(dispute: SessionDispute) -> Ruling:
    """A fourth puts a part of each pot into it; where the part is not whole, each rounding is a way.

    Source: main rule text, "Logistics, The fourth player".
    """
    rules, by = dispute.rules, dispute.by or 0
    ways: dict[tuple[int, ...], SessionReading] = {}
    for rounding, text in ROUNDINGS.items():
        book = book_of(dispute)
        fourth_joins(rules, by, book, rounding)
        ways.setdefault((*book.tokens, book.pots.king), SessionReading((book,), text))
    clause = rules.the("joins")
    return Ruling(
        ways=tuple(ways.values()), clause=clause, used=with_table(dispute, clause), statement=TOKENS,
    )  # fmt: skip


def ends(dispute: SessionDispute) -> Ruling:
    """The pots are shared out; where that is not even, the coins left over go out, or stay where they are.

    Source: main rule text, "7. After the final hand of the session has been played."
    """
    rules, seats = dispute.rules, len(dispute.players)
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
    clause = rules.the("divides-pots")
    return Ruling(
        ways=ways, clause=clause, used=with_table(dispute, clause),
        statement=say("no shares are even and leave nothing over") if shared.uneven else TOKENS,
    )  # fmt: skip


def short(dispute: SessionDispute) -> Ruling:
    """Whoever won the pot last makes good what is missing; where nobody knows who did, it hangs on that.

    Source: main rule text, "Logistics, The fourth player".
    """
    rules, pot = dispute.rules, dispute.pot or Pot.KING
    winners = range(len(dispute.players)) if dispute.by is None else (dispute.by,)
    ways = []
    for seat in winners:
        book = book_of(dispute)
        make_good(rules, seat, pot, dispute.missing, book)
        ways.append(
            SessionReading((book,), say("{player} won the pot last", player=Name(dispute.players[seat])))
        )
    if dispute.by is None:
        nobody = say("nobody has won it yet, and then no source says who makes it good")
        ways.append(SessionReading((book_of(dispute),), nobody))
    clause = rules.the("answers-for")
    return Ruling(
        ways=tuple(ways), clause=clause, used=(clause,), statement=TOKENS, answers_for=dispute.by,
    )  # fmt: skip
