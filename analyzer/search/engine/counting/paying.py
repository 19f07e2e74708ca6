"""What a hand pays, searched by the core with every card: the core plays, the rules score each sort of end.

It is for games in which what is paid hangs on more than one number: on points, on who has all kings or no
trick, on what lies in the last trick.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.core import fastest
from analyzer.frozenrecord import Record
from analyzer.position.hand import Amounts, Hand
from analyzer.rules.actions import Action
from analyzer.rules.book import Book
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.score.deeds import KINGS
from analyzer.rules.score.goals import paid_last
from analyzer.rules.score.payments import pay_trick
from analyzer.rules.score.reckoning import SidePile
from analyzer.search.engine.counting.feeding import (
    counting_card,
    counting_number,
    counting_past,
    counting_play,
    rules_of_hand,
)
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.results import Equilibrium
from analyzer.search.engine.spending import account, bytes_of, nodes_of, seconds_of

if TYPE_CHECKING:
    from analyzer.core import _core
else:
    _core = fastest()

_SIDES: Final = 5
_NOBODY: Final = -1
_MOST_BYTES: Final = 1 << 30

Value = TypeVar("Value")
By = tuple[int, ...]
"""Amounts by side."""


class HandEnds(Record, frozen=True):
    """What the rules pay at each end of a hand, and for its cards on the way, by side.

    It knows nothing of who asks: the core holds on to it as long as it is asked itself.
    """

    hand: Hand
    marks: tuple[Card, ...]
    """The cards that are told of by name, where they lie and in the last trick."""

    @classmethod
    def of(cls, hand: Hand) -> HandEnds:
        """Those of a hand of which any state is given."""
        return cls(hand, tuple(sorted(_marked(hand))))

    def scored(
        self,
        units: Sequence[int],
        lies: Sequence[int],
        won: int,
        mond: int,
        table: Sequence[int],
        leader: int,
        winner: int,
    ) -> list[int]:
        """What the rules pay at an end, by side."""
        hand, seats = self.hand, self.hand.players
        cards = [counting_card(self.hand.spec, number) for number in table]
        laid = tuple(Laid((leader + place) % seats, card) for place, card in enumerate(cards))
        tricks = tuple(
            None if number is None else won >> seat & 1 for seat, number in enumerate(hand.reckoning.tricks)
        )
        piles = tuple(
            self._pile(pile, units[side], lies, side) for side, pile in enumerate(hand.reckoning.piles)
        )
        ending = replace(
            hand,
            reckoning=replace(hand.reckoning, piles=piles, tricks=tricks, talon=()),
            told=replace(hand.told, mond_lost=None if mond == _NOBODY else mond),
            won=tuple(won >> seat & 1 for seat in range(seats)),
        )
        return self._filled(ending.settled(Trick(laid, winner))[1])

    def _pile(self, pile: SidePile, units: int, lies: Sequence[int], side: int) -> SidePile:
        own = {card for card, whose in zip(self.marks, lies, strict=True) if whose == side}
        return replace(pile, units=units, cards=(pile.cards - {*self.marks}) | own, owed=None)

    def early(self) -> Iterator[tuple[int, int, int, list[int]]]:
        """What a marked card pays in a trick before the last, by who lays it and who wins."""
        hand, seats = self.hand, range(self.hand.players)
        for card in self.marks:
            for seat in seats:
                for winner in seats:
                    book = Book(hand.players)
                    pay_trick(hand.game, hand.sides, Trick((Laid(seat, card),), winner), book)
                    amounts = self._filled(book.sheet if hand.game.on_a_sheet else book.tokens)
                    if any(amounts):
                        yield counting_number(hand.spec, card), seat, winner, amounts

    def _filled(self, amounts: Amounts) -> list[int]:
        """Amounts by side, as many as the core knows."""
        found = self.hand.by_side(amounts)
        return [*found, *(0,) * (_SIDES - len(found))]


class Paying:
    """One hand: whatever is asked of it is remembered for the next question."""

    def __init__(self, hand: Hand, budget: Budget) -> None:
        """`hand` is any state of it."""
        self._hand, self._spec, self._ends = hand, hand.spec, HandEnds.of(hand)
        sheet = hand.game.bonus_sheet
        self._rules = rules_of_hand(hand)
        self._payer = _core.SumPayer(
            self._rules,
            [counting_number(self._spec, card) for card in self._ends.marks],
            [*self._ends.early()],
            [
                (hand.table.tricks_left - place, counting_number(self._spec, card))
                for place, card in enumerate(hand.reckoning.talon)
            ],
            sheet is not None,
            sheet is not None and sheet.mond_to_partner_lost,
            self._ends.scored,
            min(bytes_of(budget.table_mb), _MOST_BYTES),
        )

    def is_of(self, question: Hand) -> bool:
        """Whether a state can be one of this hand."""
        return self._hand.same_hand(question)

    def guarantee(self, question: Hand, side: int, budget: Budget) -> int:
        """The most that a side is sure of against all others, from a state of the hand on."""
        play, settled = self._state(question)
        return self._told(
            self._payer.sure(play, settled, 1 << side, nodes_of(budget), seconds_of(budget)), budget
        )

    def equilibria(self, question: Hand, budget: Budget) -> tuple[Equilibrium, ...]:
        """Every subgame-perfect payoff over the sides from a state of the hand on, with a line to each."""
        return tuple(
            Equilibrium(payoff, tuple(self._line(question, payoff, budget)))
            for payoff in self._payoffs(question, budget)
        )

    def _payoffs(self, question: Hand, budget: Budget) -> list[By]:
        if question.over:
            return [(0,) * question.sides.count]
        play, settled = self._state(question)
        found = self._payer.equilibria(play, settled, nodes_of(budget), seconds_of(budget))
        return [tuple(each[: question.sides.count]) for each in self._told(found, budget)]

    def _line(self, question: Hand, payoff: By, budget: Budget) -> Iterator[tuple[int, Action]]:
        """The first card at each step below which the rest of the payoff is to be had.

        What stands by one card, and is there below another one, stands by that too.
        """
        while not question.over:
            mover = question.to_move
            for move in question.moves():
                after, paid = question.after(move)
                now = question.by_side(paid)
                rest = tuple(all_in - at_once for all_in, at_once in zip(payoff, now, strict=True))
                if rest in self._payoffs(after, budget):
                    yield mover, move
                    question, payoff = after, rest
                    break
            else:
                raise AssertionError("a payoff that no card leads to")

    def _told(self, found: tuple[Value, int, str], budget: Budget) -> Value:
        value, nodes, reason = found
        account(budget, nodes, reason)
        return value

    def _state(self, question: Hand) -> tuple[_core.SumPlay, _core.SumSettled]:
        """A state as the core holds it: what is still played, and what is settled."""
        piles, lost = question.reckoning.piles, question.told.mond_lost
        past = counting_past(self._spec, piles, question.table.course)
        units = [pile.units or 0 for pile in piles]
        lies = [
            next((side for side, pile in enumerate(piles) if card in pile.cards), _NOBODY)
            for card in self._ends.marks
        ]
        won = sum(1 << seat for seat, number in enumerate(question.won) if number)
        settled = _core.SumSettled(
            [*units, *(0,) * (_SIDES - len(units))], lies, won, _NOBODY if lost is None else lost
        )
        return counting_play(self._rules, question.table, past), settled


def _owner(piles: Sequence[SidePile], card: Card) -> int:
    return next((side for side, pile in enumerate(piles) if card in pile.cards), _NOBODY)


def _marked(hand: Hand) -> frozenset[Card]:
    """The cards of which it matters for what is paid in whose pile they end, or what the last trick holds."""
    game, called = hand.game, hand.told.called
    early = frozenset[Card]() if game.payments is None else game.payments.early.cards
    marked = KINGS | game.trull | game.honours | early | paid_last(game)
    return (marked if called is None else marked | {called}) & frozenset(hand.spec.table.deck)
