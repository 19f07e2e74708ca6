"""One card alone decides a goal: what problems of every game can be composed for."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from analyzer.errors import LimitReached, UsageError
from analyzer.messages import LineWord, Message, Name, Verbatim, Whose, Word, say
from analyzer.position.asked import ForcingClaim
from analyzer.position.bearing import Worth
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.actions import Action, by_sides
from analyzer.rules.score.goals import Goal
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.compose.deal import drawn_with_past
from analyzer.search.compose.ending import EndingRequest, TurningPoint, pick
from analyzer.search.compose.written import LETS, SURE
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.reasons import Reason
from analyzer.search.engine.results import Limits
from analyzer.search.solve.explain import explain

ENOUGH: Final = 300
"""Endings in none of which a goal can be asked for before it is none of the game."""


@dataclass(slots=True)
class CardDecides:
    """A property by name: what it is called, what it is, and whether the mover's side wins by the card."""

    title: Message
    meaning: Message
    wins: bool
    goal: Goal | None = None
    """The goal that is decided; None is the first that a position makes worth asking."""
    drawn: int = 0
    asked: bool = False
    """Whether the goal could be asked for in an ending that was drawn."""

    @property
    def least(self) -> int:
        return 3

    @property
    def plain(self) -> int:
        return 3

    def words(self, rules: RuleSet) -> str:
        """The game, and the goal."""
        return f"{rules.name} {rules.table.players} {self.goal or ''} "

    def draw(self, rng: random.Random, rules: RuleSet, tricks: int) -> Position | None:
        """A random ending. Raises: UsageError where the goal is none of the game."""
        self.drawn += 1
        position = drawn_with_past(rng, rules, tricks)
        if position is None:
            return None
        self.asked = self.asked or any(_asked(Hand.of(position), self.goal))
        if not self.asked and self.drawn >= ENOUGH:
            goal, name = Verbatim(str(self.goal)), Verbatim(rules.name)
            raise UsageError(
                say("{goal} is not a goal of {ruleset}", goal=goal, ruleset=name),
                say("`solve` lists those of a position where a goal is unknown"),
            )
        return position

    def find(self, asked: EndingRequest) -> TurningPoint | None:
        """What an ending turns on. Raises: LimitReached."""
        return turns_on(asked, self.goal, SURE if self.wins else LETS, wins=self.wins)

    def why(self, position: Position, claim: ForcingClaim, budget: Budget) -> Reason | None:
        """The plan that solves a short problem."""
        if position.tricks_left > self.plain:
            return None
        try:
            left = Limits(timeout=budget.seconds_left)
            why = explain(position, claim.goal, claim.seat, claim.by, left)
        except LimitReached:
            return None
        return Reason(claim.goal, claim.seat, position.table, why)


OF_SIDES: Final = {
    "one-card-wins": CardDecides(
        say("One card wins"),
        say("One card alone keeps a goal of its player's side forced: the contract, or that of --goal."),
        wins=True,
    ),
    "one-card-saves": CardDecides(
        say("One card saves"),
        say("One card alone keeps another side from its goal: the contract, or that of --goal."),
        wins=False,
    ),
}
"""The properties of every game by the name they are asked for."""


def turns_on(
    asked: EndingRequest,
    goal: Goal | None,
    teaches: str,
    *,
    wins: bool,
    stands: Callable[[int, Action], bool] | None = None,
) -> TurningPoint | None:
    """The goal that one card alone decides: it keeps one of the mover's side forced, or another from its own.

    The template `teaches` says so of `card`, `goal`, and `player` or `whose`; `stands` says whether the card
    of a seat's goal will do. Raises: LimitReached.
    """
    question = asked.question
    groups, of = by_sides(question.sides), question.sides.of
    for seat, its in _asked(question, goal):
        if (of[seat] == of[question.to_move]) is not wins:
            continue
        whose = partial(asked.forces, seat=seat, goal=its, by=groups[of[seat]])
        picked = pick(asked, lambda each, forces=whose: forces(each) is wins)  # type: ignore[misc]
        if picked is not None and (stands is None or stands(seat, picked[0])):
            name = asked.position.players[seat]
            words: dict[str, Word] = {
                "card": LineWord(picked[0]),
                "player": Name(name),
                "whose": Whose(name),
                "goal": its.named,
            }
            return TurningPoint(*picked, seat, its, wins=wins, teaches=Message(teaches, words))
    return None


def _asked(question: Hand, goal: Goal | None) -> Iterator[tuple[int, Goal]]:
    """The goal of each seat, or leader of a side, that can have it."""
    worth = Worth(question)
    known = [each for each in worth.goals() if question.settles(each.aim)]
    if goal is None:
        goal = next(iter(known), None)
    elif goal.way is None and goal not in known:
        goal = None
    if goal is not None:
        yield from ((seat, goal) for seat in worth.seats(goal.aim))
