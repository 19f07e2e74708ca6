"""What a hand came to, and what is needed to score it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.frozenrecord import Record
from analyzer.rules.book import Book
from analyzer.rules.play.table import Trick
from analyzer.rules.score.told import NOTHING_TOLD, HandTold, PagatCame, Pool
from analyzer.rules.sides import Sides
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.contracts import Contract


class Bonus(Record, frozen=True):
    """Something achieved beside the contract: who did it, and what it is worth."""

    by: int
    value: int
    beside: tuple[Bonus, ...] = ()
    """Bonuses of this name that others have, such as of two who announced it."""

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


class Outcome(Record, frozen=True):
    """What came of a hand, by seat; None where nobody achieved it, or the game has no word for it.

    With Tout, Nolo or a failed announced Tout no Ultimo counts, so the three Ultimo fields are None. `slam`,
    `nil` and `valat` are the seats that made one, of a side its leader.
    """

    last_trick: int | None = None
    """Who won the last trick, with whatever card, where there are pots."""
    ultimo: int | None = None
    king_ultimo: int | None = None
    pagat_ultimo: int | None = None
    tout: int | None = None
    nolo: int | None = None
    bagud: tuple[int, ...] = ()
    """The seats that lost one, in table order."""
    failed_tout: int | None = None
    """The announcer of a Tout that failed."""
    contract: str | None = None
    """`made`, `failed` or `drawn`."""
    margin: Fraction | None = None
    target: Fraction | None = None
    slam: int | None = None
    nil: int | None = None
    valat: int | None = None
    partner: int | None = None
    bonuses: Mapping[str, Bonus] = field(default_factory=dict)

    def among(self, seats: Sequence[int]) -> Outcome:
        """An outcome with each seat under another number."""
        bonuses = gathered(
            (name, Bonus(seats[each.by], each.value))
            for name, bonus in self.bonuses.items()
            for each in bonus.all
        )
        named = {key: seats[seat] for key in _OF_ONE if (seat := getattr(self, key)) is not None}
        bagud = tuple(sorted(seats[place] for place in self.bagud))
        return replace(self, bagud=bagud, bonuses=bonuses, **named)


_OF_ONE = (
    *("last_trick", "ultimo", "king_ultimo", "pagat_ultimo", "tout", "nolo", "failed_tout"),
    *("slam", "nil", "valat", "partner"),
)
"""What is of one seat."""


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
