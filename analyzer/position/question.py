"""What a search asks about in every game: one state of a hand, with all that its future depends on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Protocol, Self, TypeVar

from analyzer.cards.card import Card
from analyzer.errors import UsageError
from analyzer.messages import say
from analyzer.position.setting import Setting
from analyzer.rules.actions import ALLOW, DEMAND, Action
from analyzer.rules.play.table import Table, Trick
from analyzer.rules.score.goals import Aim, Goal
from analyzer.rules.sides import Sides
from analyzer.rules.spec.contractwords import ContractAim
from analyzer.rules.spec.game import GameSpec

Q = TypeVar("Q", bound="Question")
Amounts = tuple[int, ...]
"""Tokens received less paid, or what is written on the sheet, by account: the seats that play, then who sits
out, then the pots, where there are any."""


class Ended(Protocol):
    """A hand that was played to the end."""

    def reached(self, goal: Goal, seat: int) -> bool:
        """Whether a goal was reached for a seat, or for its side."""

    def number(self, aim: Aim, seat: int) -> Fraction | None:
        """How much of something the side of a seat has; None where nobody knows."""


@dataclass(frozen=True, slots=True)
class Question(ABC):
    """One state of a hand; seats in order of play."""

    table: Table
    last: Trick | None = field(default=None, kw_only=True, compare=False)
    """The last trick, once it is played."""

    @classmethod
    @abstractmethod
    def of(cls, position: Setting) -> Self:
        """The state of a position; of a whole hand, that after what comes before the first lead.

        Raises: UsageError where the hands are not all known.
        """

    @classmethod
    @abstractmethod
    def paid_before(cls, position: Setting) -> Amounts:
        """What was paid since the amounts of a position began: nothing where it is no whole hand."""

    @property
    def spec(self) -> GameSpec:
        """The game that is played."""
        return self.table.spec

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self.table.hands)

    @property
    def over(self) -> bool:
        return self.table.over

    @property
    def to_move(self) -> int:
        """The seat that decides next: it lays a card, or answers whether to demand the Fool."""
        return self.table.to_move

    def moves(self) -> tuple[Action, ...]:
        """Everything the player to move may do, in canonical order; empty when the hand is over."""
        return self.table.moves()

    @property
    @abstractmethod
    def sides(self) -> Sides:
        """Who plays with whom."""

    @property
    def declarer(self) -> int | None:
        """The seat that plays the contract, where one does."""
        return None

    @property
    def contract(self) -> str | None:
        """The contract, where there is one."""
        return None

    @property
    def called(self) -> Card | None:
        """The card whose holder plays with the declarer, where one was called."""
        return None

    @property
    def aim(self) -> ContractAim | None:
        """What the contract that is played is about; None where the last trick decides."""
        return None

    def settles(self, aim: Aim) -> bool:  # noqa: ARG002 - of a game in which nothing hangs on the past
        """Whether enough is known of the past to say how such a goal comes out."""
        return True

    @property
    def opposed(self) -> bool:
        """Whether what one of two sides gains is always what the other loses, or what it would not have."""
        return False

    @property
    def judged(self) -> bool:
        """Whether the Proprieties judge its cards."""
        return False

    @property
    def to_come(self) -> frozenset[Aim]:
        """The numbers that are of the tricks to come alone, as what was won before is not told."""
        return frozenset()

    @property
    def on_a_sheet(self) -> bool:
        """Whether amounts are written, and not paid."""
        return False

    @property
    def pot_count(self) -> int:
        """How many of the accounts are pots."""
        return 0

    @property
    def nothing(self) -> Amounts:
        """Nothing paid, by account."""
        return (0,) * self.players

    def by_side(self, amounts: Amounts) -> Amounts:
        """Amounts with those of the seats of a side together; other accounts stay behind them."""
        sides = self.sides
        own = (sum(amounts[seat] for seat in sides.seats(side)) for side in range(sides.count))
        return *own, *amounts[self.players :]

    def leader(self, side: int) -> int:
        """The seat that a side is called by."""
        return self.sides.leader(side, self.declarer)

    def after(self, move: Action) -> tuple[Self, Amounts]:
        """The state after one of :meth:`moves`, and what that move pays or writes, by account."""
        table, trick = self.table.after(move)
        if trick is None:
            return replace(self, table=table), self.nothing
        return self.turned(table, trick)

    @abstractmethod
    def turned(self, table: Table, trick: Trick) -> tuple[Self, Amounts]:
        """The state once a trick is turned over and the table is this one, and what that pays or writes."""

    @abstractmethod
    def end(self) -> Ended:
        """How a hand that is over came out."""

    def reached(self, goal: Goal, seat: int) -> bool:
        """Whether a goal was reached for a seat, or for its side; of a hand that is over."""
        return self.end().reached(goal, seat)

    @abstractmethod
    def state(self) -> Hashable:
        """Everything that differs between two states of one hand from which it can go on otherwise."""

    @abstractmethod
    def ahead(self) -> Hashable:
        """Everything that who can force what hangs on."""

    def points(self) -> tuple[Fraction, ...] | None:
        """The points that lie with each side, where goals hang on them: in all, or as far as is known."""
        return None

    @abstractmethod
    def same_hand(self, other: Self) -> bool:
        """Whether two states can be of one hand: the game, the sides and what was told of it are the same."""

    @abstractmethod
    def told_apart(self, one: Card, other: Card) -> bool:
        """Whether a rule or the count tells two cards of one suit apart beside their rank."""


def check_hands(position: Setting) -> None:
    """Raises: UsageError where the hands are not all known."""
    half = position.unseen is not None or position.half_known is not None
    if half or not _hands_fit(position.table):
        told = say(
            "the search needs every hand: some cards of this position are unseen, which is for `decide`"
        )
        raise UsageError(told)


def check_claim(question: Question, seat: int, by: int) -> None:
    """Raises: UsageError for a state that is over, or players who are not at the table."""
    check_not_over(question)
    if seat not in range(question.players) or by not in range(1 << question.players):
        raise UsageError(say("there is no such player; seats are 0 to {last}", last=question.players - 1))


def check_not_over(question: Question) -> None:
    """Raises: UsageError for a state that is over."""
    if question.over:
        raise UsageError(say("nothing is left to play in this position"))


def by_answers(question: Q, by: int, holds: Callable[[Q], bool]) -> bool:
    """What `holds` says of a state; where a picked card is answered first, of the states that come of it.

    Of those the players in mask `by` need one that holds if one of them answers, and both if not.
    """
    table = question.table
    if table.picked is None:
        return holds(question)
    decides = any if by >> table.to_move & 1 else all
    after = (question.after(move)[0] for move in (DEMAND, ALLOW))
    return decides(by_answers(each, by, holds) for each in after)


def merged_moves(question: Question) -> tuple[tuple[Action, tuple[Card, ...]], ...]:
    """The moves of the player to move with equal cards merged: each move with the cards equal to it.

    Two cards of a suit in one hand are equal when no card between them is held by another player or lies in
    the present trick, and nothing else tells them apart (:meth:`Question.told_apart`). Swapping them
    changes no trick, payment or count, so their values agree. The highest stands for its group; the others
    follow it, high to low. A led Fool has one entry per suit, and answers to a picked card (demand it, let it
    pass) stand alone.
    """
    table = question.table
    elsewhere = {laid.card for laid in table.trick}
    elsewhere.update(c for seat, hand in enumerate(table.hands) if seat != table.holder for c in hand)
    groups: list[tuple[Action, list[Card]]] = []
    for move in question.moves():
        group = next((g for g in reversed(groups) if _equal(question, g[0], move, elsewhere)), None)
        if group is None or move.card is None:
            groups.append((move, []))
        else:
            group[1].append(move.card)
    return tuple((move, tuple(equals)) for move, equals in groups)


def _equal(question: Question, one: Action, other: Action, elsewhere: set[Card]) -> bool:
    """Whether two moves lay cards that nothing in the rest of the hand can tell apart."""
    a, b = one.card, other.card
    if a is None or b is None or a.suit is None or a.suit is not b.suit or question.told_apart(a, b):
        return False
    height = question.spec.height
    low, high = sorted((height(a), height(b)))
    return not any(card.suit is a.suit and low < height(card) < high for card in elsewhere)


def _hands_fit(table: Table) -> bool:
    """Whether every seat holds as many cards as the trick leaves it."""
    laid = {each.seat for each in table.trick}
    return len({len(hand) + (seat in laid) for seat, hand in enumerate(table.hands)}) == 1
