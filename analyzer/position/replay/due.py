"""What a line of play comes to once the fines for what was against the rules in it are paid.

The first breach that cannot be put right ends the hand where it was made: what was paid before it stands, and
nothing that came later. A fine after which play goes on is paid into the pots as they lie after the hand, so
that nobody has won it.

Source: main rule text, "Irregularities during play - fines".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import add

from analyzer.position.replay.model import Replay
from analyzer.rules.book import Book, Pots, Transfer
from analyzer.rules.conduct.irregularities import Fine, settle_fine
from analyzer.rules.spec.kinds import IRREGULARITY


@dataclass(frozen=True, slots=True)
class Due:
    """What is paid beside the play, what everybody gains by both, by seat, and what the pots do.

    `ends_in` is the trick in which the hand ends by it, 0 before the first; None where it is played out.
    """

    costs: tuple[Transfer, ...]
    tokens: tuple[int, ...]
    pots: Pots
    ends_in: int | None = None

    def reaches(self, trick: int | None) -> bool:
        """Whether the hand comes to that trick; None is what comes before the first."""
        return self.ends_in is None or (trick or 0) < self.ends_in


def due(replay: Replay) -> Due:
    """The one sum that is due: with every fine that a clause fixes, each breach found when it was made."""
    if replay.abandoned is not None:
        return Due(replay.abandoned.payments, replay.abandoned.tokens, replay.abandoned.pots, 0)
    for each in replay.judged.offences:
        if each.fine is not None and not each.fine.play_goes_on:
            return agreed(replay, each.seat, each.trick, each.fine)
    return _played_on(replay)


def _played_on(replay: Replay) -> Due:
    fined = [(each.seat, each.fine) for each in replay.judged.offences if each.fine is not None]
    last, illegal = fine_of_the_end(replay), replay.illegal
    if last is not None and illegal is not None and illegal.seat is not None:
        fined.append((illegal.seat, last))
    book = _fined(replay, fined, replay.pots_after)
    change = replay.pots_change
    return Due(
        book.transfers,
        tuple(map(add, replay.tokens, book.tokens)),
        Pots(change.king + book.pot_changes.king, change.pagat + book.pot_changes.pagat),
    )


def costs_of(replay: Replay, seat: int, fine: Fine) -> tuple[Transfer, ...]:
    """What one fine has its player pay."""
    return _fined(replay, [(seat, fine)], replay.pots_after).transfers


def fine_of_the_end(replay: Replay) -> Fine | None:
    """The fine that a clause fixes for the move that ended the line."""
    if replay.illegal is None or replay.illegal.seat is None:
        return None
    slips = [
        each.fine
        for each in replay.judged.slips
        if f"{IRREGULARITY}{each.fine.name}" == replay.illegal.clause
    ]
    return slips[-1] if slips else None


def agreed(replay: Replay, seat: int, trick: int | None, fine: Fine) -> Due:
    """What it comes to where the players agree on this fine for what a seat did in a trick.

    One that ends the hand ends it in its trick: what was paid before stands, and nothing that came after.

    Source: clauses fine.*, irregularity.corrected-revoke, irregularity.irrecoverable-revoke.
    """
    if fine.play_goes_on or trick is None:
        so_far = _played_on(replay)
        book = _fined(replay, [(seat, fine)], replay.pots_after)
        pots = Pots(so_far.pots.king + book.pot_changes.king, so_far.pots.pagat + book.pot_changes.pagat)
        return Due(book.transfers, tuple(map(add, so_far.tokens, book.tokens)), pots)
    ended = Book(len(replay.players), replay.pots_before)
    before = [each for each in replay.tricks if each.number < trick]
    for paid in (*replay.opening, *(paid for each in before for paid in each.transfers)):
        ended.enter(paid)
    for each in replay.judged.offences:
        if each.fine is not None and (each.trick or 0) < trick:
            settle_fine(each.fine, each.seat, ended)
    settle_fine(fine, seat, ended)
    return Due(costs_of(replay, seat, fine), ended.tokens, ended.pot_changes, trick)


def _fined(replay: Replay, fined: Iterable[tuple[int, Fine]], pots: Pots) -> Book:
    book = Book(len(replay.players), pots)
    for seat, fine in fined:
        settle_fine(fine, seat, book)
    return book
