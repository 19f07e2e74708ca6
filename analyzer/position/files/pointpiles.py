"""Reading what lies in the piles of a game of card points, and whether it can be.

The points of a pile are those of its tricks and of what was laid away in it. What follows from the other
piles is filled in.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from analyzer.errors import Where
from analyzer.messages import Verbatim, say
from analyzer.position.beside import apart_in, units_gone
from analyzer.position.files.deal import counted
from analyzer.position.files.piles import check_tricks, completed
from analyzer.position.files.pointshape import PointPileShape, PointsWritten
from analyzer.position.files.reader import Reader
from analyzer.position.setting import Setting
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.reckoning import turns_talon
from analyzer.rules.score.told import PileTold
from analyzer.yamltree.placed import Text

UNTOLD: Final = PointPileShape()


class PointPiles:
    """The piles of one file, read by seat; `setting` is the position without them."""

    def __init__(self, reader: Reader, setting: Setting, told: Mapping[Text, PointPileShape]) -> None:
        game = setting.spec
        self._reader, self._setting, self._game = reader, setting, game
        self._sides, self._apart = setting.sides, apart_in(setting)
        by_seat = {seat: pile for seat, _, pile in reader.by_seat(told)}
        self._shapes = [by_seat.get(seat, UNTOLD) for seat in range(len(reader.players))]

    def read(self, where: Where) -> dict[int, PileTold]:
        """What lies in each pile; a fault at `where` they stand for what cannot be in all together."""
        left, hand = self._setting.tricks_left, self._setting.rules.table.hand_size
        tricks = [self._tricks(pile) for pile in self._shapes]
        check_tricks(self._reader, where, tricks, hand - left, left)
        tricks = completed(tricks, hand - left)
        if left == hand:
            return {}
        units = [self._units(seat, number) for seat, number in enumerate(tricks)]
        units = self._checked(where, units)
        return {seat: self._told(seat, tricks[seat], units[seat]) for seat in range(len(tricks))}

    def _tricks(self, pile: PointPileShape) -> int | None:
        """The tricks of a pile, as they are told or as its cards tell them."""
        if pile.tricks is not None or pile.cards is None:
            return pile.tricks
        seats = len(self._shapes)
        return (pile.cards.size + seats // 2) // seats

    def _units(self, seat: int, tricks: int | None) -> int | None:
        """What the tricks of a pile count."""
        pile, side = self._shapes[seat], self._sides.of[seat]
        own = None if pile.points is None else self._whole(seat, pile.points)
        if own is not None and self._sides.seats(side)[0] == seat:
            own -= self._apart.units(self._game, side)
        if pile.cards is None or tricks is None or (pile.points is not None and pile.points.unknown):
            return own
        rules, cards = self._game.piles, pile.cards
        if not self._is_all(cards.size, tricks):
            if own is None:
                expected = say(
                    "expected those of {tricks} tricks, {seats} to a trick",
                    tricks=tricks,
                    seats=len(self._shapes),
                )
                who, number = self._reader.who(seat), counted(cards.size)
                message = say("{cards} in the pile of {player}", cards=number, player=who)
                self._reader.lack(cards.where, message, expected)
            return own
        return sum(map(rules.of, cards.cards)) + tricks * rules.trick if own is None else own

    def _is_all(self, cards: int, tricks: int) -> bool:
        """Whether so many cards are those of so many tricks, a Fool given or come home aside."""
        seats = len(self._shapes)
        more = self._setting.rules.table.skat_size if turns_talon(self._game, self._setting.told) else 1
        return -1 <= cards - tricks * seats <= more

    def _whole(self, seat: int, points: PointsWritten) -> int | None:
        """Card points in units; a fault for a part of a point that the game does not know."""
        if points.value is None:
            return None
        return units_of(self._reader, seat, points.value, self._shapes[seat].place("points"))

    def _checked(self, where: Where, units: list[int | None]) -> list[int | None]:
        """The units, with what follows of itself; together they must be what is gone."""
        gone = units_gone(self._setting)
        if gone is None:
            return units
        known = [number for number in units if number is not None]
        apart = sum(self._apart.units(self._game, side) for side in range(self._sides.count))
        if len(known) == len(units) and sum(known) == gone - apart:
            # The file counts what was laid away apart from the piles.
            return [self._with_apart(seat, number) for seat, number in enumerate(known)]
        if sum(known) > gone or (len(known) == len(units) and sum(known) != gone):
            told, whole = (
                Verbatim(points_text(Fraction(each + apart, self._game.piles.unit)))
                for each in (sum(known), gone)
            )
            expected = say("expected {number} by the cards that are left", number=whole)
            self._reader.lack(where, say("{number} points are taken", number=told), expected)
        return completed(units, gone)

    def _with_apart(self, seat: int, units: int) -> int:
        side = self._sides.of[seat]
        first = self._sides.seats(side)[0] == seat
        return units + (self._apart.units(self._game, side) if first else 0)

    def _told(self, seat: int, tricks: int | None, units: int | None) -> PileTold:
        pile = self._shapes[seat]
        cards = frozenset() if pile.cards is None else pile.cards.cards
        gives = tricks != 0 and not cards if pile.gives is None else pile.gives
        to = self._owes_to(seat)
        return PileTold(tricks, units, cards, gives, to is not None, to)

    def _owes_to(self, seat: int) -> int | None:
        """To whom a card is owed: the player who is named, else the only one it can be."""
        told = self._shapes[seat].owes
        if told is None or told.value is None or told.value is False:
            return None
        if self._game.exchange is None:
            message = say(
                "nothing is given for the Fool in {ruleset}", ruleset=Verbatim(self._reader.rules.name)
            )
            self._reader.fault(told.where, message)
            return None
        if told.value is not True:
            return self._reader.seat(str(told.value), told.where)
        others = [other for other in range(self._sides.count) if other != self._sides.of[seat]]
        won = [side for side in others if any(self._shapes[each].tricks for each in self._sides.seats(side))]
        if len(others) > 1 and len(won) != 1:
            message = say("{player} owes a card for the Fool", player=self._reader.who(seat))
            self._reader.lack(told.where, message, say("expected the name of the player to whom"))
            return None
        return self._sides.seats((won or others)[0])[0]


def units_of(reader: Reader, seat: int, points: Fraction, where: Where) -> int | None:
    """Card points of a player in units; a fault for a part of a point that the game does not know."""
    game = reader.rules.game
    parts = game.piles.unit
    units = points * parts
    if units.denominator == 1 and units >= 0:
        return int(units)
    number = Verbatim(points_text(points))
    message = say("{number} points in the pile of {player}", number=number, player=reader.who(seat))
    expected = say("expected whole points")
    if parts > 1 and units >= 0:
        expected = say("expected whole points, or points and {part}", part=Verbatim(f"1/{parts}"))
    reader.fault(where, message, expected)
    return None
