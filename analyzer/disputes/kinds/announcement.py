"""Disputes about what was announced before the play: what a file of them says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import field

from analyzer.cards.card import Card
from analyzer.disputes.kinds.came import (
    CameDispute,
    CameShape,
    SaidOwed,
    SaidOwedKeys,
    read_facts,
    read_said_owed,
)
from analyzer.disputes.kinds.common import KIND, UnknownKeys, about_of
from analyzer.messages import say
from analyzer.position.files.beforeplay.deal import check_cards, piles, read_hands
from analyzer.position.files.beforeplay.needed import check_came
from analyzer.position.files.beforeplay.uses import KeyUse, useless
from analyzer.position.files.cardlists import CardList, HandCards
from analyzer.position.files.reader import Reader
from analyzer.yamltree.placed import Field, Text

SHOWN_KEY = {"shown": KeyUse(lambda _, game: game.shown is not None, ("french", "appel", "tarot"))}


class AnnouncementShape(UnknownKeys, CameShape, SaidOwedKeys):
    """Whether something may be announced or declared, and what it brings."""

    kind: Literal["announcement"] = KIND
    hands: dict[Text, HandCards] | None = Field(
        None, description="The hands that are known, before the first lead."
    )
    shown: dict[Text, CardList] | None = Field(
        None, description="The cards that a player shows as trumps.", examples=[{"B": "fool T1 T2 T3"}]
    )


class AnnouncementDispute(CameDispute, frozen=True, kw_only=True):
    """May this be announced, and what does it bring?"""

    hands: tuple[frozenset[Card] | None, ...]
    shown: Mapping[int, frozenset[Card]]
    said: SaidOwed = field(default_factory=SaidOwed)

    @property
    def over(self) -> bool:
        """Whether it is told what the hand came to."""
        report = self.report
        known = (report.last, report.swept, report.nil, report.all_tricks, report.mond_lost)
        return any(each is not None for each in known) or any((report.units, report.tricks, report.bonuses))


def read_announcement(reader: Reader, shape: AnnouncementShape) -> AnnouncementDispute:
    """What was announced or declared, the hands that tell, and what the hand came to where it is over."""
    facts = read_facts(reader, shape)
    useless(reader, shape, SHOWN_KEY)
    hands = read_hands(reader, shape.hands or {}, None)
    check_cards(reader, piles(reader, hands, (), None))
    shown = {seat: cards.cards for seat, _, cards in reader.by_seat(shape.shown)}
    held = tuple(None if hand is None else hand.cards for hand in hands)
    said = read_said_owed(reader, shape, facts["told"].pools)
    dispute = AnnouncementDispute(**about_of(reader, shape), **facts, hands=held, shown=shown, said=said)
    if not (facts["told"].announced or facts["told"].kontra or dispute.declarations or shown):
        expected = say("expected `announced`, `declarations` or `shown`")
        reader.lack(shape.node.where, say("nothing is announced"), expected)
    if reader.players_known and dispute.over and (dispute.game.bonus_sheet or dispute.game.shown):
        check_came(reader, shape.node.where, dispute.came, shape)
    return dispute
