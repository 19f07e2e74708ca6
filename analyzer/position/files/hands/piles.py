"""The contents of the piles: tricks won, their card points, and their consistency.

If piles are counted by their cards, the points of a pile are those of its tricks and of the cards discarded
into it. Values that follow from the other piles are filled in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from analyzer.cards.card import Card
from analyzer.errors import Where
from analyzer.messages import Decimal, Message, Verbatim, say
from analyzer.position.files.cardlists import CardList
from analyzer.position.files.hands.contract import stated_trull
from analyzer.position.files.hands.deal import counted
from analyzer.position.files.handshape import PileShape, PointsWritten
from analyzer.position.files.reader import Reader
from analyzer.position.piles import apart_in, units_gone
from analyzer.position.setting import Setting
from analyzer.rules.score.goals import points_text
from analyzer.rules.score.hand import PileFacts
from analyzer.rules.score.reckoning import turns_talon
from analyzer.yamltree.shapes import Text

MOST_POINTS: Final = 1000
UNTOLD: Final = PileShape()
TRULL: Final = ("trull", "bouts")
NOTHING_HANGS: Final = say("nothing depends on how many cards of the Trull somebody has")


class PileEntry(NamedTuple):
    """A file's facts about one player's pile; None for unknown ones."""

    seat: int
    tricks: int | None
    points: int | None


def read_taken(
    reader: Reader, told: Iterable[PileEntry], where: Where, left: int, points_gone: int | None
) -> dict[int, PileFacts]:
    """Read each pile, by seat; values that follow from the other piles are filled in.

    `left` is the number of tricks left, including the current one; `points_gone` the card points in all piles
    together, None if unknown.
    """
    tricks: list[int | None] = [None] * len(reader.players)
    points = list(tricks)
    for each in told:
        tricks[each.seat], points[each.seat] = each.tricks, each.points
    gone = reader.rules.table.hand_size - left
    check_tricks(reader, where, tricks, gone, left)
    if points_gone is not None:
        _check_sum(reader, where, points, points_gone, _point_sum_messages)
        points = completed(points, points_gone)
    known = enumerate(zip(completed(tricks, gone), points, strict=True))
    return {seat: PileFacts(won, count) for seat, (won, count) in known if won is not None}


def read_stated_piles(
    reader: Reader, piles: Mapping[Text, PileShape] | None, dealer: int | None, skat: CardList | None
) -> list[PileEntry]:
    """Return the piles of a file by seat; if their cards are given, they are counted.

    The skat is in the dealer's pile, so that the dealer's points are known only if it is given too, and
    nobody's without a dealer.
    """
    found = []
    for seat, _, pile in reader.values_by_seat(piles):
        cards, points = pile.cards, _whole_points(reader, pile)
        if cards is None:
            found.append(PileEntry(seat, pile.tricks, points))
            continue
        tricks = cards.size // len(reader.players) if pile.tricks is None else pile.tricks
        if cards.size != tricks * len(reader.players):
            expected = say(
                "expected those of {tricks} {tricks:trick/tricks}, {seats} to a trick",
                tricks=tricks,
                seats=len(reader.players),
            )
            message = say(
                "{cards} in the pile of {player}", cards=counted(cards.size), player=reader.who(seat)
            )
            reader.lack(cards.where, message, expected)
        counts = reader.rules.game.piles
        if dealer is not None and (seat != dealer or skat is not None):
            own = sum(map(counts.card_units, cards.cards)) + tricks * counts.trick
            if seat == dealer and skat is not None:
                own += sum(map(counts.card_units, skat.cards)) + counts.discard
            if points is not None and points != own:
                message = say(
                    "{number} {number:point/points} in the pile of {player}",
                    number=points,
                    player=reader.who(seat),
                )
                reader.lack(pile.place("points"), message, say("expected {number} by its cards", number=own))
            points = own
        found.append(PileEntry(seat, tricks, points))
    return found


def _whole_points(reader: Reader, pile: PileShape) -> int | None:
    """The points of a pile where points are whole and nothing is owed for the Fool."""
    for key in ("gives", "owes"):
        if pile.has(key):
            reader.fault(pile.key_place(key), _no_use(key), say("nothing is given for the Fool"))
    for key in TRULL:
        if pile.has(key):
            reader.fault(pile.key_place(key), _no_use(key), NOTHING_HANGS)
    value = None if pile.points is None else pile.points.value
    if value is not None and (value.denominator > 1 or not 0 <= value <= MOST_POINTS):
        number = Decimal(points_text(value))
        message = say("`points` is {number}", number=number)
        reader.fault(pile.place("points"), message, say("expected a whole number"))
        return None
    return None if value is None else int(value)


def _no_use(key: str) -> Message:
    return say("`{key}` in a game that has no use for it", key=Verbatim(key))


def check_tricks(reader: Reader, where: Where, tricks: list[int | None], gone: int, left: int) -> None:
    """Note a fault if the tricks of all piles are not those that are gone, with `left` tricks left."""
    _check_sum(reader, where, tricks, gone, lambda told, whole: _trick_sum_messages(told, whole, left))


def _check_sum(
    reader: Reader,
    where: Where,
    each: list[int | None],
    whole: int,
    said: Callable[[int, Message], tuple[Message, Message]],
) -> None:
    told = sum(number for number in each if number is not None)
    if told > whole or (None not in each and told != whole):
        exactly, most = say("{number}", number=whole), say("at most {number}", number=whole)
        reader.lack(where, *said(told, most if None in each else exactly))


def _trick_sum_messages(told: int, whole: Message, left: int) -> tuple[Message, Message]:
    expected = say("expected {number} with {left} left", number=whole, left=left)
    return say("{number} {number:trick is/tricks are} taken", number=told), expected


def _point_sum_messages(told: int, whole: Message) -> tuple[Message, Message]:
    expected = say("expected {number} by the cards that are left", number=whole)
    return say("{number} {number:point is/points are} taken", number=told), expected


def completed(each: list[int | None], whole: int) -> list[int | None]:
    """Return the numbers with those filled in that are certain: a single one, or none if all are given."""
    rest = max(0, whole - sum(number for number in each if number is not None))
    if rest and each.count(None) != 1:
        return each
    return [rest if number is None else number for number in each]


class Piles:
    """The piles of one file, read by seat; `setting` is the position without them."""

    def __init__(self, reader: Reader, setting: Setting, told: Mapping[Text, PileShape]) -> None:
        game = setting.spec
        self._reader, self._setting, self._game = reader, setting, game
        self._sides, self._apart = setting.sides, apart_in(setting)
        by_seat = {seat: pile for seat, _, pile in reader.values_by_seat(told)}
        self._shapes = [by_seat.get(seat, UNTOLD) for seat in range(len(reader.players))]

    def read(self, where: Where) -> dict[int, PileFacts]:
        """Return each pile; note a fault at `where` if they cannot all be true."""
        left, hand = self._setting.tricks_left, self._setting.rules.table.hand_size
        tricks = [self._tricks(pile) for pile in self._shapes]
        check_tricks(self._reader, where, tricks, hand - left, left)
        tricks = self._completed_by_side(tricks, hand - left)
        if left == hand:
            return {}
        units = [self._units(seat, number) for seat, number in enumerate(tricks)]
        units = self._checked(where, units)
        cards = self._cards(tricks)
        return {
            seat: self._build_pile(seat, tricks[seat], units[seat], cards[seat])
            for seat in range(len(tricks))
        }

    def _cards(self, tricks: Sequence[int | None]) -> list[frozenset[Card]]:
        """The cards of each pile as far as they are known, and those of the Trull whose number is told.

        All hands are known here, so that which of them lie in which pile makes no difference to any sum.
        """
        piles = [frozenset[Card]() if pile.cards is None else pile.cards.cards for pile in self._shapes]
        lacking = dict(self._lacking_of_the_trull(piles, tricks))
        missing = sorted(self._game.trull - self._seen(piles))
        if not lacking or not self._may_lack(lacking, len(missing)):
            return piles
        for seat, number in lacking.items():
            piles[seat] |= {*missing[:number]}
            del missing[:number]
        others = [seat for seat in range(len(piles)) if seat not in lacking]
        if len({self._sides.of[seat] for seat in others}) == 1:
            piles[others[0]] |= {*missing}
        return piles

    def _seen(self, piles: Sequence[frozenset[Card]]) -> frozenset[Card]:
        """The cards that lie somewhere that is told."""
        setting, told = self._setting, self._setting.told
        laid = {each.card for each in setting.trick}
        return frozenset(laid).union(*setting.hands, *piles, setting.skat or (), told.talon_left, told.dead)

    def _lacking_of_the_trull(
        self, piles: Sequence[frozenset[Card]], tricks: Sequence[int | None]
    ) -> Iterator[tuple[int, int]]:
        """By seat how many cards of the Trull lie in a pile beside those that are told; a fault for fewer."""
        for seat, pile in enumerate(self._shapes):
            key = next((each for each in TRULL if getattr(pile, each) is not None), None)
            number = stated_trull(self._reader, pile, pile.trull, pile.bouts)
            if key is None or number is None:
                continue
            own, won = len(piles[seat] & self._game.trull), tricks[seat]
            whole = pile.cards is not None and won is not None and self._is_all(pile.cards.size, won)
            if not self._game.trull:
                self._reader.fault(pile.key_place(key), _no_use(key), NOTHING_HANGS)
            elif number < own or (whole and number > own):
                message = say("`{key}` is {number}", key=Verbatim(key), number=number)
                self._reader.lack(pile.place(key), message, say("expected {number} by its cards", number=own))
            else:
                yield seat, number - own

    def _may_lack(self, lacking: Mapping[int, int], missing: int) -> bool:
        """Whether so many of the Trull may lie in the piles, of those that are not seen; else a fault."""
        wanted, every = sum(lacking.values()), len(lacking) == len(self._shapes)
        if wanted == missing or (wanted < missing and not every):
            return True
        pile = self._shapes[max(lacking)]
        whole = say("{number}", number=missing) if every else say("at most {number}", number=missing)
        message = say(
            "{number} {number:card/cards} of the Trull are in the piles in addition to those given",
            number=wanted,
        )
        expected = say("expected {whole}, which are nowhere else", whole=whole)
        self._reader.lack(pile.place("trull" if pile.trull is not None else "bouts"), message, expected)
        return False

    def _tricks(self, pile: PileShape) -> int | None:
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
                    "expected those of {tricks} {tricks:trick/tricks}, {seats} to a trick",
                    tricks=tricks,
                    seats=len(self._shapes),
                )
                who, number = self._reader.who(seat), counted(cards.size)
                message = say("{cards} in the pile of {player}", cards=number, player=who)
                self._reader.lack(cards.where, message, expected)
            return own
        return sum(map(rules.card_units, cards.cards)) + tricks * rules.trick if own is None else own

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
                Decimal(points_text(Fraction(each + apart, self._game.piles.unit)))
                for each in (sum(known), gone)
            )
            expected = say("expected {number} by the cards that are left", number=whole)
            self._reader.lack(
                where, say("{number} {number:point is/points are} taken", number=told), expected
            )
        untold = {self._sides.of[seat] for seat, number in enumerate(units) if number is None}
        in_part = {self._sides.of[seat] for seat, number in enumerate(units) if number is not None}
        # Points that some of a side have not may be of cards that lie apart, and then be anybody's.
        return completed(units, gone) if untold & in_part else self._completed_by_side(units, gone)

    def _completed_by_side(self, each: list[int | None], whole: int) -> list[int | None]:
        """The numbers, with the rest for the only side of which not all is told, at its first such player."""
        each = completed(each, whole)
        untold = [seat for seat, number in enumerate(each) if number is None]
        if len({self._sides.of[seat] for seat in untold}) != 1:
            return each
        filled = dict.fromkeys(untold, 0) | {untold[0]: whole - sum(number or 0 for number in each)}
        return [filled.get(seat, number) for seat, number in enumerate(each)]

    def _with_apart(self, seat: int, units: int) -> int:
        side = self._sides.of[seat]
        first = self._sides.seats(side)[0] == seat
        return units + (self._apart.units(self._game, side) if first else 0)

    def _build_pile(
        self, seat: int, tricks: int | None, units: int | None, cards: frozenset[Card]
    ) -> PileFacts:
        pile = self._shapes[seat]
        gives = tricks != 0 and pile.cards is None if pile.gives is None else pile.gives
        gives = gives or self._game.exchange is None
        to = self._owes_to(seat)
        return PileFacts(tricks, units, cards, gives, to is not None, to)

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
    """Return card points of a player in units; a fault for a part of a point that the game does not know."""
    game = reader.rules.game
    parts = game.piles.unit
    units = points * parts
    if units.denominator == 1 and units >= 0:
        return int(units)
    number = Decimal(points_text(points))
    message = say(
        "{number} {number:point/points} in the pile of {player}", number=number, player=reader.who(seat)
    )
    expected = say("expected whole points")
    if parts > 1 and units >= 0:
        expected = say("expected whole points, or points and {part}", part=Verbatim(f"1/{parts}"))
    reader.fault(where, message, expected)
    return None
