"""The lines a composed problem shows: a card, then play to the end for and against a goal."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.cards.card import BY_TEXT, Suit
from analyzer.position.question import Question
from analyzer.position.setting import Line
from analyzer.rules.actions import Action, ActionKind, lay
from analyzer.search.solve.force import ForcingPlay


def shown(name: str, players: Sequence[str], question: Question, first: Action, play: ForcingPlay) -> Line:
    """The line of that name: the first move, then the play; every engine shows the same one.

    Raises: LimitReached where the limits of the play do not last.
    """
    after, _ = question.after(first)
    words = () if after.over else play.line(after, players, holds=play.holds(after))
    return Line(name, moves_of((str(first), *words), players))


def moves_of(words: Sequence[str], players: Sequence[str]) -> tuple[Action, ...]:
    """Words of play, such as hR, fool=h and demand[C], as the moves of a line."""
    moves = []
    for word in words:
        name, _, suit = word.partition("=")
        if name in BY_TEXT:
            moves.append(lay(BY_TEXT[name], Suit(suit) if suit else None))
        else:
            moves.append(Action(ActionKind.DEMAND, seat=players.index(word[len("demand[") : -1])))
    return tuple(moves)
