"""The plain reference: slow, without pruning, and the meaning of every answer.

It makes every move of every state as a question gives them, and writes down once what each state leads to;
whatever is asked is then answered from the end of the hand backwards. Whatever the native core says must
agree with it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct, field

from analyzer.frozenrecord import Record
from analyzer.position.hand import Amounts, Hand
from analyzer.rules.actions import Action, Groups, by_sides
from analyzer.rules.score.goals import HandEnd, Sense
from analyzer.search.engine.backup import combined, paid, preceded, sets_with, standing
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.results import Equilibrium, Key

if TYPE_CHECKING:
    from analyzer.rules.score.goals import Aim, Goal

V = TypeVar("V")


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
        groups = groups or by_sides(question.sides)
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
                [preceded(question, state.mover, edge.move, edge.paid, each) for each in payoffs]
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
