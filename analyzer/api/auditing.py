"""Audits of the lines of a position, made once for all readings that agree in play."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from analyzer.api.requests import Means, limits_left
from analyzer.errors import INTERRUPTED
from analyzer.position.model import Position
from analyzer.position.replay.model import Replay
from analyzer.rules.spec.consulted import Once
from analyzer.search.engine.engine import Engine
from analyzer.search.engine.results import Limits
from analyzer.search.engine.watch import Watch
from analyzer.search.review.audit import Audit, audit, unvalued
from analyzer.search.review.judgement import judged_line
from analyzer.search.review.states import MOST_TRICKS, TOKEN_TRICKS
from analyzer.search.review.told import Told


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
        if not read.scored:
            return tuple(self._judged(read, each) for each in replayed)
        steps = [each.steps for each in replayed]
        audits = self.known.of(read.rules, steps, lambda: self._audits(read, replayed))
        return tuple(Told(each, found) for each, found in zip(replayed, audits, strict=True))

    def _judged(self, read: Position, line: Replay) -> Told:
        found = self._audit(read, line)
        if found is None:
            return Told(line, unvalued(line, INTERRUPTED))
        return Told(line, found, judged_line(read, line, found, limits=self._left(), engine=self.engine))

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
