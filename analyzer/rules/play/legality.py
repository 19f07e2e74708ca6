"""Whether one card was a legal play: the revoke judgement.

Source: main rule text, "Play", "The fool".
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from analyzer.cards.card import Card, Suit
from analyzer.rules.play.table import playable
from analyzer.rules.spec.game import GameSpec


class Revoke(NamedTuple):
    """An illegal play: the clause it breaks, what was legal instead in canonical order, and why."""

    clause: str
    legal: tuple[Card, ...]
    text: str


def judge_play(
    spec: GameSpec, hand: Collection[Card], led: Suit | None, card: Card, table: Sequence[Card] = ()
) -> Revoke | None:
    """What is wrong with a card played from this hand; None for a legal one. A demand is not judged here.

    `hand` are the cards held before the play, `card` among them, so its size is the number of tricks
    left; `led` is the suit in force, None for the lead of a trick; `table` are the cards laid before it.

    Source: clauses play.follow, play.trump, play.no-beat, fool.second-to-last.
    """
    legal = playable(hand, led, spec, table)
    if card in legal:
        return None
    follow, trump, beat = spec.duty.clauses
    if card.is_fool:
        clause, text = "fool.second-to-last", "the Fool may not be played to the second-to-last trick"
    elif card in playable(hand, led, spec):
        clause, text = beat, f"{card} does not beat the trick, and the player has a card that does"
    elif spec.duty.follow and any(other.suit is led for other in hand):
        clause, text = follow, f"{card} does not follow {led}, which the player holds"
    else:
        clause, text = trump, f"{card} is no trump; the player, void in {led}, holds one"
    return Revoke(clause, tuple(sorted(legal)), text)
