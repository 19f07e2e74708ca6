"""What a certificate claims, and when a state has decided it.

Source: decision 2: goals are about the cards of the last trick, not about its payment.
"""

from __future__ import annotations

from analyzer.cards.card import Card
from analyzer.frozenrecord import Record
from analyzer.rules.play.table import Table, Trick
from analyzer.rules.score.goals import ENDINGS, Goal, endings_with, goal_reached


class GoalClaim(Record, frozen=True):
    """That the players of a side bring a goal of one seat about, or that the others prevent it."""

    goal: Goal
    seat: int
    by: frozenset[int]
    """The seats that want the goal; all others do not."""
    holds: bool
    """Whether the claim is that they bring it about; else, that the others prevent it."""
    scored: bool = False
    """Whether it is of a game of card points."""

    def strategist(self, seat: int) -> bool:
        """Whether the seat is on the side that the claim says gets its way."""
        return (seat in self.by) == self.holds

    def suits(self, card: Card) -> bool:
        """Whether the goal's player can reach it with that card in the last trick."""
        return bool(endings_with(card) & ENDINGS[self.goal])

    def reached(self, last: Trick) -> bool:
        """Whether the goal was reached, by the last trick."""
        return goal_reached(last, self.goal, self.seat)

    def hopeless(self, table: Table) -> bool:
        """Whether the goal's player has no card left with which to reach it in the last trick.

        While that player holds cards, the last one is among them; the Fool never wins a trick.
        """
        held = table.hands[self.seat]
        last = held or {laid.card for laid in table.trick if laid.seat == self.seat}
        return not any(self.suits(card) for card in last)
