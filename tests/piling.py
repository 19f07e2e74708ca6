"""What lies in the piles of a game with pots after one trick."""

from __future__ import annotations

from analyzer.rules.actions import Sides
from analyzer.rules.play.table import Trick
from analyzer.rules.score.hand import HandFacts, PileFacts
from analyzer.rules.score.reckoning import Reckoning, reckoning_of
from analyzer.rules.spec.game import GameSpec


def piles_after(game: GameSpec, trick: Trick, tricks_left: int) -> Reckoning:
    """Empty piles with one trick put into them; `tricks_left` counts it too."""
    seats = range(len(trick.laid))
    told = HandFacts(piles={seat: PileFacts(0, 0) for seat in seats})
    before = reckoning_of(game, told, Sides.alone(len(seats)), None, None, fresh=False)
    return before.turn(trick, tricks_left)[0]


def points_of_trick(game: GameSpec, trick: Trick, tricks_left: int) -> tuple[int, ...]:
    """The points that each seat gets from a trick."""
    return tuple(map(piles_after(game, trick, tricks_left).units, range(len(trick.laid))))
