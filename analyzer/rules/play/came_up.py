"""What comes up while a trick is played: choices that a duty took away, cards compared, the Fool."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from analyzer.cards.card import Card, Suit
from analyzer.rules.play.table import Laid, is_excuse, strength, suit_led
from analyzer.rules.spec.bearing import CameUp, Topic
from analyzer.rules.spec.game import GameSpec


def in_trick(
    spec: GameSpec, laid: Sequence[Laid], hands: Sequence[Collection[Card]], tricks_left: int
) -> CameUp:
    """What came up in a trick, complete or not; `hands` are those before it, by seat."""
    if not laid:
        return CameUp()
    steps = frozenset({"led"}) if laid[0].card.is_fool else frozenset[str]()
    topics = {*_won(spec, laid), *_fool(laid)}
    for place, each in enumerate(laid):
        if place:
            topics.update(_choice(spec, laid, place, frozenset(hands[each.seat])))
        held = frozenset(hands[each.seat])
        if tricks_left == spec.fool.banned_trick and any(card.is_fool for card in held):
            topics.add(Topic.FOOL_HELD_AT_BAN)
    return CameUp(frozenset(topics), steps=steps)


def _won(spec: GameSpec, laid: Sequence[Laid]) -> Iterator[Topic]:
    yield Topic.TRICK
    led = suit_led(laid, spec)
    best = max(laid, key=lambda each: strength(each.card, led, spec)).card
    others = [each.card for each in laid if each.card != best]
    if not spec.is_trump(best) and any(card.suit is best.suit and not card.is_fool for card in others):
        yield Topic.RANKS


def _fool(laid: Sequence[Laid]) -> Iterator[Topic]:
    if any(each.card.is_fool for each in laid):
        yield Topic.FOOL_IN_TRICK
    if laid[0].card.is_fool:
        yield Topic.FOOL_LED


def _choice(spec: GameSpec, laid: Sequence[Laid], place: int, held: frozenset[Card]) -> Iterator[Topic]:
    """What a player who does not lead was bound by, or free of."""
    led, card = suit_led(laid, spec), laid[place].card
    real = frozenset(each for each in held if not is_excuse(each, spec))
    trumps = frozenset(each for each in real if spec.is_trump(each))
    suit = trumps if led is Suit.TRUMPS else frozenset(each for each in real if each.suit is led)
    bound = suit or trumps
    if is_excuse(card, spec):
        if bound:
            yield Topic.FOOL_LAID
        return
    if bound and bound != real:
        yield Topic.FOLLOW if suit else Topic.TRUMP
    most = max(strength(each.card, led, spec) for each in laid[:place])
    over = {each for each in bound if strength(each, led, spec) > most}
    if over and over != bound:
        yield Topic.BEAT
