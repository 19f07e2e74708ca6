"""Disputes about what piles count in a game of card points: what a file of them says."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

from msgspec import field

from analyzer.cards.card import Card
from analyzer.disputes.kinds.common import KIND, about_of
from analyzer.disputes.kinds.hand import HandDispute, HandShape, read_hand_told
from analyzer.disputes.kinds.past import check_partner
from analyzer.disputes.kinds.piles import ApartKeys, places_told
from analyzer.messages import Name, say
from analyzer.position.files.beforeplay.deal import check_cards, counted
from analyzer.position.files.cardlists import CardList
from analyzer.position.files.handshape import PointsWritten
from analyzer.position.files.reader import Reader
from analyzer.rules.score.reckoning import LaidApart, apart_of
from analyzer.rules.sides import Sides
from analyzer.yamltree.placed import Field, Shape, Text


class PileCountedShape(Shape):
    """What lies in one player's pile, and what it is said to count."""

    cards: CardList | None = Field(
        None, description="The cards of the tricks won; those laid away are told by `discard`."
    )
    points: PointsWritten | None = Field(None, description="What the pile is said to count.")


class PilesCountedShape(ApartKeys, HandShape):
    """What the cards in the piles count."""

    kind: Literal["count"] = KIND
    piles: Annotated[dict[Text, PileCountedShape], Field(min_length=1)] = Field(
        description="What each player has in his pile; the piles of one side are counted together.",
        examples=[{"A": {"cards": "hR hD T4 T5", "points": 8}}],
    )


class PileCounted(NamedTuple):
    """What is told of the pile of a side; None for what is not told."""

    cards: frozenset[Card] | None = None
    """The cards of its tricks."""
    said: Fraction | None = None
    """What it is said to count."""


class PilesCountedDispute(HandDispute, frozen=True, kw_only=True):
    """What do these piles count?"""

    piles: Mapping[int, PileCounted] = field(default_factory=dict)
    """By seat."""
    discard: frozenset[Card] | None = None

    @property
    def who(self) -> Sides:
        """Who plays with whom."""
        return self.sides([()] * len(self.players), self.discard)

    @property
    def apart(self) -> LaidApart:
        """The cards that lie in no trick, by the side that they count for."""
        return apart_of(self.spec, self.told, self.who, self.discard, self.dealer)

    def of_side(self, side: int) -> PileCounted:
        """The piles of a side's seats as one, with the cards that lie apart from the tricks left out."""
        own = [self.piles[seat] for seat in self.who.seats(side) if seat in self.piles]
        cards = [each.cards for each in own if each.cards is not None]
        said = [each.said for each in own if each.said is not None]
        return PileCounted(
            frozenset().union(*cards) if cards else None, sum(said, Fraction(0)) if said else None
        )


def read_piles_counted(reader: Reader, shape: PilesCountedShape) -> PilesCountedDispute:
    """The piles, and what they are said to count."""
    about = about_of(reader, shape)
    told = read_hand_told(reader, shape)
    piles = {seat: _pile(reader, name, pile) for seat, name, pile in reader.by_seat(shape.piles)}
    discard = None if shape.discard is None else shape.discard.cards
    dispute = PilesCountedDispute(**about, told=told, piles=piles, discard=discard)
    check_cards(reader, places_told(reader, shape, {name: pile.cards for name, pile in shape.piles.items()}))
    check_partner(reader, shape, dispute, ())
    _check_owner(reader, shape, dispute)
    _check_tricks(reader, shape, dispute)
    return dispute


def _pile(reader: Reader, name: Text, pile: PileCountedShape) -> PileCounted:
    if pile.cards is None and not pile.tells("points"):
        message = say("nothing is told of the pile of {player}", player=Name(name))
        reader.lack(name.key_where, message, say("expected `cards`, `points`, or both"))
    said = None if pile.points is None else pile.points.value
    return PileCounted(None if pile.cards is None else pile.cards.cards, said)


def _check_owner(reader: Reader, shape: PilesCountedShape, dispute: PilesCountedDispute) -> None:
    """A fault for cards laid away of which nobody knows for whom they count."""
    if shape.discard is not None and dispute.discard and not any(dispute.apart.discard):
        expected = say("expected `dealer`, or `contract` and `declarer`")
        reader.lack(shape.discard.where, say("it is not told who laid these cards away"), expected)


def _check_tricks(reader: Reader, shape: PilesCountedShape, dispute: PilesCountedDispute) -> None:
    """A fault for piles that are not of whole tricks, in a game in which a trick counts by itself."""
    game, sides, seats = dispute.spec, dispute.who, len(reader.players)
    if not game.piles.trick:
        return
    told = {sides.of[seat]: pile for seat, _, pile in reader.by_seat(shape.piles) if pile.cards is not None}
    for side, pile in told.items():
        cards = dispute.of_side(side).cards or ()
        if len(cards) % seats:
            assert pile.cards is not None
            player = reader.who(sides.seats(side)[0])
            message = say("{cards} in the pile of {player}", cards=counted(len(cards)), player=player)
            expected = say("expected whole tricks; cards laid away are told by `discard`")
            reader.lack(pile.cards.where, message, expected)
