"""What disputes about the time before the first lead tell of cards: hands, talon, what was laid away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from analyzer.cards.card import Card
from analyzer.disputes.kinds.common import UnknownKeys
from analyzer.disputes.kinds.hand import HandDispute, HandShape
from analyzer.messages import Message, Verbatim, say
from analyzer.position.files.cardlists import CardList
from analyzer.position.files.deal import Hands, Pile, check_cards, piles, read_hands
from analyzer.position.files.handshape import TalonShape
from analyzer.position.files.reader import Reader
from analyzer.yamltree.placed import Field


class HeldShape(UnknownKeys, HandShape):
    """A dispute that tells hands, as far as they matter, and the cards that lie beside them."""

    discard: CardList | None = Field(None, description="The cards laid away, as far as they are known.")
    talon: TalonShape | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldDispute(HandDispute):
    """A dispute that tells hands; None for one that is not told."""

    hands: tuple[frozenset[Card] | None, ...]
    discard: frozenset[Card] | None = None


def read_held(reader: Reader, shape: HeldShape) -> dict[str, Any]:
    """The hands and the discard: the fields of a :class:`HeldDispute`; a card in two places is a fault."""
    hands: Hands = read_hands(reader, shape.hands or {}, None)
    beside = [] if shape.discard is None else [Pile(say("the discard"), shape.discard.placed)]
    if shape.talon is not None and shape.talon.left is not None:
        beside.append(Pile(say("the talon"), shape.talon.left.placed))
    check_cards(reader, [*piles(reader, hands, (), None), *beside])
    return {
        "hands": tuple(None if hand is None else hand.cards for hand in hands),
        "discard": None if shape.discard is None else shape.discard.cards,
    }


def need(reader: Reader, shape: HeldShape, key: str, why: Message) -> None:
    """A fault where something stands not in a file."""
    if not shape.tells(key):
        reader.lack(shape.node.where, why, say("expected `{key}`", key=Verbatim(key)))
