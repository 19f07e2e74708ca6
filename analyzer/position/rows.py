"""Positions as rows of bytes: who holds each card, and who leads."""

from __future__ import annotations

from typing import Final

from analyzer.cards.card import DECK
from analyzer.errors import UsageError
from analyzer.messages import say
from analyzer.position.files.plainlines import NOBODY, ROW, Plain
from analyzer.position.model import Position
from analyzer.rules.spec.ruleset import RuleSet

NAMES: Final = ("A", "B", "C", "D", "E")
"""Who sits at the table of a row."""


def row_of(position: Position) -> bytearray:
    """The row of a position: hands and lead, nothing else of it."""
    row = bytearray([NOBODY]) * ROW
    for seat, hand in enumerate(position.hands):
        for card in hand:
            row[card.index] = seat
    row[-1] = position.lead
    return row


def position_of_row(rules: RuleSet | None, row: bytes) -> Position:
    """The position of a row by some rules; who is no seat at the table holds nothing.

    Raises: InvalidPosition with every fault.
    """
    if rules is None:
        raise UsageError(say("a row of bytes gives no rule set"), say("expected one for all rows"))
    seats = rules.table.players
    hands = tuple(frozenset(card for card in DECK if row[card.index] == seat) for seat in range(seats))
    return Position(rules, NAMES[:seats], hands, row[-1])


def plain_row(row: bytes) -> Plain:
    """A row as it is, of the rules that all rows are of; the first seat tells how long its hands are."""
    return Plain("", (), row.count(0, 0, ROW - 1), bytearray(row))


def plain_position(position: Position) -> Plain | None:
    """A position as a row, if it tells no more than a plain line does; None for any other."""
    at_rest = not position.trick and position.picked is None and not position.demanded
    told = (position.taken, position.skat, position.declarations)
    more = position.count or position.announce or position.unseen is not None or position.pots is None
    if not at_rest or more or any(each is not None for each in told):
        return None
    rules = f"{position.rules.name} {position.rules.digest}"
    flags = f"{position.fool_demand} {position.dealer} {position.sitting_out}"
    return Plain(rules, position.players, position.tricks_left, row_of(position), str(position.pots), flags)
