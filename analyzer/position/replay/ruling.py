"""Rulings on a recorded line of play: every breach of the rules in it, and its result with the fines."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.frozenrecord import Record
from analyzer.position.replay.books import applied_in
from analyzer.position.replay.judging import last_clause
from analyzer.position.replay.model import Replay, unmet_words
from analyzer.position.replay.replay import as_played, find_line
from analyzer.position.replay.turning import (
    Due,
    LineSums,
    Otherwise,
    as_paid,
    due,
    fine_of_the_end,
    otherwise,
)
from analyzer.position.setting import Line, Setting
from analyzer.rules.book import Transfer
from analyzer.rules.irregularities import Fine
from analyzer.rules.spec.grounds import silent_among
from analyzer.rules.verdicts import Violation


class RuledBreach(Record, frozen=True):
    """A breach: its moment, its player if known, and the fines of which one is due.

    If there are two `fines`, the players agree on one; a breach that is `beside` another shares its fine.
    """

    at: str
    seat: int | None
    broken: Violation
    legal: tuple[str, ...]
    fines: tuple[Fine, ...]
    put_right: bool = False
    beside: bool = False
    costs: tuple[Transfer, ...] = ()
    """The payments for it, from what the table paid to what is due."""
    of_the_end: bool = False
    """True for a false count or payment, or an end that was reported wrongly."""
    voids: bool = False
    """True if the deal is void because of it."""
    ends: bool = False
    """True if it ends the hand."""
    too_late: bool = False
    """True if the hand had ended before it, so that nothing is due for it."""

    @property
    def trick(self) -> int | None:
        """The number of the trick; None before the first lead."""
        return None if self.at == "deal" else int(self.at.partition(".")[0])

    @property
    def fine(self) -> Fine | None:
        """The fine that a clause fixes."""
        return self.fines[0] if len(self.fines) == 1 else None


class LineRuling(Record, frozen=True):
    """A line with its breaches in order, the amounts due for them, and the clauses that it rests on.

    `as_paid` is what the table paid, `due` the one sum to pay, and `rows` are the sums that would be due if a
    breach had been found or agreed differently.
    """

    line: Line
    replay: Replay
    breaches: tuple[RuledBreach, ...]
    as_paid: LineSums
    due: Due
    rows: tuple[Otherwise, ...]
    rests_on: tuple[str, ...]
    unsettled: tuple[str, ...]
    """The clauses of its questions that no source decides."""


def ruled(position: Setting, line: Line | str | None) -> LineRuling:
    """Return the ruling on a line of the position.

    Raises: as :func:`analyzer.position.replay.replay.replay`.
    """
    found = find_line(position, line)
    replay = as_played(position, found)
    asked = [clause for each in replay.judged.open_questions for clause in each.clauses]
    asked += [clause for trick in replay.tricks for each in trick.unsettled for clause in each.clauses]
    owed = due(replay)
    return LineRuling(
        found,
        replay,
        tuple(_breaches(position, replay, owed)),
        as_paid(replay),
        owed,
        tuple(otherwise(position.rules, replay)),
        tuple(silent_among(position.rules, applied_in(position, replay))),
        tuple(dict.fromkeys(asked)),
    )


def _breaches(position: Setting, replay: Replay, owed: Due) -> Iterator[RuledBreach]:
    ended_by, over = owed.ended_by, False
    for place, (each, costs) in enumerate(zip(replay.judged.offences, owed.costs, strict=False)):
        over |= ended_by is not None and place > ended_by and not each.beside
        yield RuledBreach(
            each.at,
            each.seat,
            each.violation,
            each.legal,
            each.fines,
            each.put_right,
            each.beside,
            costs,
            each.of_the_end,
            each.voids,
            place == ended_by,
            over and not each.of_the_end,
        )
    illegal = replay.illegal
    if illegal is not None:
        fine = fine_of_the_end(replay)
        broken = Violation(illegal.clause, (), illegal.reason)
        fines = () if fine is None else (fine,)
        end = _end(position, replay)
        costs, too_late = owed.costs[-1], ended_by is not None
        yield RuledBreach(end, illegal.seat, broken, illegal.legal, fines, costs=costs, too_late=too_late)
    clause = last_clause(position, replay)
    for unmet in replay.mismatches or ():
        broken = Violation(clause, (), unmet_words(unmet))
        yield RuledBreach(_last_card(position, replay), None, broken, (), (), of_the_end=True)


def _last_card(position: Setting, replay: Replay) -> str:
    """Return the moment of the last card played in a line."""
    if not replay.tricks or not replay.tricks[-1].laid:
        return _end(position, replay)
    last = replay.tricks[-1]
    return f"{last.number}.{len(last.laid)}"


def _end(position: Setting, replay: Replay) -> str:
    """Return the moment after everything played in a line."""
    if not replay.tricks:
        return f"{position.spec.table.hand_size - position.tricks_left + 1}.{len(position.trick) + 1}"
    last = replay.tricks[-1]
    return f"{last.number}.{len(last.laid) + 1}" if last.winner is None else f"{last.number + 1}.1"
