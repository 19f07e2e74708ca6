"""Moments of a line, `20.1`: the trick and the card of it that is about to be played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from analyzer.errors import UsageError
from analyzer.messages import quoted, say
from analyzer.position.setting import Line, Moment
from analyzer.rules.actions import ActionKind

if TYPE_CHECKING:
    from analyzer.position.replay.model import PlayedTrick, Step


class LinePlace(NamedTuple):
    """The place of a moment in a replay: the index of its trick, and the number of the next card, from 1."""

    trick: int
    card: int


def moment(at: object) -> Moment:
    """Return a moment as trick and card; `24.2` is before the second card of trick 24, `24` the first.

    Raises: UsageError for anything else.
    """
    if isinstance(at, tuple) and len(at) == 2 and all(type(each) is int and each > 0 for each in at):
        return at[0], at[1]
    trick, dot, card = str(at).partition(".")
    numbers = [int(part) for part in (trick, card) if part.isascii() and part.isdigit() and len(part) < 4]
    if not dot and len(numbers) == 1:
        numbers.append(1)
    if len(numbers) != 2 or 0 in numbers:
        raise UsageError(
            say("{word} is not a moment of a line; write TRICK.CARD, such as 24.2", word=quoted(at))
        )
    return numbers[0], numbers[1]


def place_of(tricks: Sequence[PlayedTrick], at: Moment, players: int) -> LinePlace:
    """Return the place of a moment in a replay; a trick just begun may be the one after the last given.

    Tricks are counted from the start of the hand or, if unknown, from the start of the line.

    Raises: UsageError for a moment that the line does not reach.
    """
    number, card = at
    first = tricks[0].number if tricks else 1
    place = LinePlace(number - first if number >= first else number - 1, card)
    if place == (len(tricks), 1) and (not tricks or not _last(tricks[-1])):
        return place
    if place.trick >= len(tricks):
        last = tricks[-1].number if tricks else first
        raise UsageError(
            say(
                "the line has no trick {number}; its tricks are {first} to {last}",
                number=number,
                first=first,
                last=last,
            )
        )
    laid = len(tricks[place.trick].laid)
    if card > min(laid + 1, players):
        raise UsageError(
            say(
                "trick {number} has {cards} {cards:card/cards} in the line, and no card {card}",
                number=number,
                cards=laid,
                card=card,
            )
        )
    return place


def steps_before(steps: Sequence[Step], place: LinePlace) -> Sequence[Step]:
    """Return the decisions that stood before a card of a replay."""
    laying = [
        number
        for number, step in enumerate(steps)
        if step.trick == place.trick
        and step.move.kind is ActionKind.PLAY
        and len(step.table.trick) == place.card - 1
    ]
    return steps[: laying[-1]] if laying else [step for step in steps if step.trick <= place.trick]


def _last(trick: PlayedTrick) -> bool:
    """Return True if nothing can come after a trick: the hand is over, or the trick is incomplete."""
    return trick.winner is None or trick.tricks_left == 1


def heard_before(line: Line, tricks: Sequence[PlayedTrick], place: LinePlace) -> int:
    """Return the number of words of a line before a place of its replay.

    A card that was taken back is a word before the one that stands.
    """
    if place.trick >= len(tricks):
        return len(line.moves)
    trick = tricks[place.trick]
    after = tricks[place.trick + 1].heard if place.trick + 1 < len(tricks) else len(line.moves)
    if place.card > len(trick.laid):
        return after
    card = trick.laid[place.card - 1].card
    words = enumerate(line.moves[trick.heard : after], trick.heard)
    lays = [at for at, word in words if (word.kind, word.card) == (ActionKind.PLAY, card)]
    return lays[-1] if lays else trick.heard
