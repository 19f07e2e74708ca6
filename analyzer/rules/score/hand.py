"""What a hand of a game of card points came to, and the place where it is scored.

How it is scored is in :mod:`analyzer.rules.score.steps`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from analyzer.cards.card import Card
from analyzer.rules.book import Book
from analyzer.rules.play.table import Trick
from analyzer.rules.score.told import NOTHING_TOLD, HandTold, Pool
from analyzer.rules.sides import Sides
from analyzer.rules.spec.contracts import Contract
from analyzer.rules.spec.game import GameSpec


@dataclass(frozen=True, slots=True)
class PagatCame:
    """The Pagat in the last trick: who played it, who won it, and whether that was the player's own side."""

    by: int
    winner: int
    to_own_side: bool


@dataclass(frozen=True, slots=True)
class Deeds:
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


@dataclass(frozen=True, slots=True)
class HandCame:
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

    def points(self, game: GameSpec, side: int) -> Fraction | None:
        """The card points of a side, exactly."""
        units = self.units[side] if self.units else None
        return None if units is None else Fraction(units, game.piles.unit)


@dataclass(frozen=True, slots=True)
class Bonus:
    """Something achieved beside the contract: who did it, and what it is worth."""

    by: int
    value: int
    beside: tuple[Bonus, ...] = ()
    """The same of others, such as of two who announced it."""

    @property
    def all(self) -> tuple[Bonus, ...]:
        """What it is for each who announced it or brought it about."""
        return (self, *self.beside)


def gathered(found: Iterable[tuple[str, Bonus]]) -> dict[str, Bonus]:
    """Bonuses by name, those of one name beside the first."""
    by_name: dict[str, Bonus] = {}
    for name, each in found:
        first = by_name.get(name)
        by_name[name] = each if first is None else replace(first, beside=(*first.beside, each))
    return by_name


@dataclass(frozen=True, slots=True)
class HandOutcome:
    """What came of the contract; None where the hand has none, or not enough is told.

    `slam`, `nil` and `valat` are the seats that made one, of a side its leader.
    """

    contract: str | None = None
    """`made`, `failed` or `drawn`."""
    margin: Fraction | None = None
    target: Fraction | None = None
    slam: int | None = None
    nil: int | None = None
    valat: int | None = None
    partner: int | None = None
    bonuses: Mapping[str, Bonus] = field(default_factory=dict)

    def among(self, seats: Sequence[int]) -> HandOutcome:
        """The same where each seat has another number."""
        bonuses = gathered(
            (name, Bonus(seats[each.by], each.value))
            for name, bonus in self.bonuses.items()
            for each in bonus.all
        )
        one = ("slam", "nil", "valat", "partner")
        named = {key: seats[seat] for key in one if (seat := getattr(self, key)) is not None}
        return replace(self, bonuses=bonuses, **named)


@dataclass(slots=True)
class Scoring:
    """A hand being scored: what it came to, the book, and what is left on the table behind it."""

    game: GameSpec
    came: HandCame
    book: Book
    outcome: HandOutcome
    pools: tuple[Pool, ...]
    radli: dict[int, int]
    applied: list[str] = field(default_factory=list)
    """The clauses that decided something although nothing was paid by them."""

    @property
    def played(self) -> tuple[Contract, int] | None:
        """The contract and its declarer; None where nobody declares, or it is not told."""
        contract, declarer = self.game.contract(self.came.told.contract), self.came.told.declarer
        return None if contract is None or declarer is None else (contract, declarer)
