"""Deciding over many deals in a limited time: all cards over a few of them first, then over more.

Not every search over hundreds of deals ends (to find the best strategy is NP-hard in their number), and half
of a table says little: what is known when the limits end is a whole table, over as many deals as were done.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from analyzer.errors import INTERRUPTED, TIME_LIMIT, limit_of_nodes
from analyzer.messages import Message
from analyzer.search.engine.results import Limits
from analyzer.search.worlds.results import EVERY_DEAL, Decision

FEW: Final = (8, 32, 128)
"""So many deals are drawn, one number after the other, where all of them take long."""
AT_FIRST: Final = 8
"""In one of so many parts of the limits all deals are tried before any are drawn."""
A_STEP: Final = 4
"""One of so many parts of what is left then is for each number of deals."""
LONGEST: Final = {AT_FIRST: 3.0, A_STEP: 30.0}
"""Seconds that each of these parts may take at most."""

Deciding = Callable[[int | None, Limits], Decision]
"""Decides over so many deals drawn at random, None for as many as were asked for, within limits."""


def decide_growing(
    decide: Deciding, limits: Limits, deals: int, grown: Callable[[Decision], None] | None = None
) -> Decision:
    """The decision over all the deals; where the limits do not last, that over the most that were done.

    It then has `EVERY_DEAL` unfinished, and is a sample. Where there are few deals, or no limits, all are
    searched at once. `grown` is told the decisions over fewer deals as they come.
    """
    if deals <= 2 * FEW[0] or (limits.timeout is None and limits.max_nodes is None):
        return decide(None, limits)
    clock = _Clock(limits)
    whole = clock.spend(decide, None, AT_FIRST)
    if not whole.unfinished or whole.reason == INTERRUPTED:
        return whole
    best: Decision | None = None
    for few in (number for number in FEW if number < deals):
        found = clock.spend(decide, few, A_STEP)
        if found.unfinished:
            break
        best = found
        if grown is not None:
            grown(found)
    last = clock.spend(decide, None, 1)
    told, reason = last, clock.reason(last)
    if last.unfinished and best is not None:
        told = replace(best, unfinished=(EVERY_DEAL,))
    return replace(told, reason=reason, nodes=clock.nodes, seconds=time.monotonic() - clock.started)


@dataclass(slots=True)
class _Clock:
    """What is used up of the limits."""

    limits: Limits
    nodes: int = 0
    started: float = field(default_factory=time.monotonic)

    def spend(self, decide: Deciding, deals: int | None, share: int) -> Decision:
        """The decision over so many deals, within one of so many parts of what is left."""
        most, seconds = self.limits.max_nodes, self.limits.timeout
        left = Limits(
            None if most is None else max(0, most - self.nodes) // share,
            None if seconds is None else self._seconds(seconds, share),
            self.limits.table_mb,
        )
        found = decide(deals, left)
        self.nodes += found.nodes
        return found

    def reason(self, last: Decision) -> Message | None:
        """Why the last search stopped, if it did, by the limits of all of them together."""
        most = self.limits.max_nodes
        if most is None or self.nodes < most or last.reason in (None, TIME_LIMIT, INTERRUPTED):
            return last.reason
        return limit_of_nodes(most)

    def _seconds(self, limit: float, share: int) -> float:
        """One of so many parts of the seconds left; only the last part may be longer than a few."""
        left = max(0.0, limit - (time.monotonic() - self.started))
        return min(left / share, LONGEST[share]) if share in LONGEST else left
