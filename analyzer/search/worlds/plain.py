"""Decisions over worlds by the definition, written to be read: the oracle for the native core."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from operator import add
from typing import NamedTuple, TypeVar

from msgspec import field
from msgspec.structs import replace

from analyzer.cards.card import FOOL, Suit
from analyzer.frozenrecord import Record
from analyzer.position.hand import Hand
from analyzer.rules.actions import ALLOW, DEMAND, Action, ActionKind, lay
from analyzer.rules.play.table import followable
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.worlds.results import Criterion, Evaluation, Opponents, Tokens, WorldOutcome

# Play as it is seen by one player who does not know the world, while the others know it.
#
# A led Fool may be named by one who does not know what can be followed. In a world where nobody can follow
# the name the second player may say so and name it anew, as at the table.
#
# An :class:`InformationSet` is everything that happened openly, with the state of every world in which it
# can have happened. Two worlds are in one of them exactly as long as nothing seen tells them apart: a card
# played, a demand made or answered, a Fool named anew. What anybody *would* have done in another world is
# not seen, and proves nothing.


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

    def side_totals(self) -> Tokens:
        """For each seat what its side has: amounts, or units of card points."""
        sides, seats = self.question.sides, range(self.question.players)
        if self.in_points:
            return tuple(self.question.reckoning.units(side) for side in sides.of)
        by_side = self.question.sum_by_side(self.paid)
        return tuple(by_side[sides.of[seat]] for seat in seats)

    @property
    def paid_alone(self) -> bool:
        """Whether an outcome is what is paid and nothing else, and no pot is played for."""
        return not self.in_points and not self.question.pot_count

    def outcome(self) -> WorldOutcome:
        """How the hand ended in this world; of an Ultimo it tells where pots are played for."""
        if not self.question.pot_count:
            return WorldOutcome(self.side_totals(), None, 0)
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


# Decisions over worlds by the definition, written to be read: the oracle for the native core.
#
# A vector holds a :class:`WorldOutcome` for every world of an information set (an infoset). Nothing is pruned
# and hardly anything remembered, so this is for small cases.
#
# Who plays with whom may be another in every world, as a called card lies elsewhere: then the player does not
# know his partner. Everybody plays for what his side of that world is paid, or has written, together; where
# nothing is known of the past for its card points to come.
#
# **Against.** A strategy of the player is a card for every infoset he may have to decide in. In every world
# the others, who know the strategy and the world, do their worst to him. What a strategy comes to is a
# vector, and the vectors of all strategies are built from the end: his own choice unites the sets of his
# cards; at a choice of the others a strategy goes on differently after each answer, and in each world they
# take the answer that is worst for him there (Cazenave & Ventos, "The alpha-mu search algorithm for the
# game of bridge", 2019, section 3).
#
# **Selfish.** As long as an infoset is possible in one world only, the players are in an equilibrium as in
# `solve`: the set of all subgame-perfect payoffs. Where it is possible in several, an opponent, who knows
# the world, still plays for his own tokens there: to his choice in a world belongs every outcome worth no
# less to him than the least he could be left with by every other. The player, who does not, takes the
# choice that is worth most to his aim over these worlds, at the weights they began with, when every
# indifference of the others turns out worst for him; of equal ones that which is worth more when it turns
# out best; then the first in canonical order. He draws no conclusion from what an opponent would or would
# not have done in a world; only what was played tells worlds apart. The value of an infoset is thus a set
# of outcomes for every world.


Vector = tuple[WorldOutcome, ...]
"""Outcomes by the place of the world in its infoset."""

Sets = tuple[frozenset[WorldOutcome], ...]
"""Sets of outcomes by the place of the world in its infoset."""


def worth(player: int, aim: Criterion, weights: Sequence[int], vector: Sequence[WorldOutcome]) -> int:
    """What a vector is worth to the player's aim: the weighted sum of his tokens, or the least."""
    tokens = [outcome.tokens[player] for outcome in vector]
    if aim is Criterion.WORST:
        return min(tokens)
    return sum(weight * n for weight, n in zip(weights, tokens, strict=True))


class PlainDecider(Record, frozen=True):
    """What every choice in an infoset comes to, by walking all play."""

    weights: Mapping[int, int]
    """By world."""
    opponents: Opponents
    aim: Criterion
    budget: Budget
    known: dict[int, ReferenceEngine] = field(default_factory=dict)
    """By world: what answers where one alone is left, and the outcome is what is paid."""

    def evaluation(self, infoset: InformationSet, move: Action) -> Evaluation:
        """What a move of the player comes to; the infoset is one he decides in.

        Raises: LimitReached.
        """
        infosets = next(infosets for each, infosets in infoset.choices() if each == move)
        if self.opponents is Opponents.SELFISH:
            sets = self._selfishly(infoset, infosets)
            return Evaluation(worst_of(infoset, sets), best_of(infoset, sets))
        best = max(self._chosen(infoset, infosets), key=self._rank(infoset))
        return Evaluation(best, best)

    def value(self, infoset: InformationSet, vector: Vector) -> int:
        """What a vector is worth to the player's aim."""
        return worth(infoset.player, self.aim, [self.weights[world] for world in infoset.worlds], vector)

    def _rank(self, infoset: InformationSet) -> Callable[[Vector], tuple[object, ...]]:
        """How good a vector is for the player's aim; equal ones world by world."""

        def rank(vector: Vector) -> tuple[object, ...]:
            return self.value(infoset, vector), tuple(outcome.order(infoset.player) for outcome in vector)

        return rank

    # Against the player.

    def vectors(self, infoset: InformationSet) -> frozenset[Vector]:
        """What the strategies of the player come to."""
        self.budget.spend()
        if infoset.over:
            return frozenset({tuple(state.outcome() for state in infoset.states)})
        if infoset.mover != infoset.player:
            return self._answered(infoset)
        return frozenset().union(*(self._chosen(infoset, infosets) for _, infosets in infoset.choices()))

    def _chosen(self, infoset: InformationSet, infosets: Sequence[InformationSet]) -> frozenset[Vector]:
        """The vectors of one choice of the player, whose infosets have each world once."""
        mixes = product(*(self.vectors(each) for each in infosets))
        return frozenset(_joined(infoset, infosets, mix) for mix in mixes)

    def _answered(self, infoset: InformationSet) -> frozenset[Vector]:
        """The vectors where an opponent, who knows the world, does his worst."""
        answers = infoset.answers()
        mixes = product(*(self.vectors(each) for each in answers))
        worst = lambda outcomes: min(outcomes, key=lambda outcome: outcome.order(infoset.player))  # noqa: E731
        return frozenset(tuple(map(worst, _options(infoset, answers, mix))) for mix in mixes)

    # Each for himself.

    def sets(self, infoset: InformationSet) -> Sets:
        """The outcomes that selfish play can come to, by world."""
        if len(infoset.states) == 1 and infoset.states[0].paid_alone and not infoset.over:
            return (self._in_equilibrium(infoset.states[0]),)
        self.budget.spend()
        if infoset.over:
            return tuple(frozenset({state.outcome()}) for state in infoset.states)
        if infoset.mover != infoset.player:
            answers = infoset.answers()
            options = _options(infoset, answers, [self.sets(each) for each in answers])
            return tuple(standing(each, infoset.mover) for each in options)
        choices = [self._selfishly(infoset, infosets) for _, infosets in infoset.choices()]
        if len(infoset.worlds) == 1:
            return (standing([sets[0] for sets in choices], infoset.mover),)

        def at_worst_and_best(sets: Sets) -> tuple[int, int]:
            return self.value(infoset, worst_of(infoset, sets)), self.value(infoset, best_of(infoset, sets))

        return max(choices, key=at_worst_and_best)

    def _in_equilibrium(self, state: WorldsState) -> frozenset[WorldOutcome]:
        """The outcomes in one world, by the payoffs of its equilibria."""
        engine, of = self.known.setdefault(state.world, ReferenceEngine()), state.question.sides.of
        before, payoffs = state.side_totals(), engine.equilibria(state.question, self.budget)
        return frozenset(
            WorldOutcome(tuple(n + each.tokens[of[seat]] for seat, n in enumerate(before)), None, 0)
            for each in payoffs
        )

    def _selfishly(self, infoset: InformationSet, infosets: Sequence[InformationSet]) -> Sets:
        """The sets of one choice of the player, whose infosets have each world once."""
        return _joined(infoset, infosets, [self.sets(each) for each in infosets])


def standing(options: Sequence[frozenset[WorldOutcome]], seat: int) -> frozenset[WorldOutcome]:
    """The outcomes a seat may come to that chooses between sets of them, all cards known.

    Those of an option that are worth no less to it than the least outcome of every other option.
    """
    least = [min(outcome.tokens[seat] for outcome in outcomes) for outcomes in options]
    stand: set[WorldOutcome] = set()
    for place, outcomes in enumerate(options):
        needed = max((value for other, value in enumerate(least) if other != place), default=None)
        stand |= {outcome for outcome in outcomes if needed is None or outcome.tokens[seat] >= needed}
    return frozenset(stand)


def worst_of(infoset: InformationSet, sets: Sets) -> Vector:
    """In every world the outcome that is worst for the player."""
    return tuple(min(outcomes, key=lambda outcome: outcome.order(infoset.player)) for outcomes in sets)


def best_of(infoset: InformationSet, sets: Sets) -> Vector:
    """In every world the outcome that is best for the player."""
    return tuple(max(outcomes, key=lambda outcome: outcome.order(infoset.player)) for outcomes in sets)


Item = TypeVar("Item")


def _joined(
    infoset: InformationSet, infosets: Sequence[InformationSet], parts: Sequence[Sequence[Item]]
) -> tuple[Item, ...]:
    """The values of infosets that have each world once, in the order of the worlds of the infoset before."""
    by_world = {
        w: item
        for each, part in zip(infosets, parts, strict=True)
        for w, item in zip(each.worlds, part, strict=True)
    }
    return tuple(by_world[world] for world in infoset.worlds)


def _options(
    infoset: InformationSet, infosets: Sequence[InformationSet], parts: Sequence[Sequence[Item]]
) -> Iterable[list[Item]]:
    """For every world the values of those infosets that it leads to."""
    by_world: dict[int, list[Item]] = {world: [] for world in infoset.worlds}
    for each, part in zip(infosets, parts, strict=True):
        for world, item in zip(each.worlds, part, strict=True):
            by_world[world].append(item)
    return by_world.values()
