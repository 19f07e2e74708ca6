"""Who can force what in every deal that a position may be, over one table."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from analyzer.cards.card import Card
from analyzer.errors import INTERRUPTED, LimitReached, UsageError
from analyzer.frozenrecord import Record
from analyzer.knowledge.deciding import deciding_cards, place_of
from analyzer.knowledge.fitting import one_chooses
from analyzer.messages import Message, say
from analyzer.position.bearing import Askable
from analyzer.position.hand import Hand, check_claim
from analyzer.position.model import Position
from analyzer.position.question import ForcingClaim, PositionQuestion
from analyzer.rules.actions import Action, Groups, seat_groups
from analyzer.rules.score.goals import Goal
from analyzer.rules.spec.grounds import STATED, Grounds
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.results import (
    WORLDS,
    CountedGoals,
    CountedValues,
    ForcingAnswer,
    GoalAnswer,
    Key,
)
from analyzer.search.solve.candidate import Candidate, Number
from analyzer.search.worlds.plain import InformationSet, WorldsState, unfollowed

# Who can force what in every deal that a position may be, over one table, and what is sure in all.


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
    asked = list(_prepare_deals(deals, request))
    found = CountedGoals(deals=tuple(deals), exact=exact, fit=fit, sense=Askable(asked[0].question).sense)
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


def _prepare_deals(deals: Sequence[Position], request: CountedRequest) -> Iterator[_Asked]:
    goal, askings = request.goal, [PositionQuestion.from_position(deal) for deal in deals]
    groups = [each.groups(None) for each in askings]
    if len(set(groups)) > 1:
        groups = [seat_groups(len(deals[0].players))] * len(deals)
    for deal, asking, together in zip(deals, askings, groups, strict=True):
        keys = asking.keys(None if goal is None else asking.goal(goal), request.player)
        wanted = tuple(keys) if request.goals else ()
        yield _Asked(Hand.from_position(deal), wanted, together, request.tokens and deal.pots is not None)


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
    worth = Askable(questions[0])
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


# One yes or no in every deal that a position may be, over one table; and whether one plan does for all.
#
# In each deal all cards lie face up, so that its answer is that of the deal by itself.


MOST_SITUATIONS: Final = 20_000
"""States of deals that are looked at for one plan; where they do not last it is not found out."""


@dataclass(frozen=True, slots=True)
class InEveryDeal(ForcingAnswer):
    """What a yes or no is in each of the deals; where a limit came first those asked before it."""

    deals: tuple[Position, ...]
    answers: tuple[bool, ...]
    one_plan: bool | None
    """Whether one way to play, by a player who sees his own cards, does in all; None: not found out."""
    turns_on: tuple[Card, ...]
    nodes: int
    seconds: float
    exact: bool
    fit: int | None
    stopped: Message | None = None
    grounds: Grounds = STATED

    @property
    def line(self) -> tuple[str, ...]:
        """No line of play is one of every deal."""
        return ()

    def __bool__(self) -> bool:
        """Raises: UsageError where it depends, or is not known."""
        if self.holds is None:
            told = say("the answer is neither yes nor no")
            raise UsageError(told, say("expected `.holds`, or in how many deals: `.number`"))
        return self.holds

    @property
    def number(self) -> int:
        """In how many of them it is yes."""
        return sum(self.answers)

    @property
    def holds(self) -> bool | None:
        """Yes in all that fit, no in all, or else None; deals that were drawn say nothing of the others."""
        if self.stopped is not None or not self.exact or self.grounds.differs("holds"):
            return None
        return self.answers[0] if len(set(self.answers)) == 1 else None

    def deals_with(self, answer: bool) -> Iterator[Position]:  # noqa: FBT001 - the answer that is looked for
        """The deals with that answer."""
        return (deal for deal, each in zip(self.deals, self.answers, strict=False) if each is answer)

    def places(self, *, answer: bool) -> list[tuple[int | None, ...]]:
        """Where the cards it turns on lay in the deals with that answer: a seat or nobody, each case once."""
        found = {tuple(place_of(card, deal) for card in self.turns_on) for deal in self.deals_with(answer)}
        return sorted(found, key=lambda seats: [99 if seat is None else seat for seat in seats])


def in_every_deal(
    deals: Sequence[Position],
    claim_of: Callable[[Position], ForcingClaim],
    engine: Engine,
    budget: Budget,
    *,
    exact: bool,
    fit: int | None,
) -> InEveryDeal:
    """The answer in each of the deals; the claim may be another in each, as a partner is."""
    started, answers, stopped = time.monotonic(), list[bool](), None
    asked = [(Hand.from_position(deal), claim_of(deal)) for deal in deals]
    for question, claim in asked:
        check_claim(question, claim.seat, claim.by)
    one_plan: bool | None = False
    turns_on: tuple[Card, ...] = ()
    try:
        for question, claim in asked:
            answers.append(forces(question, claim.goal, claim.seat, claim.by, engine, budget))
        nodes = budget.spent
        if all(answers):
            one_plan = _one_plan(asked, engine, budget)
        if exact:  # over a sample other deals may tell against it
            turns_on = deciding_cards(deals, answers)
    except LimitReached as limit:
        stopped, nodes = limit.reason, budget.spent
    except KeyboardInterrupt:
        stopped, nodes = INTERRUPTED, budget.spent
    if one_plan and not exact:
        one_plan = None
    if stopped is not None and all(answers):
        one_plan = None
    seconds = time.monotonic() - started
    return InEveryDeal(tuple(deals), tuple(answers), one_plan, turns_on, nodes, seconds, exact, fit, stopped)


def forces(question: Hand, goal: Goal, seat: int, by: int, engine: Engine, budget: Budget) -> bool:
    """Whether the players in mask `by` force a goal in one deal. Raises: LimitReached."""
    if question.over:
        return question.reached(goal, seat)
    return engine.forces(question, goal, seat, by, budget)


def _one_plan(asked: Sequence[tuple[Hand, ForcingClaim]], engine: Engine, budget: Budget) -> bool | None:
    """Whether one plan does in all deals of which each is forced; None where that is not found out.

    It is asked of one player alone. Deals in which he holds other cards are none that he takes for another.
    """
    claims = {(claim.goal, claim.seat, claim.by) for _, claim in asked}
    if len(claims) != 1:
        return None
    ((goal, seat, by),) = claims
    if by.bit_count() != 1:
        return None
    player = by.bit_length() - 1
    by_hand: dict[object, list[Hand]] = {}
    for question, _ in asked:
        by_hand.setdefault(question.table.hands[player], []).append(question)
    plan = _Plan(goal, seat, by, player, engine, budget)
    found = [plan.does(questions) for questions in by_hand.values()]
    return False if False in found else None if None in found else True


class _NotFoundOut(Exception):
    """More situations than are looked at."""


@dataclass(slots=True)
class _Plan:
    """The search for one way of playing that brings a goal about in several deals."""

    goal: Goal
    seat: int
    by: int
    player: int
    engine: Engine
    budget: Budget
    left: int = MOST_SITUATIONS

    def does(self, questions: Sequence[Hand]) -> bool | None:
        """Whether there is one for deals that he cannot tell apart; None where that is not found out."""
        nothing = (0,) * questions[0].players
        states = (WorldsState(world, each, nothing) for world, each in enumerate(questions))
        try:
            return self._wins(InformationSet(self.player, tuple(states)))
        except _NotFoundOut:
            return None

    def _wins(self, infoset: InformationSet) -> bool:
        """Whether he brings it about in all worlds of a situation, each of which is won by itself or is not.

        A situation is lost as soon as it is lost in one of its worlds, all cards face up.
        """
        self.left -= len(infoset.states)
        if self.left < 0:
            raise _NotFoundOut
        if infoset.over:
            return all(state.question.reached(self.goal, self.seat) for state in infoset.states)
        # Where nobody can follow the name of a led Fool, the naming comes first.
        clear = [state.question for state in infoset.states if not unfollowed(state.question)]
        if not all(map(self._won, clear)):
            return False
        if len(infoset.states) == 1 and clear:
            return True
        if infoset.mover == self.player:
            return any(all(map(self._wins, after)) for _, after in infoset.choices())
        return all(map(self._wins, infoset.answers()))

    def _won(self, question: Hand) -> bool:
        return forces(question, self.goal, self.seat, self.by, self.engine, self.budget)
