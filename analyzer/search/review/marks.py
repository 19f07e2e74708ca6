"""What is worth saying of a decision: what its player let go, gave away or did improperly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from fractions import Fraction

from analyzer.frozenrecord import Record
from analyzer.messages import Decimal, Message, Name, say
from analyzer.position.bearing import Worth
from analyzer.rules.score.goals import AIM_WORDS, Aim, Sense, points_text
from analyzer.search.engine.reasons import Reason
from analyzer.search.engine.results import GoalAnswer, Values


class MarkKind(Enum):
    """The reasons for marking a decision."""

    LET_GO = "let-go"
    """Its player, or his side, could force something, and no longer can."""
    GAVE_AWAY = "gave-away"
    """Another could not force something, and now can."""
    LOST_POINTS = "lost-points"
    """The side of its player is sure of less than before."""
    IMPROPER = "improper"
    """The Proprieties forbid the card."""


class Mark(Record, frozen=True):
    """One thing worth saying of a decision.

    `seat` is whose goal it is about, whose side has less, or who was improper.
    """

    kind: MarkKind
    seat: int
    text: Message
    goal: str | None = None
    """The goal, as it is asked for."""
    lost: Fraction | None = None
    """How much less the side is sure of."""
    reason: Reason | None = None
    """The plan that was let go, from before the decision; or that by which what is given away is won."""


Why = Callable[[GoalAnswer, MarkKind], Reason | None]
"""The plan behind a goal that was let go, or given away."""


def marks_of(
    worth: Worth, players: Sequence[str], before: Values, after: Values, why: Why | None
) -> Iterator[Mark]:
    """What a decision did: to what each could force, and to what the side of its player is sure of."""
    for key, had in (before.goals or {}).items():
        has = (after.goals or {}).get(key)
        if has is None or not worth.watched(key[1]) or had.forces(had.own) == has.forces(has.own):
            continue
        kind = MarkKind.LET_GO if had.forces(had.own) else MarkKind.GAVE_AWAY
        text = _news(kind, had, Name(players[had.seat]), of_the_last_trick=worth.game.pots is not None)
        yield Mark(kind, had.seat, text, str(had.goal), reason=why and why(had, kind))
    yield from _lost(worth, before, after)


def _lost(worth: Worth, before: Values, after: Values) -> Iterator[Mark]:
    """What the side of the player to move is sure of no longer."""
    mover = worth.question.to_move
    side = worth.question.sides.of[mover]
    for aim in worth.numbers[:1]:
        was, now = (values.number(aim, side) for values in (before, after))
        if was is not None and now is not None and was != now:
            less = abs(was - now)
            said = _cost(aim, worth.sense, Decimal(points_text(less)))
            yield Mark(MarkKind.LOST_POINTS, mover, said, lost=less)


def _cost(aim: Aim, sense: Sense, number: Decimal) -> Message:
    """How much less a side is sure of, or how much more it has to take."""
    if aim is Aim.POINTS and sense is Sense.MOST:
        return say("its side is sure of {number} {number:point/points} less than before", number=number)
    if aim is Aim.POINTS:
        return say("it can be made to take {number} {number:point/points} more than before", number=number)
    if sense is Sense.MOST:
        return say("its side is sure of {number} {number:trick/tricks} less than before", number=number)
    return say("its side can be made to take {number} {number:trick/tricks} more than before", number=number)


def _news(kind: MarkKind, had: GoalAnswer, player: Name, *, of_the_last_trick: bool) -> Message:
    """A goal that was forced and is no longer, or now is."""
    word = AIM_WORDS[had.goal.aim]
    if not of_the_last_trick and kind is MarkKind.LET_GO:
        return say("lets go of what was forced: {goal}", goal=word)
    if not of_the_last_trick:
        return say("gives away what was not forced: {goal}", goal=word)
    if kind is MarkKind.LET_GO:
        said = say("loses its player's Ultimo: {player} could force it before", player=player)
        return said.or_brief("lets the Ultimo go: {player} could force it before")
    said = say("gives {player} an Ultimo: nobody can prevent it any more", player=player)
    return said.or_brief("gives {player} an Ultimo that can no longer be prevented")
