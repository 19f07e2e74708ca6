"""Every line of an ending, played card by card on the board and counted by the replay: slow and plain."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from analyzer.cards.card import MONDO, PAGAT, Card
from analyzer.position.model import Position
from analyzer.position.replay.model import Replay
from analyzer.position.replay.replay import replay
from analyzer.position.setting import Line
from analyzer.rules.actions import Action
from analyzer.rules.score.goals import Aim, Goal
from analyzer.rules.score.hand import Outcome
from analyzer.rules.spec.game import GameSpec


@dataclass(frozen=True)
class Played:
    """A line that was played to the end, as its replay tells it; a goal is a method of its name."""

    position: Position
    found: Replay

    @property
    def game(self) -> GameSpec:
        return self.position.spec

    @property
    def outcome(self) -> Outcome:
        assert self.found.outcome is not None
        return self.found.outcome

    def paid(self, side: int) -> int:
        """What a side is paid, or what is written for it."""
        amounts = self.found.amounts
        return sum(amounts[seat] for seat in self.found.sides.seats(side))

    def reached(self, goal: Goal, seat: int) -> bool:
        """Whether the line came out so."""
        if goal.way is None:
            return bool(getattr(self, goal.aim.value)(seat))
        if goal.aim is Aim.TRULL:
            return goal.met(Fraction(len(self.trull(seat))))
        assert goal.aim is Aim.POINTS
        return goal.met(self.found.points_by_seat[seat])

    def same(self, seat: int, other: int) -> bool:
        return self.found.sides.of[seat] == self.found.sides.of[other]

    def contract(self, seat: int) -> bool:
        alone = self.game.difference_sheet is not None and self.all_tricks(seat)
        return alone or self.outcome.contract == "made"

    def half(self, _: int) -> bool:
        return self.outcome.contract == "drawn"

    def slam(self, seat: int) -> bool:
        return all(not number or self.same(each, seat) for each, number in enumerate(self.found.tricks_won))

    valat = slam

    def all_tricks(self, seat: int) -> bool:
        return all(not number or each == seat for each, number in enumerate(self.found.tricks_won))

    def nil(self, seat: int) -> bool:
        trickless = [each for each, number in enumerate(self.found.tricks_won) if number == 0]
        return seat in trickless if self.game.bonus_sheet else trickless == [seat]

    def kings(self, seat: int) -> bool:
        return self._bonus("kings", seat)

    def trinity(self, seat: int) -> bool:
        return self._bonus("trinity", seat)

    def _bonus(self, name: str, seat: int) -> bool:
        found = self.outcome.bonuses.get(name)
        return found is not None and self.same(found.by, seat)

    @property
    def laid(self) -> dict[Card, int]:
        """Who laid which card to the last trick."""
        return {each.card: each.seat for each in self.found.tricks[-1].laid}

    @property
    def winner(self) -> int:
        winner = self.found.tricks[-1].winner
        assert winner is not None
        return winner

    @property
    def best(self) -> Card:
        """The card that won the last trick."""
        return next(card for card, seat in self.laid.items() if seat == self.winner)

    def last_trick(self, seat: int) -> bool:
        return self.same(self.winner, seat)

    def ultimo(self, seat: int) -> bool:
        return self.last_trick(seat) and (self.best.is_king or self.best == PAGAT)

    def king_ultimo(self, seat: int) -> bool:
        called = self.position.told.called
        if called is not None:
            return called in self.laid and self.last_trick(seat)
        return self.best.is_king and self.last_trick(seat)

    def pagat_ultimo(self, seat: int) -> bool:
        if self.game.target is not None:
            return PAGAT in self.laid and self.last_trick(seat)
        own = self.winner == seat if self.game.bonus_sheet else self.last_trick(seat)
        return self.best == PAGAT and own

    def lost_ultimo(self, seat: int) -> bool:
        own = [each for card, each in self.laid.items() if card.is_king or card == PAGAT]
        return not self.last_trick(seat) and any(self.same(each, seat) for each in own)

    def mond_lost(self, seat: int) -> bool:
        """Whether the Mond of a seat went to somebody else, here or in an earlier trick."""
        here = any(
            each.card == MONDO and each.seat == seat and trick.winner != seat
            for trick in self.found.tricks
            for each in trick.laid
        )
        return here or self.position.told.mond_lost == seat

    def trull(self, seat: int) -> frozenset[Card]:
        """The cards of the Trull that lie in the pile of a side at the end."""
        board = self.position
        for step in self.found.steps:
            board = board.after(step.move)
        seats = self.found.sides.seats(self.found.sides.of[seat])
        held = frozenset[Card]().union(*(board.told.piles[each].cards for each in seats))
        maker = self.position.told.declarer
        apart = board.skat if maker in seats and board.skat is not None else frozenset[Card]()
        return (held | apart) & self.game.trull


Judge = Callable[[Played], Any]
"""What a line that is played to the end is worth."""
Choice = Callable[[int, list[Any]], Any]
"""What a seat makes of that to which its cards lead."""


@dataclass
class Tree:
    """The game tree of an ending: `value` folds it, each player choosing as he is told to."""

    start: Position
    lines: dict[tuple[Action, ...], Played] = field(default_factory=dict)
    positions: dict[tuple[Action, ...], list[tuple[Action, Position]]] = field(default_factory=dict)

    def value(self, judge: Judge, choose: Choice) -> Any:
        """What the ending comes to; `choose` picks among what the cards of a seat lead to."""
        return self._fold(self.start, (), judge, choose)

    def _fold(self, position: Position, said: tuple[Action, ...], judge: Judge, choose: Choice) -> Any:
        if position.over:
            return judge(self.played(said))
        if said not in self.positions:
            self.positions[said] = [(move, position.after(move)) for move in position.legal()]
        below = [self._fold(after, (*said, move), judge, choose) for move, after in self.positions[said]]
        assert position.to_move is not None
        return choose(position.to_move, below)

    def played(self, said: tuple[Action, ...]) -> Played:
        """What a line comes to, as its replay counts it."""
        if said not in self.lines:
            found = replay(self.start, Line("a line", said))
            assert found.complete
            self.lines[said] = Played(self.start, found)
        return self.lines[said]
