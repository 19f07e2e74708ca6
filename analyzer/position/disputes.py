"""Reading dispute files (`format: tarok-dispute/1`): all faults at once, each at line and column.

The reader settles nothing. It refuses only what cannot be: cards that nobody can hold, players who
are not at the table, a card played that was not in the hand. What was wrong at the table, such as a
discard of four cards or a revoke, is for the rules to judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from analyzer.cards import Card
from analyzer.errors import CardError, UsageError
from analyzer.notation import read_card, scan_cards, shown
from analyzer.position.deal import check_cards, laid, piles, read_hands, read_trick, tricks_left
from analyzer.position.dispute_deeds import read_deeds
from analyzer.position.dispute_model import (
    DeclarationsDispute,
    DiscardDispute,
    Dispute,
    FoolDemandDispute,
    FoolNamingDispute,
    IrregularityDispute,
    Paid,
    PlayDispute,
    SettlementDispute,
)
