"""Endings dealt by seed: deal k is the same whoever asks for it, in a study or as a row of an array."""

from __future__ import annotations

from typing import Final

from analyzer.cards.card import Card
from analyzer.cards.drawing import Draw
from analyzer.errors import MOST_OF_ALL, check_whole
from analyzer.position.files.oneline import ROW
from analyzer.rules.spec.ruleset import RuleSet

CALLED: Final = "tarok-study/1"
"""What the deals of all studies are called; equal names, seeds and numbers are equal deals."""
UNIFORM: Final = "uniform"
_NOBODY: Final = 255
_MOST_DEALS: Final = 10**8


def uniform(rules: RuleSet, draw: Draw, tricks: int) -> tuple[list[Card], int]:
    """The cards of the first seat, then of the second and so on, and who leads; each deal is as likely."""
    table = rules.table
    return draw.sample(sorted(table.deck), table.players * tricks), draw.below(table.players)


def dealt_rows(rules: RuleSet, count: int, tricks: int, seed: int, first: int) -> memoryview:
    """So many deals from number `first` on, as rows of :class:`analyzer.Batch`."""
    check_whole("count", count, 1, _MOST_DEALS)
    check_whole("tricks", tricks, 1, rules.table.hand_size)
    check_whole("first", first, 0, MOST_OF_ALL)
    rows = bytearray([_NOBODY]) * (ROW * count)
    for number in range(count):
        cards, lead = uniform(rules, Draw(CALLED, UNIFORM, seed, first + number), tricks)
        at = number * ROW
        for place, card in enumerate(cards):
            rows[at + card.index] = place // tricks
        rows[at + ROW - 1] = lead
    return memoryview(bytes(rows)).cast("B", (count, ROW))
