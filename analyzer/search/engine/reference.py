"""The plain reference: slow, without pruning, and the meaning of every answer."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from analyzer.frozenrecord import Record
from analyzer.position.hand import Amounts, Hand
from analyzer.rules.actions import Action, ActionKind, Groups, Play, Sides, side_groups
from analyzer.rules.score.goals import ENDINGS, LAST_TRICK_GOALS, WINS, Goal, HandEnd, Sense
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.results import Equilibrium, Key

if TYPE_CHECKING:
    from analyzer.rules.score.goals import Aim


# How the values of a state follow from what its moves lead to.
#
# The reference solver applies these at every state, the assembly once, between the legal cards and the
# position itself.


K = TypeVar("K")
V = TypeVar("V")


def combined(masks: Sequence[int], with_mover: int) -> int:
    """The forcing mask of a state from those below its moves.

    A set with the player to move in it forces the goal where one move does; any other set only where
    every move does. `with_mover` has bit S set for every set S that the player to move belongs to.
    """
    some, every = masks[0], masks[0]
    for mask in masks[1:]:
        some |= mask
        every &= mask
    return some & with_mover | every & ~with_mover


def combine_below(below: Sequence[Mapping[K, V]], of: Callable[[K, list[V]], V]) -> dict[K, V]:
    """What follows for a state, part by part, of the parts that are known after every one of its moves."""
    parts = [key for key in below[0] if all(key in each for each in below)]
    return {key: of(key, [each[key] for each in below]) for key in parts}


def sets_with(groups: Groups, seat: int) -> int:
    """A mask of sets of groups: bit S is set for every set S in which the seat's group is."""
    own = next(group for group, mask in enumerate(groups) if mask >> seat & 1)
    return sum(1 << chosen for chosen in range(1 << len(groups)) if chosen >> own & 1)


def paid(question: Hand, amounts: Amounts, line: Play = ()) -> Equilibrium:
    """A payoff of amounts by account."""
    found = question.sum_by_side(amounts)
    pots = len(found) - question.pot_count
    return Equilibrium(found[:pots], line, found[pots:])


def with_move_before(
    question: Hand, mover: int, move: Action | None, amounts: Amounts, payoff: Equilibrium
) -> Equilibrium:
    """A payoff seen from before a move that pays these amounts.

    Without a move it is the same line of play, seen from before those payments.
    """
    said = () if move is None or move.kind is ActionKind.ALLOW else ((mover, move),)
    now = paid(question, amounts, (*said, *payoff.line))
    return replace(now, tokens=_sum(now.tokens, payoff.tokens), pots=_sum(now.pots, payoff.pots))


def _sum(one: Amounts, other: Amounts) -> Amounts:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def standing(sides: Sides, below: Sequence[Sequence[Equilibrium]], mover: int) -> tuple[Equilibrium, ...]:
    """The payoffs of a state from those below each of its moves, in the order of the moves.

    A payoff below a move stands when the side of the mover gets no less by it than the least it could be left
    with by every other move: the players can then answer each other move with that least, and nothing
    tempts it away. Payoffs with the same tokens for all sides are one; the first line to it is kept.
    """
    own = sides.of[mover]
    least = [min(payoff.tokens[own] for payoff in payoffs) for payoffs in below]
    stand: dict[Amounts, Equilibrium] = {}
    for place, payoffs in enumerate(below):
        needed = max((value for other, value in enumerate(least) if other != place), default=None)
        for payoff in payoffs:
            if needed is None or payoff.tokens[own] >= needed:
                stand.setdefault(payoff.tokens[: sides.count], payoff)
    return tuple(stand.values())


# What is known of who forces what in one state, and what follows from it without a search.


IMPLIED = {
    goal: tuple(other for other in LAST_TRICK_GOALS if other is not goal and ENDINGS[goal] in ENDINGS[other])
    for goal in LAST_TRICK_GOALS
}
"""A goal reached, and the goals of the same player reached with it."""

WON = tuple(goal for goal in LAST_TRICK_GOALS if ENDINGS[goal] in WINS)
"""The goals that only the winner of the last trick reaches."""

LOST = tuple(goal for goal in LAST_TRICK_GOALS if not ENDINGS[goal] & WINS)
"""The goals that the winner of the last trick does not reach."""


MaskedGoal = tuple[int, Goal, int]
"""A seat, its goal and the set of players who are to force it."""


class Facts:
    """Forced or not, by (seat, goal, mask), closed under what follows.

    * A larger set forces what a smaller one does: the newcomers can always play as they please.
    * Who forces a goal forces every goal that comes with it.
    * Where S forces one player to win the last trick, nobody outside S can bring about that another
      player wins it, nor that the same player loses it; and the other way round for that player.
    """

    __slots__ = ("_known", "_players")

    def __init__(self, players: int) -> None:
        self._players = players
        self._known: dict[MaskedGoal, bool] = {}

    def __len__(self) -> int:
        return len(self._known)

    def copy(self) -> Facts:
        """These facts once more, to be learned on apart."""
        other = Facts(self._players)
        other._known = dict(self._known)
        return other

    def get(self, seat: int, goal: Goal, mask: int) -> bool | None:
        """Whether the set forces the goal, where that is known."""
        return self._known.get((seat, goal, mask))

    def unknown(self, seat: int, goal: Goal) -> list[int]:
        """The sets of which nothing is known: the player alone first, then the smaller ones."""
        masks = (mask for mask in self._masks() if self.get(seat, goal, mask) is None)
        return sorted(masks, key=lambda mask: (mask != 1 << seat, mask.bit_count()))

    def sets(self, seat: int, goal: Goal, *, holds: bool) -> int:
        """Bit S is set where it is known that the players in mask S force the goal, or that they do not."""
        return sum(1 << mask for mask in self._masks() if self.get(seat, goal, mask) is holds)

    def gained(self, seat: int, goal: Goal, mask: int, *, holds: bool) -> int:
        """How many answers that are not known would be, by an answer and what follows from it."""
        after = self.copy()
        after.learn(seat, goal, mask, holds=holds)
        return len(after) - len(self)

    def learn(self, seat: int, goal: Goal, mask: int, *, holds: bool) -> None:
        """Keep an answer with all that follows from it."""
        self._known.update(_following(self._players, seat, goal, mask, holds))

    def _masks(self) -> range:
        return range(1 << self._players)


@cache
def _following(players: int, seat: int, goal: Goal, mask: int, holds: bool) -> dict[MaskedGoal, bool]:  # noqa: FBT001
    """An answer, and all that follows from it."""
    if not holds:
        implying = (goal, *(other for other in LAST_TRICK_GOALS if goal in IMPLIED[other]))
        return {(seat, each, smaller): False for each in implying for smaller in _within(mask)}
    every = (1 << players) - 1
    larger = [each for each in range(every + 1) if each & mask == mask]
    found = {(seat, implied, each): True for implied in (goal, *IMPLIED[goal]) for each in larger}
    excluded = list[tuple[int, Goal]]()
    if goal in LOST:
        excluded += [(seat, won) for won in WON]
    elif goal in WON:
        excluded += [(other, won) for other in range(players) if other != seat for won in WON]
        excluded += [(seat, lost) for lost in LOST]
    outside = _within(every & ~mask)
    return found | {(other, never, each): False for other, never in excluded for each in outside}


def _within(mask: int) -> list[int]:
    return [each for each in range(mask + 1) if each & ~mask == 0]


# The plain reference: slow, without pruning, and the meaning of every answer.
#
# It makes every move of every state as a question gives them, and writes down once what each state leads to;
# whatever is asked is then answered from the end of the hand backwards. Whatever the native core says must
# agree with it.


class Edge(Record, frozen=True):
    """A move made: what it pays by account, and the number of the state it leads to."""

    move: Action
    paid: Amounts
    to: int


class Stage(Record, frozen=True):
    """A state by what it leads to; over where there is an `end`."""

    mover: int
    edges: tuple[Edge, ...]
    end: HandEnd | None = None


class Unfolded(Struct):
    """Everything that can be played in one hand; the states that a state leads to have lower numbers."""

    states: list[Stage] = field(default_factory=list)
    numbers: dict[Hashable, int] = field(default_factory=dict)

    def number(self, question: Hand, budget: Budget) -> int:
        """The number of a state, which is unfolded where it was not met yet. Raises: LimitReached."""
        key = question.state()
        known = self.numbers.get(key)
        if known is not None:
            return known
        if question.over:
            found = Stage(-1, (), question.end())
        else:
            budget.spend()
            edges = [self._edge(question, move, budget) for move in question.moves()]
            found = Stage(question.to_move, tuple(edges))
        self.states.append(found)
        self.numbers[key] = len(self.states) - 1
        return self.numbers[key]

    def _edge(self, question: Hand, move: Action, budget: Budget) -> Edge:
        after, amounts = question.after(move)
        return Edge(move, amounts, self.number(after, budget))

    def values(
        self, root: int, at_end: Callable[[HandEnd], V], inner: Callable[[Stage, list[V]], V]
    ) -> dict[int, V]:
        """The value of a state and of all below it, from the ends backwards."""
        found: dict[int, V] = {}
        for number in sorted(self._below(root)):
            state = self.states[number]
            if state.end is not None:
                found[number] = at_end(state.end)
            else:
                found[number] = inner(state, [found[edge.to] for edge in state.edges])
        return found

    def _below(self, root: int) -> set[int]:
        seen, waiting = {root}, [root]
        while waiting:
            for edge in self.states[waiting.pop()].edges:
                if edge.to not in seen:
                    seen.add(edge.to)
                    waiting.append(edge.to)
        return seen


class ReferenceEngine:
    """The :class:`~analyzer.search.engine.engine.Engine` that is the oracle for every other."""

    def __init__(self) -> None:
        self._hand: Hand | None = None
        self._unfolded = Unfolded()

    def goals(
        self, question: Hand, wanted: Sequence[Key], budget: Budget, groups: Groups | None = None
    ) -> Mapping[Key, int]:
        """For each goal and its seat: bit S is set when the groups in mask S, else the sides, force it.

        Source: "What the words mean" on goals: a set of players on one side, all others on the other.
        """
        root, unfolded = self._root(question, budget)
        groups = groups or side_groups(question.sides)
        every = (1 << (1 << len(groups))) - 1
        within = [sets_with(groups, seat) for seat in range(question.players)]
        masks = {}
        for seat, goal in wanted:
            found = unfolded.values(
                root,
                lambda end, seat=seat, goal=goal: every if end.reached(goal, seat) else 0,  # type: ignore[misc]
                lambda state, below: combined(below, within[state.mover]),
            )
            masks[seat, goal] = found[root]
        return masks

    def forces(self, question: Hand, goal: Goal, seat: int, by: int, budget: Budget) -> bool:
        """Whether the seats in mask `by` force the seat's goal from here."""
        root, unfolded = self._root(question, budget)

        def inner(state: Stage, below: list[bool]) -> bool:
            return any(below) if by >> state.mover & 1 else all(below)

        return unfolded.values(root, lambda end: end.reached(goal, seat), inner)[root]

    def value(self, question: Hand, aim: Aim, side: int, sense: Sense, budget: Budget) -> Fraction:
        """How much of a number a side is sure of, or has to take, against all others, the past included."""
        root, unfolded = self._root(question, budget)
        seats = question.sides.seats(side)
        own, others = (max, min) if sense is Sense.MOST else (min, max)

        def at_end(end: HandEnd) -> Fraction:
            found = end.number(aim, seats[0])
            assert found is not None, "a number that nobody knows is not asked for"
            return found

        def inner(state: Stage, below: list[Fraction]) -> Fraction:
            return (own if state.mover in seats else others)(below)

        return unfolded.values(root, at_end, inner)[root]

    def guarantee(self, question: Hand, side: int, budget: Budget) -> int:
        """The most future tokens, or points on the sheet, that a side is sure of against all others."""
        root, unfolded = self._root(question, budget)
        seats = question.sides.seats(side)

        def inner(state: Stage, below: list[int]) -> int:
            best = max if state.mover in seats else min
            now = (sum(edge.paid[seat] for seat in seats) for edge in state.edges)
            return best(at_once + later for at_once, later in zip(now, below, strict=True))

        return unfolded.values(root, lambda _: 0, inner)[root]

    def equilibria(self, question: Hand, budget: Budget) -> tuple[Equilibrium, ...]:
        """Every subgame-perfect payoff in pure strategies, in the order of the first line to each."""
        root, unfolded = self._root(question, budget)
        nothing = (paid(question, question.nothing),)

        def inner(state: Stage, below: list[tuple[Equilibrium, ...]]) -> tuple[Equilibrium, ...]:
            seen = [
                [with_move_before(question, state.mover, edge.move, edge.paid, each) for each in payoffs]
                for edge, payoffs in zip(state.edges, below, strict=True)
            ]
            return standing(question.sides, seen, state.mover)

        return unfolded.values(root, lambda _: nothing, inner)[root]

    def _root(self, question: Hand, budget: Budget) -> tuple[int, Unfolded]:
        """The number of a state in what is unfolded of its hand; another hand, or other rules, begin anew.

        Rules are not compared: to compare them is to consult them all, and every reading of them would bear.
        """
        known = self._hand
        if known is None or known.spec is not question.spec or not known.same_hand(question):
            self._hand, self._unfolded = question, Unfolded()
        return self._unfolded.number(question, budget), self._unfolded
