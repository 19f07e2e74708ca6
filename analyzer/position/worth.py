"""What a position of a game of card points makes worth asking: by game, contract, and what is known of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.position.pointquestion import PointQuestion
from analyzer.rules.score.pointgoals import Aimed, PointGoal, Sense, at_least
from analyzer.rules.spec.contractwords import Aim
from analyzer.rules.spec.pointgame import PointGame

Key = tuple[int, PointGoal]
"""A goal and the seat it is asked of: of a side its leader."""
OF_A_SEAT = (Aimed.NIL, Aimed.ALL_TRICKS, Aimed.MOND_LOST)
"""Goals of one seat whatever the sides are."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What can be asked of a position: goals of sides and seats, and numbers."""

    question: PointQuestion

    @property
    def game(self) -> PointGame:
        return self.question.game

    @property
    def aim(self) -> Aim:
        """What the contract that is played is about; points where there is none."""
        return self.question.aim

    @property
    def sense(self) -> Sense:
        """Whether much is wanted, or little."""
        return Sense.FEWEST if self.aim in (Aim.NO_TRICK, Aim.FEWEST) else Sense.MOST

    @property
    def numbers(self) -> tuple[Aimed, ...]:
        """The numbers that are worth knowing of every side."""
        if self.aim in (Aim.NO_TRICK, Aim.EVERY_TRICK):
            return (Aimed.TRICKS,)
        return (Aimed.POINTS, Aimed.TRICKS)

    @property
    def margin(self) -> bool:
        """Whether the declarer's side has a margin, and everything is known that it hangs on."""
        return bool(self.game.contracts) and self.aim is Aim.POINTS and self.question.settles(Aimed.MARGIN)

    def leaders(self) -> tuple[int, ...]:
        """The seats the sides are called by, the first side first."""
        sides, declarer = self.question.sides, self.question.told.declarer
        return tuple(sides.leader(side, declarer) for side in range(sides.count))

    def asked(self) -> tuple[Key, ...]:
        """The goals that are asked for where none is named, each of the seats that it can be of."""
        goals = [goal for goal in self.goals() if self.question.settles(goal.aim)]
        return tuple((seat, goal) for goal in goals for seat in self.seats(goal.aim))

    def seats(self, aim: Aimed) -> tuple[int, ...]:
        """The seats that have a goal: leaders of sides, or every seat."""
        leaders = self.leaders()
        if aim in OF_A_SEAT or (aim is Aimed.PAGAT_ULTIMO and self.game.slovenian is not None):
            return tuple(range(self.question.players))
        declarers = (Aimed.CONTRACT, Aimed.HALF, Aimed.SLAM, Aimed.TRULL, Aimed.MARGIN)
        return leaders[:1] if aim in declarers and self.question.told.declarer is not None else leaders

    def goals(self) -> Iterator[PointGoal]:
        """The goals of the game under its contract, whether or not enough is known of them."""
        game = self.game
        if not game.contracts:
            yield from self._of_everybody()
        elif self.aim is Aim.FEWEST:
            yield PointGoal(Aimed.NIL)
            if game.slovenian is not None:
                yield at_least(Aimed.POINTS, game.slovenian.misere_over + 1)
        elif self.question.told.declarer is not None:
            yield PointGoal(Aimed.CONTRACT)
            yield from self._beside_the_contract() if self.aim is Aim.POINTS else ()

    def _of_everybody(self) -> Iterator[PointGoal]:
        """The goals of a game without contracts."""
        game = self.game
        if game.payments is not None:
            yield from map(PointGoal, (Aimed.ULTIMO, Aimed.KING_ULTIMO, Aimed.PAGAT_ULTIMO))
            yield PointGoal(Aimed.LOST_ULTIMO)
        yield PointGoal(Aimed.LAST_TRICK)
        if game.nil is not None:
            yield PointGoal(Aimed.NIL)
        if game.declaring is not None:
            yield at_least(Aimed.POINTS, game.declaring.above + 1)

    def _beside_the_contract(self) -> Iterator[PointGoal]:
        game = self.game
        if game.stake is not None:
            yield PointGoal(Aimed.HALF)
        if game.target is not None:
            yield from map(PointGoal, (Aimed.SLAM, Aimed.PAGAT_ULTIMO))
            yield from (at_least(Aimed.TRULL, number) for number in range(1, len(game.trull) + 1))
        if game.tapp is not None:
            yield from map(PointGoal, (Aimed.PAGAT_ULTIMO, Aimed.ALL_TRICKS))
        if game.slovenian is not None:
            yield from map(PointGoal, (Aimed.KINGS, Aimed.TRINITY))
            yield from [PointGoal(Aimed.KING_ULTIMO)] if self.question.told.called is not None else ()
            yield from map(PointGoal, (Aimed.PAGAT_ULTIMO, Aimed.MOND_LOST, Aimed.VALAT))
