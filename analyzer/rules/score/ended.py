"""The result of a hand of card points that was played to the end, for goals and numbers."""

from __future__ import annotations

from fractions import Fraction

from analyzer.cards.card import PAGAT, Card
from analyzer.frozenrecord import Record
from analyzer.rules.play.table import Trick
from analyzer.rules.score.deeds import KINGS
from analyzer.rules.score.goals import Aim, Goal
from analyzer.rules.score.hand import HandCame, Outcome
from analyzer.rules.score.payments import nil_seat
from analyzer.rules.score.target import slam_of, target_of
from analyzer.rules.spec.game import GameSpec


class HandEnd(Record, frozen=True):
    """A hand that was played to the end, for goals and values."""

    game: GameSpec
    came: HandCame
    outcome: Outcome
    units: tuple[int, ...]
    """Units by side: all of them, or those won from the position on if no more is known."""
    tricks: tuple[int, ...]
    """Tricks by seat: all of them, or those won from the position on if no more is known."""

    def side(self, seat: int) -> int:
        """Return the side of a seat."""
        return self.came.sides.of[seat]

    @property
    def last(self) -> Trick:
        """The last trick."""
        assert self.came.last is not None
        return self.came.last

    def number(self, aim: Aim, seat: int) -> Fraction | None:
        """Return the number that the side of a seat has; None if unknown."""
        side, unit = self.side(seat), self.game.piles.unit
        match aim:
            case Aim.POINTS:
                return Fraction(self.units[side], unit)
            case Aim.TRICKS:
                return Fraction(sum(self.tricks[each] for each in self.came.sides.seats(side)))
            case Aim.TRULL:
                return None if not self.came.cards else Fraction(len(self.game.trull & self.came.cards[side]))
            case Aim.MARGIN:
                return self._margin(seat)
            case _:
                raise AssertionError(aim)

    def _margin(self, seat: int) -> Fraction | None:
        """Return the surplus of the declarer's side over its need, whatever else decides the contract."""
        rule, side = self.game.target, self.side(seat)
        points = self.came.points(self.game, side)
        if rule is None or points is None:
            return self.outcome.margin
        target = target_of(self.game, rule, self.came, seat)
        return None if target is None else points - target

    def reached(self, goal: Goal, seat: int) -> bool:
        """Return True if the goal was reached for a seat, or for its side; False if unknown."""
        if goal.way is not None:
            value = self.number(goal.aim, seat)
            return value is not None and goal.met(value)
        return self._reached(goal.aim, seat)

    def _reached(self, aim: Aim, seat: int) -> bool:
        came, deeds, side = self.came, self.came.deeds, self.side(seat)
        match aim:
            case Aim.CONTRACT:
                return self._made(seat)
            case Aim.HALF:
                return self.outcome.contract == "drawn"
            case Aim.SLAM:
                leader = slam_of(came)
                return leader is not None and self.side(leader) == side
            case Aim.VALAT:
                return deeds.valat == side
            case Aim.ALL_TRICKS:
                return deeds.all_tricks == seat
            case Aim.NIL:
                return came.tricks[seat] == 0 if self.game.nil is None else nil_seat(self.game, came) == seat
            case Aim.KINGS:
                return deeds.kings == side
            case Aim.TRINITY:
                return deeds.trinity == side
            case Aim.MOND_LOST:
                sheet = self.game.bonus_sheet
                costs = sheet is None or sheet.mond_to_partner_lost or not deeds.mond_to_partner
                return deeds.mond_lost == seat and costs
            case _:
                return self._at_last(aim, seat)

    def _made(self, seat: int) -> bool:
        """Return True if the contract is made; a player who wins every trick alone needs no points."""
        alone = self.game.difference_sheet is not None and self.came.deeds.all_tricks == seat
        return alone or self.outcome.contract == "made"

    def _at_last(self, aim: Aim, seat: int) -> bool:
        """Return True if the goal was reached in the last trick."""
        side, deeds = self.side(seat), self.came.deeds
        won = self.side(self.last.winner) == side
        best = _card_of(self.last, self.last.winner)
        match aim:
            case Aim.LAST_TRICK:
                return won
            case Aim.KING_ULTIMO:
                return deeds.king_ultimo == side if self.game.bonus_sheet else won and best in KINGS
            case Aim.PAGAT_ULTIMO:
                return self._pagat(seat)
            case Aim.ULTIMO:
                return won and best in paid_last(self.game)
            case Aim.BAGUD | Aim.LOST_ULTIMO:
                return self._lost_ultimo(side)
            case _:
                raise AssertionError(aim)

    def _pagat(self, seat: int) -> bool:
        """Return True if the Pagat goal was reached: by a player, a side, or a side winning any Pagat."""
        pagat, side = self.came.deeds.pagat, self.side(seat)
        if pagat is None:
            return False
        if self.game.target is not None:
            return self.side(pagat.winner) == side
        wins = pagat.by == pagat.winner
        return wins and (pagat.by == seat if self.game.bonus_sheet else self.side(pagat.by) == side)

    def _lost_ultimo(self, side: int) -> bool:
        """Return True if a card of the side that is paid for in the last trick was lost in it."""
        rules, last = self.game.payments, self.last
        to_partner = rules is not None and rules.lost_to_partner
        return any(
            each.card in paid_last(self.game)
            and each.seat != last.winner
            and self.side(each.seat) == side
            and (to_partner or self.side(last.winner) != side)
            for each in last.laid
        )


def _card_of(trick: Trick, seat: int) -> Card:
    return next(each.card for each in trick.laid if each.seat == seat)


def paid_last(game: GameSpec) -> frozenset[Card]:
    """Return the cards that are paid for in the last trick."""
    return KINGS | {PAGAT} if game.payments is None else game.payments.last.cards
