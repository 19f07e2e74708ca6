"""Disputed play in a hand of which the cards are told from the start: the file, and its facts."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.disputes.events import Event, check_held, done_events
from analyzer.disputes.findings import DisputeModule
from analyzer.disputes.game import TrickCheck
from analyzer.disputes.hand import OfHand, read_hand_told
from analyzer.disputes.past import PastShape, PlayedCards, read_cards, read_past
from analyzer.disputes.play import PlayDispute, settle_play
from analyzer.disputes.shape import KIND_KEY, UnknownKeys, about_of
from analyzer.messages import say
from analyzer.position.files.cardlists import HandCards, Words
from analyzer.position.files.hands.deal import (
    Hands,
    OnTable,
    check_cards,
    laid,
    piles,
    read_hands,
    tricks_left,
)
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import Name
from analyzer.rules.play.table import Laid, Table
from analyzer.rules.score.hand import NOTHING_TOLD, HandTold
from analyzer.yamltree.placed import Field, Text


class HandPlayShape(UnknownKeys, PastShape):
    """Played cards, under the contract of the hand."""

    kind: Literal["play"] = KIND_KEY
    hands: dict[Text, HandCards] = Field(
        description=(
            "Each player's cards, without those on the table. Hands that are not in dispute may be left out."
        )
    )
    lead: Name | None = Field(None, description="The player who led the trick, or had to lead it.")
    trick: PlayedCards | None = Field(None, description="The cards on the table before the card in dispute.")
    play: Words | None = Field(
        None, description="The cards then played, in order; the rules say who plays each."
    )
    events: list[Event] | None = Field(
        None, description="The same moves with the player of each, in place of `play`."
    )


class HandPlayDispute(OfHand, PlayDispute, frozen=True, kw_only=True):
    """Was it legal to play these cards, under this contract?"""

    told: HandTold = NOTHING_TOLD
    trick: tuple[Laid, ...] = ()
    """The cards on the table before the first event; they are in the hands too."""

    @property
    def start(self) -> Table:
        course = self.course(self.sides(self.hands), self.tricks_left)
        return Table(self.spec, self.hands, self.lead, course=course)

    @property
    def lying(self) -> tuple[Laid, ...]:
        return self.trick

    def knows(self, seat: int) -> bool:
        return len(self.hands[seat]) == self.tricks_left


def read_play_of_hand(reader: Reader, shape: HandPlayShape) -> HandPlayDispute | None:
    """What was played under a contract; None where it cannot be read."""
    about = about_of(reader, shape)
    told = read_hand_told(reader, shape)
    past = read_past(reader, shape.taken)
    hands = read_hands(reader, shape.hands, None)
    events = done_events(reader, shape.play, shape.events, shape)
    lead, trick = reader.seat_of(shape.lead), tuple[OnTable, ...]()
    if shape.trick is not None:
        lead, trick = read_cards(reader, shape.trick, lead)
    elif not shape.tells("lead"):
        lead = next((each.seat for each in events), None)
    check_cards(reader, piles(reader, hands, trick, None))
    left = tricks_left(reader, hands, lead, trick)
    if lead is None:
        if not shape.tells("lead"):
            expected = say("expected the player who leads this trick")
            reader.lack(shape.node.where, say("`lead` is missing"), expected)
        return None
    if not left:
        expected = say("expected at least one, so that the tricks left are known")
        reader.lack(shape.place("hands"), say("no hand is given"), expected)
        return None
    on_table = laid(trick, lead, len(reader.players))
    before = _before(hands, on_table)
    if all(hand is None or hand.size == len(hand.placed) for hand in hands):
        told_hands = tuple(None if hand is None else cards for hand, cards in zip(hands, before, strict=True))
        check_held(reader, told_hands, events)
    _check_leader(reader, shape, hands, lead)
    return HandPlayDispute(
        **about, told=replace(told, piles=past), hands=before, lead=lead, events=events, trick=on_table
    )


def _before(hands: Hands, trick: tuple[Laid, ...]) -> tuple[frozenset[Card], ...]:
    """The hands before the trick, as far as they are told."""
    lying: dict[int, frozenset[Card]] = {each.seat: frozenset([each.card]) for each in trick}
    return tuple(
        (frozenset() if hand is None else hand.cards) | lying.get(seat, frozenset())
        for seat, hand in enumerate(hands)
    )


def _check_leader(reader: Reader, shape: HandPlayShape, hands: Hands, lead: int) -> None:
    """A fault where it is not known whether the last trick is led, and that may decide who wins it."""
    sweeps = reader.game.fool.top_when_swept and (shape.swept is not None or shape.taken is not None)
    if sweeps and hands[lead] is None:
        expected = say("expected the hand of {player}, who leads", player=reader.who(lead))
        reader.lack(shape.place("hands"), say("{player} has no hand", player=reader.who(lead)), expected)


KIND: Final[DisputeModule] = DisputeModule(HandPlayShape, read_play_of_hand, settle_play, TrickCheck)
