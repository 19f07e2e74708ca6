"""Facts that rulings of several kinds state: the hands that are told, and a trick."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from analyzer.cards.card import Card
from analyzer.messages import LineWord, Message, Name, alone, formed, in_a_row, say
from analyzer.rules.actions import lay
from analyzer.rules.play.table import Laid
from analyzer.words.blocks import Phrase


def hand_phrases(players: Sequence[str], hands: Iterable[Collection[Card] | None]) -> Iterator[Phrase]:
    """Yield each player's hand; None for a hand that is not given."""
    for name, hand in zip(players, hands, strict=True):
        cards = alone(in_a_row(sorted(hand or ())), say("not given"))
        yield Phrase(formed("{player}: {cards}", player=Name(name), cards=cards), level=1)


def laid_messages(players: Sequence[str], trick: Iterable[Laid]) -> Iterator[Message]:
    """Yield the cards of a trick, each with its player."""
    for each in trick:
        yield formed("{player}\u00a0{card}", player=Name(players[each.seat]), card=each.card)


def trick_phrase(players: Sequence[str], trick: Sequence[Laid]) -> Phrase:
    """Return the cards of a trick in the order of play, and who led."""
    cards = in_a_row(LineWord(str(lay(each.card, each.names))) for each in trick)
    return Phrase(say("{leader} led: {cards}", leader=Name(players[trick[0].seat]), cards=cards), level=1)
