"""Hands of every game as the core holds them, beside the engine's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.cards.card import Suit
from analyzer.core import fastest
from analyzer.position.model import Position
from analyzer.position.piles import reckoning_before
from analyzer.rules.actions import Action, Sides
from analyzer.rules.play.table import Table, Trick
from analyzer.rules.score.reckoning import Reckoning
from analyzer.search.engine.points import counting_number, counting_past, counting_play, counting_rules

if TYPE_CHECKING:
    from analyzer.core import _core
else:
    _core = fastest()

SMALL = 1 << 18
POINTS, TRICKS, HOLDS, MARGIN, LAST = range(5)
NO_LIMIT = 1 << 62


@dataclass(frozen=True)
class Moment:
    """A moment of a hand: cards, piles, and who plays with whom."""

    table: Table
    reckoning: Reckoning
    declarer: int | None = None

    @property
    def sides(self) -> Sides:
        return self.reckoning.sides

    @property
    def over(self) -> bool:
        return self.table.over

    def after(self, move: Action) -> tuple[Moment, Trick | None]:
        """The next moment, and the trick that was completed."""
        left = len(self.table.hands[self.table.holder])
        table, trick = self.table.after(move)
        if trick is None:
            return Moment(table, self.reckoning, self.declarer), None
        reckoning, _ = self.reckoning.turn(trick, left)
        if table.over:
            reckoning, _ = reckoning.end()
        return Moment(table, reckoning, self.declarer), trick


def moment_of(position: Position) -> Moment:
    return Moment(position.table, reckoning_before(position), position.told.declarer)


def rules_of(moment: Moment) -> _core.SumRules:
    """The game of a moment, as the core knows it."""
    table, talon = moment.table, moment.reckoning.talon
    declarer = moment.declarer or 0
    return counting_rules(table.spec, moment.sides, table.course, talon, table.tricks_left, declarer)


def play_of(moment: Moment, rules: _core.SumRules, held: int = 0) -> _core.SumPlay:
    """The moment, as the core holds it."""
    past = counting_past(moment.table.spec, moment.reckoning.piles, moment.table.course, held)
    return counting_play(rules, moment.table, past)


def question(kind: int, of: int = 0, **other: object) -> _core.SumQuestion:
    out = _core.SumQuestion()
    out.kind, out.of = kind, of
    for name, value in other.items():
        setattr(out, name, value)
    return out


def seats_of(sides: Sides, side: int) -> int:
    """The seats of a side as a mask."""
    return sum(1 << seat for seat in sides.seats(side))


def solver_of(rules: _core.SumRules, switches: _core.SumSwitches | None = None) -> _core.SumSolver:
    return _core.SumSolver(rules, SMALL, switches or _core.SumSwitches())


def laid(moment: Moment, move: Action) -> tuple[int, int]:
    """A move as the core reads it."""
    assert move.card is not None
    named = -1 if move.suit is None else list(Suit).index(move.suit)
    return counting_number(moment.table.spec, move.card), named
