"""The question a search answers, as one state of a hand with everything values depend on.

A :class:`Question` is a value; :meth:`Question.after` gives the next one and what the move pays. Both
engines, the plain reference and the native core, answer for a Question through the :class:`Engine`
protocol, and neither the assembly of answers nor anything behind it knows which one it asks.

Source: clauses payment.order, count.points; the demand is :class:`analyzer.rules.play.table.Table`'s.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Protocol

from analyzer.cards.card import PAGAT, Card
from analyzer.errors import TIME_LIMIT, LimitReached, UsageError, limit_of_nodes
from analyzer.messages import say
from analyzer.position.question import Amounts, HandQuestion, check_hands
from analyzer.position.replay.deal import deal_out, taken_at_start
from analyzer.position.replay.turning import points_of, put_in_piles, settle_piles
from analyzer.position.setting import Setting, Taken
from analyzer.rules.actions import ALLOW, DEMAND, Action
from analyzer.rules.book import Book, Pots
from analyzer.rules.play.table import Trick
from analyzer.rules.score.goals import Goal, Sense, goal_reached
from analyzer.rules.score.payments import settle_early
from analyzer.rules.sides import Groups, Sides
from analyzer.search.engine.results import Equilibrium, Key, Limits

if TYPE_CHECKING:
    from analyzer.rules.score.goals import Aim


@dataclass(frozen=True, slots=True)
class Question(HandQuestion):
    """One state of a hand, with all that the values of its future depend on; seats in order of play."""

    pots: Pots
    """What lies in the pots now."""
    taken: tuple[Taken | None, ...] | None
    """What lies in the piles now, as in :class:`Setting`: None for what nothing is known about."""
    dealer: int | None
    count: bool
    """Whether the count belongs to the tokens."""
    announced_tout: bool
    """Whether the dealer announced Tout."""
    sitting_out: bool
    """Whether a fourth player pays foundations."""
    last: Trick | None = field(default=None, compare=False)
    """The last trick, once it is played."""

    @classmethod
    def of(cls, position: Setting) -> Question:
        """The state a position file describes; of a whole hand, the state after the deal is paid for.

        Raises: UsageError where the hands are not all known, or a count that lacks dealer or points.
        """
        check_hands(position)
        question = cls(
            table=position.table,
            pots=position.pots,
            taken=taken_at_start(position),
            dealer=position.dealer,
            count=position.count,
            announced_tout=position.tout_at_stake is not None,
            sitting_out=position.sitting_out is not None,
        )
        if position.whole_hand:
            book = Book(len(position.players), position.pots)
            deal_out(position, book)
            question = replace(question, pots=book.pots)
        if question.count and (question.dealer is None or points_of(question.taken) is None):
            raise UsageError(say("the count needs `dealer` and the points every player has taken"))
        return question

    @property
    def sides(self) -> Sides:
        """Everybody for himself."""
        return Sides.alone(self.players)

    @property
    def judged(self) -> bool:
        return True

    @property
    def pot_count(self) -> int:
        """The king pot and the Pagat pot, in this order."""
        return 2

    @property
    def nothing(self) -> Amounts:
        """Nothing paid, by account."""
        return (0,) * (self.players + self.sitting_out + self.pot_count)

    def after(self, move: Action) -> tuple[Question, Amounts]:
        """The state after one of :meth:`moves`, and the tokens that move pays, by account.

        A move that completes a trick settles it: early kings and Pagat, or the last trick with pots,
        foundation and, where it is asked for, the count.
        """
        table, trick = self.table.after(move)
        if trick is None:
            return replace(self, table=table), self.nothing
        taken = put_in_piles(self.spec, self.taken, trick, self.table.tricks_left)
        book = Book(self.players + self.sitting_out, self.pots)
        if table.over:
            settle_piles(
                self.spec, taken, trick, book,
                dealer=self.dealer, announced_tout=self.announced_tout,
                sitting_out=self.sitting_out, count=self.count,
            )  # fmt: skip
        else:
            settle_early(self.spec, trick, book)
        last = trick if table.over else None
        gained = book.pot_changes
        after = replace(self, table=table, pots=book.pots, taken=taken, last=last)
        return after, (*book.tokens, gained.king, gained.pagat)

    def end(self) -> Question:
        """How a hand that is over came out."""
        return self

    def reached(self, goal: Goal, seat: int) -> bool:
        """Whether the last trick brought a goal about, whatever Tout and Nolo make of the payment."""
        assert self.last is not None
        return goal_reached(self.last, goal, seat)

    def number(self, aim: Aim, seat: int) -> Fraction | None:
        """The points or tricks in a player's pile; None where nobody knows."""
        pile = None if self.taken is None else self.taken[seat]
        found = None if pile is None else {"points": pile.points, "tricks": pile.tricks}.get(aim.value)
        return None if found is None else Fraction(found)

    def state(self) -> Hashable:
        """Everything that differs between two states of one hand from which it can go on otherwise."""
        table = self.table
        laid = tuple((each.card, each.names) for each in table.trick)
        cards = table.hands, table.lead, laid, table.picked, table.passed, table.demanded
        return cards, self.pots, self.taken, self.last

    def same_hand(self, other: Question) -> bool:
        """Whether two states can be of one hand: the game and what was told of it are the same."""
        return self._of_hand() == other._of_hand()

    def _of_hand(self) -> object:
        told = self.dealer, self.count, self.announced_tout, self.sitting_out
        return self.spec, self.table.fool_demand, told

    def told_apart(self, one: Card, other: Card) -> bool:
        """Whether something is paid for one of them only, or they count otherwise where that is counted."""
        if any((one in entry.cards) != (other in entry.cards) for entry in self.spec.entries):
            return True
        return self.count and self.spec.count.of(one) != self.spec.count.of(other)


def is_ultimo_card(card: Card) -> bool:
    """Whether the last trick can be won Ultimo with the card: the kings and the Pagat."""
    return card.is_king or card == PAGAT


def by_answers(question: Question, by: int, holds: Callable[[Question], bool]) -> bool:
    """What `holds` says of a state; where a picked card is answered first, of the states that come of it.

    Of those the players in mask `by` need one that holds if one of them answers, and both if not.
    """
    table = question.table
    if table.picked is None:
        return holds(question)
    decides = any if by >> table.to_move & 1 else all
    after = (question.after(move)[0] for move in (DEMAND, ALLOW))
    return decides(by_answers(each, by, holds) for each in after)


AN_AGE: Final = 1e9
"""Seconds that no search lasts."""


class Budget:
    """What a search may still use: it counts nodes and says when the limit is reached."""

    __slots__ = ("deadline", "max_nodes", "spent", "table_mb")

    CHECK_EVERY = 1024
    """Nodes between two looks at the clock."""

    def __init__(
        self, max_nodes: int | None = None, deadline: float | None = None, table_mb: int = 256
    ) -> None:
        self.max_nodes = max_nodes
        self.deadline = deadline
        """On the clock of :func:`time.monotonic`."""
        self.table_mb = table_mb
        self.spent = 0

    @classmethod
    def of(cls, limits: Limits) -> Budget:
        """A budget that starts now."""
        deadline = None if limits.timeout is None else time.monotonic() + min(limits.timeout, AN_AGE)
        return cls(limits.max_nodes, deadline, limits.table_mb)

    @property
    def nodes_left(self) -> int | None:
        """Nodes still allowed; None is no limit."""
        return None if self.max_nodes is None else max(0, self.max_nodes - self.spent)

    @property
    def seconds_left(self) -> float | None:
        """Seconds still allowed; None is no limit."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def part(self, most: int) -> Budget:
        """A budget of its own until the same time: so many nodes, or what is left if that is less."""
        left = self.nodes_left
        return Budget(most if left is None else min(most, left), self.deadline, self.table_mb)

    @contextmanager
    def apart(self, most: int) -> Iterator[Budget]:
        """A part of it, what is spent of which is spent of the whole too."""
        own = self.part(most)
        try:
            yield own
        finally:
            self.spent += own.spent

    def spend(self, nodes: int = 1) -> None:
        """Count nodes.

        Raises: LimitReached when they are more than allowed, or the time is up.
        """
        before, self.spent = self.spent, self.spent + nodes
        if self.max_nodes is not None and self.spent > self.max_nodes:
            raise LimitReached(limit_of_nodes(self.max_nodes), self.spent)
        if before // self.CHECK_EVERY != self.spent // self.CHECK_EVERY or before == 0:
            self.check_clock()

    def check_clock(self) -> None:
        """Raises: LimitReached when the time is up."""
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise LimitReached(TIME_LIMIT, self.spent)


class Engine(Protocol):
    """What can search any game: goals are of the end of the hand, amounts of the future of the state alone.

    Every method raises LimitReached when the budget is used up; KeyboardInterrupt passes through.
    """

    def goals(
        self, question: Any, wanted: Sequence[Any], budget: Budget, groups: Groups | None = None
    ) -> Mapping[Key, int]:
        """For each goal and its seat: bit S is set when the groups in mask S, else the sides, force it."""
        ...

    def forces(self, question: Any, goal: Any, seat: int, by: int, budget: Budget) -> bool:
        """Whether the seats in mask `by` force the seat's goal from here."""
        ...

    def value(self, question: Any, aim: Aim, side: int, sense: Sense, budget: Budget) -> Fraction:
        """How much of a number a side is sure of, or has to take, against all others, the past included."""
        ...

    def guarantee(self, question: Any, side: int, budget: Budget) -> int:
        """The most future tokens, or points on the sheet, that a side is sure of against all others."""
        ...

    def equilibria(self, question: Any, budget: Budget) -> tuple[Equilibrium, ...]:
        """Every subgame-perfect payoff of the future over the sides, each once, with one line to it."""
        ...
