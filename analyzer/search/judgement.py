"""The judgement of an audited line: who came to force an Ultimo and by whose card, and who could have won.

All of it is told with the cards face up, as far back as the audit valued decisions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from analyzer.errors import LimitReached
from analyzer.position.model import Position
from analyzer.position.replay_model import Replay, Step
from analyzer.rules.table import Move
from analyzer.search.assemble import NO_LIMITS, Asked, Search, spots_after
from analyzer.search.audit import Audit, Audited, MarkKind
from analyzer.search.engines import default_engine
from analyzer.search.force import ForcingPlay
from analyzer.search.question import Budget, Engine, Question
from analyzer.search.results import Goal, Limits, Values
from analyzer.search.spot import Paid, Spot


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision after which a player could force his Ultimo for the first time, or could no longer.

    `place` is that of the decision in the audit; None where it was forced as far back as the audit goes.
    """

    seat: int
    """Whose Ultimo."""
    forced: bool
    """Whether he can force it from here on, or no longer can."""
    place: int | None


@dataclass(frozen=True, slots=True)
class Blame:
    """A marked decision, and what it cost whom, in tokens that every player is sure of.

    An improper card is held against `instead`, the proper one that leaves its player the most; any other
    against what everybody was sure of before it.
    """

    place: int
    kinds: tuple[MarkKind, ...]
    cost: tuple[int, ...] | None
    """By seat: tokens sure of after it, less those otherwise; None where tokens were not valued."""
    instead: Move | None = None


@dataclass(frozen=True, slots=True)
class Chance:
    """The answer to "could I have won the Ultimo?": `won`; or with `place` the last decision from which he
    could force it, with a line that does, beginning there; or neither.
    """

    seat: int
    won: bool
    place: int | None = None
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is to be said of a whole line."""

    turns: tuple[Turn, ...]
    blames: tuple[Blame, ...]
    chances: tuple[Chance, ...]


def judged_line(
    position: Position,
    replay: Replay,
    audit: Audit,
    *,
    limits: Limits = NO_LIMITS,
    engine: Engine | None = None,
) -> Judgement:
    """The judgement of a line from its audit; lines to win by are left out where the limits do not last."""
    search = Search(position.players, engine or default_engine(), Budget.of(limits))
    question = Question.of(position)
    turns = [turn for seat in range(question.players) for turn in _turns(audit.decisions, seat)]
    winner = None if replay.outcome is None else replay.outcome.ultimo
    return Judgement(
        turns=tuple(sorted(turns, key=lambda turn: (-1 if turn.place is None else turn.place, turn.seat))),
        blames=tuple(_blames(audit.decisions, question, search)),
        chances=tuple(
            _chance(audit.decisions, seat, question, search, won=seat == winner)
            for seat in range(question.players)
        ),
    )


def _forces(values: Values | None, seat: int) -> bool | None:
    """Whether the seat forces its Ultimo alone; None where it was not valued."""
    if values is None or values.goals is None:
        return None
    return values.goals[seat, Goal.ULTIMO].forces(1 << seat)


def _turns(decisions: Sequence[Audited], seat: int) -> Iterator[Turn]:
    """Every change of who can force an Ultimo, the state at the start of the audit included."""
    known = [(place, each) for place, each in enumerate(decisions) if _forces(each.before, seat) is not None]
    if known and _forces(known[0][1].before, seat):
        yield Turn(seat, forced=True, place=None)
    for place, each in known:
        before, after = _forces(each.before, seat), _forces(each.after, seat)
        if after is not None and before != after:
            yield Turn(seat, forced=bool(after), place=place)


def _blames(decisions: Sequence[Audited], question: Question, search: Search) -> Iterator[Blame]:
    for place, each in enumerate(decisions):
        if not each.marks:
            continue
        kinds = tuple(dict.fromkeys(mark.kind for mark in each.marks))
        instead = _proper(question, each.step, search) if MarkKind.IMPROPER in kinds else None
        if instead is None:
            yield Blame(place, kinds, _change(_sure(each.before), _sure(each.after)))
            continue
        # The guarantees of a spot count from its step on, those of the audit from the start of the line.
        sure = [each.step.tokens[seat] + instead.guarantee[seat] for seat in sorted(instead.guarantee)]
        yield Blame(place, kinds, _change(sure, _sure(each.after)), instead.move)


def _sure(values: Values | None) -> Sequence[int] | None:
    if values is None or values.guarantee is None:
        return None
    return [amount for amount in values.guarantee if amount is not None]


def _change(before: Sequence[int] | None, after: Sequence[int] | None) -> tuple[int, ...] | None:
    if before is None or after is None:
        return None
    return tuple(now - then for then, now in zip(before, after, strict=True))


def _proper(question: Question, step: Step, search: Search) -> Spot | None:
    """The state after the proper card of a step that leaves its player the most; None past the limits."""
    there = _state(question, step)
    spots = spots_after(there, Paid.nothing(there.players))
    seats = tuple(range(there.players))
    asked = Asked(tuple((seat, goal) for seat in seats for goal in Goal), seats, equilibria=False, cards=True)
    unfinished, _ = search.seek(asked, spots)
    if unfinished:
        return None
    judged = zip(spots, search.judged(there, spots), strict=True)
    proper = [spot for spot, verdict in judged if verdict.proper]
    return max(proper, key=lambda spot: spot.guarantee[step.seat], default=None)


def _chance(
    decisions: Sequence[Audited], seat: int, question: Question, search: Search, *, won: bool
) -> Chance:
    own = [place for place, each in enumerate(decisions) if each.seat == seat and _forces(each.before, seat)]
    if won or not own:
        return Chance(seat, won=won)
    there = _state(question, decisions[own[-1]].step)
    play = ForcingPlay(Goal.ULTIMO, seat, 1 << seat, search.engine, search.budget)
    try:
        line = play.line(there, search.players, holds=True)
    except LimitReached:
        line = ()
    return Chance(seat, won=False, place=own[-1], line=line)


def _state(question: Question, step: Step) -> Question:
    """The state at a step of a line from the position that the question is about."""
    return replace(question, table=step.table, pots=step.pots, taken=step.taken)
