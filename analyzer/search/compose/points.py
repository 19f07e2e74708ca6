"""Composing problems of games of card points: endings in which one card alone decides a goal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from analyzer.errors import LimitReached, UsageError
from analyzer.messages import ENGLISH, LineWord, Message, Verbatim, Whose, say, spoken
from analyzer.position.asked import ForcingClaim
from analyzer.position.model import Position
from analyzer.position.pointquestion import PointQuestion
from analyzer.position.question import merged_moves
from analyzer.position.worth import Worth
from analyzer.rules.actions import Action
from analyzer.rules.score.goals import Goal
from analyzer.rules.sides import by_sides
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.compose.compose import Problem, check_want, source, told
from analyzer.search.compose.pointdeal import point_drawn
from analyzer.search.engine.default import default_engine
from analyzer.search.engine.question import Budget, Engine
from analyzer.search.engine.reasons import Reason
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.results import Limits
from analyzer.search.solve.explain import explain
from analyzer.search.solve.force import ForcingPlay

LEAST_CARDS: Final = 3
"""Cards to choose from, equal ones counted once, without which nothing is decided."""
ENOUGH: Final = 300
"""Endings in none of which a goal can be asked for before it is none of the game."""
AUDITED_TRICKS: Final = 3
"""Longer endings are audited by a fresh core, and no plan is looked for: the plain search takes too long."""


@dataclass(frozen=True, slots=True)
class PointWant:
    """A property by name: what it is called, what it is, and whether the mover's side wins by it."""

    title: Message
    meaning: Message
    wins: bool
    least: int = LEAST_CARDS


POINT_WANTS: Final = {
    "one-card-wins": PointWant(
        say("One card wins"),
        say("One card alone keeps a goal of the own side forced: the contract, or that of --goal."),
        wins=True,
    ),
    "one-card-saves": PointWant(
        say("One card saves"),
        say("One card alone keeps another side from its goal: the contract, or that of --goal."),
        wins=False,
    ),
}
"""Every property of games of card points by the name it is asked for."""


@dataclass(frozen=True, slots=True)
class CardDecides:
    """What a problem turns on: the goal, whose it is, the only good card and one that fails."""

    claim: ForcingClaim
    key: Action
    lure: Action


def compose_points(
    rules: RuleSet,
    want: str,
    goal: Goal | None = None,
    *,
    tricks: int = 3,
    seed: int = 0,
    tries: int = 20_000,
    limits: Limits | None = None,
    lang: str = ENGLISH,
) -> Iterator[Problem]:
    """Endings with the property, in the order in which the seed draws them, each audited by a second engine.

    `goal` is the one that is decided; without it the first that the position makes worth asking.
    Raises: UsageError for an unknown property; LimitReached where the limits do not last.
    """
    check_want(want, POINT_WANTS, tricks)
    sought, budget = POINT_WANTS[want], Budget.of(limits or Limits())
    words = f"{want} {rules.name} {rules.table.players} {goal or ''} {tricks} {seed}"
    rng = random.Random(words)  # noqa: S311 - problems, not secrets
    asked = 0
    for tried in range(1, tries + 1):
        budget.check_clock()
        position = point_drawn(rng, rules, tricks)
        if position is None:
            continue
        asked += bool(list(_asked(PointQuestion.of(position), goal)))
        if not asked and tried >= ENOUGH:
            unknown = say(
                "{goal} is no goal of {ruleset}", goal=Verbatim(str(goal)), ruleset=Verbatim(rules.name)
            )
            raise UsageError(unknown, say("`solve` lists those of a position where a goal is unknown"))
        found = decided(position, sought, goal, default_engine(position.spec), budget)
        if found is None or found != decided(position, sought, goal, _auditor(position), budget):
            continue
        position = replace(position, source=spoken(source(want, tricks, seed, tried), lang))
        teaches = _teaches(sought, found, position.players[found.claim.seat])
        cards = found.key, found.lure
        told_of = told(position, sought.title, teaches, found.claim, cards, budget, lang)
        yield Problem(want, seed, tried, told_of, str(found.key), _solution(told_of, sought, found, budget))


def _auditor(position: Position) -> Engine:
    """An engine that knows nothing of the first one's work: the plain one where it is quick enough."""
    return ReferenceEngine() if position.tricks_left <= AUDITED_TRICKS else default_engine(position.spec)


def decided(
    position: Position, want: PointWant, goal: Goal | None, engine: Engine, budget: Budget
) -> CardDecides | None:
    """What an ending turns on; None where it has not the property. Raises: LimitReached."""
    question = PointQuestion.of(position)
    moves = merged_moves(question)
    if len(moves) < LEAST_CARDS:
        return None
    groups, of = by_sides(question.sides), question.sides.of
    for seat, asked in _asked(question, goal):
        if (of[seat] == of[question.to_move]) is not want.wins:
            continue
        claim = ForcingClaim(asked, seat, groups[of[seat]], groups)
        play = ForcingPlay(asked, seat, claim.by, engine, budget)
        forced = [(move, equals, play.holds(question.after(move)[0])) for move, equals in moves]
        good = [(move, equals) for move, equals, holds in forced if holds is want.wins]
        if len(good) == 1 and not good[0][1]:
            lure = next(move for move, _, holds in forced if holds is not want.wins)
            return CardDecides(claim, good[0][0], lure)
    return None


def _asked(question: PointQuestion, goal: Goal | None) -> Iterator[tuple[int, Goal]]:
    """The goal of each seat, or leader of a side, that can have it."""
    worth = Worth(question)
    known = [each for each in worth.goals() if question.settles(each.aim)]
    if goal is None:
        goal = next(iter(known), None)
    elif goal.way is None and goal not in known:
        goal = None
    if goal is not None:
        yield from ((seat, goal) for seat in worth.seats(goal.aim))


def _teaches(want: PointWant, found: CardDecides, player: str) -> Message:
    card, whose, goal = LineWord(found.key), Whose(player), found.claim.goal.said
    if want.wins:
        return say(
            "After {card}, and after no other card, {whose} side is sure of this: {goal}.",
            card=card,
            whose=whose,
            goal=goal,
        )
    return say(
        "Every card but {card} lets {whose} side have this for certain: {goal}.",
        card=card,
        whose=whose,
        goal=goal,
    )


def _solution(position: Position, want: PointWant, found: CardDecides, budget: Budget) -> Reason | None:
    """The plan that solves a short problem; None where none was found."""
    if position.tricks_left > AUDITED_TRICKS:
        return None
    try:
        claim, left = found.claim, Limits(timeout=budget.seconds_left)
        why = explain(position, claim.goal, claim.seat, claim.by, left)
    except LimitReached:
        return None
    if why.plan is None or why.holds is not want.wins:
        return None
    return Reason(found.claim.goal, found.claim.seat, position.table, why)
