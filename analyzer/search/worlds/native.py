"""Worlds as the native core takes them: positions of its own, amounts and weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.core import fastest
from analyzer.position.potstate import PotState
from analyzer.rules.actions import Action
from analyzer.rules.spec.game import GameSpec
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.feeding import core_rules, core_stakes
from analyzer.search.engine.native import SUITS, core_position
from analyzer.search.engine.spending import account, bytes_of, nodes_of, seconds_of

if TYPE_CHECKING:
    from analyzer.core import _core
else:
    _core = fastest()

EXCUSE = 7
"""The core's suit of the Fool."""

Told = Sequence[tuple[Sequence[int], int, int]]
"""Outcomes as the core tells them: tokens, the winner of an Ultimo or -1, the mask of who went Bagud."""


def core_of(
    questions: Sequence[PotState], weights: Sequence[int], *, selfish: bool, table_mb: int, cuts: bool = True
) -> _core.Decider:
    """A decider for worlds that differ in the hands of others alone; without `cuts` it walks everything."""
    rules, stakes = core_rules(questions[0]), core_stakes(questions[0])
    worlds = [core_position(each) for each in questions]
    return _core.Decider(rules, stakes, worlds, list(weights), selfish, bytes_of(table_mb), cuts)


def card_of(
    core: _core.Decider, spec: GameSpec, move: Action, budget: Budget, *, least: bool
) -> tuple[Told, Told, int, int]:
    """What a card comes to: outcomes at their worst and at their best, and the value by the aim of both.

    Raises: LimitReached.
    """
    assert move.card is not None
    suit = EXCUSE if move.card.suit is None else SUITS.index(move.card.suit)
    named = -1 if move.suit is None else SUITS.index(move.suit)
    worst, best, lowest, highest, nodes, reason = core.card(
        suit, max(0, spec.height(move.card)), named, least, nodes_of(budget), seconds_of(budget)
    )
    account(budget, nodes, reason)
    return worst, best, lowest, highest
