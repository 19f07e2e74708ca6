"""What lies in disputed piles: the facts, and what they can come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from msgspec import field
from msgspec.structs import replace

from analyzer.cards.card import FOOL, Card
from analyzer.disputes.shape import HandDispute
from analyzer.frozenrecord import Record
from analyzer.rules.actions import Sides
from analyzer.rules.play.table import Course, Laid, Trick, winner
from analyzer.rules.score.reckoning import Moved, Reckoning, reckoning_of
from analyzer.rules.spec.game import GameSpec


class TrickPlayed(NamedTuple):
    """A trick with what was settled for it before, and how many tricks were left, itself included."""

    trick: Trick
    course: Course
    tricks_left: int


class PilesDispute(HandDispute, frozen=True, kw_only=True):
    """What lies in whose pile after these tricks?"""

    tricks: tuple[tuple[Laid, ...], ...]
    tricks_left: int
    """When the first of them was led: 1 for the last trick."""
    taken_for_last: bool = False
    """Whether nothing tells which tricks they are, so that they are taken for the last ones."""
    discard: frozenset[Card] | None = None
    gave: Mapping[int, Card] = field(default_factory=dict)
    """The card that a seat gave for the Fool."""
    piles: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)
    """By seat the cards that are said to lie in its pile."""
    points: Mapping[int, Fraction] = field(default_factory=dict)

    @property
    def who(self) -> Sides:
        """Who plays with whom."""
        shown = [each for trick in self.tricks for each in trick]
        seats = range(len(self.players))
        held = [{each.card for each in shown if each.seat == seat} for seat in seats]
        return self.sides(held, self.discard)

    @property
    def turned(self) -> Iterator[TrickPlayed]:
        """The tricks one by one, with their winners."""
        course, left = self.course(self.who, self.tricks_left), self.tricks_left
        for lying in self.tricks:
            trick = Trick(lying, winner(lying, self.spec, course, left))
            yield TrickPlayed(trick, course, left)
            course, left = course.after(trick), left - 1

    @property
    def over(self) -> bool:
        """Whether the last of the tricks is the last of the hand."""
        return self.tricks_left == len(self.tricks)


class TurnedTrick(Record, frozen=True):
    """A trick that was turned over, and what of it or because of it went elsewhere than to its winner."""

    trick: Trick
    tricks_left: int
    moved: tuple[Moved, ...] = ()
    talon: Card | None = None
    """The card of the talon that came with it."""


class PilesOutcome(Record, frozen=True):
    """How the piles may lie in the end, and what was given up for the Fool, or for it."""

    tricks: tuple[TurnedTrick, ...]
    end: tuple[Moved, ...]
    piles: Reckoning

    @property
    def moved(self) -> tuple[Moved, ...]:
        """Everything that went elsewhere than with its trick, in order."""
        return (*(each for trick in self.tricks for each in trick.moved), *self.end)

    @property
    def paid(self) -> Moved | None:
        """What was given for the Fool; None where nothing was."""
        exchange = self.piles.game.exchange
        clause = None if exchange is None else exchange.clause
        return next((each for each in self.moved if each.clause == clause and each.card is not FOOL), None)

    def owner(self, card: Card) -> int | None:
        """The side in whose pile a card lies; None where it is not known."""
        sides = range(self.piles.sides.count)
        return next((side for side in sides if card in self.piles.cards(side)), None)


class PileWays:
    """The tricks turned over in every way that there is."""

    def __init__(self, dispute: PilesDispute) -> None:
        self.dispute, self.spec, self.sides = dispute, dispute.spec, dispute.who
        self.played = tuple(dispute.turned)
        self.usual = self.turned(None)
        self.ways = self._ways()
        counts = self.game.piles.worth
        given = None if self.usual.paid is None else self.usual.paid.card
        least = () if given is None else (card for card in self.ways if counts(card) <= counts(given))
        self.least = {card: self.ways[card] for card in least}
        """The cards of least worth that may be given for the Fool, and how the piles lie then."""

    @property
    def game(self) -> GameSpec:
        """What is special about the game."""
        return self.spec

    @property
    def start(self) -> Reckoning:
        """The piles before the first of the tricks."""
        dispute = self.dispute
        fresh = dispute.tricks_left == dispute.rules.table.hand_size
        return reckoning_of(self.spec, dispute.told, self.sides, dispute.discard, dispute.dealer, fresh=fresh)

    def turned(self, chosen: Card | None) -> PilesOutcome:
        """How the piles lie where this card is given for the Fool, if it can be."""
        piles = replace(self.start, chosen=chosen)
        tricks = list[TurnedTrick]()
        for each in self.played:
            talon = next(iter(piles.talon), None)
            piles, moved = piles.turn(each.trick, each.tricks_left)
            tricks.append(TurnedTrick(each.trick, each.tricks_left, moved, talon))
        end: tuple[Moved, ...] = ()
        if self.dispute.over:
            piles, end = piles.end()
        return PilesOutcome(tuple(tricks), end, piles)

    def _ways(self) -> dict[Card, PilesOutcome]:
        """By the card given for the Fool how the piles lie; nothing where none is, or none that is known."""
        if self.usual.paid is None:
            return {}
        known = {card for side in range(self.sides.count) for card in self.usual.piles.cards(side)}
        found = {}
        for card in sorted(known - {FOOL}):
            way = self.turned(card)
            if way.paid is not None and way.paid.card is card:
                found[card] = way
        return found

    @property
    def possible(self) -> tuple[PilesOutcome, ...]:
        """Every way in which the piles may lie; the usual one is the first."""
        given = self._given()
        if given is not None:
            return (self.ways[given],)
        return (self.usual, *(way for card, way in self.least.items() if way != self.usual))

    def _given(self) -> Card | None:
        """The card that is told to have been given for the Fool, if it could be."""
        for seat, card in self.dispute.gave.items():
            if card in self.ways and self.sides.of[seat] == self.giver:
                return card
        return None

    @property
    def giver(self) -> int | None:
        """The side that gives a card for the Fool."""
        if self.usual.paid is None:
            return None
        return next((side for side in range(self.sides.count) if FOOL in self.usual.piles.cards(side)), None)
