"""What happens in the lines of a position, audited and judged where that is asked for.

An audit is made once for all readings that agree in play.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from msgspec import structs

from analyzer import report
from analyzer.api.answer import OfPosition, Settled
from analyzer.api.readings import under_each_reading
from analyzer.api.requests import Means, limits_left
from analyzer.errors import INTERRUPTED, IllegalMove, UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import Verbatim, say
from analyzer.position.model import Position
from analyzer.position.replay.came_up import applied_in
from analyzer.position.replay.model import IllegalLine, Replay
from analyzer.position.replay.replay import check_recorded, legal_part
from analyzer.position.replay.trick import Manner
from analyzer.position.setting import Line
from analyzer.report import terminal
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.grounds import STATED, Grounds
from analyzer.rules.spec.readings import Once
from analyzer.search.engine.engine import Engine
from analyzer.search.engine.results import Limits
from analyzer.search.engine.watch import Watch
from analyzer.search.review.audit import Audit, audit, unvalued
from analyzer.search.review.judgement import judged_line
from analyzer.search.review.states import MOST_TRICKS, TOKEN_TRICKS
from analyzer.search.review.told import Told
from analyzer.words.blocks import Said


@dataclass(slots=True)
class Auditor:
    """Audits lines; the limits are those of all lines together, and Ctrl-C ends them all."""

    means: Means
    watch: Watch | None = None
    known: Once[tuple[Audit, ...]] = field(default_factory=Once)
    interrupted: bool = False
    """Whether the user has interrupted one: nothing more is audited, under other readings neither."""
    engine: Engine | None = None
    """What all lines of a reading are asked of."""
    spent: int = 0
    started: float = 0.0

    def told(self, read: Position, replayed: Sequence[Replay]) -> tuple[Told, ...]:
        """The lines of a position, read by its rules, each with its audit, and judged where cards are."""
        self.engine, self.spent, self.started = self.means.engine_of(read.spec), 0, time.monotonic()
        if read.pots is not None:
            return tuple(self._judged(read, each) for each in replayed)
        steps = [each.steps for each in replayed]
        audits = self.known.of(read.rules, steps, lambda: self._audits(read, replayed))
        return tuple(Told(each, found) for each, found in zip(replayed, audits, strict=True))

    def _judged(self, read: Position, line: Replay) -> Told:
        found = self._audit(read, line)
        if found is None:
            return Told(line, unvalued(line, INTERRUPTED))
        limits, engine = self._left(), self.engine
        if not self.interrupted:
            try:
                return Told(line, found, judged_line(read, line, found, limits=limits, engine=engine))
            except KeyboardInterrupt:
                self.interrupted, found = True, structs.replace(found, reason=INTERRUPTED, stopped=True)
        return Told(line, found, judged_line(read, line, found, limits=Limits(max_nodes=0), engine=engine))

    def _audits(self, read: Position, replayed: Sequence[Replay]) -> tuple[Audit, ...]:
        return tuple(self._audit(read, each) or unvalued(each, INTERRUPTED) for each in replayed)

    def _audit(self, read: Position, line: Replay) -> Audit | None:
        """The audit of a line; None where the user has interrupted it, or one before it."""
        found, limits, engine = None, self._left(), self.engine
        most = MOST_TRICKS if self.means.engine is None else TOKEN_TRICKS
        if not self.interrupted:
            with suppress(KeyboardInterrupt):  # between two searches
                found = audit(read, line, most_tricks=most, limits=limits, engine=engine, watch=self.watch)
        self.interrupted = found is None or found.reason == INTERRUPTED
        self.spent += 0 if found is None else found.nodes
        return found

    def _left(self) -> Limits:
        return limits_left(self.means.limits, self.spent, time.monotonic() - self.started)


class Replayed(OfPosition, Record, frozen=True):
    """The answer of `replay`."""

    position: Position
    lines: tuple[Told, ...]
    grounds: Grounds = STATED

    @property
    def settled(self) -> Settled:
        if any(not each.replay.met for each in self.lines):
            return Settled.NO
        stopped = any(each.audit is not None and each.audit.stopped for each in self.lines)
        return Settled.OPEN if stopped else Settled.YES

    def view(self) -> report.view.replay.ReplayAnswer:
        return report.view.replay.replay_view(self.position, self.lines, self.grounds)

    def brief(self, style: TextStyle) -> list[str]:
        """A line for each line; clauses by their ids, as a script reads them."""
        return terminal.headline(self.says, structs.replace(style, ids=True))

    @property
    def says(self) -> Said:
        return report.text.replay.replay_said(self.position, self.lines, self.grounds)


def played(position: Position, line: Line | str | None = None, manner: Manner = Manner.AS_PLAYED) -> Replay:
    """One line replayed: itself, the one of that name, or the only one.

    Raises: UsageError for an unknown line; IllegalLine, with what stood before it, for a move that ends it.
    """

    def ask(read: Position) -> Replayed:
        return Replayed(read, (Told(legal_part(read, line, manner)),))

    answer = _under_each_reading(position, ask)
    found = replace(answer.lines[0].replay, grounds=answer.grounds)
    if found.illegal is not None:
        raise IllegalLine(found.illegal, found)
    return found


def replay(position: Position, line: str | None = None, manner: Manner = Manner.AS_PLAYED) -> Replayed:
    """All lines replayed, or the one of that name, each as it was played or up to a move the rules forbid.

    Raises: UsageError for an unknown line, or where there is none.
    """
    return _under_each_reading(
        position, lambda read: Replayed(read, tuple(map(Told, _replayed(read, line, manner))))
    )


def audited(
    position: Position,
    line: str | None,
    means: Means,
    watch: Watch | None = None,
    manner: Manner = Manner.AS_PLAYED,
) -> Replayed:
    """Lines replayed with audits; the limits are those of all lines together, and Ctrl-C ends them all."""
    auditor = Auditor(means, watch)
    return _under_each_reading(
        position, lambda read: Replayed(read, auditor.told(read, _replayed(read, line, manner)))
    )


def _under_each_reading(position: Position, ask: Callable[[Position], Replayed]) -> Replayed:
    """The first reading's, with what the others come to; one that forbids every line is impossible."""
    found, grounds = under_each_reading(position, ask, Replayed.view, _applied, refutes=_illegal)
    return Replayed(position, found.lines, grounds)


def _illegal(found: Replayed) -> IllegalMove | None:
    wrong = [each.replay.forbidden for each in found.lines]
    return wrong[0] if all(wrong) else None


def _applied(found: Replayed) -> tuple[str, ...]:
    return tuple(clause for each in found.lines for clause in applied_in(found.position, each.replay))


def _replayed(position: Position, line: str | None, manner: Manner) -> list[Replay]:
    """The lines that are asked for, each up to a move that ends it."""
    return [legal_part(position, each, manner) for each in _lines(position, line)]


def _lines(position: Position, name: str | None) -> Sequence[Line | str]:
    if name is not None:
        return (name,)
    if not position.lines:
        file = Verbatim(position.file)
        check_recorded(position)
        raise UsageError(say("{file} has no lines to replay; write them under `lines:`", file=file))
    return position.lines
