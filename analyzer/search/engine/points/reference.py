"""The plain reference of games of card points: slow, without pruning, and the meaning of every answer.

It lays every card of every state as :class:`PointQuestion` gives them, and writes down once what each state
leads to; every question is then answered from the end of the hand backwards. Whatever the native core says
must agree with it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from analyzer.position.pointquestion import PointQuestion, same_hand
from analyzer.position.question import Amounts
from analyzer.rules.actions import Action
from analyzer.rules.score.pointgoals import Aimed, HandEnd, PointGoal
from analyzer.search.engine.backup import combined, sets_with, standing
from analyzer.search.engine.points.amounts import before_move, scale
from analyzer.search.engine.points.results import Key, PointPayoff, Sense
from analyzer.search.engine.question import Budget
from analyzer.search.engine.results import Groups

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Edge:
    """A card laid: what it pays by seat, and the number of the state it leads to."""

    move: Action
    paid: Amounts
    to: int


@dataclass(frozen=True, slots=True)
class Stage:
    """A state by what it leads to; over where there is an `end`."""

    mover: int
    edges: tuple[Edge, ...]
    end: HandEnd | None = None


@dataclass(slots=True)
class Unfolded:
    """Everything that can be played in one hand; the states that a state leads to have lower numbers."""

    states: list[Stage] = field(default_factory=list)
    numbers: dict[Hashable, int] = field(default_factory=dict)

    def number(self, question: PointQuestion, budget: Budget) -> int:
        """The number of a state, which is unfolded where it was not met yet. Raises: LimitReached."""
        key = question.state()
        known = self.numbers.get(key)
        if known is not None:
            return known
        if question.over:
            found = Stage(-1, (), question.scored()[0])
        else:
            budget.spend()
            edges = [self._edge(question, move, budget) for move in question.moves()]
            found = Stage(question.to_move, tuple(edges))
        self.states.append(found)
        self.numbers[key] = len(self.states) - 1
        return self.numbers[key]

    def _edge(self, question: PointQuestion, move: Action, budget: Budget) -> Edge:
        after, paid = question.after(move)
        return Edge(move, paid, self.number(after, budget))

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


class PointReference:
    """The :class:`~analyzer.search.engine.points.engine.PointEngine` that is the oracle for every other."""

    def __init__(self) -> None:
        self._hand: PointQuestion | None = None
        self._unfolded = Unfolded()

    def goals(
        self, question: PointQuestion, wanted: Sequence[Key], groups: Groups, budget: Budget
    ) -> Mapping[Key, int]:
        """For each goal: bit S is set when the groups in mask S force it from here."""
        root, unfolded = self._root(question, budget)
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

    def forces(self, question: PointQuestion, goal: PointGoal, seat: int, by: int, budget: Budget) -> bool:
        """Whether the seats in mask `by` force the seat's goal from here."""
        root, unfolded = self._root(question, budget)

        def inner(state: Stage, below: list[bool]) -> bool:
            return any(below) if by >> state.mover & 1 else all(below)

        return unfolded.values(root, lambda end: end.reached(goal, seat), inner)[root]

    def value(self, question: PointQuestion, aim: Aimed, side: int, sense: Sense, budget: Budget) -> int:
        """How much of a number a side is sure of, or has to take, against all others, in units."""
        root, unfolded = self._root(question, budget)
        leader, unit = question.sides.seats(side)[0], scale(question, aim)
        own, others = (max, min) if sense is Sense.MOST else (min, max)

        def at_end(end: HandEnd) -> int:
            found = end.number(aim, leader)
            assert found is not None, "a number that nobody knows is not asked for"
            return int(found * unit)

        def inner(state: Stage, below: list[int]) -> int:
            return (own if question.sides.of[state.mover] == side else others)(below)

        return unfolded.values(root, at_end, inner)[root]

    def guarantee(self, question: PointQuestion, side: int, budget: Budget) -> int:
        """The most future tokens, or points on the sheet, that a side is sure of against all others."""
        root, unfolded = self._root(question, budget)
        seats = question.sides.seats(side)

        def inner(state: Stage, below: list[int]) -> int:
            best = max if state.mover in seats else min
            paid = (sum(edge.paid[seat] for seat in seats) for edge in state.edges)
            return best(now + later for now, later in zip(paid, below, strict=True))

        return unfolded.values(root, lambda _: 0, inner)[root]

    def equilibria(self, question: PointQuestion, budget: Budget) -> tuple[PointPayoff, ...]:
        """Every subgame-perfect payoff over the sides, in the order of the first line to each."""
        root, unfolded = self._root(question, budget)
        sides = question.sides
        nothing = (PointPayoff((0,) * sides.count, ()),)

        def inner(state: Stage, below: list[tuple[PointPayoff, ...]]) -> tuple[PointPayoff, ...]:
            seen = [
                tuple(before_move(question, state.mover, edge.move, edge.paid, each) for each in payoffs)
                for edge, payoffs in zip(state.edges, below, strict=True)
            ]
            return standing(seen, sides.of[state.mover])

        return unfolded.values(root, lambda _: nothing, inner)[root]

    def _root(self, question: PointQuestion, budget: Budget) -> tuple[int, Unfolded]:
        """The number of a state in what is unfolded of its hand; another hand begins anew."""
        if self._hand is None or not same_hand(self._hand, question):
            self._hand, self._unfolded = question, Unfolded()
        return self._unfolded.number(question, budget), self._unfolded
