"""A recorded line of play ruled on: every breach of the rules in it, and what it comes to with the fines.

What was against the rules is what the replay found, by the one judge that every way of asking has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.position.replay.came_up import applied_in
from analyzer.position.replay.due import Due, due, fine_of_the_end
from analyzer.position.replay.model import Offence, Replay
from analyzer.position.replay.replay import as_played, find_line
from analyzer.position.setting import Line, Setting
from analyzer.rules.conduct.irregularities import Fine
from analyzer.rules.spec.grounds import silent_among
from analyzer.rules.verdicts import Violation


@dataclass(frozen=True, slots=True)
class RuledBreach:
    """One thing against the rules: when, by whom where that is known, and the fines of which one is due.

    Of two `fines` the players agree on one; of one that is `beside` another it is that one's.
    """

    at: str
    seat: int | None
    broken: Violation
    legal: tuple[str, ...]
    fines: tuple[Fine, ...]
    put_right: bool = False
    beside: bool = False

    @property
    def trick(self) -> int | None:
        """The number of the trick; None for what came before the first lead."""
        return None if self.at == "deal" else int(self.at.partition(".")[0])

    @property
    def fine(self) -> Fine | None:
        """The fine that a clause fixes."""
        return self.fines[0] if len(self.fines) == 1 else None


@dataclass(frozen=True, slots=True)
class LineRuling:
    """A line with its breaches in order, what is due by them, and the clauses that it rests on."""

    line: Line
    replay: Replay
    breaches: tuple[RuledBreach, ...]
    due: Due
    rests_on: tuple[str, ...]
    unsettled: tuple[str, ...]
    """The clauses of the questions that it meets and no source decides."""


def ruled(position: Setting, line: Line | str | None) -> LineRuling:
    """The ruling on a line of the position. Raises: as :func:`analyzer.position.replay.replay.replay`."""
    found = find_line(position, line)
    replay = as_played(position, found)
    asked = [clause for each in replay.judged.open_questions for clause in each.clauses]
    asked += [clause for trick in replay.tricks for each in trick.unsettled for clause in each.clauses]
    return LineRuling(
        found,
        replay,
        tuple(_breaches(position, replay)),
        due(replay),
        tuple(silent_among(position.rules, applied_in(position, replay))),
        tuple(dict.fromkeys(asked)),
    )


def _breaches(position: Setting, replay: Replay) -> Iterator[RuledBreach]:
    yield from map(_of_offence, replay.judged.offences)
    illegal = replay.illegal
    if illegal is not None:
        fine = fine_of_the_end(replay)
        broken = Violation(illegal.clause, (), illegal.reason)
        fines = () if fine is None else (fine,)
        yield RuledBreach(_end(position, replay), illegal.seat, broken, illegal.legal, fines)


def _of_offence(each: Offence) -> RuledBreach:
    return RuledBreach(
        each.at, each.seat, each.violation, each.legal, each.fines, each.put_right, each.beside
    )


def _end(position: Setting, replay: Replay) -> str:
    """The moment after all that was played of a line."""
    if not replay.tricks:
        return f"{position.spec.table.hand_size - position.tricks_left + 1}.{len(position.trick) + 1}"
    last = replay.tricks[-1]
    return f"{last.number}.{len(last.laid) + 1}" if last.winner is None else f"{last.number + 1}.1"
