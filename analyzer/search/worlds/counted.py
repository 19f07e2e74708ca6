"""Who can force what in every deal that a position may be, over one table, and what is sure in all."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from analyzer.errors import INTERRUPTED, LimitReached
from analyzer.frozenrecord import Record
from analyzer.messages import Message
from analyzer.position.asked import Asking
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.position.worth import Worth
from analyzer.pythonanswer import PythonAnswer
from analyzer.rules.actions import Action
from analyzer.rules.score.goals import Aim, Goal, Sense
from analyzer.rules.sides import Groups, by_seats
from analyzer.rules.spec.grounds import STATED, Grounds, OnGrounds
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.results import GoalAnswer, Key, Status
from analyzer.search.solve.candidate import Candidate, Number

WORLDS, CARDS, NUMBERS = "worlds", "cards", "numbers"
"""What is unfinished where not every deal is answered, where its cards are not, or what is counted."""


@dataclass(slots=True)
class CountedValues(PythonAnswer):
    """What is found of one moment in each of the deals, deal by deal."""

    goals: dict[Key, list[GoalAnswer]] = field(default_factory=dict)
    """By seat and goal."""
    sure: list[tuple[int, ...]] = field(default_factory=list)
    """Tokens that each seat is sure of, what was paid on the way included."""
    numbers: dict[Number, list[Fraction]] = field(default_factory=dict)
    """In games of card points, what each side is sure of, or has to take."""

    @property
    def answered(self) -> int:
        """How many deals are answered in full."""
        return min((len(each) for each in self.goals.values()), default=len(self.sure))

    def number(self, key: Key) -> int:
        """In how many deals who a goal is of has it in hand."""
        return sum(each.status in (Status.AUTOMATIC, Status.FORCED) for each in self.goals[key])

    def everywhere(self, key: Key) -> GoalAnswer | None:
        """Who can force a goal in every one of the deals; None where the deals have other sides."""
        first, *others = self.goals[key]
        forcing = first.forcing
        for each in others:
            if each.groups != first.groups:
                return None
            forcing &= each.forcing
        return GoalAnswer(first.seat, first.goal, forcing, first.groups)

    def prevented(self, key: Key) -> tuple[int, ...]:
        """The minimal sets that can prevent a goal in every one of the deals."""
        first, *others = self.goals[key]
        forcing = first.forcing
        for each in others:
            forcing |= each.forcing
        return GoalAnswer(first.seat, first.goal, forcing, first.groups).prevented_by

    def status(self, key: Key) -> Status | None:
        """How far it is in hand where that is the same in all deals; None where it is not."""
        found = {each.status for each in self.goals[key]}
        return next(iter(found)) if len(found) == 1 else None

    @property
    def least(self) -> tuple[int, ...] | None:
        """What each seat is sure of wherever the cards lie; None where that was not asked for."""
        return tuple(map(min, zip(*self.sure, strict=True))) if self.sure else None

    def least_of(self, aim: Aim, sides: int, sense: Sense) -> tuple[Fraction, ...] | None:
        """How much of a number each side is sure of wherever the cards lie; None where it was not asked."""
        worst = min if sense is Sense.MOST else max
        known = [worst(self.numbers[aim, side]) for side in range(sides) if (aim, side) in self.numbers]
        return tuple(known) if len(known) == sides else None


@dataclass(slots=True)
class CountedGoals(CountedValues, OnGrounds):
    """What is found in each deal that was asked about within the limits, and behind each card."""

    deals: tuple[Position, ...] = ()
    exact: bool = True
    fit: int | None = None
    sense: Sense = Sense.MOST
    cards: dict[Action, CountedValues] = field(default_factory=dict)
    """Behind each card that may be played in every deal, where the same player has the same hand in all."""
    nodes: int = 0
    seconds: float = 0.0
    reason: Message | None = None
    """Why it stopped early, where it did: the text of the :class:`LimitReached` that stopped it."""
    unfinished: tuple[str, ...] = ()
    """Parts that were asked for and not finished within the limits."""
    grounds: Grounds = STATED

    @property
    def complete(self) -> bool:
        """Whether nothing is unfinished."""
        return not self.unfinished

    @property
    def finished(self) -> bool:
        """Whether every deal is answered."""
        return WORLDS not in self.unfinished

    @property
    def of_every_deal(self) -> bool:
        """Whether every deal that fits is answered: what is sure in all is told of no others."""
        return self.exact and self.finished


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
    own = {(table.to_move, table.hands[table.to_move]) for table in tables}
    if len(own) > 1 or tables[0].picked is not None:
        return []
    first, *others = [each.question.moves() for each in asked]
    return [move for move in first if all(move in moves for moves in others)]
