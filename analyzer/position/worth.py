"""Goals and numbers worth asking about: by game, contract, and known facts of a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from analyzer.frozenrecord import Record
from analyzer.position.hand import Hand
from analyzer.rules.score.goals import LAST_TRICK_GOALS, Aim, Goal, Sense, at_least
from analyzer.rules.spec.kinds.contracts import ContractAim

if TYPE_CHECKING:
    from analyzer.rules.spec.game import GameSpec

Key = tuple[int, Goal]
"""A goal and the seat it is asked of; for a side, its leader."""
OF_A_SEAT = (Aim.NIL, Aim.ALL_TRICKS, Aim.MOND_LOST)
"""Goals of one seat, whatever the sides are."""
UNWANTED = (Aim.LOST_ULTIMO, Aim.MOND_LOST)
"""Goals that their player would rather not reach."""


class Worth(Record, frozen=True):
    """The possible questions about a position: goals of sides and seats, and numbers."""

    question: Hand

    @property
    def game(self) -> GameSpec:
        """The game under its contract."""
        return self.question.spec

    @property
    def aim(self) -> ContractAim | None:
        """The subject of the contract that is played; points if there is none, None in Danish Tarok."""
        return self.question.aim

    @property
    def sense(self) -> Sense:
        """The wanted direction of numbers: much or little."""
        return Sense.FEWEST if self.aim in (ContractAim.NO_TRICK, ContractAim.FEWEST) else Sense.MOST

    @property
    def numbers(self) -> tuple[Aim, ...]:
        """The numbers worth knowing for every side, the aim of play first."""
        if self.game.pots is not None:
            return ()
        if self.aim in (ContractAim.NO_TRICK, ContractAim.EVERY_TRICK):
            return (Aim.TRICKS,)
        return (Aim.POINTS, Aim.TRICKS)

    @property
    def counted(self) -> tuple[Aim, ...]:
        """The numbers that a goal can be about."""
        if self.game.pots is not None:
            return ()
        own = (Aim.MARGIN,) * (self.question.declarer is not None)
        trull = (Aim.TRULL,) * (self.game.target is not None)
        return (Aim.POINTS, Aim.TRICKS, *own, *trull)

    @property
    def margin(self) -> bool:
        """True if the declarer's side has a margin, and everything it depends on is known."""
        if self.question.declarer is None or self.aim is not ContractAim.POINTS:
            return False
        return self.question.settles(Aim.MARGIN)

    def leaders(self) -> tuple[int, ...]:
        """Return the seats that sides are named after, the first side first."""
        return tuple(map(self.question.leader, range(self.question.sides.count)))

    def watched(self, goal: Goal) -> bool:
        """Return True if letting a goal go deserves a remark: its player would rather reach it."""
        if self.game.pots is not None:
            return goal == Goal.ULTIMO
        return goal.aim not in UNWANTED and (goal.way is None or self.sense is Sense.MOST)

    def asked(self) -> tuple[Key, ...]:
        """Return the default goals, each with the seats that it can belong to."""
        found = self.by_goal()
        # Where everybody's goals are the same they are told seat by seat.
        return found if self.game.pots is None else tuple(sorted(found, key=lambda key: key[0]))

    def by_goal(self) -> tuple[Key, ...]:
        """Return the default goals, goal by goal."""
        goals = [goal for goal in self.goals() if self.question.settles(goal.aim)]
        return tuple((seat, goal) for goal in goals for seat in self.seats(goal.aim))

    def seats_that_may(self, aim: Aim) -> tuple[int, ...]:
        """Return the seats of which a goal can be asked: the defence may make a slam too, and keep bouts."""
        return self.leaders() if aim in (Aim.SLAM, Aim.TRULL) else self.seats(aim)

    def seats(self, aim: Aim) -> tuple[int, ...]:
        """Return the seats worth asking about a goal: leaders of sides, or every seat."""
        leaders, game = self.leaders(), self.game
        own_pagat = game.bonus_sheet is not None
        if aim in OF_A_SEAT or (aim is Aim.PAGAT_ULTIMO and own_pagat):
            return tuple(range(self.question.players))
        declarers = (Aim.CONTRACT, Aim.HALF, Aim.SLAM, Aim.TRULL, Aim.MARGIN)
        return leaders[:1] if aim in declarers and self.question.declarer is not None else leaders

    def goals(self) -> Iterator[Goal]:
        """Yield the goals of the game under its contract, even if too little is known of them."""
        game = self.game
        if game.pots is not None:
            yield from LAST_TRICK_GOALS
        elif not game.contracts:
            yield from self._of_everybody(game)
        elif self.aim is ContractAim.FEWEST:
            yield Goal(Aim.NIL)
            if game.bonus_sheet is not None:
                yield at_least(Aim.POINTS, game.bonus_sheet.misere_over + 1)
        elif self.question.declarer is not None:
            yield Goal(Aim.CONTRACT)
            yield from self._beside_the_contract(game) if self.aim is ContractAim.POINTS else ()

    def _of_everybody(self, game: GameSpec) -> Iterator[Goal]:
        """Yield the goals of a game without contracts."""
        if game.payments is not None:
            yield from map(Goal, (Aim.ULTIMO, Aim.KING_ULTIMO, Aim.PAGAT_ULTIMO))
            yield Goal(Aim.LOST_ULTIMO)
        yield Goal(Aim.LAST_TRICK)
        if game.nil is not None:
            yield Goal(Aim.NIL)
        if game.declaring is not None:
            yield at_least(Aim.POINTS, game.declaring.above + 1)

    def _beside_the_contract(self, game: GameSpec) -> Iterator[Goal]:
        if game.stake is not None:
            yield Goal(Aim.HALF)
        if game.target is not None:
            yield from map(Goal, (Aim.SLAM, Aim.PAGAT_ULTIMO))
            yield from (at_least(Aim.TRULL, number) for number in range(1, len(game.trull) + 1))
        if game.difference_sheet is not None:
            yield from map(Goal, (Aim.PAGAT_ULTIMO, Aim.ALL_TRICKS))
        if game.bonus_sheet is not None:
            yield from map(Goal, (Aim.KINGS, Aim.TRINITY))
            yield from [Goal(Aim.KING_ULTIMO)] if self.question.called is not None else ()
            yield from map(Goal, (Aim.PAGAT_ULTIMO, Aim.MOND_LOST, Aim.VALAT))
