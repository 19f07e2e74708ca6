"""Play as it is seen by one player who does not know the world, while the others know it.

A led Fool may be named by one who does not know what can be followed. In a world where nobody can follow the
name the second player may say so and name it anew, as at the table.

An :class:`InformationSet` is everything that happened openly, with the state of every world in which it can
have happened. Two worlds are in one of them exactly as long as nothing seen tells them apart: a card played,
a demand made or answered, a Fool named anew. What anybody *would* have done in another world is not seen, and
proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import add
from typing import NamedTuple

from msgspec.structs import replace

from analyzer.cards.card import FOOL, Suit
from analyzer.frozenrecord import Record
from analyzer.position.hand import Hand
from analyzer.rules.actions import ALLOW, DEMAND, Action, ActionKind, lay
from analyzer.rules.play.table import followable
from analyzer.rules.score.goals import Goal
from analyzer.search.worlds.results import Tokens, WorldOutcome


class WorldsState(NamedTuple):
    """How things stand in one world: what was paid from the start on, by seat."""

    world: int
    question: Hand
    paid: Tokens
    in_points: bool = False
    """Whether card points are played for, as it is not known what will be paid."""

    @property
    def asks(self) -> bool:
        """Whether a card was picked in place of the Fool, which may be demanded now."""
        return self.question.table.picked is not None

    def moves(self) -> tuple[Action, ...]:
        """Everything the player to move may do here, a led Fool that nobody can follow named anew included.

        Where the second player says nothing, his card names it if nobody has a trump.

        Source: clauses naming.both-void, naming.second-card-names.
        """
        moves, trick = self.question.moves(), self.question.table.trick
        if not unfollowed(self.question):
            return moves
        if len(trick) == 1:
            return moves + tuple(Action(ActionKind.CLAIM, suit=suit) for suit in names_anew(self.question))
        second = trick[1].card.suit
        return tuple(move for move in moves if move.card and move.card.suit is second) or moves

    def after(self, move: Action) -> WorldsState:
        """The state after a move; one that does not ask waits while others let a card pass."""
        if move == ALLOW and not self.asks:
            return self
        if move.kind is ActionKind.CLAIM:
            assert move.suit is not None
            return self._replace(question=named(self.question, move.suit))
        question, amounts = self.question.after(move)
        return self._replace(question=question, paid=tuple(map(add, self.paid, amounts)))

    def together(self) -> Tokens:
        """For each seat what its side has: amounts, or units of card points."""
        sides, seats = self.question.sides, range(self.question.players)
        if self.in_points:
            return tuple(self.question.reckoning.units(side) for side in sides.of)
        by_side = self.question.by_side(self.paid)
        return tuple(by_side[sides.of[seat]] for seat in seats)

    @property
    def paid_alone(self) -> bool:
        """Whether an outcome is what is paid and nothing else, and no pot is played for."""
        return not self.in_points and not self.question.pot_count

    def outcome(self) -> WorldOutcome:
        """How the hand ended in this world; of an Ultimo it tells where pots are played for."""
        if not self.question.pot_count:
            return WorldOutcome(self.together(), None, 0)
        seats, reached = range(self.question.players), self.question.reached
        ultimo = next((seat for seat in seats if reached(Goal.ULTIMO, seat)), None)
        return WorldOutcome(self.paid, ultimo, sum(1 << seat for seat in seats if reached(Goal.BAGUD, seat)))


class InformationSet(Record, frozen=True):
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
            for move in state.moves():
                able.setdefault(move, []).append(state.after(move))
        return tuple(self._with(states) for states in able.values())

    def _own_moves(self) -> tuple[Action, ...]:
        everywhere = [state.moves() for state in self.states]
        common = tuple(move for move in everywhere[0] if all(move in moves for moves in everywhere))
        some = {move for moves in everywhere for move in moves}
        return common or tuple(name for suit in Suit if (name := lay(FOOL, suit)) in some)

    def _all_after(self, move: Action) -> InformationSet:
        return self._with(state.after(move) for state in self.states)

    def _with(self, states: Iterable[WorldsState]) -> InformationSet:
        return InformationSet(self.player, tuple(states))


def unfollowed(question: Hand) -> bool:
    """Whether a led Fool lies on the table with a name that its player would not have been let give it.

    Source: clauses fool.naming, naming.followable.
    """
    table = question.table
    if not question.pot_count or not table.trick or not table.trick[0].card.is_fool:
        return False
    laid = {each.card.suit for each in table.trick[1:]}
    return table.led not in laid and table.led not in names_anew(question)


def names_anew(question: Hand) -> tuple[Suit, ...]:
    """The suits that the second player may name in place of such a name.

    Source: clauses fool.naming, naming.both-void.
    """
    table = question.table
    held = (card for seat, hand in enumerate(table.hands) if seat != table.lead for card in hand)
    return followable(question.spec, held)


def named(question: Hand, suit: Suit) -> Hand:
    """The question with the led Fool named anew."""
    fool, *others = question.table.trick
    trick = (fool._replace(names=suit), *others)
    return replace(question, table=replace(question.table, trick=trick))
