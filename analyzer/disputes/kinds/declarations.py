"""Disputes about declarations: what a file of them says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from analyzer.cards.card import Card
from analyzer.disputes.kinds.common import KIND, DisputeShape, UnknownKeys, about_of, moment_of
from analyzer.disputes.model import Dispute
from analyzer.messages import Whose, say
from analyzer.position.files.beforeplay.deal import Pile, check_cards, read_hands
from analyzer.position.files.beforeplay.uses import useless
from analyzer.position.files.cardlists import CardList, HandCards, Said
from analyzer.position.files.heard import read_declared
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import Found
from analyzer.rules.conduct.irregularities import Moment
from analyzer.yamltree.placed import Field, Text


class DeclarationsShape(UnknownKeys, DisputeShape):
    """Whether what was declared is what the hands require or hold, and what is paid for it."""

    kind: Literal["declarations"] = KIND
    hands: dict[Text, HandCards] = Field(description="The hands of those whose declarations are in dispute.")
    skat: CardList | None = Field(None, description="The cards the dealer discarded, where they matter.")
    found: Found | None = None
    said: dict[Text, Said] = Field(
        description="What each player declared.", examples=[{"A": ["11 trumps with pagat"], "B": "pass"}]
    )
    FINED: ClassVar = ("found", "skat")


class DeclarationsDispute(Dispute, frozen=True, kw_only=True):
    """Was the right thing declared?"""

    hands: Mapping[int, frozenset[Card]]
    """By seat, those that were told."""
    said: Mapping[int, tuple[str, ...]]
    """By seat, in the words of the file; () for a pass."""
    skat: frozenset[Card] | None = None
    found: Moment | None = None


def read_declarations(reader: Reader, shape: DeclarationsShape) -> DeclarationsDispute:
    """What was declared, and the hands of those who did; a hand that is not told is a fault."""
    about = about_of(reader, shape)
    useless(reader, shape, shape.uses())
    told, held = _told(reader, shape.hands)
    skat = shape.skat
    if skat is not None:
        held.append(Pile(say("the skat"), skat.placed))
        size = reader.rules.table.skat_size
        if skat.size != size:
            reader.lack(
                skat.where,
                say("a skat of {number} cards", number=skat.size),
                say("expected {size}", size=size),
            )
    check_cards(reader, held)
    return DeclarationsDispute(
        **about,
        hands={seat: hand.cards for seat, hand in told.items()},
        said=_said(reader, shape.said, told),
        skat=None if skat is None else skat.cards,
        found=moment_of(shape.found),
    )


def _told(reader: Reader, hands: Mapping[Text, CardList]) -> tuple[dict[int, CardList], list[Pile]]:
    """The hands by seat that are told, and where their cards lie; one of another size is a fault."""
    told = {seat: hand for seat, hand in enumerate(read_hands(reader, hands, None)) if hand is not None}
    held = []
    for seat, hand in told.items():
        size, who = reader.rules.table.hand_size, reader.who(seat)
        if hand.size != size:
            message = say("{player} holds {number} cards", player=who, number=hand.size)
            reader.lack(hand.where, message, say("expected {size}", size=size))
        held.append(Pile(say("{whose} hand", whose=Whose(who)), hand.placed, who))
    return told, held


def _said(
    reader: Reader, told: Mapping[Text, Said], hands: Mapping[int, CardList]
) -> dict[int, tuple[str, ...]]:
    """What was declared, by seat; the hand of each who did is needed."""
    said: dict[int, tuple[str, ...]] = {}
    for seat, name, words in reader.by_seat(told):
        said[seat] = read_declared(reader, words)
        if seat not in hands:
            expected = say("expected the hand of each who declared")
            reader.lack(name.key_where, say("{player} has no hand", player=reader.who(seat)), expected)
    return said
