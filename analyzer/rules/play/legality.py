"""The legality of one card: the revoke judgement.

Source: main rule text, "Play", "The fool".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.messages import Message, say
from analyzer.rules.play.table import is_excuse, playable
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.verdicts import Violation


class Revoke(NamedTuple):
    """An illegal play: the clause it breaks, the legal cards in canonical order, and the reason."""

    clause: str
    legal: tuple[Card, ...]
    text: Message


def judge_play(
    spec: GameSpec, hand: Collection[Card], led: Suit | None, card: Card, table: Sequence[Card] = ()
) -> Revoke | None:
    """Return the fault of a card played from this hand; None for a legal one. A demand is not judged here.

    `hand` are the cards held before the play, including `card`, so its size is the number of tricks
    left; `led` is the suit in force, None for the lead of a trick; `table` are the cards played before it.

    Source: clauses play.follow, play.trump, play.no-beat, play.lead-called, fool.second-to-last.
    """
    legal = playable(hand, led, spec, table)
    if card in legal:
        return None
    follow, trump, beat = spec.duty.clauses
    if led is None and not is_excuse(card, spec):
        clause = spec.called_lead
        text = say("{card} is of the called suit, which may not be led first", card=card)
    elif is_excuse(card, spec):
        clause = "fool.second-to-last"
        text = say("the Fool may not be played to the second-to-last trick")
    elif card in playable(hand, led, spec):
        clause = beat
        text = say("{card} does not beat the trick, and the player has a card that does", card=card)
    elif spec.duty.follow and any(_follows(other, led, spec) for other in hand):
        assert led is not None
        clause = follow
        text = say("{card} does not follow {suit}, which the player holds", card=card, suit=led)
    else:
        assert led is not None
        clause = trump
        text = say("{card} is not a trump; the player, void in {suit}, holds one", card=card, suit=led)
    return Revoke(clause, tuple(sorted(legal)), text)


def judge_name(spec: GameSpec, suit: Suit, others: Iterable[Card]) -> Violation | None:
    """Return the fault of a suit named for a led Fool, if another suit can be followed; otherwise None.

    `others` are the cards of the other players.

    Source: clause fool.naming.
    """
    if suit in spec.fool.names or not any(card.suit in spec.fool.names for card in others):
        return None
    text = say("{suit} may be named only where nobody else holds a card of another suit", suit=suit)
    return Violation("fool.naming", (FOOL,), text)


def _follows(card: Card, led: Suit | None, spec: GameSpec) -> bool:
    """Return True if a card is of the suit led: a Fool that is a trump belongs to the trumps."""
    return spec.is_trump(card) if led is Suit.TRUMPS else card.suit is led
