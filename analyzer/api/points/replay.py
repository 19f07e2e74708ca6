"""Audits of the lines of a game of card points, made once for all readings that agree in play."""

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
from analyzer.search.engine.watch import Watch
from analyzer.search.review.pointaudit import PointAudit, not_audited, point_audit
from analyzer.search.review.told import Told


@dataclass(slots=True)
class PointAuditor:
    """Audits lines; the limits are those of all lines together, and Ctrl-C ends them all."""

    position: Position
    means: Means
    watch: Watch | None = None
    known: Once[tuple[PointAudit, ...]] = field(default_factory=Once)
    interrupted: bool = False
    """Whether the user has interrupted one: nothing more is audited, under other readings neither."""

    def told(self, read: Position, replayed: Sequence[Replay]) -> tuple[Told, ...]:
        """The lines of a position, read by its rules, each with its audit."""
        steps = [each.steps for each in replayed]
        audits = self.known.of(read.rules, steps, lambda: tuple(self._audits(read, replayed)))
        return tuple(Told(each, counted=audit) for each, audit in zip(replayed, audits, strict=True))

    def _audits(self, read: Position, replayed: Sequence[Replay]) -> list[PointAudit]:
        found: list[PointAudit] = []
        started, spent = time.monotonic(), 0
        for each in replayed:
            audit = not_audited(each)
            if not self.interrupted:
                limits = limits_left(self.means.limits, spent, time.monotonic() - started)
                with suppress(KeyboardInterrupt):  # between two searches
                    audit = point_audit(read, each, self.means.engine_of(read.spec), limits, watch=self.watch)
            self.interrupted = audit.reason == INTERRUPTED
            found.append(audit)
            spent += audit.nodes
        return found
