"""The compile step of games of card points: their clauses made into a rule set, kind by kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from analyzer.cards.card import DECK, Suit
from analyzer.rules.spec.compiling import duty_of, lead_after_dealer, winner_of
from analyzer.rules.spec.game import (
    Accounts,
    Beat,
    CountRules,
    FoolHome,
    FoolKind,
    FoolLed,
    FoolRules,
    GameSpec,
    IntoPots,
    Sides,
    TableRules,
)
from analyzer.rules.spec.pointgame import (
    DiscardOwner,
    ExchangeRules,
    PileRules,
    PointGame,
    TalonTaker,
)
from analyzer.rules.spec.reading import RulesReading

NO_POTS: Final = Accounts(IntoPots("", 0, ()), IntoPots("", 0, ()), IntoPots("", 0, ()))
"""The accounts of a game without pots."""
