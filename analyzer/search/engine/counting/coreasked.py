"""Goals of games of card points as the core is asked them: how much of something, or how the last trick goes.

A goal that the past has decided is answered here; every other one becomes one number that has to reach a
threshold, from the position on.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

from analyzer.cards.card import MONDO, PAGAT, Card
from analyzer.core import fastest
from analyzer.frozenrecord import Record
from analyzer.position.hand import Hand
from analyzer.rules.score.deeds import KINGS
from analyzer.rules.score.goals import Aim, Bound, Goal, paid_last
from analyzer.rules.score.target import slam_decides
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.search.engine.counting.feeding import counting_number
from analyzer.search.engine.counting.short import pagat_may_go_before

if TYPE_CHECKING:
    from analyzer.core import _core
else:
    _core = fastest()

_POINTS, _TRICKS, _HOLDS, _MARGIN, _LAST = range(5)
_WINS, _WINS_WITH, _TAKES = range(3)
"""What of the last trick is asked: who wins it (where a card lies in it), with what, what is lost in it."""


class CoreAsk(Record, frozen=True):
    """A yes or no as the core is asked it: whether a number reaches a threshold.

    `denied` asks whether it stays below; `held` is what the piles hold already of what a margin hangs on.
    """

    question: _core.SumQuestion
    threshold: int
    held: int = 0
    denied: bool = False


class NotPut(Exception):
    """A goal that is no single number of the core's."""


class CoreAsking(Record, frozen=True):
    """Puts the goals of one state to the core."""

    question: Hand

    def asked(self, goal: Goal, seat: int) -> CoreAsk | bool:
        """The goal as the core is asked it, or its answer where the past has given it.

        Raises: NotPut for a goal that is no single number.
        """
        if goal.way is Bound.LEAST:
            return self.reaching(goal.aim, seat, goal.bound)
        if goal.way is Bound.MOST:
            step = Fraction(1, self.question.unit(goal.aim)) if goal.aim is not Aim.TRULL else 1
            more = self.reaching(goal.aim, seat, floor(goal.bound / step) * step + step)
            return not more if isinstance(more, bool) else _denied(more)
        return self._plain(goal.aim, seat)

    def reaching(self, aim: Aim, seat: int, bound: Fraction | int) -> CoreAsk | bool:
        """Whether the seat's side has so much of a number in the end, or more."""
        question, side = self.question, self.question.sides.of[seat]
        unit = question.unit(aim)
        match aim:
            case Aim.POINTS:
                past = question.reckoning.units(side)
                return CoreAsk(self.number(Aim.POINTS, side), ceil(bound * unit) - past)
            case Aim.TRICKS:
                return CoreAsk(self.number(Aim.TRICKS, side), ceil(bound) - self._won(self._seats(side)))
            case Aim.TRULL:
                return self._holding(side, question.game.trull, ceil(bound))
            case Aim.MARGIN:
                return self._margin(seat, Fraction(bound))
            case _:
                raise AssertionError(aim)

    def number(self, aim: Aim, side: int) -> _core.SumQuestion:
        """What the core counts of a side: units or tricks that come, or units less the target."""
        found = _core.SumQuestion()
        found.of = self._seats(side)
        found.kind = {Aim.POINTS: _POINTS, Aim.TRICKS: _TRICKS}.get(aim, _MARGIN)
        if found.kind == _MARGIN:
            found.cards = self._numbers(self.question.game.trull)
        return found

    def trull_held(self, side: int) -> int:
        """How many cards of the Trull lie in the piles of a side already."""
        return len(self.question.game.trull & self.question.reckoning.cards(side))

    def _margin(self, seat: int, margin: Fraction) -> CoreAsk | bool:
        question, side = self.question, self.question.sides.of[seat]
        if question.game.target is not None:
            past, unit = question.reckoning.units(side), question.game.piles.unit
            asked = self.number(Aim.MARGIN, side)
            return CoreAsk(asked, ceil(margin * unit) - past, self.trull_held(side))
        return self.reaching(Aim.POINTS, seat, points_for(question, margin))

    def _plain(self, aim: Aim, seat: int) -> CoreAsk | bool:
        question, side = self.question, self.question.sides.of[seat]
        match aim:
            case Aim.CONTRACT:
                return self._contract(seat)
            case Aim.HALF:
                return self._half(seat)
            case Aim.SLAM | Aim.VALAT:
                return self._none_of(self._others(self._seats(side)))
            case Aim.ALL_TRICKS:
                return self._none_of(self._others(1 << seat))
            case Aim.NIL:
                return self._nil(seat)
            case Aim.KINGS | Aim.TRINITY:
                cards = KINGS if aim is Aim.KINGS else question.game.trull
                return self._holding(side, cards, len(cards))
            case Aim.MOND_LOST:
                return self._mond_lost(seat)
            case _:
                return self._at_last(aim, seat)

    def _contract(self, seat: int) -> CoreAsk | bool:
        """Whether the contract is made."""
        question, side = self.question, self.question.sides.of[seat]
        played, game = question.played, question.game
        assert played is not None
        if played.aim is ContractAim.NO_TRICK:
            return self._none_of(self._seats(side))
        if played.aim is ContractAim.EVERY_TRICK:
            return self._none_of(self._others(self._seats(side)))
        if game.target is not None:
            bid = slam_decides(game, question.told) and None not in question.reckoning.tricks
            return self._plain(Aim.SLAM, seat) if bid else self._margin(seat, Fraction(0))
        return self._margin(seat, Fraction(1, 1 if game.bonus_sheet is not None else game.piles.unit))

    def _half(self, seat: int) -> CoreAsk:
        """Whether exactly half of the points is reached."""
        question, side = self.question, self.question.sides.of[seat]
        assert question.game.stake is not None
        found = self.number(Aim.POINTS, side)
        found.width = 0
        units = question.game.stake.half * question.game.piles.unit
        return CoreAsk(found, units - question.reckoning.units(side))

    def _none_of(self, seats: int) -> CoreAsk | bool:
        """Whether some seats win no trick at all."""
        if self._won(seats):
            return False
        found = _core.SumQuestion()
        found.kind, found.of = _TRICKS, seats
        return CoreAsk(found, 1, denied=True)

    def _nil(self, seat: int) -> CoreAsk | bool:
        """Whether a player wins no trick; where that is paid, whether he is the only one.

        Raises: NotPut where another may be without a trick too.
        """
        others = [other for other in range(self.question.players) if other != seat]
        if self.question.game.nil is not None and not all(self.question.won[other] for other in others):
            if self.question.won[seat]:
                return False
            raise NotPut
        return self._none_of(1 << seat)

    def _holding(self, side: int, cards: frozenset[Card], number: int) -> CoreAsk:
        """Whether so many of some cards lie in the piles of a side in the end."""
        found = _core.SumQuestion()
        found.kind, found.of, found.cards = _HOLDS, self._seats(side), self._numbers(cards)
        return CoreAsk(found, number - len(cards & self.question.reckoning.cards(side)))

    def _mond_lost(self, seat: int) -> CoreAsk | bool:
        """Whether a player loses the Mond in a trick, where that costs."""
        question, sides = self.question, self.question.sides
        table, sheet = question.table, question.game.bonus_sheet
        laid = any(each.card is MONDO and each.seat == seat for each in table.trick)
        if MONDO not in table.hands[seat] and not laid:
            return question.told.mond_lost == seat
        partner = sheet is None or sheet.mond_to_partner_lost
        own = 1 << seat if partner else self._seats(sides.of[seat])
        found = _core.SumQuestion()
        found.kind, found.of, found.cards = _HOLDS, self._others(own), self._numbers((MONDO,))
        return CoreAsk(found, 1)

    def _at_last(self, aim: Aim, seat: int) -> CoreAsk:
        """What the last trick has to be."""
        question, game = self.question, self.question.game
        own, everybody = self._seats(question.sides.of[seat]), self._others(0)
        paid = self._numbers(paid_last(game))
        match aim:
            case Aim.LAST_TRICK:
                return self._last(_WINS, own)
            case Aim.ULTIMO:
                return self._last(_WINS_WITH, own, paid)
            case Aim.KING_ULTIMO if game.bonus_sheet is not None:
                called = question.told.called
                assert called is not None
                return self._last(_WINS, own, self._numbers((called,)), everybody)
            case Aim.KING_ULTIMO:
                return self._last(_WINS_WITH, own, self._numbers(KINGS))
            case Aim.PAGAT_ULTIMO if game.target is not None:
                if pagat_may_go_before(question):
                    raise NotPut
                return self._last(_WINS, own, self._numbers((PAGAT,)), everybody)
            case Aim.PAGAT_ULTIMO:
                player = 1 << seat if game.bonus_sheet is not None else own
                return self._last(_WINS_WITH, player, self._numbers((PAGAT,)))
            case Aim.BAGUD | Aim.LOST_ULTIMO:
                partner = game.payments is not None and game.payments.lost_to_partner
                return self._last(_TAKES, everybody if partner else self._others(own), paid, own)
            case _:
                raise AssertionError(aim)

    def _last(self, how: int, of: int, cards: list[int] | None = None, by: int = 0) -> CoreAsk:
        found = _core.SumQuestion()
        found.kind, found.of, found.how, found.by = _LAST, of, how, by
        found.cards = cards or []
        return CoreAsk(found, 1)

    def _seats(self, side: int) -> int:
        """The seats of a side, as a mask."""
        return sum(1 << seat for seat in self.question.sides.seats(side))

    def _others(self, seats: int) -> int:
        return ((1 << self.question.players) - 1) & ~seats

    def _won(self, seats: int) -> int:
        """The tricks that some seats have won, as far as it is known."""
        return sum(number for seat, number in enumerate(self.question.won) if seats >> seat & 1)

    def _numbers(self, cards: frozenset[Card] | tuple[Card, ...]) -> list[int]:
        spec = self.question.spec
        return [counting_number(spec, card) for card in sorted(cards)]


def points_for(question: Hand, margin: Fraction) -> Fraction:
    """The fewest points with which a side that needs half of them has such a margin, or more."""
    game, unit = question.game, question.game.piles.unit
    if game.bonus_sheet is not None:
        # A rest of thirds is dropped or made whole, whichever is nearer.
        return Fraction(ceil((ceil(margin) + game.bonus_sheet.half - Fraction(1, 2)) * unit), unit)
    rule = game.stake or game.difference_sheet
    assert rule is not None
    return margin + rule.half


def _denied(ask: CoreAsk) -> CoreAsk:
    return CoreAsk(ask.question, ask.threshold, ask.held, not ask.denied)
