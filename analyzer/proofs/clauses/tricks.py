"""Who wins a trick, as a formula over its cards and what the tricks before settled.

Most tricks go to the strongest card, of which :mod:`analyzer.proofs.clauses.play` tells. Some have more:
the Fool on top for a side that swept, a suit led that beats trumps, three trumps in one trick.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise, permutations
from typing import Final

import z3

from analyzer.cards.card import FOOL, MONDO, PAGAT, Card, Suit
from analyzer.frozenrecord import Record
from analyzer.proofs.clauses.play import (
    FOOL_SUIT,
    SUITS,
    Played,
    excuses,
    height_of,
    nobody_wins,
    wins,
)
from analyzer.proofs.smt import Number, Truth, either, either_number, every, not_, some
from analyzer.rules.play.table import Course
from analyzer.rules.spec.game import FoolLed, GameSpec, NamingStep
from analyzer.rules.spec.kinds.bidding import ColourEnds, ColourLeads, ThreeTrumps, TrickRules

TRUMPS: Final = SUITS.index(Suit.TRUMPS)
THREE: Final = (FOOL, MONDO, PAGAT)
"""The cards of which the last wins where all three fall to one trick, in this order."""


class Past(Record, frozen=True):
    """What the tricks before settle for one; each of it may be known or not."""

    last: Truth = False
    """Whether it is the last trick of the hand."""
    leader_swept: Truth = False
    """Whether the leader's side has won every trick before."""
    colour: Truth = False
    """Whether a side plays for every trick, with the suits led above the trumps."""
    own_lead: Truth = True
    """Whether the leader is of that side."""
    trump_led: Truth = False
    """Whether a trick before was led with a trump."""

    @classmethod
    def unknown(cls) -> Past:
        """Anything that may have been before a trick."""
        return cls(*(z3.Bool(name) for name in cls.__struct_fields__))

    @classmethod
    def of(cls, course: Course, leader: int, tricks_left: int) -> Past:
        """What is known before a trick that a seat leads, with so many to go, this one included."""
        side = None if course.sides is None else course.sides.of[leader]
        return cls(
            last=tricks_left == 1,
            leader_swept=side is not None and course.swept == side,
            colour=course.colour is not None,
            own_lead=side is None or course.colour == side,
            trump_led=course.trump_led,
        )


USUAL: Final = Past()
"""A trick to which nothing before it matters."""


def any_cards(deck: Iterable[Card], laid: Sequence[Played]) -> Iterator[Truth]:
    """That unknown cards are of a deck, and no two of them the same."""
    known = tuple(deck)
    yield from (card.is_among(known) for card in laid)
    yield from (one.differs(other) for one, other in combinations(laid, 2))


def suit_led(spec: GameSpec, laid: Sequence[Played], name: Number = FOOL_SUIT) -> Number:
    """The number of the suit that a trick is led with; that of no suit where nobody has led one yet.

    `name` is the suit that the leader of a Fool names, in a game where he does.

    Source: clauses fool.naming, fool.led, fool.kind.
    """
    if not excuses(spec, FOOL):
        return either_number(laid[0].is_(FOOL), TRUMPS, laid[0].suit)
    if spec.fool.led is FoolLed.NAMES:
        return either_number(laid[0].is_(FOOL), name, laid[0].suit)
    led: Number = FOOL_SUIT
    for card in reversed(laid):
        led = either_number(card.is_(FOOL), led, card.suit)
    return led


def takes(
    spec: GameSpec, laid: Sequence[Played], place: int, past: Past = USUAL, name: Number = FOOL_SUIT
) -> Truth:
    """Whether the card at a place wins the trick, in order of play, by all that the game says of tricks.

    Source: clauses play.winner, fool.top, play.colour-valat, play.three-trumps, naming.second-card-names.
    """
    rules = spec.tricks
    swept = every((spec.fool.top_when_swept, laid[0].is_(FOOL), past.last, past.leader_swept))
    usual = _strongest(spec, laid, place, name)
    if rules is not None:
        usual = either(three_trumps(rules, laid, past), laid[place].is_(PAGAT), usual)
        usual = either(colour_beats(rules, laid, past), _best_of_colour(spec, laid, place), usual)
    return either(swept, place == 0, usual)


def _strongest(spec: GameSpec, laid: Sequence[Played], place: int, name: Number) -> Truth:
    """The usual winner; where no card could beat a led Fool, the one that the naming says, or the Fool."""
    led = suit_led(spec, laid, name)
    nobody = nobody_wins(spec, laid, led)
    if NamingStep.BOTH_PLAY_WITHOUT_TRUMPS not in spec.fool.naming:
        return either(nobody, place == 0, wins(spec, laid, led, place))
    second = laid[-1].suit
    for card in reversed(laid[:-1]):
        second = either_number(card.is_(FOOL), second, card.suit)
    return wins(spec, laid, either_number(nobody, second, led), place)


def colour_beats(rules: TrickRules, laid: Sequence[Played], past: Past) -> Truth:
    """Whether the suit led beats trumps in the trick.

    Source: clauses play.colour-valat, play.colour-valat-leads.
    """
    plain = every((laid[0].suit != TRUMPS, laid[0].suit != FOOL_SUIT))
    over = past.trump_led if rules.colour_ends is ColourEnds.FOR_GOOD else False
    whose = True if rules.colour_leads is ColourLeads.ANYBODY else past.own_lead
    return every((past.colour, plain, not_(over), whose))


def _best_of_colour(spec: GameSpec, laid: Sequence[Played], place: int) -> Truth:
    """Whether a card is the highest of those of the suit of the first one."""
    first, mine = laid[0].suit, laid[place]
    lower = (
        some((other.suit != first, height_of(spec, other) < height_of(spec, mine)))
        for at, other in enumerate(laid)
        if at != place
    )
    return every((mine.suit == first, *lower))


def three_trumps(rules: TrickRules, laid: Sequence[Played], past: Past) -> Truth:
    """Whether the Pagat wins because the Fool and the Mond lie in the trick too.

    Source: clauses play.three-trumps, play.three-trumps-in-colour-valat.
    """
    if rules.three_trumps is ThreeTrumps.NONE:
        return False
    orders = permutations(THREE) if rules.three_trumps is ThreeTrumps.ANY_ORDER else (THREE,)
    fall = some(_in_order(laid, cards) for cards in orders)
    return every((fall, rules.three_in_colour or not_(past.colour)))


def _in_order(laid: Sequence[Played], cards: Sequence[Card]) -> Truth:
    """Whether the cards lie in the trick, each behind the one before."""
    places = [[card.is_(each) for card in laid] for each in cards]
    there = every(some(each) for each in places)
    behind = (
        not_(every((one, other)))
        for before, after in pairwise(places)
        for at, one in enumerate(before)
        for other in after[:at]
    )
    return every((there, *behind))
