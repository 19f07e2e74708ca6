"""Disputes about a called card: what a file of them says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from analyzer.cards.card import Card
from analyzer.disputes.kinds.common import KIND, about_of
from analyzer.disputes.kinds.hand import read_hand_told
from analyzer.disputes.kinds.held import HeldDispute, HeldShape, need, read_held
from analyzer.messages import say
from analyzer.position.files.reader import Reader


class CallShape(HeldShape):
    """Whether a card may be called, and who is the partner by it."""

    kind: Literal["call"] = KIND


@dataclass(frozen=True, slots=True, kw_only=True)
class CallDispute(HeldDispute):
    """May this card be called, and whose partner does it find?"""

    declarer: int
    called: Card


def read_call(reader: Reader, shape: CallShape) -> CallDispute | None:
    """Who called which card, and the cards that tell; None where either is not told."""
    about, told, held = about_of(reader, shape), read_hand_told(reader, shape), read_held(reader, shape)
    need(reader, shape, "declarer", say("nobody calls the card"))
    need(reader, shape, "called", say("no card is called"))
    game = reader.rules.game
    if told.declarer is None or told.called is None or game.call is None:
        return None
    if not game.call.own and held["hands"][told.declarer] is None:
        # What he holds himself he may not call.
        need_hand = say("the hand of {player} is not told", player=reader.who(told.declarer))
        reader.lack(shape.node.where, need_hand, say("expected it under `hands`: he may not call his own"))
    return CallDispute(**about, told=told, **held, declarer=told.declarer, called=told.called)
