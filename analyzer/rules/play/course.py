"""Effects of earlier tricks on later ones, and wins against the usual order of cards.

Most games have none: then a :class:`Course` is empty and every trick goes to its strongest card.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, Protocol

from msgspec.structs import replace

from analyzer.cards.card import FOOL, MONDO, PAGAT, Card
from analyzer.frozenrecord import Record
from analyzer.rules.sides import Sides
from analyzer.rules.spec.game import GameSpec


class Lying(Protocol):
    """A card on the table, and the player of the card."""

    @property
    def seat(self) -> int: ...
    @property
    def card(self) -> Card: ...


class Won(Protocol):
    """A complete trick, and the seat that wins it."""

    @property
    def laid(self) -> Sequence[Lying]: ...
    @property
    def winner(self) -> int: ...


class Course(Record, frozen=True):
    """The play so far, as far as later tricks depend on it."""

    sides: Sides | None = None
    first: bool = False
    """True if no trick was won yet."""
    swept: int | None = None
    """The side that has won every trick so far."""
    trump_led: bool = False
    """True if a trick was led with a trump."""
    colour: int | None = None
    """The side that plays for every trick with the suits led above the trumps."""

    def after(self, trick: Won) -> Course:
        """Return the course after one more trick."""
        if self == START:
            return self
        first = trick.laid[0].card
        trumps = first.is_trump or first.is_fool
        won = None if self.sides is None else self.sides.of[trick.winner]
        swept = won if self.first or self.swept == won else None
        return replace(self, first=False, swept=swept, trump_led=self.trump_led or trumps)


START: Final = Course()
"""A course without effects of earlier play."""
THREE: Final = (FOOL, MONDO, PAGAT)
"""Three trumps that, in one trick, may be won by the last of them."""


class WonBy(Enum):
    """The rule behind a win against the usual order of cards; the value is the kind of its clause."""

    TOP = "top-when-swept"
    COLOUR = "suit-beats-trumps"
    THREE = "three-trumps"


def told_winner(
    laid: Sequence[Lying], spec: GameSpec, course: Course, tricks_left: int
) -> tuple[int, WonBy] | None:
    """Return the winner of a trick under another rule than the strongest card; None if there is none.

    Source: clauses fool.top, play.three-trumps, play.colour-valat.
    """
    if spec.tricks is None and not spec.fool.top_when_swept:
        return None
    if fool_on_top(laid[0], spec, course, tricks_left):
        return laid[0].seat, WonBy.TOP
    if colour_beats(laid, spec, course):
        own = [each for each in laid if each.card.suit is laid[0].card.suit]
        return max(own, key=lambda each: spec.height(each.card)).seat, WonBy.COLOUR
    three = _three_trumps(laid, spec, course)
    return None if three is None else (three, WonBy.THREE)


def fool_on_top(first: Lying, spec: GameSpec, course: Course, tricks_left: int) -> bool:
    """Return True if the first card of a trick is a Fool that nothing beats.

    Source: clause fool.top.
    """
    led = spec.fool.top_when_swept and first.card is FOOL and tricks_left == 1
    return led and course.sides is not None and course.swept == course.sides.of[first.seat]


def colour_beats(laid: Sequence[Lying], spec: GameSpec, course: Course) -> bool:
    """Return True if the suit led to a trick beats trumps in it.

    Source: clause play.colour-valat.
    """
    rules = spec.tricks
    if rules is None or course.colour is None or laid[0].card.suit is None or laid[0].card.is_trump:
        return False
    if rules.colour_for_good and course.trump_led:
        return False
    own = course.sides is None or course.sides.of[laid[0].seat] == course.colour
    return own or rules.colour_anybody


def _three_trumps(laid: Sequence[Lying], spec: GameSpec, course: Course) -> int | None:
    """Return the winner of a trick with the Fool, the Mond and the Pagat in it; None for any other trick."""
    rules = spec.tricks
    if rules is None or not rules.three_win:
        return None
    if course.colour is not None and not rules.three_in_colour:
        return None
    places = [next((p for p, each in enumerate(laid) if each.card is card), None) for card in THREE]
    known = [place for place in places if place is not None]
    if len(known) < len(THREE):
        return None
    in_order = known == sorted(known)
    return laid[known[-1]].seat if in_order or rules.in_any_order else None
