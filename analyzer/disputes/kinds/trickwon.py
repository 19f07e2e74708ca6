"""Disputes about who won a trick: what a file of them says."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec.structs import replace

from analyzer.disputes.kinds.common import KIND, about_of
from analyzer.disputes.kinds.hand import read_hand_told
from analyzer.disputes.kinds.past import (
    PastDispute,
    PastShape,
    PlayedCards,
    check_partner,
    read_cards,
    read_past,
    read_tricks_left,
)
from analyzer.messages import say
from analyzer.position.files.beforeplay.deal import Pile, check_cards, laid
from analyzer.position.files.beforeplay.handtold import check_told
from analyzer.position.files.cardlists import Placed
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import Name
from analyzer.rules.play.course import fool_on_top
from analyzer.rules.play.table import Laid
from analyzer.rules.sides import Sides
from analyzer.yamltree.placed import Field


class TrickWonShape(PastShape):
    """Who won a complete trick."""

    kind: Literal["trick"] = KIND
    lead: Name | None = Field(None, description="Who led the trick; not needed where its players are named.")
    trick: PlayedCards = Field(
        description="The cards of the trick in the order played.",
        examples=["fool T21 T1 s7", [{"A": "fool"}, {"B": "T21"}, {"C": "T1"}]],
    )
    winner: Name | None = Field(None, description="Who is said to have won it.")
    NEEDS_DECLARER: ClassVar[bool] = False


class TrickWonDispute(PastDispute, frozen=True, kw_only=True):
    """Who won this trick?"""

    trick: tuple[Laid, ...]
    claimed: int | None = None
    """Who is said to have won it."""

    @property
    def who(self) -> Sides:
        """Who plays with whom, as far as it is told."""
        seats = range(len(self.players))
        return self.sides([{each.card for each in self.trick if each.seat == seat} for seat in seats])


def read_trick_won(reader: Reader, shape: TrickWonShape) -> TrickWonDispute | None:
    """A complete trick, and who is said to have won it; None where it cannot be read."""
    about = about_of(reader, shape)
    told = read_hand_told(reader, shape)
    piles = read_past(reader, shape.taken)
    left = read_tricks_left(reader, shape, piles, 1)
    claimed = reader.seat_of(shape.winner)
    if not shape.has("trick"):
        return None
    lead, cards = read_cards(reader, shape.trick, reader.seat_of(shape.lead))
    seats = len(reader.players)
    if len(cards) < seats:
        message = say("the trick holds {number} cards", number=len(cards))
        expected = say("expected {seats}: a trick that was won is complete", seats=seats)
        reader.lack(shape.trick.where, message, expected)
        return None
    check_cards(reader, [Pile(say("the trick"), tuple(Placed(each.card, each.where) for each in cards))])
    if lead is None:
        if shape.lead is None:
            expected = say("expected `lead`, or the name of each who played")
            reader.lack(shape.trick.where, say("it is not told who led the trick"), expected)
        return None
    dispute = TrickWonDispute(
        **about,
        told=replace(told, piles=piles),
        tricks_left=left,
        trick=laid(cards, lead, seats),
        claimed=claimed,
    )
    if _hangs_on_sides(dispute):
        check_told(reader, shape, told)
        check_partner(reader, shape, dispute, cards)
    return dispute


def _hangs_on_sides(dispute: TrickWonDispute) -> bool:
    """Whether it may matter who plays with whom, whoever of them plays a contract that nobody is told to."""
    seats = range(len(dispute.players)) if dispute.told.declarer is None else (dispute.told.declarer,)
    known = (replace(dispute, told=replace(dispute.told, declarer=seat)) for seat in seats)
    courses = [each.course(each.who, each.tricks_left) for each in known]
    led, left = dispute.trick[0], dispute.tricks_left
    on_top = {fool_on_top(led, dispute.spec, each, left) for each in courses}
    return True in on_top or any(each.colour is not None for each in courses)
