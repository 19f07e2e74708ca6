"""Who plays with whom, in words."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.position.model import Position
from analyzer.report.phrases.moves import everybody
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.sides import Sides


def side_word(style: TextStyle, sides: Sides, side: int, players: Sequence[str], width: int = 10) -> str:
    """A side by its members: `A+C`."""
    return "+".join(style.name(players[seat], width) for seat in sides.seats(side))


def side_words(style: TextStyle, position: Position, sides: Sides, width: int = 10) -> list[str]:
    """All sides by their members, then who sits the hand out."""
    told = [side_word(style, sides, side, position.players, width) for side in range(sides.count)]
    return told + [style.name(name, width) for name in everybody(position)[len(position.players) :]]


def sides_sentence(style: TextStyle, sides: Sides, players: Sequence[str]) -> str:
    """Who plays with whom."""
    sets = [style.both([style.strong(players[seat]) for seat in sides.seats(s)]) for s in range(sides.count)]
    if sides.count == len(players):
        return style.t("Each plays alone.")
    return style.t("{one} against {others}.", one=sets[0], others=style.both(sets[1:]))
