"""Who could have won the Ultimo, with the last decision that lost it and a line that wins it.

A player could have won alone where he could force his Ultimo against everybody; with help where he could
force it together with one other player. What two players can force only one of the two can give away, so
the decision that lost it is one of theirs.

That a player could not have won is known only as far back as the audit valued the decisions.
"""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.errors import LimitReached
from analyzer.frozenrecord import Record
from analyzer.position.hand import Hand
from analyzer.rules.score.goals import Goal
from analyzer.rules.score.hand import Outcome
from analyzer.search.engine.results import Play, Values
from analyzer.search.review.audit import Audited
from analyzer.search.review.states import state_at
from analyzer.search.solve.assemble import Search
from analyzer.search.solve.force import ForcingPlay


class Way(Record, frozen=True):
    """How an Ultimo could have been won."""

    by: int
    """The mask of the players who could force it together; that of its player alone where he could."""
    place: int
    """The decision in the audit after which they no longer could."""
    line: Play = ()
    """Play from that decision on which wins it; empty where the limits did not last."""


class Chance(Record, frozen=True):
    """The answer for one player."""

    seat: int
    won: bool = False
    """Whether he won it."""
    counted: bool = True
    """Whether it counts; with Tout and Nolo it does not."""
    still: bool = False
    """Whether he can still force it alone where the line ends, before the end of play."""
    alone: Way | None = None
    """The last time he could force it alone, where he did not win it."""
    helped: tuple[Way, ...] = ()
    """Where he never could alone: the last time with each of the others, as far as he could."""
    since: int | None = None
    """The decision in the audit from which on all were valued for his Ultimo; None where not even the last
    was. Of those before it nothing is known."""
    hopeless: bool = False
    """Whether from there on he could force it at no time, neither alone nor together with one other."""


def chance_of(
    decisions: Sequence[Audited], seat: int, question: Hand, search: Search, outcome: Outcome | None
) -> Chance:
    """The answer for a seat; `question` is what the line was played from, `outcome` what it came to."""
    since = _since(decisions, seat)
    if outcome is not None and (outcome.ultimo == seat or _still(decisions, seat)):
        return Chance(seat, won=True, counted=outcome.ultimo == seat, since=since)
    if _still(decisions, seat):
        return Chance(seat, still=True, since=since)
    alone = _way(decisions, seat, 1 << seat, question, search)
    if alone is not None:
        return Chance(seat, alone=alone, since=since)
    pairs = [1 << seat | 1 << other for other in range(question.players) if other != seat]
    ways = (_way(decisions, seat, by, question, search) for by in pairs)
    helped = tuple(way for way in ways if way is not None)
    # Where the line ends early, two may still force what neither of them has given away.
    ever = any(
        forces(values, seat, by) for each in decisions for values in (each.before, each.after) for by in pairs
    )
    return Chance(seat, helped=helped, since=since, hopeless=since is not None and not ever)


def forces(values: Values | None, seat: int, by: int) -> bool | None:
    """Whether the players of a mask force the seat's Ultimo; None where it was not valued."""
    answer = None if values is None or values.goals is None else values.goals.get((seat, Goal.ULTIMO))
    return None if answer is None else answer.forces(by)


def _since(decisions: Sequence[Audited], seat: int) -> int | None:
    """The decision from which on every one was valued for the seat's Ultimo, if the last one was."""
    since = None
    for place in range(len(decisions) - 1, -1, -1):
        each = decisions[place]
        if any(forces(values, seat, 1 << seat) is None for values in (each.before, each.after)):
            break
        since = place
    return since


def _still(decisions: Sequence[Audited], seat: int) -> bool:
    """Whether the seat has its Ultimo, or can force it alone, where the line ends."""
    return bool(decisions and forces(decisions[-1].after, seat, 1 << seat))


def _way(decisions: Sequence[Audited], seat: int, by: int, question: Hand, search: Search) -> Way | None:
    """The last decision that lost what the players could force, and how it could have been won."""
    lost = [
        place
        for place, each in enumerate(decisions)
        if forces(each.before, seat, by) and forces(each.after, seat, by) is False
    ]
    if not lost:
        return None
    there = state_at(question, decisions[lost[-1]].step)
    try:
        line = ForcingPlay(Goal.ULTIMO, seat, by, search.engine, search.budget).play(there, holds=True)
    except LimitReached:
        line = ()
    return Way(by, lost[-1], line)
