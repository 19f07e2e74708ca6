"""Disputes about what lies in whose pile: what a file of them says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

from msgspec import field
from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.disputes.kinds.common import KIND, about_of
from analyzer.disputes.kinds.hand import HandDispute, read_hand_told
from analyzer.disputes.kinds.past import (
    PastShape,
    PlayedCards,
    check_partner,
    read_cards,
    read_past,
    read_tricks_left,
)
from analyzer.messages import Whose, say
from analyzer.position.files.beforeplay.deal import OnTable, Pile, check_cards, laid
from analyzer.position.files.cardlists import CardList, Placed
from analyzer.position.files.handshape import PointsWritten, TalonKeys
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import Name
from analyzer.rules.play.course import Course
from analyzer.rules.play.table import Laid, Trick, winner
from analyzer.rules.score.reckoning import turns_talon
from analyzer.rules.score.told import HandTold
from analyzer.rules.sides import Sides
from analyzer.yamltree.placed import Field, Text


class ApartKeys(TalonKeys):
    """Cards that lie in no trick."""

    discard: CardList | None = Field(None, description="What was laid away before the play.")


class PilesShape(ApartKeys, PastShape):
    """What goes where when tricks are turned over: the Fool, a card given for it, cards of the talon."""

    kind: Literal["piles"] = KIND
    lead: Name | None = Field(None, description="Who led the first of the tricks.")
    tricks: Annotated[list[PlayedCards], Field(min_length=1)] = Field(
        description="The tricks in order, the last ones of the hand where nothing else is said; who leads "
        "and who wins follows from the rules.",
        examples=[["hR h9 h3", "fool h8 c4"], [{"lead": "A", "cards": "hR h9 h3", "winner": "A"}]],
    )
    gave: dict[Text, CardList] | None = Field(
        None, description="The card that a player gave for the Fool.", examples=[{"A": "h9"}]
    )
    piles: dict[Text, CardList] | None = Field(
        None,
        description="Cards that are said to lie in a player's pile in the end.",
        examples=[{"A": "fool"}],
    )
    points: dict[Text, PointsWritten] | None = Field(
        None, description="What a player's pile, or that of his side, is said to count in the end."
    )


class TrickPlayed(NamedTuple):
    """A trick with what was settled for it before, and how many tricks were left, itself included."""

    trick: Trick
    course: Course
    tricks_left: int


class PilesDispute(HandDispute, frozen=True, kw_only=True):
    """What lies in whose pile after these tricks?"""

    tricks: tuple[tuple[Laid, ...], ...]
    tricks_left: int
    """When the first of them was led: 1 for the last trick."""
    taken_for_last: bool = False
    """Whether nothing tells which tricks they are, so that they are taken for the last ones."""
    discard: frozenset[Card] | None = None
    gave: Mapping[int, Card] = field(default_factory=dict)
    """The card that a seat gave for the Fool."""
    piles: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)
    """By seat the cards that are said to lie in its pile."""
    points: Mapping[int, Fraction] = field(default_factory=dict)

    @property
    def who(self) -> Sides:
        """Who plays with whom."""
        shown = [each for trick in self.tricks for each in trick]
        seats = range(len(self.players))
        held = [{each.card for each in shown if each.seat == seat} for seat in seats]
        return self.sides(held, self.discard)

    @property
    def turned(self) -> Iterator[TrickPlayed]:
        """The tricks one by one, with their winners."""
        course, left = self.course(self.who, self.tricks_left), self.tricks_left
        for lying in self.tricks:
            trick = Trick(lying, winner(lying, self.spec, course, left))
            yield TrickPlayed(trick, course, left)
            course, left = course.after(trick), left - 1

    @property
    def over(self) -> bool:
        """Whether the last of the tricks is the last of the hand."""
        return self.tricks_left == len(self.tricks)


def read_piles(reader: Reader, shape: PilesShape) -> PilesDispute | None:
    """Tricks that were turned over, and where their cards are said to lie; None where they cannot be read."""
    about = about_of(reader, shape)
    past = read_past(reader, shape.taken)
    told = replace(read_hand_told(reader, shape), piles=past)
    if not shape.has("tricks"):
        return None
    left = read_tricks_left(reader, shape, past, len(shape.tricks))
    told_which = shape.tricks_left is not None or shape.number is not None or bool(past)
    if left < len(shape.tricks):
        expected = say("expected at most {most}, as many as are left", most=left)
        reader.lack(shape.key_place("tricks"), say("{number} tricks", number=len(shape.tricks)), expected)
        return None
    discard = None if shape.discard is None else shape.discard.cards
    dispute = PilesDispute(
        **about,
        told=_with_talon_to_come(reader, told, left),
        tricks=(),
        tricks_left=left,
        taken_for_last=not told_which and left < reader.rules.table.hand_size,
        discard=discard,
        gave=dict(_gave(reader, shape)),
        piles={
            seat: tuple(each.card for each in cards.placed) for seat, _, cards in reader.by_seat(shape.piles)
        },
        points=_points(reader, shape),
    )
    placed = list[OnTable]()
    for cards in shape.tricks:
        trick = _trick(reader, shape, dispute, cards)
        if trick is None:
            return None
        placed += trick
        seats = len(reader.players)
        lead = _leads(reader, shape, dispute, cards)
        assert lead is not None
        dispute = replace(dispute, tricks=(*dispute.tricks, laid(trick, lead, seats)))
        _check_winner(reader, dispute, cards)
    check_cards(reader, _places(reader, shape, placed))
    _check_known(reader, shape, dispute)
    check_partner(reader, shape, dispute, placed)
    return dispute


def _with_talon_to_come(reader: Reader, told: HandTold, left: int) -> HandTold:
    """What is told, with those cards of the talon only that still come with tricks.

    Source: clauses of the kind talon-left.
    """
    game, table = reader.rules.game, reader.rules.table
    if not turns_talon(game, told):
        return told
    gone = table.hand_size - left
    return replace(told, talon_left=told.talon_left[: max(0, table.skat_size - gone)])


def _leads(reader: Reader, shape: PilesShape, dispute: PilesDispute, cards: PlayedCards) -> int | None:
    """Who leads the next trick: who won the one before, else who is told."""
    before = list(dispute.turned)
    if before:
        return before[-1].trick.winner
    if shape.lead is not None:
        return reader.seat_of(shape.lead)
    if cards.lead is not None:
        return reader.seat_of(cards.lead)
    return reader.seat(cards.by[0], cards.by[0].key_where) if cards.by else None


def _trick(
    reader: Reader, shape: PilesShape, dispute: PilesDispute, cards: PlayedCards
) -> tuple[OnTable, ...] | None:
    """The cards of one trick; None where it is not complete, or nobody knows who led it."""
    lead = _leads(reader, shape, dispute, cards)
    if lead is None and shape.lead is None and cards.lead is None and not cards.by:
        expected = say("expected `lead`, or the name of each who played")
        reader.lack(cards.where, say("it is not told who led the trick"), expected)
    _, trick = read_cards(reader, cards, lead)
    seats = len(reader.players)
    if len(trick) < seats:
        message = say("the trick holds {number} cards", number=len(trick))
        expected = say("expected {seats}: a trick that was won is complete", seats=seats)
        reader.lack(cards.where, message, expected)
        return None
    return None if lead is None else trick


def _check_winner(reader: Reader, dispute: PilesDispute, cards: PlayedCards) -> None:
    """A fault where another player is told to have won a trick than wins it by the rules."""
    if cards.winner is None:
        return
    won = list(dispute.turned)[-1].trick
    if reader.seat_of(cards.winner) not in (None, won.winner):
        card = next(each.card for each in won.laid if each.seat == won.winner)
        message = say("{player} wins the trick with {card}", player=reader.who(won.winner), card=card)
        reader.fault(cards.winner.where, message, say("who won a trick is a dispute of the kind `trick`"))


def _gave(reader: Reader, shape: PilesShape) -> Iterator[tuple[int, Card]]:
    for seat, _, cards in reader.by_seat(shape.gave):
        if cards.size != 1:
            reader.lack(cards.where, say("{number} cards", number=cards.size), say("expected one card"))
        for each in cards.placed[:1]:
            yield seat, each.card


def _points(reader: Reader, shape: PilesShape) -> dict[int, Fraction]:
    told = reader.by_seat(shape.points)
    return {seat: points.value for seat, _, points in told if points.value is not None}


def _places(reader: Reader, shape: PilesShape, tricks: list[OnTable]) -> Iterator[Pile]:
    """Every place where a card lies before it is turned over."""
    yield Pile(say("the tricks"), tuple(Placed(each.card, each.where) for each in tricks))
    yield from places_told(reader, shape, {name: pile.cards for name, pile in (shape.taken or {}).items()})


def places_told(reader: Reader, shape: ApartKeys, piles: Mapping[Text, CardList | None]) -> Iterator[Pile]:
    """The piles whose cards are told, what was laid away, and what was left of the talon."""
    for seat, _, cards in reader.by_seat(piles):
        if cards is not None:
            yield Pile(say("{whose} pile", whose=Whose(reader.who(seat))), cards.placed)
    if shape.discard is not None:
        yield Pile(say("the discard"), shape.discard.placed)
    if shape.talon is not None and shape.talon.left is not None:
        yield Pile(say("the talon"), shape.talon.left.placed)


def _check_known(reader: Reader, shape: PilesShape, dispute: PilesDispute) -> None:
    """A fault for a card that is said to lie somewhere or to have been given, and is told nowhere."""
    known = {each.card for each in [one for trick in dispute.tricks for one in trick]}
    known |= (dispute.discard or frozenset()).union(*(pile.cards for pile in dispute.told.piles.values()))
    if shape.talon is not None and shape.talon.left is not None:
        known |= shape.talon.left.cards
    for told in (shape.piles, shape.gave):
        for cards in (told or {}).values():
            for each in cards.placed:
                if each.card not in known:
                    message = say("{card} lies in none of the tricks told", card=each.card)
                    reader.lack(each.where, message, say("expected a card of them, or of a pile before"))
