"""The words results are written in, the same in JSON and in text: lines of play, sets of players."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.cards.card import Card
from analyzer.messages import (
    LineWord,
    Message,
    Name,
    Several,
    Word,
    alone,
    both,
    formed,
    say,
    unbroken,
    word_alone,
)
from analyzer.position.model import Position
from analyzer.rules.actions import ALLOW, Action, ActionKind, Line, Sides
from analyzer.rules.play.table import Table, Trick
from analyzer.search.engine.results import Equilibrium, Play, members


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


def side_label(sides: Sides, side: int, players: Sequence[str]) -> Message:
    """A side by its members: `A+C`."""
    return alone(Several(tuple(Name(players[seat]) for seat in sides.seats(side)), "+"))


def side_labels(position: Position, sides: Sides) -> list[Message]:
    """All sides by their members, then who sits the hand out."""
    told = [side_label(sides, side, position.players) for side in range(sides.count)]
    return told + [word_alone(Name(name)) for name in everybody(position)[len(position.players) :]]


def sides_said(sides: Sides, players: Sequence[str]) -> Message:
    """Who plays with whom."""
    if sides.count == len(players):
        return say("Each plays alone.")
    one, *others = (both(Name(players[seat]) for seat in sides.seats(side)) for side in range(sides.count))
    return say("{one} against {others}.", one=one, others=both(others))


def play_said(table: Table, line: Play, players: Sequence[str]) -> Message:
    """A line of play from a table on, trick by trick: `B: ♥R ♣2 T7 → A`."""
    return alone(Several(tuple(_trick(*each, players) for each in tricks_of(table, line)), "·"))


def _trick(moves: list[tuple[int, Action]], trick: Trick | None, players: Sequence[str]) -> Message:
    words: list[Word] = []
    if moves:
        words += [formed("{player}:", player=Name(players[moves[0][0]]))]
        words += [_move(seat, move, players) for seat, move in moves]
    if trick is not None:
        words += [formed("→"), Name(players[trick.winner])]
    return alone(unbroken(words))


def _move(seat: int, move: Action, players: Sequence[str]) -> Word:
    if move.card is None:
        return say("({player} demands the Fool)", player=Name(players[seat]))
    return LineWord(str(move))


def last_trick_of(position: Position, equilibrium: Equilibrium) -> Trick | None:
    """The last trick of a line that reaches the end."""
    tricks = tricks_of(position.table, equilibrium.line)
    return tricks[-1][1] if tricks else None


def outcome_said(trick: Trick | None, players: Sequence[str]) -> Message | None:
    """What the last trick came to: who won it or the Ultimo, who went Bagud; None if it was not played."""
    if trick is None:
        return None
    winning = next(each.card for each in trick.laid if each.seat == trick.winner)
    winner = Name(players[trick.winner])
    if is_ultimo(winning):
        told = say("Ultimo for {player}", player=winner)
    else:
        told = say("last trick to {player}", player=winner)
    behind = [Name(players[e.seat]) for e in trick.laid if e.seat != trick.winner and is_ultimo(e.card)]
    if not behind:
        return told
    return formed("{won}, {lost}", won=told, lost=say("Bagud for {players}", players=both(behind)))


def is_ultimo(card: Card) -> bool:
    """A king or the Pagat."""
    return card.is_king or (card.is_trump and card.face == "1")
