"""Which cards an answer turns on that is not the same in every deal."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final, NamedTuple

from analyzer.cards.card import Card, Suit
from analyzer.position.setting import Setting
from analyzer.rules.play.table import strength

MOST_DECIDING: Final = 3
"""Cards whose places are said to decide."""


def place_of(card: Card, deal: Setting) -> int | None:
    """The seat that holds a card, or has laid it to the trick; None where nobody does."""
    held = (seat for seat, hand in enumerate(deal.hands) if card in hand)
    return next(held, next((laid.seat for laid in deal.trick if laid.card == card), None))


def deciding_cards(deals: Sequence[Setting], answers: Sequence[Hashable]) -> tuple[Card, ...]:
    """A smallest set of cards whose places decide the answer; () where it is the same, or none is small.

    Two deals with other answers differ in the place of one of its cards: that is what is branched over.
    """
    if len(set(answers)) < 2:
        return ()
    places = [_places(deal) for deal in deals]
    for most in range(1, MOST_DECIDING + 1):
        found = _deciding((), places, answers, most)
        if found is not None:
            return tuple(sorted(found))
    return ()


class HeldFrom(NamedTuple):
    """That the answer is one where a seat holds this card or a higher one of its suit, else the other."""

    seat: int
    card: Card
    answer: bool
    """The answer where it does."""


def deciding_rank(deals: Sequence[Setting], answers: Sequence[bool]) -> HeldFrom | None:
    """From which card of a suit on a seat's highest decides the answer; None where none does."""
    if len(set(answers)) < 2:
        return None
    for seat in range(len(deals[0].hands)):
        for suit in Suit:
            highest = [_highest(deal, seat, suit) for deal in deals]
            for answer in (False, True):
                with_it = [each for each, told in zip(highest, answers, strict=True) if told is answer]
                others = [each for each, told in zip(highest, answers, strict=True) if told is not answer]
                least = min(with_it, key=lambda each: each[0])
                if least[1] is not None and max(each[0] for each in others) < least[0]:
                    return HeldFrom(seat, least[1], answer)
    return None


def _highest(deal: Setting, seat: int, suit: Suit) -> tuple[int, Card | None]:
    held = [card for card in deal.hands[seat] if card.suit is suit]
    return max(((strength(card, suit, deal.spec), card) for card in held), default=(-1, None))


def _places(deal: Setting) -> dict[Card, int]:
    held = {card: seat for seat, hand in enumerate(deal.hands) for card in hand}
    return held | {laid.card: laid.seat for laid in deal.trick}


def _deciding(
    chosen: tuple[Card, ...], places: Sequence[dict[Card, int]], answers: Sequence[Hashable], most: int
) -> tuple[Card, ...] | None:
    """So many cards more, at the most, with which the places decide."""
    seen: dict[tuple[int | None, ...], tuple[dict[Card, int], Hashable]] = {}
    for where, answer in zip(places, answers, strict=True):
        key = tuple(where.get(card) for card in chosen)
        other, told = seen.setdefault(key, (where, answer))
        if told != answer:
            break
    else:
        return chosen
    if len(chosen) == most:
        return None
    differing = sorted(card for card in where.keys() | other.keys() if where.get(card) != other.get(card))
    tried = (_deciding((*chosen, card), places, answers, most) for card in differing)
    return next((found for found in tried if found is not None), None)
