"""The state that a position describes, and what a whole hand has paid before its first lead."""

from __future__ import annotations

from analyzer.position.potstate import PotState
from analyzer.position.question import Amounts, Question
from analyzer.position.setting import Setting


def question_of(position: Setting) -> Question:
    """The state itself. Raises: UsageError where the hands are not all known."""
    return _kind(position).of(position)


def opening(position: Setting) -> Amounts:
    """What was paid since the amounts of a position began, by account.

    For a whole hand it is that of the deal and of what is declared and bid, for every other position nothing.
    """
    return _kind(position).paid_before(position)


def _kind(position: Setting) -> type[Question]:
    """What keeps the accounts of the game. How a hand is scored is loaded where a game needs it."""
    if not position.scored:
        return PotState
    from analyzer.position.pilestate import PileState  # noqa: PLC0415

    return PileState
