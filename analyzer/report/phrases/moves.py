"""The words results are written in, the same in JSON and in text: lines of play, sets of players."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.position.model import Position
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.actions import ALLOW, Action, ActionKind, Line
from analyzer.rules.play.table import Table, Trick
from analyzer.rules.sides import Sides
from analyzer.search.engine.results import members


def everybody(position: Position) -> tuple[str, ...]:
    """All names at the table: those who play in order of play, then the one who sits the hand out."""
    return position.players + ((position.sitting_out,) if position.sitting_out else ())


def names(mask: int, players: Sequence[str]) -> list[str]:
    """The players of a mask, in table order."""
    return [players[seat] for seat in members(mask)]


def tricks_of(table: Table, line: Line) -> list[tuple[list[tuple[int, Action]], Trick | None]]:
    """A line of play cut into tricks: who did what in each, and the trick where it was completed.

    Moves that only let a card pass may be missing from the line; they are put in to play on, not shown.
    """
    tricks: list[tuple[list[tuple[int, Action]], Trick | None]] = []
    shown: list[tuple[int, Action]] = []
    for seat, move in line:
        table, trick = _let_pass(table, move)
        if trick is not None:
            tricks.append((shown, trick))
            shown = []
        if move.kind is ActionKind.ALLOW:
            continue
        shown.append((seat, move))
        table, trick = table.after(move)
        if trick is not None:
            tricks.append((shown, trick))
            shown = []
    table, trick = _let_pass(table, None)
    return [*tricks, (shown, trick)] if shown else tricks


def _let_pass(table: Table, move: Action | None) -> tuple[Table, Trick | None]:
    """The table once everybody has let a picked card pass, unless the move demands the Fool instead."""
    trick: Trick | None = None
    if move is not None and move.kind is ActionKind.DEMAND:
        return table, None
    while table.picked is not None and trick is None:
        table, trick = table.after(ALLOW)
    return table, trick


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
