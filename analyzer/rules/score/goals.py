"""Goals for the end of a hand: their subject, the amount for those that are a number, and their result."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, IntFlag
from fractions import Fraction
from functools import cache
from typing import ClassVar, Final

from analyzer.cards.card import PAGAT, Card
from analyzer.frozenrecord import Record, RecordWithMetadata
from analyzer.messages import LANGUAGES, Decimal, GoalName, Message, letters, say, say_many, spoken
from analyzer.rules.play.table import Trick
from analyzer.rules.score.deeds import KINGS
from analyzer.rules.score.hand import HandResult, Outcome
from analyzer.rules.score.payments import nil_seat
from analyzer.rules.score.target import slam_of, target_of
from analyzer.rules.spec.game import GameSpec

# Goals for the end of a hand: their subject, and the amount for those that are a number.
#
# This is the only list of goals. Those of Danish Tarok belong to one player, and are about the cards of the
# last trick. The rest belong to a side, named by any of its seats, or to one seat alone.
#
# Source: decision 2: goals are about the cards of the last trick, not about its payment.


def read_points(text: str) -> Fraction | None:
    """Read card points as they are written: `41`, `41.5`, `41,5`, `83/2`, `8 1/3`; None for other text."""
    decimal = text.strip() if text.count(",") != 1 or "." in text else text.strip().replace(",", ".")
    whole, blank, rest = decimal.partition(" ")
    if len(text) > 20 or "e" in text.lower() or (blank and ("/" not in rest or "/" in whole)):
        return None
    try:
        found = [Fraction(each) for each in ((whole, rest) if blank else (whole,))]
    except (ValueError, ZeroDivisionError):
        return None
    if blank and found[1] < 0:
        return None
    return found[0] + (0 if not blank else -found[1] if whole.startswith("-") else found[1])


def points_text(points: Fraction) -> str:
    """Return card points as a file writes them: `41`, `41.5`, `8 1/3`."""
    whole, rest = divmod(abs(points), 1)
    sign = "-" if points < 0 else ""
    if rest.denominator <= 2:
        return f"{sign}{whole}{'.5' if rest else ''}"
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


def exact(points: Fraction) -> int | list[int]:
    """Return points as JSON has them: a whole number, or numerator and denominator in lowest terms."""
    return points.numerator if points.denominator == 1 else [points.numerator, points.denominator]


class Aim(Enum):
    """The subject of a goal; the value is its word in a question."""

    CONTRACT = "contract"
    HALF = "half"
    """Exactly half of the points, in games in which that is neither won nor lost."""
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
    BAGUD = "bagud"
    LOST_ULTIMO = "lost_ultimo"
    MOND_LOST = "mond_lost"
    POINTS = "points"
    TRICKS = "tricks"
    MARGIN = "margin"
    TRULL = "trull"

    @property
    def counted(self) -> bool:
        """True for a number, which a goal compares with a bound."""
        return self in COUNTED


COUNTED: Final = (Aim.POINTS, Aim.TRICKS, Aim.MARGIN, Aim.TRULL)

AIM_WORDS: Final[Mapping[Aim, Message]] = {
    Aim.CONTRACT: say("contract"),
    Aim.HALF: say("half of the points"),
    Aim.SLAM: say("slam"),
    Aim.VALAT: say("valat"),
    Aim.ALL_TRICKS: say("sweep of all tricks"),
    Aim.NIL: say("Nil"),
    Aim.KINGS: say("bonus for all kings"),
    Aim.TRINITY: say("whole Trull"),
    Aim.ULTIMO: say("Ultimo"),
    Aim.KING_ULTIMO: say("king Ultimo"),
    Aim.PAGAT_ULTIMO: say("Pagat Ultimo"),
    Aim.LAST_TRICK: say("last trick"),
    Aim.BAGUD: say("Bagud"),
    Aim.LOST_ULTIMO: say("lost Ultimo"),
    Aim.MOND_LOST: say("loss of the Mond"),
    Aim.POINTS: say("points"),
    Aim.TRICKS: say("tricks"),
    Aim.MARGIN: say("margin"),
    Aim.TRULL: say("cards of the Trull"),
}
"""The name of each goal's subject at the table."""
AS_THE: Final[Mapping[Aim, Message]] = {
    Aim.CONTRACT: say("the contract"),
    Aim.HALF: say("half of the points"),
    Aim.SLAM: say("the slam"),
    Aim.VALAT: say("the valat"),
    Aim.ALL_TRICKS: say("the sweep of all tricks"),
    Aim.NIL: say("the Nil"),
    Aim.KINGS: say("the bonus for all kings"),
    Aim.TRINITY: say("the whole Trull"),
    Aim.ULTIMO: say("the Ultimo"),
    Aim.KING_ULTIMO: say("the king Ultimo"),
    Aim.PAGAT_ULTIMO: say("the Pagat Ultimo"),
    Aim.LAST_TRICK: say("the last trick"),
    Aim.BAGUD: say("the Bagud"),
    Aim.LOST_ULTIMO: say("the lost Ultimo"),
    Aim.MOND_LOST: say("the loss of the Mond"),
}
"""The names with their article."""
TO_COME: Final[Mapping[Aim, Message]] = {
    Aim.POINTS: say("points of the tricks to come"),
    Aim.TRICKS: say("tricks to come"),
}
"""The names of aims if the position does not give what was won before."""


class Sense(Enum):
    """The wanted direction of a number: much or little."""

    MOST = "most"
    FEWEST = "fewest"


class Bound(Enum):
    """The direction in which a number bounds a goal."""

    LEAST = ">="
    MOST = "<="


class Goal(RecordWithMetadata, frozen=True):
    """A yes/no question about the end of a hand, asked of one seat or of its side."""

    NOTES: ClassVar[tuple[str, ...]] = ("to_come",)
    UNHASHED: ClassVar[tuple[str, ...]] = ("bound",)

    aim: Aim
    way: Bound | None = None
    """The direction of `bound`; None if the aim is not a number."""
    bound: Fraction = Fraction(0)
    to_come: bool = False
    """True if only points or tricks still to come count, because those won before are not given."""

    ULTIMO: ClassVar[Goal]
    KING_ULTIMO: ClassVar[Goal]
    PAGAT_ULTIMO: ClassVar[Goal]
    LAST_TRICK: ClassVar[Goal]
    BAGUD: ClassVar[Goal]

    def __str__(self) -> str:
        """Return the goal as it is written in a question: `ultimo`, `contract`, `points>=36`."""
        return self.aim.value if self.way is None else f"{self.aim.value}{self.way.value}{self.bound}"

    def met(self, value: Fraction) -> bool:
        """Return True if a number satisfies the goal."""
        return value >= self.bound if self.way is Bound.LEAST else value <= self.bound

    @property
    def name_message(self) -> Message:
        """Its name at the table, with its bound."""
        word, number = AIM_WORDS[self.aim], Decimal(points_text(self.bound))
        if self.to_come:
            word = TO_COME[self.aim]
        match self.way:
            case Bound.LEAST:
                return say("{goal}: {number} or more", goal=word, number=number)
            case Bound.MOST:
                return say("{goal}: {number} or fewer", goal=word, number=number)
            case _:
                return word

    @property
    def as_the(self) -> Message:
        """Its name with its article: `the contract`, `49.5 points or more`."""
        if self.way is None:
            return AS_THE.get(self.aim, AIM_WORDS[self.aim])
        number, count = Decimal(points_text(self.bound)), 1 if self.bound == 1 else 2
        least = self.way is Bound.LEAST
        match self.aim:
            case Aim.POINTS if least:
                told = say_many("{count} point or more", "{count} points or more", count, count=number)
            case Aim.POINTS:
                told = say_many("{count} point or less", "{count} points or fewer", count, count=number)
            case Aim.TRICKS if least:
                told = say_many("{count} trick or more", "{count} tricks or more", count, count=number)
            case Aim.TRICKS:
                told = say_many("{count} trick or none", "{count} tricks or fewer", count, count=number)
            case Aim.MARGIN if least:
                told = say("a margin of {count} or more", count=number)
            case Aim.MARGIN:
                told = say("a margin of {count} or less", count=number)
            case _ if least:
                told = say_many(
                    "{count} card of the Trull or more",
                    "{count} cards of the Trull or more",
                    count,
                    count=number,
                )
            case _:
                told = say_many(
                    "{count} card of the Trull or none",
                    "{count} cards of the Trull or fewer",
                    count,
                    count=number,
                )
        return say("{told} in the remaining tricks", told=told) if self.to_come else told

    @property
    def named(self) -> GoalName:
        """Its names at the table, with and without article."""
        return GoalName(str(self), self.name_message, self.as_the)


Goal.ULTIMO = Goal(Aim.ULTIMO)
Goal.KING_ULTIMO = Goal(Aim.KING_ULTIMO)
Goal.PAGAT_ULTIMO = Goal(Aim.PAGAT_ULTIMO)
Goal.LAST_TRICK = Goal(Aim.LAST_TRICK)
Goal.BAGUD = Goal(Aim.BAGUD)


def at_least(aim: Aim, bound: int | Fraction) -> Goal:
    """Return the goal of a number or more."""
    return Goal(aim, Bound.LEAST, Fraction(bound))


def read_goal(word: str) -> Goal | None:
    """Read a goal from `ultimo` or `points>=83/2`, or from its name; None for other text."""
    text = "".join(word.split()).replace("≥", ">=").replace("≤", "<=")
    for way in Bound:
        name, found, number = text.partition(way.value)
        if not found:
            continue
        aim, bound = _aim_called(name), read_points(number)
        if aim in COUNTED and bound is not None:
            return Goal(aim, way, bound)
    aim = _aim_called(text)
    return None if aim is None or aim.counted else Goal(aim)


_SHORT: Final[Mapping[Aim, tuple[str, ...]]] = {
    Aim.PAGAT_ULTIMO: ("pagat", "petit"),
    Aim.KING_ULTIMO: ("king", "konge", "könig", "kralj", "roi"),
}
"""Short names for goals."""


_SLOVENIAN: Final[Mapping[Aim, str]] = {
    Aim.CONTRACT: "igra",
    Aim.HALF: "polovica točk",
    Aim.ALL_TRICKS: "vsi vzetki",
    Aim.NIL: "nič",
    Aim.KINGS: "dodatek za vse kralje",
    Aim.TRINITY: "cela trula",
    Aim.KING_ULTIMO: "kralj ultimo",
    Aim.PAGAT_ULTIMO: "Pagat ultimo",
    Aim.LAST_TRICK: "zadnji vzetek",
    Aim.LOST_ULTIMO: "izgubljeni Ultimo",
    Aim.MOND_LOST: "izguba monda",
    Aim.POINTS: "točke",
    Aim.TRICKS: "vzetki",
    Aim.MARGIN: "razlika",
    Aim.TRULL: "karte trule",
}
"""Slovenian names that differ: they are read, but nothing is written in Slovenian."""


def aim_words(aim: Aim) -> set[str]:
    """Return the words for a goal in every language that is read."""
    said = {spoken(AIM_WORDS[aim], lang) for lang in LANGUAGES}
    return said | {_SLOVENIAN.get(aim, aim.value)}


_BY_NAME: Final = {letters(aim.value): aim for aim in Aim}


def _aim_called(word: str) -> Aim | None:
    """Return the subject of the goal with this name, or with this word in some language."""
    return _BY_NAME.get(letters(word)) or _aims_in_words().get(letters(word))


@cache
def _aims_in_words() -> Mapping[str, Aim]:
    named = {letters(word): aim for aim in AIM_WORDS for word in aim_words(aim)}
    return {word: aim for aim, words in _SHORT.items() for word in words} | named


class Ending(IntFlag):
    """The ways in which a player ends the last trick; the core numbers the bits in the same order."""

    LOSES_PLAIN = 1
    LOSES_PRIZE = 2
    WINS_PLAIN = 4
    WINS_KING = 8
    WINS_PAGAT = 16


WINS: Final = Ending.WINS_PLAIN | Ending.WINS_KING | Ending.WINS_PAGAT

ENDINGS: Final[Mapping[Goal, Ending]] = {
    Goal.ULTIMO: Ending.WINS_KING | Ending.WINS_PAGAT,
    Goal.KING_ULTIMO: Ending.WINS_KING,
    Goal.PAGAT_ULTIMO: Ending.WINS_PAGAT,
    Goal.LAST_TRICK: WINS,
    Goal.BAGUD: Ending.LOSES_PRIZE,
}
"""The endings that reach each goal of Danish Tarok. Implications and exclusions follow from them."""

LAST_TRICK_GOALS: Final = tuple(ENDINGS)
"""The goals of Danish Tarok, the default goal first."""


def endings_with(card: Card) -> Ending:
    """Return a player's possible endings with that card in the last trick; the Fool never wins one."""
    if card.is_king:
        return Ending.LOSES_PRIZE | Ending.WINS_KING
    if card == PAGAT:
        return Ending.LOSES_PRIZE | Ending.WINS_PAGAT
    return Ending.LOSES_PLAIN if card.is_fool else Ending.LOSES_PLAIN | Ending.WINS_PLAIN


def is_ultimo_card(card: Card) -> bool:
    """Return True if the card can win the last trick as an Ultimo: the kings and the Pagat."""
    return card.is_king or card == PAGAT


def goal_reached(last: Trick, goal: Goal, seat: int) -> bool:
    """Return True if a last trick reaches a seat's goal, whatever Tout and Nolo make of the payment."""
    own = next(laid.card for laid in last.laid if laid.seat == seat)
    won = WINS if last.winner == seat else ~WINS
    return bool(endings_with(own) & won & ENDINGS[goal])


# The result of a hand of card points that was played to the end, for goals and numbers.


class HandEnd(Record, frozen=True):
    """A hand that was played to the end, for goals and values."""

    game: GameSpec
    came: HandResult
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
                return self._makes_contract(seat)
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

    def _makes_contract(self, seat: int) -> bool:
        """Return True if the contract is made; a player who wins every trick alone needs no points."""
        alone = self.game.difference_sheet is not None and self.came.deeds.all_tricks == seat
        return alone or self.outcome.contract == "made"

    def _at_last(self, aim: Aim, seat: int) -> bool:
        """Return True if the goal was reached in the last trick."""
        side, deeds = self.side(seat), self.came.deeds
        won = self.side(self.last.winner) == side
        best = next(each.card for each in self.last.laid if each.seat == self.last.winner)
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


def paid_last(game: GameSpec) -> frozenset[Card]:
    """Return the cards that are paid for in the last trick."""
    return KINGS | {PAGAT} if game.payments is None else game.payments.last.cards
