"""How the cards that nobody knows of recorded tricks can have been played: every way that is legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product

from analyzer.cards.card import Card, Suit
from analyzer.errors import IllegalMove
from analyzer.position.model import Position
from analyzer.position.replay.replay import replay
from analyzer.position.setting import RecordWithGaps
from analyzer.rules.actions import Action, ActionKind, lay


def played_in_full(deal: Position, recorded: RecordWithGaps) -> Iterator[Position]:
    """The deal with the record as its line, once for each way to play the cards that are not known.

    Raises: IllegalMove, the last one met, where none of them is legal.
    """
    refused, found = None, False
    for moves in _ways(deal, recorded):
        line = replace(recorded.line, moves=moves)
        made = replace(deal, lines=(line, *deal.lines))
        try:
            replay(made, line)
        except IllegalMove as illegal:
            refused = illegal
        else:
            found = True
            yield made
    if refused is not None and not found:
        raise refused


def _ways(deal: Position, recorded: RecordWithGaps) -> Iterator[tuple[Action, ...]]:
    """The words of the line with cards of the hands in place of those that are not known."""
    moves = recorded.line.moves
    known = {move.card for move in moves}
    own = [recorded.seats.count(seat) for seat in range(len(deal.hands))]
    left = (permutations(sorted(hand - known), number) for hand, number in zip(deal.hands, own, strict=True))
    for laid in product(*left):
        in_order = [iter(cards) for cards in laid]
        cards = [next(in_order[seat]) for seat in recorded.seats]
        for actions in product(*map(_as_played, cards)):
            yield _filled(moves, actions)


def _as_played(card: Card) -> Sequence[Action]:
    """A card; the Fool, which may have been led, with each suit that it may name as well."""
    return (lay(card), *(lay(card, suit) for suit in Suit)) if card.is_fool else (lay(card),)


def _filled(moves: Sequence[Action], actions: Sequence[Action]) -> tuple[Action, ...]:
    each = iter(actions)
    return tuple(
        replace(next(each), where=move.where) if move.kind is ActionKind.PLAY and move.card is None else move
        for move in moves
    )
