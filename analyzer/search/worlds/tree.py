"""Play as it is seen by one player who does not know the world, while the others know it.

An :class:`InformationSet` is everything that happened openly, with the state of every world in which it can
have happened. Two worlds are in one of them exactly as long as nothing seen tells them apart: a card played,
a demand made or answered. What anybody *would* have done in another world is not seen, and proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from analyzer.rules.actions import ALLOW, DEMAND, Action
from analyzer.rules.play.table import Trick
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.backup import achieved_in
from analyzer.search.engine.question import Question
from analyzer.search.worlds.results import Tokens, WorldOutcome


class WorldsState(NamedTuple):
    """How things stand in one world: what was paid from the start on, and the trick completed last."""

    world: int
    question: Question
    paid: Tokens
    trick: Trick | None = None

    @property
    def asks(self) -> bool:
        """Whether a card was picked in place of the Fool, which may be demanded now."""
        return self.question.table.picked is not None

    def after(self, move: Action) -> WorldsState:
        """The state after a move; one that does not ask waits while others let a card pass."""
        if move == ALLOW and not self.asks:
            return self
        question, tokens, trick = self.question.after_trick(move)
        paid = tuple(before + now for before, now in zip(self.paid, tokens, strict=True))
        return WorldsState(self.world, question, paid, trick or self.trick)

    def outcome(self) -> WorldOutcome:
        """How the hand ended in this world."""
        assert self.trick is not None
        achieved, seats = achieved_in(self.trick), range(self.question.players)
        ultimo = next((seat for seat in seats if (seat, Goal.ULTIMO) in achieved), None)
        return WorldOutcome(self.paid, ultimo, sum(1 << s for s in seats if (s, Goal.BAGUD) in achieved))


@dataclass(frozen=True, slots=True)
class InformationSet:
    """One situation as the player sees it: the worlds it is possible in, ascending, with their states."""

    player: int
    states: tuple[WorldsState, ...]

    @property
    def worlds(self) -> tuple[int, ...]:
        return tuple(state.world for state in self.states)

    @property
    def over(self) -> bool:
        return self.states[0].question.over

    @property
    def asking(self) -> tuple[WorldsState, ...]:
        """The states in which the Fool may be demanded now."""
        return tuple(state for state in self.states if state.asks)

    @property
    def mover(self) -> int:
        """Who decides next; where the Fool is not there to be demanded he has nothing to decide."""
        return (self.asking or self.states)[0].question.to_move

    def choices(self) -> tuple[tuple[Action, tuple[InformationSet, ...]], ...]:
        """What the player to move can do, the same in all worlds, and the infosets it leads to.

        A demand leads to two: one where the Fool must be played, one where it is not there to be played. A
        led Fool names a suit that somebody can follow in every world; where there is none, in any.
        """
        if self.asking:
            silent = [state for state in self.states if not state.asks]
            demanded = [self._with(state.after(DEMAND) for state in self.asking)]
            demanded += [self._with(silent)] if silent else []
            return (DEMAND, tuple(demanded)), (ALLOW, (self._all_after(ALLOW),))
        return tuple((move, (self._all_after(move),)) for move in self._own_moves())

    def answers(self) -> tuple[InformationSet, ...]:
        """The infosets an opponent can bring about, each with the worlds in which he can."""
        if self.asking:
            return self._with(state.after(DEMAND) for state in self.asking), self._all_after(ALLOW)
        able: dict[Action, list[WorldsState]] = {}
        for state in self.states:
            for move in state.question.moves():
                able.setdefault(move, []).append(state.after(move))
        return tuple(self._with(states) for states in able.values())

    def _own_moves(self) -> tuple[Action, ...]:
        everywhere = [state.question.moves() for state in self.states]
        common = tuple(move for move in everywhere[0] if all(move in moves for moves in everywhere))
        return common or tuple(dict.fromkeys(move for moves in everywhere for move in moves))

    def _all_after(self, move: Action) -> InformationSet:
        return self._with(state.after(move) for state in self.states)

    def _with(self, states: Iterable[WorldsState]) -> InformationSet:
        return InformationSet(self.player, tuple(states))
