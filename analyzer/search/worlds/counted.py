"""Who can force what in every deal that a position may be, over one table, and what is sure in all."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from fractions import Fraction

from analyzer.errors import INTERRUPTED, LimitReached
from analyzer.frozenrecord import Record
from analyzer.knowledge.fitting import one_chooses
from analyzer.position.asked import Asking
from analyzer.position.bearing import Worth
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.actions import Action, Groups, by_seats
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.results import (
    WORLDS,
    CountedGoals,
    CountedValues,
    GoalAnswer,
    Key,
)
from analyzer.search.solve.candidate import Candidate, Number

CARDS, NUMBERS = "cards", "numbers"
"""What is unfinished where the cards are not answered, or what is counted."""


class CountedRequest(Record, frozen=True):
    """What is asked of every deal."""

    goal: Goal | str | None = None
    player: str | int | None = None
    goals: bool = True
    tokens: bool = False
    """In games that pay into pots."""
    cards: bool = False
    numbers: bool = False
    """In games of card points."""


def counted_goals(
    deals: Sequence[Position],
    request: CountedRequest,
    engine: Engine,
    budget: Budget,
    *,
    exact: bool,
    fit: int | None,
) -> CountedGoals:
    """The goals of every deal, then those behind each card, then what is counted.

    Raises: UsageError for what may not be asked in one of them.
    """
    started, part = time.monotonic(), WORLDS
    asked = list(_asked(deals, request))
    found = CountedGoals(deals=tuple(deals), exact=exact, fit=fit, sense=Worth(asked[0].question).sense)
    try:
        for each in asked:
            _seek(found, Candidate.at(each.question, each.question.nothing), each, engine, budget)
        part = NUMBERS
        _count(found, [each.question for each in asked], request, engine, budget)
        part = CARDS
        for move in _cards(asked) if request.cards else ():
            behind = CountedValues()
            for each in asked:
                after = Candidate.after(each.question, each.question.nothing, move)
                _seek(behind, after, each, engine, budget)
            found.cards[move] = behind
    except LimitReached as limit:
        found.reason, found.unfinished = limit.reason, (part,)
    except KeyboardInterrupt:
        found.reason, found.unfinished = INTERRUPTED, (part,)
    if not found.complete:
        found.cards.clear()
    found.nodes, found.seconds = budget.spent, time.monotonic() - started
    return found


class _Asked(Record, frozen=True):
    """What is asked of one deal."""

    question: Hand
    keys: tuple[Key, ...]
    groups: Groups
    tokens: bool


def _asked(deals: Sequence[Position], request: CountedRequest) -> Iterator[_Asked]:
    goal, askings = request.goal, [Asking.of(deal) for deal in deals]
    groups = [each.groups(None) for each in askings]
    if len(set(groups)) > 1:
        groups = [by_seats(len(deals[0].players))] * len(deals)
    for deal, asking, together in zip(deals, askings, groups, strict=True):
        keys = asking.keys(None if goal is None else asking.goal(goal), request.player)
        wanted = tuple(keys) if request.goals else ()
        yield _Asked(Hand.of(deal), wanted, together, request.tokens and deal.pots is not None)


def _seek(counted: CountedValues, at: Candidate, asked: _Asked, engine: Engine, budget: Budget) -> None:
    """Add what a moment of one deal is worth. Raises: LimitReached."""
    at.seek_goals(asked.keys, asked.groups, engine, budget)
    for key in asked.keys:
        counted.goals.setdefault(key, []).append(GoalAnswer(*key, at.goals[key], asked.groups))
    if asked.tokens:
        for side in range(asked.question.sides.count):
            at.seek_guarantee(side, engine, budget)
        counted.sure.append(tuple(at.guarantee.values()))


def _count(
    counted: CountedValues,
    questions: Sequence[Hand],
    request: CountedRequest,
    engine: Engine,
    budget: Budget,
) -> None:
    """Add what each side is sure of, where the sides are the same in all deals. Raises: LimitReached."""
    worth = Worth(questions[0])
    if not request.numbers or len({each.sides for each in questions}) > 1:
        return
    numbers = [(aim, side) for aim in worth.numbers for side in range(questions[0].sides.count)]
    found = dict[Number, list[Fraction]]()
    for question in questions:
        at = Candidate.at(question, question.nothing)
        for number in numbers:
            at.seek_number(number, worth.sense, engine, budget)
            found.setdefault(number, []).append(at.numbers[number])
    counted.numbers = found


def _cards(asked: Sequence[_Asked]) -> list[Action]:
    """What may be played in every deal, by a player who holds the same cards in all of them."""
    tables = [each.question.table for each in asked]
    if not one_chooses(tables) or tables[0].picked is not None:
        return []
    first, *others = [each.question.moves() for each in asked]
    return [move for move in first if all(move in moves for moves in others)]
