"""Disputes about asking for trumps in the skat: what a file of them says."""

from __future__ import annotations

from typing import Literal

from analyzer.cards.card import Card
from analyzer.cards.notation import shown
from analyzer.disputes.kinds.common import KIND, DisputeShape, about_of
from analyzer.disputes.model import Dispute
from analyzer.messages import Verbatim, say
from analyzer.position.files.beforeplay.deal import Pile, check_cards
from analyzer.position.files.cardlists import CardList, SpokenAnswer
from analyzer.position.files.heard import ANSWERS
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import Name
from analyzer.position.files.tree import spelled
from analyzer.yamltree.placed import Field, Shape


class AskedShape(Shape):
    """Who asked the dealer, and when."""

    by: Name = Field(description="Who asked; one who sits out may be named too.")
    at: int | None = Field(
        None, ge=1, le=25, description="At which of `chances`, 1 the first; the last where left out."
    )


class AskingShape(DisputeShape):
    """Whether the dealer could be asked for trumps in the skat, and whether he answered rightly."""

    kind: Literal["asking"] = KIND
    skat: CardList = Field(description="The cards the dealer discarded.")
    chances: CardList = Field(
        description="What the dealer laid each time he could have played a trump, in order.", examples=["h4"]
    )
    asked: AskedShape
    answered: SpokenAnswer | None = Field(
        None, description="What the dealer said: yes, no, or how many.", examples=["no", 2]
    )


class AskingDispute(Dispute, frozen=True, kw_only=True):
    """Could the dealer be asked, and was his answer right?"""

    dealer: int
    skat: frozenset[Card]
    chances: tuple[Card, ...]
    """What the dealer laid where he could have played a trump, up to the question."""
    asked_by: int | None
    """None for a player who sits out."""
    answered: bool | int | None = None


def read_asking(reader: Reader, shape: AskingShape) -> AskingDispute | None:
    """The skat, what the dealer laid, the question and its answer; None where one of them cannot be read."""
    about = about_of(reader, shape)
    if about["dealer"] is None and not shape.tells("dealer"):
        reader.lack(shape.node.where, say("nobody is the dealer"), say("expected `dealer`: he is asked"))
    laid = shape.chances if shape.has("chances") else None
    skat = shape.skat if shape.has("skat") else None
    places = ((say("the skat"), skat), (say("what the dealer laid"), laid))
    check_cards(reader, [Pile(words, cards.placed) for words, cards in places if cards is not None])
    if laid is not None and not laid.size:
        expected = say("expected what he laid where he could have played a trump")
        reader.lack(laid.where, say("the dealer had no chance to play a trump"), expected)
    answer = None if shape.answered is None else _answer(reader, shape.answered)
    by, out = _asked_by(reader, shape, about["dealer"]) if shape.has("asked") else (None, False)
    if about["dealer"] is None or (by is None and not out) or laid is None or skat is None or not laid.placed:
        return None
    cards = tuple(each.card for each in laid.placed)[: shape.asked.at]
    return AskingDispute(**about, skat=skat.cards, chances=cards, asked_by=by, answered=answer)


def _asked_by(reader: Reader, shape: AskingShape, dealer: int | None) -> tuple[int | None, bool]:
    """Who asked, and whether it was the one who sits out; None for him, and for nobody at the table."""
    asked = shape.asked
    laid = len(shape.chances.placed) if shape.has("chances") else 0
    if asked.at is not None and asked.at > laid > 0:
        expected = say("expected at most {number}, as `chances` has", number=laid)
        reader.fault(asked.place("at"), say("there is no chance {number}", number=asked.at), expected)
    if not asked.has("by"):
        return None, False
    if spelled(asked.by) == reader.sitting_out:
        return None, True
    by = reader.seat_of(asked.by)
    if by is not None and by == dealer:
        reader.fault(asked.by.where, say("the dealer asks himself"), say("expected another player"))
    return by, False


def _answer(reader: Reader, told: SpokenAnswer) -> bool | int | None:
    """Yes, no or how many; what is neither is a fault, and so are more trumps than a skat holds."""
    value = told.value
    if isinstance(value, str):
        if value.casefold() in ANSWERS:
            return ANSWERS[value.casefold()]
        expected = say("expected yes, no, or how many")
        reader.fault(told.where, say("the answer is {word}", word=Verbatim(shown(value))), expected)
        return None
    most = reader.rules.table.skat_size
    if not isinstance(value, bool) and value is not None and not 0 <= value <= most:
        expected = say("expected at most {number}", number=most)
        reader.fault(told.where, say("{number} trumps in the skat", number=value), expected)
        return None
    return value
