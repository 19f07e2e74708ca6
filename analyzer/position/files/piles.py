"""What the deal brought so far: piles taken, the count, what was announced and declared.

Source: main rule text, "Scoring, payment", parts 3, 5 and 6.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from analyzer.cards.notation import shown
from analyzer.errors import Where
from analyzer.messages import Message, Verbatim, say
from analyzer.position.files.cardlists import CardList, Said
from analyzer.position.files.deal import counted
from analyzer.position.files.pointshape import PointPileShape
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import PotsShape, TakenShape
from analyzer.position.setting import FOUNDED, Taken
from analyzer.rules.book import Pots
from analyzer.rules.deal.declarations import DeclarationError, parse_declaration
from analyzer.rules.score.amounts import points_text
from analyzer.yamltree.placed import Shape, Text

TOUT: Final = "tout"
MOST_POINTS: Final = 1000
_GOES_ON: Final = re.compile(r"(?:no|not|with|without|missing|lacks|mangler|med|uden)\b", re.IGNORECASE)


class ToldPiles(NamedTuple):
    """What a file tells of one player's pile; None for what it does not."""

    seat: int
    tricks: int | None
    points: int | None


def read_taken(
    reader: Reader, told: Iterable[ToldPiles], where: Where, left: int, points_gone: int | None
) -> tuple[Taken | None, ...]:
    """What lies in each pile, by seat; what follows from the others' piles is filled in.

    `left` is the number of tricks left, the present one included; `points_gone` the card points that lie
    in all piles together, None where nobody knows.
    """
    tricks: list[int | None] = [None] * len(reader.players)
    points = list(tricks)
    for each in told:
        tricks[each.seat], points[each.seat] = each.tricks, each.points
    gone = reader.rules.table.hand_size - left
    check_tricks(reader, where, tricks, gone, left)
    if points_gone is not None:
        _check_sum(reader, where, points, points_gone, _of_points)
        points = completed(points, points_gone)
    return tuple(
        None if each is None else Taken(each, count)
        for each, count in zip(completed(tricks, gone), points, strict=True)
    )


def told_piles(reader: Reader, piles: Mapping[Text, TakenShape] | None) -> list[ToldPiles]:
    """The piles of a file by seat, as many tricks and points as are told."""
    by_seat = reader.by_seat(piles)
    return [ToldPiles(seat, pile.tricks, pile.points) for seat, _, pile in by_seat if pile.has("tricks")]


def counted_piles(
    reader: Reader, piles: Mapping[Text, PointPileShape] | None, dealer: int | None, skat: CardList | None
) -> list[ToldPiles]:
    """The piles of a file by seat; where the cards themselves lie there, they are counted.

    The skat is in the dealer's pile, so that his points are known only where it is told too, and nobody's
    where no dealer is.
    """
    found = []
    for seat, _, pile in reader.by_seat(piles):
        cards, points = pile.cards, _whole_points(reader, pile)
        if cards is None:
            found.append(ToldPiles(seat, pile.tricks, points))
            continue
        tricks = cards.size // len(reader.players) if pile.tricks is None else pile.tricks
        if cards.size != tricks * len(reader.players):
            expected = say(
                "expected those of {tricks} tricks, {seats} to a trick",
                tricks=tricks,
                seats=len(reader.players),
            )
            message = say(
                "{cards} in the pile of {player}", cards=counted(cards.size), player=reader.who(seat)
            )
            reader.lack(cards.where, message, expected)
        counts = reader.rules.game.piles
        if dealer is not None and (seat != dealer or skat is not None):
            own = sum(map(counts.of, cards.cards)) + tricks * counts.trick
            if seat == dealer and skat is not None:
                own += sum(map(counts.of, skat.cards)) + counts.discard
            if points is not None and points != own:
                message = say(
                    "{number} points in the pile of {player}", number=points, player=reader.who(seat)
                )
                reader.lack(pile.place("points"), message, say("expected {number} by its cards", number=own))
            points = own
        found.append(ToldPiles(seat, tricks, points))
    return found


def _whole_points(reader: Reader, pile: PointPileShape) -> int | None:
    """The points of a pile where points are whole and nothing is owed for the Fool."""
    for key in ("gives", "owes"):
        if pile.has(key):
            message = say("`{key}` in a game that has no use for it", key=Verbatim(key))
            reader.fault(pile.key_place(key), message, say("nothing is given for the Fool"))
    value = None if pile.points is None else pile.points.value
    if value is not None and (value.denominator > 1 or not 0 <= value <= MOST_POINTS):
        number = Verbatim(points_text(value))
        message = say("`points` is {number}", number=number)
        reader.fault(pile.place("points"), message, say("expected a whole number"))
        return None
    return None if value is None else int(value)


def check_tricks(reader: Reader, where: Where, tricks: list[int | None], gone: int, left: int) -> None:
    """A fault where the tricks of all piles are not those that are gone, with so many left."""
    _check_sum(reader, where, tricks, gone, lambda told, whole: _of_tricks(told, whole, left))


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


def _of_tricks(told: int, whole: Message, left: int) -> tuple[Message, Message]:
    expected = say("expected {number} with {left} left", number=whole, left=left)
    return say("{number} tricks are taken", number=told), expected


def _of_points(told: int, whole: Message) -> tuple[Message, Message]:
    expected = say("expected {number} by the cards that are left", number=whole)
    return say("{number} points are taken", number=told), expected


def completed(each: list[int | None], whole: int) -> list[int | None]:
    """The numbers, with those filled in that can be nothing else: a single one, or none where all is told."""
    rest = max(0, whole - sum(number for number in each if number is not None))
    if rest and each.count(None) != 1:
        return each
    return [rest if number is None else number for number in each]


def read_pots(pots: PotsShape | None) -> Pots:
    """What lies in the pots, 60 in each where the file does not say."""
    return FOUNDED if pots is None else Pots(pots.king, pots.pagat)


def check_count(reader: Reader, shape: Shape, taken: tuple[Taken | None, ...] | None, *, whole: bool) -> None:
    """A fault where the count is to be paid, and the file does not say enough to make it."""
    where = shape.place("count")
    if not shape.tells("dealer"):
        expected = say("expected `dealer`: the next dealer does not count")
        reader.lack(where, say("`count: true` without a dealer"), expected)
    if not whole and (taken is None or any(pile is None or pile.points is None for pile in taken)):
        expected = say("expected `taken` with points of each player")
        reader.lack(where, say("`count: true` without all card points"), expected)


def check_announced(reader: Reader, where: Where, shape: Shape, *, whole: bool) -> None:
    """A fault where a Tout is announced, and the file does not say enough to know whether it was made."""
    if not shape.tells("dealer"):
        reader.lack(
            where,
            say("a Tout is announced without a dealer"),
            say("expected `dealer`: only he may announce it"),
        )
    if not (shape.tells("taken") or whole):
        expected = say("expected `taken`, or a whole hand")
        reader.lack(where, say("a Tout is announced, but not who took the tricks"), expected)


def read_said(reader: Reader, said: Said | None) -> frozenset[str]:
    """The announcements of a text or a list; one that there is not is a fault."""
    found = set()
    for each in said.texts if said is not None else ():
        if each.strip().lower() == TOUT:
            found.add(TOUT)
        else:
            message = say("{word} cannot be announced here", word=Verbatim(shown(each)))
            reader.fault(each.where, message, say("expected tout"))
    return frozenset(found)


def announced_by(reader: Reader, told: Mapping[Text, Said] | None, dealer: int | None) -> Said | None:
    """What the dealer announced; a fault for what another one did."""
    found = None
    for seat, name, said in reader.by_seat(told):
        if dealer is not None and seat != dealer and said.texts:
            message = say("{player} announces a Tout", player=reader.who(seat))
            reader.fault(name.key_where, message, say("only the dealer may announce it"))
        else:
            found = said
        read_said(reader, said)
    return found


def read_declarations(reader: Reader, told: Mapping[Text, Said]) -> Mapping[int, tuple[str, ...]]:
    """What each player declared, in the words of the file; () for a pass."""
    return {seat: read_declared(reader, said) for seat, _, said in reader.by_seat(told)}


def read_declared(reader: Reader, said: Said) -> tuple[str, ...]:
    """The declarations of one player, () for a pass; words that are none are a fault."""
    parts = [(part, each) for each in said.texts for part in _parts(each)]
    found = []
    for text, each in parts:
        try:
            if parse_declaration(text, reader.rules) is not None:
                found.append(text)
            elif len(parts) > 1:
                expected = say("expected `pass` alone, or the declarations")
                reader.fault(each.where, say("a pass beside other declarations"), expected)
        except DeclarationError as error:
            reader.fault(each.where, error.fault.message, error.fault.expected)
    return tuple(found)


def _parts(said: str) -> list[str]:
    """The declarations of one text, separated by commas; `half diamonds, no knight` is one."""
    found: list[str] = []
    for part in re.split(r"[,;]", said):
        text = " ".join(part.split())
        if found and _GOES_ON.match(text):
            found[-1] += f" {text}"
        elif text:
            found.append(text)
    return found
