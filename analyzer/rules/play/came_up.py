"""Topics while a trick is played: choices that a duty took away, cards compared, the Fool."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from analyzer.cards.card import Card, Suit
from analyzer.rules.play.course import START, THREE, Course, fool_on_top
from analyzer.rules.play.table import Laid, is_excuse, strength, suit_led
from analyzer.rules.spec.bearing import CameUp, Topic
from analyzer.rules.spec.game import Beat, GameSpec


def in_trick(
    spec: GameSpec,
    laid: Sequence[Laid],
    hands: Sequence[Collection[Card]],
    tricks_left: int,
    course: Course = START,
) -> CameUp:
    """Return the topics of a trick, complete or not; `hands` are those before it, by seat."""
    if not laid:
        return CameUp()
    steps = frozenset({"led"}) if laid[0].card.is_fool else frozenset[str]()
    on_top = fool_on_top(laid[0], spec, course, tricks_left)
    topics = {*_won(spec, laid), *_against_the_order(spec, laid, course)}
    topics |= {Topic.FOOL_ON_TOP} if on_top else {*_fool(laid)}
    for place, each in enumerate(laid):
        if place:
            topics.update(_choice(spec, laid, place, frozenset(hands[each.seat])))
        held = frozenset(hands[each.seat])
        if tricks_left == spec.fool.banned_trick and any(card.is_fool for card in held):
            topics.add(Topic.FOOL_HELD_AT_BAN)
    return CameUp(frozenset(topics), steps=steps)


def before_card(spec: GameSpec, laid: Sequence[Laid], hand: Collection[Card], tricks_left: int) -> CameUp:
    """Return the topics for the cards that a hand may play to a trick."""
    topics = set[Topic]()
    held = frozenset(hand)
    if laid:
        topics.update(_bound(spec, laid, held, led=suit_led(laid, spec)))
        topics.update([Topic.FOOL_LAID] if any(is_excuse(card, spec) for card in held) else [])
    topics.update([Topic.FOOL_LED] if laid and is_excuse(laid[0].card, spec) else [])
    if tricks_left == spec.fool.banned_trick and any(card.is_fool for card in held):
        topics.add(Topic.FOOL_HELD_AT_BAN)
    return CameUp(frozenset(topics))


def _against_the_order(spec: GameSpec, laid: Sequence[Laid], course: Course) -> Iterator[Topic]:
    """Yield the cards that may win the trick under another rule than the strongest card."""
    rules = spec.tricks
    if rules is None:
        return
    if {each.card for each in laid} >= {*THREE}:
        yield Topic.THREE_TRUMPS
        if course.colour is not None:
            yield Topic.THREE_IN_COLOUR
    plain = not spec.is_trump(laid[0].card)
    if course.colour is not None and plain and any(spec.is_trump(each.card) for each in laid):
        yield Topic.SUIT_OVER_TRUMP
        if course.sides is not None and course.sides.of[laid[0].seat] != course.colour:
            yield Topic.OPPONENTS_SUIT


def _won(spec: GameSpec, laid: Sequence[Laid]) -> Iterator[Topic]:
    yield Topic.TRICK
    led = suit_led(laid, spec)
    best = max(laid, key=lambda each: strength(each.card, led, spec)).card
    others = [each.card for each in laid if each.card != best]
    if best.suit is not Suit.TRUMPS and any(card.suit is best.suit and not card.is_fool for card in others):
        yield Topic.RANKS


def _fool(laid: Sequence[Laid]) -> Iterator[Topic]:
    if any(each.card.is_fool for each in laid):
        yield Topic.FOOL_IN_TRICK
    if laid[0].card.is_fool:
        yield Topic.FOOL_LED


def _choice(spec: GameSpec, laid: Sequence[Laid], place: int, held: frozenset[Card]) -> Iterator[Topic]:
    """Yield the duties and freedoms of a player who does not lead."""
    led, card = suit_led(laid[:place], spec), laid[place].card
    if is_excuse(card, spec):
        suit = any(each.suit is led or spec.is_trump(each) for each in held if not is_excuse(each, spec))
        if suit:
            yield Topic.FOOL_LAID
        return
    yield from _bound(spec, laid[:place], held, led=led)


def _bound(
    spec: GameSpec, laid: Sequence[Laid], held: frozenset[Card], *, led: Suit | None
) -> Iterator[Topic]:
    """Yield the duties that took a choice away."""
    real = frozenset(each for each in held if not is_excuse(each, spec))
    trumps = frozenset(each for each in real if spec.is_trump(each))
    suit = trumps if led is Suit.TRUMPS else frozenset(each for each in real if each.suit is led)
    bound = suit or trumps
    if bound and bound != real:
        yield Topic.FOLLOW if suit else Topic.TRUMP
    most = max(strength(each.card, led, spec) for each in laid)
    over = {each for each in bound if strength(each, led, spec) > most}
    asked = spec.duty.beat is not Beat.TRUMPS or all(spec.is_trump(each) for each in bound)
    if asked and over and over != bound:
        yield Topic.BEAT
