"""The state of a hand whose last trick is paid for out of pots, with a pile and a purse for everybody.

Source: clauses payment.order, count.points; the demand is :class:`analyzer.rules.play.table.Table`'s.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from analyzer.cards.card import Card
from analyzer.errors import UsageError
from analyzer.messages import say
from analyzer.position.question import Amounts, Question, check_hands
from analyzer.position.replay.deal import deal_out, taken_at_start
from analyzer.position.replay.turning import came_of_piles, points_of, put_in_piles, settle_piles
from analyzer.position.setting import Setting, Taken
from analyzer.rules.book import Book, Pots
from analyzer.rules.play.table import Table, Trick
from analyzer.rules.score.cardpay import pay_trick
from analyzer.rules.score.goals import Goal, goal_reached
from analyzer.rules.sides import Sides

if TYPE_CHECKING:
    from analyzer.rules.score.goals import Aim


@dataclass(frozen=True, slots=True)
class PotState(Question):
    """One state of a hand, with what lies in the pots and in everybody's pile; seats in order of play."""

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

    @classmethod
    def of(cls, position: Setting) -> PotState:
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

    @classmethod
    def paid_before(cls, position: Setting) -> Amounts:
        """What the deal of a whole hand has paid."""
        book = Book(len(position.players) + (position.sitting_out is not None), position.pots)
        if position.whole_hand:
            deal_out(position, book)
        return (*book.tokens, book.pot_changes.king, book.pot_changes.pagat)

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

    def turned(self, table: Table, trick: Trick) -> tuple[PotState, Amounts]:
        """The state after a trick, and the tokens that it pays, by account.

        Early kings and Pagat, or with the last trick pots, foundation and, where it is asked for, the count.
        """
        taken = put_in_piles(self.spec, self.taken, trick, self.table.tricks_left)
        book = Book(self.players + self.sitting_out, self.pots)
        if table.over:
            came = came_of_piles(
                self.players, taken, trick,
                dealer=self.dealer, announced_tout=self.announced_tout,
                sitting_out=self.sitting_out, count=self.count,
            )  # fmt: skip
            settle_piles(self.spec, came, book, count=self.count)
        else:
            pay_trick(self.spec, self.sides, trick, book)
        last = trick if table.over else None
        gained = book.pot_changes
        after = replace(self, table=table, pots=book.pots, taken=taken, last=last)
        return after, (*book.tokens, gained.king, gained.pagat)

    def end(self) -> PotState:
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

    def ahead(self) -> Hashable:
        return self.table

    def same_hand(self, other: PotState) -> bool:
        """Whether two states can be of one hand: the game and what was told of it are the same."""
        return self._of_hand() == other._of_hand()

    def _of_hand(self) -> object:
        told = self.dealer, self.count, self.announced_tout, self.sitting_out
        return self.spec, self.table.fool_demand, told

    def told_apart(self, one: Card, other: Card) -> bool:
        """Whether something is paid for one of them only, or they count otherwise where that is counted."""
        if any((one in entry.cards) != (other in entry.cards) for entry in self.spec.entries):
            return True
        return self.count and self.spec.piles.of(one) != self.spec.piles.of(other)
