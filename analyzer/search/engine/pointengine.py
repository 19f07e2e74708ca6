"""The engine of games of card points: goals, counts and payments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final, TypeVar

from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.core import fastest
from analyzer.frozenrecord import Record
from analyzer.position.hand import Amounts, Hand
from analyzer.rules.actions import Action, Groups, side_groups
from analyzer.rules.book import Book
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.score.deeds import KINGS
from analyzer.rules.score.goals import Aim, Goal, Sense, paid_last
from analyzer.rules.score.hand import HandResult
from analyzer.rules.score.payments import pay_trick
from analyzer.rules.score.reckoning import SidePile
from analyzer.rules.score.sheets import rounded
from analyzer.rules.score.steps import score_hand
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.points import (
    PAID_STATES,
    PLAIN_STATES,
    CoreAsk,
    CoreAsking,
    NoSingleNumber,
    counting_card,
    counting_number,
    counting_past,
    counting_play,
    few_cards_left,
    is_plain,
    margin_decides,
    pagat_may_go_before,
    paid_by_points,
    rules_of_hand,
)
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.results import Equilibrium, seats_of
from analyzer.search.engine.results import Key as AnyKey
from analyzer.search.engine.solvers import account, bytes_of, nodes_of, seconds_of

if TYPE_CHECKING:
    from analyzer.core import _core
else:
    _core = fastest()


# What a hand pays, searched by the core with every card: the core plays, the rules score each sort of end.
#
# It is for games in which what is paid hangs on more than one number: on points, on who has all kings or no
# trick, on what lies in the last trick.


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
    def from_hand(cls, hand: Hand) -> HandEnds:
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
        found = self.hand.sum_by_side(amounts)
        return [*found, *(0,) * (_SIDES - len(found))]


class Paying:
    """One hand: whatever is asked of it is remembered for the next question."""

    def __init__(self, hand: Hand, budget: Budget) -> None:
        """`hand` is any state of it."""
        self._hand, self._spec, self._ends = hand, hand.spec, HandEnds.from_hand(hand)
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
        return self._charge_budget(
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
        return [tuple(each[: question.sides.count]) for each in self._charge_budget(found, budget)]

    def _line(self, question: Hand, payoff: By, budget: Budget) -> Iterator[tuple[int, Action]]:
        """The first card at each step below which the rest of the payoff is to be had.

        What stands by one card, and is there below another one, stands by that too.
        """
        while not question.over:
            mover = question.to_move
            for move in question.moves():
                after, paid = question.after(move)
                now = question.sum_by_side(paid)
                rest = tuple(all_in - at_once for all_in, at_once in zip(payoff, now, strict=True))
                if rest in self._payoffs(after, budget):
                    yield mover, move
                    question, payoff = after, rest
                    break
            else:
                raise AssertionError("a payoff that no card leads to")

    def _charge_budget(self, found: tuple[Value, int, str], budget: Budget) -> Value:
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


# The native core of card points behind the :class:`~analyzer.search.engine.engine.Engine` protocol.


T = TypeVar("T")
Key = tuple[int, Goal]


class PointEngine:
    """The fast engine; what it is not asked, the plain reference answers, of short endings as a rule."""

    def __init__(self) -> None:
        self._plain = ReferenceEngine()
        self._hand: Hand | None = None
        self._rules: _core.SumRules | None = None
        self._solver: _core.SumSolver | None = None
        self._payer: Paying | None = None

    def goals(
        self, question: Hand, wanted: Sequence[Key], budget: Budget, groups: Groups | None = None
    ) -> Mapping[AnyKey, int]:
        """For each goal and its seat: bit S is set when the groups in mask S, else the sides, force it."""
        groups = groups or side_groups(question.sides)
        return {key: self._forcing(question, key, groups, budget) for key in wanted}

    def _forcing(self, question: Hand, key: Key, groups: Groups, budget: Budget) -> int:
        """A larger set forces what a smaller one does, so that few of them are asked."""
        seat, goal = key
        known: dict[int, bool] = {}
        chosen = range(1 << len(groups))
        for asked in sorted(chosen, key=lambda mask: abs(2 * mask.bit_count() - len(groups))):
            if asked in known:
                continue
            holds = self.forces(question, goal, seat, seats_of(groups, asked), budget)
            known.update((each, holds) for each in chosen if (each & asked) == (asked if holds else each))
        return sum(1 << mask for mask in chosen if known[mask])

    def forces(self, question: Hand, goal: Goal, seat: int, by: int, budget: Budget) -> bool:
        """Whether the seats in mask `by` force the seat's goal from here."""
        try:
            asked = CoreAsking(question).translate_goal(goal, seat)
        except NoSingleNumber:
            most = None if is_plain(question) else PLAIN_STATES
            return _within(budget, most, lambda own: self._plain.forces(question, goal, seat, by, own))
        if isinstance(asked, bool):
            return asked
        return self._holds(question, asked, by, budget)

    def value(self, question: Hand, aim: Aim, side: int, sense: Sense, budget: Budget) -> Fraction:
        """How much of a number a side is sure of, or has to take, against all others, the past included."""
        return Fraction(self._units(question, aim, side, sense, budget), question.unit(aim))

    def _units(self, question: Hand, aim: Aim, side: int, sense: Sense, budget: Budget) -> int:
        """How much of a number a side is sure of, in units of the game; tricks are counted whole."""
        asking = CoreAsking(question)
        own = side_groups(question.sides)[side]
        high = own if sense is Sense.MOST else ((1 << question.players) - 1) & ~own
        if aim is Aim.TRICKS:
            past = sum(question.won[seat] for seat in question.sides.seats(side))
            return past + self._exact(question, asking.number(aim, side), high, budget)
        past = question.reckoning.units(side)
        if aim is Aim.MARGIN and question.game.target is not None:
            held = asking.trull_held(side)
            return past + self._exact(question, asking.number(aim, side), high, budget, held)
        units = past + self._exact(question, asking.number(Aim.POINTS, side), high, budget)
        return units if aim is Aim.POINTS else _margin(question, units)

    def guarantee(self, question: Hand, side: int, budget: Budget) -> int:
        """The most future tokens, or points on the sheet, that a side is sure of against all others."""
        if not paid_by_points(question):
            paying = self._plain if pagat_may_go_before(question) else self._paying(question, budget)
            return _within(budget, _most(question), lambda own: paying.guarantee(question, side, own))
        if question.sides.count != 2:
            return _worth(question, side, self._units(question, Aim.POINTS, side, Sense.MOST, budget))
        # Two sides want the opposite, so that what one is sure of is all that the other can have.
        declarer = question.sides.of[question.told.declarer or 0]
        aim = Aim.MARGIN if margin_decides(question) else Aim.POINTS
        return _worth(question, side, self._units(question, aim, declarer, Sense.MOST, budget), of=declarer)

    def equilibria(self, question: Hand, budget: Budget) -> tuple[Equilibrium, ...]:
        """Every subgame-perfect payoff of the future over the sides."""
        paying = self._plain if pagat_may_go_before(question) else self._paying(question, budget)
        return _within(budget, _most(question), lambda own: paying.equilibria(question, own))

    def _paying(self, question: Hand, budget: Budget) -> Paying:
        """What the hand pays, with what is remembered of it; another hand begins anew."""
        if self._payer is None or not self._payer.is_of(question):
            self._payer = Paying(question, budget)
        return self._payer

    def _holds(self, question: Hand, asked: CoreAsk, by: int, budget: Budget) -> bool:
        solver, rules = self._get_solver(question, budget)
        high = by if not asked.denied else ((1 << question.players) - 1) & ~by
        play = _play(rules, question, asked.held)
        value, nodes, reason = solver.search(
            play, asked.question, high, asked.threshold, nodes_of(budget), seconds_of(budget)
        )
        account(budget, nodes, reason)
        met = value == 1 if asked.question.width >= 0 else value >= asked.threshold
        return met is not asked.denied

    def _exact(
        self, question: Hand, number: _core.SumQuestion, high: int, budget: Budget, held: int = 0
    ) -> int:
        solver, rules = self._get_solver(question, budget)
        play = _play(rules, question, held)
        value, nodes, reason = solver.exact(play, number, high, nodes_of(budget), seconds_of(budget))
        account(budget, nodes, reason)
        return value

    def _get_solver(self, question: Hand, budget: Budget) -> tuple[_core.SumSolver, _core.SumRules]:
        """The solver of a hand, with what it remembers of it; another hand begins anew."""
        if self._hand is None or self._solver is None or not self._hand.same_hand(question):
            self._hand = question
            self._rules = rules_of_hand(question)
            size = min(bytes_of(budget.table_mb), 1 << (question.table.tricks_left + 16))
            self._solver = _core.SumSolver(self._rules, size, _core.SumSwitches())
        assert self._rules is not None
        return self._solver, self._rules


def _within(budget: Budget, most: int | None, ask: Callable[[Budget], T]) -> T:
    """An answer that takes more with every card; where no other limit is set, with so many nodes at the most.

    Raises: LimitReached.
    """
    if most is None or budget.max_nodes is not None:
        return ask(budget)
    with budget.apart(most) as own:
        return ask(own)


def _most(question: Hand) -> int | None:
    return None if few_cards_left(question) else PAID_STATES


def _play(rules: _core.SumRules, question: Hand, held: int) -> _core.SumPlay:
    past = counting_past(question.spec, question.reckoning.piles, question.table.course, held)
    return counting_play(rules, question.table, past)


def _margin(question: Hand, units: int) -> int:
    """What a side that needs half of the points has beyond it, in units."""
    game, unit = question.game, question.game.piles.unit
    if game.bonus_sheet is not None:
        return (rounded(Fraction(units, unit)) - game.bonus_sheet.half) * unit
    rule = game.stake or game.difference_sheet
    assert rule is not None
    return units - rule.half * unit


def _worth(question: Hand, side: int, units: int, of: int | None = None) -> int:
    """What the end of a hand pays or writes for a side where it, or side `of`, has so much.

    Two sides share everything. In a game with a target the units are those beyond it.
    """
    sides, game, told = question.sides, question.game, question.told
    if game.target is not None:
        # How much of the Trull it is makes no difference to a margin.
        units, told = units + game.piles.unit * game.target.by_trull[0], replace(told, trull=0)
    every: list[int | None] = [game.piles.total - units if sides.count == 2 else 0] * sides.count
    every[side if of is None else of] = units
    if not question.reckoning.counted:
        every = [None] * sides.count
    came = HandResult(
        seats=question.players,
        sides=sides,
        told=told,
        dealer=question.dealer,
        partner=question.partner,
        units=tuple(every),
        tricks=(None,) * question.players,
        held=question.held or {},
    )
    book = Book(question.players)
    score_hand(question.game, came, book)
    amounts = book.sheet if question.game.on_a_sheet else book.tokens
    return sum(amounts[seat] for seat in sides.seats(side))
