"""Disputes about a settlement: what a file of them says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import field

from analyzer.cards.card import Card
from analyzer.disputes.kinds.common import KIND, DisputeShape, PaidShape, about_of, read_paid
from analyzer.disputes.model import ClaimedPayment, Dispute
from analyzer.messages import say
from analyzer.position.files.beforeplay.deal import Pile, check_cards, check_skat, laid, read_trick
from analyzer.position.files.beforeplay.handtold import tricks_won
from analyzer.position.files.beforeplay.piles import read_taken, told_piles
from analyzer.position.files.beforeplay.quarrels import check_facts
from analyzer.position.files.cardlists import CardList, Placed, Said, Words
from analyzer.position.files.handshape import PileShape
from analyzer.position.files.heard import check_count, read_pots, read_said
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import Name, PotsShape
from analyzer.rules.book import Pots
from analyzer.rules.facts.fact import Ground, HandFact
from analyzer.rules.facts.ground import so_far
from analyzer.rules.facts.told import Teller
from analyzer.rules.play.table import Laid
from analyzer.rules.score.told import PileTold
from analyzer.rules.sides import Sides
from analyzer.yamltree.placed import Field, Text


class SettlementShape(DisputeShape):
    """Who pays what for a complete trick, the last one where nothing else is said."""

    kind: Literal["settlement"] = KIND
    lead: Name = Field(description="Who led the trick.")
    trick: Words = Field(description="The cards of the trick, in order from `lead`.")
    tricks_left: int = Field(
        1, ge=1, le=100, description="Tricks left when it was led; 1 for the last trick."
    )
    pots: PotsShape | None = Field(None, description="The pots before the settlement.")
    taken: dict[Text, PileShape] | None = Field(None, description="What lay in each pile before the trick.")
    announce: Said | None = Field(None, description="What the dealer announced: tout.")
    skat: CardList | None = Field(
        None, description="The cards the dealer discarded; an announced Tout binds him with the Fool there."
    )
    count: bool | None = Field(None, description="Whether the count of card points is paid too.")
    paid: list[PaidShape] | None = Field(None, description="What was paid, or what somebody says is owed.")


class SettlementDispute(Dispute, frozen=True, kw_only=True):
    """Who pays what for a complete trick?"""

    trick: tuple[Laid, ...]
    tricks_left: int
    """When the trick was led: 1 for the last trick."""
    pots: Pots
    taken: Mapping[int, PileTold] = field(default_factory=dict)
    """What lay in each pile before the trick; None for a pile nothing is said about."""
    announce: frozenset[str] = frozenset()
    skat: frozenset[Card] | None = None
    count: bool = False
    paid: tuple[ClaimedPayment, ...] | None = None


def read_settlement(reader: Reader, shape: SettlementShape) -> SettlementDispute:
    """A complete trick with the pots and piles it is settled from, and what was paid."""
    about = about_of(reader, shape)
    lead = reader.seat_of(shape.lead) if shape.has("lead") else None
    seats, most = len(reader.players), reader.rules.table.hand_size
    trick = read_trick(reader, shape.trick, most=seats)
    if len(trick) < seats and shape.has("trick"):
        message = say("the trick holds {number} cards", number=len(trick))
        reader.lack(
            shape.trick.where, message, say("expected {seats}: a settled trick is complete", seats=seats)
        )
    piles = [Pile(say("the trick"), tuple(Placed(each.card, each.where) for each in trick))]
    if shape.skat is not None:
        piles.append(Pile(say("the skat"), shape.skat.placed))
        check_skat(reader, shape.skat, tout=True, played=True)
    check_cards(reader, [*piles, *tricks_won(shape.taken)])
    left = shape.tricks_left
    if left > most:
        reader.fault(
            shape.place("tricks_left"),
            say("{left} tricks left", left=left),
            say("expected at most {number}", number=most),
        )
    taken: Mapping[int, PileTold] = {}
    if shape.taken is not None:
        told = told_piles(reader, shape.taken, about["dealer"], shape.skat)
        taken = read_taken(reader, told, shape.key_place("taken"), left, None)
    said = read_said(reader, shape.announce)
    if shape.announce is not None and said and about["dealer"] is None:
        reader.lack(
            shape.announce.where, say("a Tout is announced without a dealer"), say("expected `dealer`")
        )
    if shape.count:
        check_count(reader, shape, taken, whole=False)
    dispute = SettlementDispute(
        **about,
        trick=laid(trick, lead or 0, seats),
        tricks_left=left,
        pots=read_pots(shape.pots),
        taken=taken,
        announce=said,
        skat=None if shape.skat is None else shape.skat.cards,
        count=bool(shape.count),
        paid=read_paid(reader, shape.paid),
    )
    if not reader.notes.faults and taken:
        check_facts(reader, shape.node, *facts_of_settlement(dispute))
    return dispute


def facts_of_settlement(dispute: SettlementDispute) -> tuple[Ground, list[HandFact]]:
    """The tricks before the one that is settled, and what is told of their piles."""
    rules, sides = dispute.rules, Sides.alone(len(dispute.players))
    gone = rules.table.hand_size - dispute.tricks_left
    cards = frozenset(rules.table.deck).difference(each.card for each in dispute.trick)
    ground = so_far(rules, sides, gone, cards, dispute.dealer)
    teller, facts = Teller(ground, dispute.players), list[HandFact]()
    for seat, pile in dispute.taken.items():
        if pile.tricks is not None:
            facts.append(teller.tricks(seat, pile.tricks, "taken"))
        if pile.units is not None:
            facts.append(teller.points(seat, pile.units, "taken"))
    return ground, facts
