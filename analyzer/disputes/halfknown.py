"""A dispute of which not every hand is known: the same dispute in every deal that fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from analyzer.cards.card import Card
from analyzer.disputes.kinds.common import DisputeShape
from analyzer.disputes.kinds.past import PlayedCards, read_cards
from analyzer.disputes.model import Dispute, DisputeInDeals
from analyzer.errors import Fault, Invalid, InvalidFile
from analyzer.knowledge.fitting import draw
from analyzer.messages import say
from analyzer.position.files.cardlists import CardList, HandCards, Placed
from analyzer.position.files.deal import OnTable, Pile, check_cards, laid, piles, read_hands
from analyzer.position.files.halfknown import read_half_known
from analyzer.position.files.handshape import TalonShape
from analyzer.position.files.reader import Reader
from analyzer.position.files.unknown import read_unseen, read_worlds, unseen_seats
from analyzer.position.setting import Setting
from analyzer.yamltree.placed import Shape, Text

Held = tuple[frozenset[Card], ...]
"""The hands of a deal, by seat."""
LYING: Final = frozenset({"discard", "skat", "taken", "talon", "left", "cards", "last_three"})
"""Keys under which stand cards that lie in no hand, and those of what holds such keys."""


def in_deals(
    reader: Reader, shape: DisputeShape, read: Callable[[Held], Dispute]
) -> tuple[DisputeInDeals, Dispute]:
    """The deals that fit, each as a dispute of its own, and the first of them.

    `read` gives the dispute as it is with such hands. Raises: InvalidFile with the faults of what is told of
    them, or where no deal fits.
    """
    setting = _setting(reader, shape)
    reader.finish()
    drawn = draw(setting, lambda deal: [(deal, read(deal.hands))], lambda each: each[0].hands, bound=True)
    if not drawn.found:
        raise InvalidFile([_nothing_fits(shape, drawn.refused)])
    each = tuple(deal for deal, _ in drawn.found)
    settings, disputes = zip(*each, strict=True)
    return DisputeInDeals(settings, disputes, drawn.exact, drawn.fit), disputes[0]


def _nothing_fits(shape: DisputeShape, refused: Exception | None) -> Fault:
    """That no deal fits, and what the last of them quarrelled with, at its place."""
    told = say("no deal fits what is known")
    if isinstance(refused, Invalid) and refused.faults:
        first = refused.faults[0]
        return Fault(told, first.message, first.where or shape.place("hands"))
    return Fault(told, say("expected facts that can be true together"), shape.place("hands"))


def told_hands(reader: Reader, shape: Any, held: Held) -> dict[Text, HandCards]:
    """The hands of a file with every card of them told."""
    written = {seat: (name, hand) for seat, name, hand in reader.by_seat(shape.hands)}
    if shape.unseen is not None:
        for seat, name, _ in reader.by_seat({n: s for n, s in shape.unseen.sizes.items() if n != "skat"}):
            written[seat] = (name, None)
    found = {}
    for seat, (name, hand) in written.items():
        where = name.key_where if hand is None else hand.where
        known = {} if hand is None else {each.card: each.where for each in hand.placed}
        placed = tuple(Placed(card, known.get(card, where)) for card in sorted(held[seat]))
        found[name] = HandCards(placed, len(placed), where)
    return found


def _setting(reader: Reader, shape: Any) -> Setting:
    """The table as far as it is known: the hands, what lies elsewhere, and what a deal must fit."""
    hidden = unseen_seats(reader, shape.unseen)
    hands = read_hands(reader, shape.hands or {}, None)
    lead, trick = _trick(reader, shape)
    lying = [*piles(reader, hands, trick, None), *_elsewhere(shape)]
    check_cards(reader, lying)
    unseen_cards = None if shape.unseen is None or not shape.unseen.has("cards") else shape.unseen.cards
    half = read_half_known(reader, hands, lying, unseen_cards, hidden)
    skat = getattr(shape, "skat", None)
    dealer = reader.seat_of(shape.dealer)
    return Setting(
        reader.rules,
        reader.players,
        tuple(frozenset() if hand is None else hand.cards for hand in hands),
        lead or 0,
        laid(trick, lead or 0, len(reader.players)),
        dealer=dealer,
        skat=None if skat is None else skat.cards,
        worlds=read_worlds(reader, shape.worlds, hands, None, trick, skat),
        unseen=read_unseen(reader, shape.unseen, hands, trick, skat, dealer),
        half_known=half,
    )


def _trick(reader: Reader, shape: Any) -> tuple[int | None, tuple[OnTable, ...]]:
    """Who leads, and the cards on the table before what is in dispute."""
    told = getattr(shape, "trick", None)
    lead = reader.seat_of(getattr(shape, "lead", None))
    return read_cards(reader, told, lead) if isinstance(told, PlayedCards) else (lead, ())


def _elsewhere(shape: Shape) -> Iterator[Pile]:
    """The cards that a file tells of, and that lie in no hand."""
    for key, field in type(shape).fields().items():
        told = getattr(shape, field.name)
        taken_up = key == "taken" and isinstance(shape, TalonShape)
        if key not in LYING or taken_up or not shape.has(field.name):
            continue
        each = told.values() if isinstance(told, dict) else [told]
        for one in each:
            if isinstance(one, CardList):
                yield Pile(say("what lies elsewhere"), one.placed)
            elif isinstance(one, Shape):
                yield from _elsewhere(one)
