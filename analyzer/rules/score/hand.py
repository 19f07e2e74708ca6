"""What a hand came to, and the place where it is scored.

How it is scored is in :mod:`analyzer.rules.score.steps`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from msgspec import Struct, field

from analyzer.cards.card import Card
from analyzer.frozenrecord import Record
from analyzer.rules.book import Book
from analyzer.rules.play.table import Trick
from analyzer.rules.score.outcome import Outcome
from analyzer.rules.score.told import NOTHING_TOLD, HandTold, PagatCame, Pool
from analyzer.rules.sides import Sides
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.contracts import Contract


class Deeds(Record, frozen=True):
    """What was achieved beside the contract, by a side or a seat; None where nobody did, or nobody knows."""

    kings: int | None = None
    """The side with all four kings."""
    trinity: int | None = None
    """The side with the whole Trull."""
    king_ultimo: int | None = None
    """The side that won the called king in the last trick."""
    valat: int | None = None
    """The side that won every trick."""
    pagat: PagatCame | None = None
    mond_lost: int | None = None
    """The seat that lost the Mond in a trick."""
    mond_to_partner: bool = False
    all_tricks: int | None = None
    """The seat that won every trick alone."""


NOTHING_DONE: Final = Deeds()


class HandCame(Record, frozen=True):
    """What a hand came to, before anything is scored; None where it is not known.

    `units` and `cards` are by side, `tricks` by seat. `last` is the last trick, where the cards are known.
    """

    seats: int
    sides: Sides
    told: HandTold = NOTHING_TOLD
    dealer: int | None = None
    partner: int | None = None
    """Who holds the called card, where that is another than the declarer."""
    units: tuple[int | None, ...] = ()
    tricks: tuple[int | None, ...] = ()
    cards: tuple[frozenset[Card], ...] = ()
    last: Trick | None = None
    deeds: Deeds = NOTHING_DONE
    held: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """What each seat held at the start of play that brings something: `four-kings`, `trull`."""
    whole: bool = False
    """Whether every trick of the hand is known, so that who won them all, or none, is too."""
    thrown_in: bool = False
    """Whether the cards were thrown in after the auction, and no trick was played."""
    out: bool = False
    """Whether one more sits at the table and sits this hand out, behind those who play."""

    def points(self, game: GameSpec, side: int) -> Fraction | None:
        """The card points of a side, exactly."""
        units = self.units[side] if self.units else None
        return None if units is None else Fraction(units, game.piles.unit)


class Scoring(Struct):
    """A hand being scored: what it came to, the book, and what is left on the table behind it."""

    game: GameSpec
    came: HandCame
    book: Book
    outcome: Outcome
    pools: tuple[Pool, ...]
    radli: dict[int, int]
    applied: list[str] = field(default_factory=list)
    """The clauses that decided something although nothing was paid by them."""

    @classmethod
    def of(cls, game: GameSpec, came: HandCame, book: Book) -> Scoring:
        """A hand of which nothing is scored yet."""
        told = came.told
        return cls(game, came, book, Outcome(partner=came.partner), told.pools, dict(told.radli))

    @property
    def played(self) -> tuple[Contract, int] | None:
        """The contract and its declarer; None where nobody declares, or it is not told."""
        contract, declarer = self.game.contract(self.came.told.contract), self.came.told.declarer
        return None if contract is None or declarer is None else (contract, declarer)
