"""Positions as rows of bytes: the holder of each card, and the leader."""

from __future__ import annotations

from typing import Final

from analyzer.cards.card import DECK
from analyzer.errors import UsageError
from analyzer.messages import say
from analyzer.position.files.plainlines import NOBODY, ROW, Plain
from analyzer.position.model import Position
from analyzer.rules.spec.ruleset import RuleSet

NAMES: Final = ("A", "B", "C", "D", "E")
"""The players at the table of a row."""


def row_of(position: Position) -> bytearray:
    """Return the row of a position: hands and lead only."""
    row = bytearray([NOBODY]) * ROW
    for seat, hand in enumerate(position.hands):
        for card in hand:
            row[card.index] = seat
    row[-1] = position.lead
    return row


def position_of_row(rules: RuleSet | None, row: bytes) -> Position:
    """Return the position of a row under some rules; cards of unknown seats are left out.

    Raises: InvalidPosition with every fault.
    """
    if rules is None:
        raise UsageError(say("a row of bytes gives no rule set"), say("expected one for all rows"))
    seats = rules.table.players
    hands = tuple(frozenset(card for card in DECK if row[card.index] == seat) for seat in range(seats))
    return Position(rules, NAMES[:seats], hands, row[-1])


def plain_row(row: bytes) -> Plain:
    """Return a row as it is, under the rules of all rows; the first seat decides the size of the hands."""
    return Plain("", (), row.count(0, 0, ROW - 1), bytearray(row))


def plain_position(position: Position) -> Plain | None:
    """Return a position as a row, if it has no more than a plain line; None for any other."""
    at_rest = not position.trick and position.picked is None and not position.demanded
    told = (position.taken, position.skat, position.declarations)
    more = position.count or position.announce or position.unseen is not None or position.pots is None
    if not at_rest or more or any(each is not None for each in told):
        return None
    rules = f"{position.rules.name} {position.rules.digest}"
    flags = f"{position.fool_demand} {position.dealer} {position.sitting_out}"
    return Plain(rules, position.players, position.tricks_left, row_of(position), str(position.pots), flags)
