"""What can be asked of the end of a hand in a game of card points, and whether it came so.

The only list of such goals. Most are of a side, named by any of its seats; some are of one seat alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Final

from analyzer.cards.card import PAGAT, Card
from analyzer.messages import Message, Verbatim, say
from analyzer.rules.play.table import Trick
from analyzer.rules.score.amounts import points_text, read_points
from analyzer.rules.score.deeds import KINGS
from analyzer.rules.score.goals import Goal
from analyzer.rules.score.hand import HandCame, HandOutcome
from analyzer.rules.score.nil import nil_seat
from analyzer.rules.score.target import slam_of, target_of
from analyzer.rules.spec.pointgame import PointGame


class Aimed(Enum):
    """What a goal is about; the value is the word it is asked by."""

    CONTRACT = "contract"
    HALF = "half"
    """Exactly half of the points, where that is neither won nor lost."""
    SLAM = "slam"
    VALAT = "valat"
    ALL_TRICKS = "all_tricks"
    NIL = "nil"
    KINGS = "kings"
    TRINITY = "trinity"
    ULTIMO = "ultimo"
    KING_ULTIMO = "king_ultimo"
    PAGAT_ULTIMO = "pagat_ultimo"
    LAST_TRICK = "last_trick"
    LOST_ULTIMO = "lost_ultimo"
    MOND_LOST = "mond_lost"
    POINTS = "points"
    TRICKS = "tricks"
    MARGIN = "margin"
    TRULL = "trull"

    @property
    def counted(self) -> bool:
        """Whether it is a number, of which a goal says how much of it is meant."""
        return self in COUNTED


COUNTED: Final = (Aimed.POINTS, Aimed.TRICKS, Aimed.MARGIN, Aimed.TRULL)

AIM_WORDS: Final[Mapping[Aimed, Message]] = {
    Aimed.CONTRACT: say("contract"),
    Aimed.HALF: say("half of the points"),
    Aimed.SLAM: say("slam"),
    Aimed.VALAT: say("valat"),
    Aimed.ALL_TRICKS: say("sweep of all tricks"),
    Aimed.NIL: say("Nil"),
    Aimed.KINGS: say("bonus for all kings"),
    Aimed.TRINITY: say("whole Trull"),
    Aimed.ULTIMO: say("Ultimo"),
    Aimed.KING_ULTIMO: say("king Ultimo"),
    Aimed.PAGAT_ULTIMO: say("Pagat Ultimo"),
    Aimed.LAST_TRICK: say("last trick"),
    Aimed.LOST_ULTIMO: say("lost Ultimo"),
    Aimed.MOND_LOST: say("loss of the Mond"),
    Aimed.POINTS: say("points"),
    Aimed.TRICKS: say("tricks"),
    Aimed.MARGIN: say("margin"),
    Aimed.TRULL: say("cards of the Trull"),
}
"""The name of what a goal is about at the table."""


class Sense(Enum):
    """Whether much of a number is wanted, or little."""

    MOST = "most"
    FEWEST = "fewest"


class AtLeast(Enum):
    """From which side a number bounds what is asked."""

    LEAST = ">="
    MOST = "<="


@dataclass(frozen=True, slots=True)
class PointGoal:
    """A yes/no question about the end of a hand, asked of one seat, or of the side that it is of."""

    aim: Aimed
    way: AtLeast | None = None
    """How `bound` bounds it; None where the aim is no number."""
    bound: Fraction = Fraction(0)

    def __str__(self) -> str:
        return self.aim.value if self.way is None else f"{self.aim.value}{self.way.value}{self.bound}"

    def met(self, value: Fraction) -> bool:
        """Whether a number is as the goal wants it."""
        return value >= self.bound if self.way is AtLeast.LEAST else value <= self.bound

    @property
    def said(self) -> Message:
        """Its name at the table: `contract`, `points: 36 or more`."""
        word, number = AIM_WORDS[self.aim], Verbatim(points_text(self.bound))
        match self.way:
            case AtLeast.LEAST:
                return say("{goal}: {number} or more", goal=word, number=number)
            case AtLeast.MOST:
                return say("{goal}: {number} or fewer", goal=word, number=number)
            case _:
                return word


AnyGoal = Goal | PointGoal


def goal_name(goal: AnyGoal) -> str:
    """A goal as it is asked for: `ultimo`, `contract`, `points>=36`."""
    return goal.value if isinstance(goal, Goal) else str(goal)


def at_least(aim: Aimed, bound: int | Fraction) -> PointGoal:
    """So much of something, or more."""
    return PointGoal(aim, AtLeast.LEAST, Fraction(bound))


def read_goal(word: str) -> PointGoal | None:
    """The goal that is written so, `contract` or `points>=83/2`; None for what is none."""
    text = "".join(word.split()).casefold().replace("-", "_").replace("≥", ">=").replace("≤", "<=")
    for way in AtLeast:
        name, found, number = text.partition(way.value)
        bound = read_points(number.replace("_", "-"))
        if found and name in _COUNTED_NAMES and bound is not None:
            return PointGoal(Aimed(name), way, bound)
    if text in _PLAIN_NAMES:
        return PointGoal(Aimed(text))
    return None


_COUNTED_NAMES: Final = frozenset(each.value for each in COUNTED)
_PLAIN_NAMES: Final = frozenset(each.value for each in Aimed) - _COUNTED_NAMES


@dataclass(frozen=True, slots=True)
class HandEnd:
    """A hand that was played to the end, as goals and values see it."""

    game: PointGame
    came: HandCame
    outcome: HandOutcome
    units: tuple[int, ...]
    """Units by side: all of them, or those won from the position on where no more is known."""
    tricks: tuple[int, ...]
    """Tricks by seat, likewise."""

    def side(self, seat: int) -> int:
        """The side of a seat."""
        return self.came.sides.of[seat]

    @property
    def last(self) -> Trick:
        """The last trick."""
        assert self.came.last is not None
        return self.came.last

    def number(self, aim: Aimed, seat: int) -> Fraction | None:
        """How much of something the side of a seat has; None where nobody knows."""
        side, unit = self.side(seat), self.game.piles.unit
        match aim:
            case Aimed.POINTS:
                return Fraction(self.units[side], unit)
            case Aimed.TRICKS:
                return Fraction(sum(self.tricks[each] for each in self.came.sides.seats(side)))
            case Aimed.TRULL:
                return None if not self.came.cards else Fraction(len(self.game.trull & self.came.cards[side]))
            case _:
                return self._margin(seat)

    def _margin(self, seat: int) -> Fraction | None:
        """What the side of the declarer has beyond what it needs, whatever else decides the contract."""
        rule, side = self.game.target, self.side(seat)
        points = self.came.points(self.game, side)
        if rule is None or points is None:
            return self.outcome.margin
        target = target_of(self.game, rule, self.came, seat)
        return None if target is None else points - target

    def reached(self, goal: PointGoal, seat: int) -> bool:
        """Whether the hand came out so for a seat, or for its side; False where nobody knows."""
        if goal.way is not None:
            value = self.number(goal.aim, seat)
            return value is not None and goal.met(value)
        return self._reached(goal.aim, seat)

    def _reached(self, aim: Aimed, seat: int) -> bool:
        came, deeds, side = self.came, self.came.deeds, self.side(seat)
        match aim:
            case Aimed.CONTRACT:
                return self._made(seat)
            case Aimed.HALF:
                return self.outcome.contract == "drawn"
            case Aimed.SLAM:
                leader = slam_of(came)
                return leader is not None and self.side(leader) == side
            case Aimed.VALAT:
                return deeds.valat == side
            case Aimed.ALL_TRICKS:
                return deeds.all_tricks == seat
            case Aimed.NIL:
                return came.tricks[seat] == 0 if self.game.nil is None else nil_seat(self.game, came) == seat
            case Aimed.KINGS:
                return deeds.kings == side
            case Aimed.TRINITY:
                return deeds.trinity == side
            case Aimed.MOND_LOST:
                sheet = self.game.slovenian
                costs = sheet is None or sheet.mond_to_partner_lost or not deeds.mond_to_partner
                return deeds.mond_lost == seat and costs
            case _:
                return self._at_last(aim, seat)

    def _made(self, seat: int) -> bool:
        """Whether the contract is made; who wins every trick alone needs no points."""
        alone = self.game.tapp is not None and self.came.deeds.all_tricks == seat
        return alone or self.outcome.contract == "made"

    def _at_last(self, aim: Aimed, seat: int) -> bool:
        """Whether the last trick came out so."""
        side, deeds = self.side(seat), self.came.deeds
        won = self.side(self.last.winner) == side
        best = _card_of(self.last, self.last.winner)
        match aim:
            case Aimed.LAST_TRICK:
                return won
            case Aimed.KING_ULTIMO:
                return deeds.king_ultimo == side if self.game.slovenian else won and best in KINGS
            case Aimed.PAGAT_ULTIMO:
                return self._pagat(seat)
            case Aimed.ULTIMO:
                return won and best in paid_last(self.game)
            case _:
                return self._lost_ultimo(side)

    def _pagat(self, seat: int) -> bool:
        """The Pagat in the last trick: of a player, of a side, or won by a side whoever played it."""
        pagat, side = self.came.deeds.pagat, self.side(seat)
        if pagat is None:
            return False
        if self.game.target is not None:
            return self.side(pagat.winner) == side
        wins = pagat.by == pagat.winner
        return wins and (pagat.by == seat if self.game.slovenian else self.side(pagat.by) == side)

    def _lost_ultimo(self, side: int) -> bool:
        """Whether a card of the side that is paid for in the last trick was lost in it."""
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


def paid_last(game: PointGame) -> frozenset[Card]:
    """The cards that are paid for in the last trick."""
    return KINGS | {PAGAT} if game.payments is None else game.payments.last.cards
