"""The result of a hand, and the data needed to score it."""

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
    """An achievement beyond the contract: its player or side, and its value."""

    by: int
    value: int
    beside: tuple[Bonus, ...] = ()
    """Bonuses of this name that others have, such as the second of two who announced it."""

    @property
    def all(self) -> tuple[Bonus, ...]:
        """The bonus of each who announced it or achieved it."""
        return (self, *self.beside)


def gathered(found: Iterable[tuple[str, Bonus]]) -> dict[str, Bonus]:
    """Return bonuses by name, with further ones of a name in the first."""
    by_name: dict[str, Bonus] = {}
    for name, each in found:
        first = by_name.get(name)
        by_name[name] = each if first is None else replace(first, beside=(*first.beside, each))
    return by_name


class Outcome(Record, frozen=True):
    """The outcome of a hand, by seat; None if nobody achieved it, or the game has no word for it.

    With Tout, Nolo or a failed announced Tout no Ultimo counts, so the three Ultimo fields are None. `slam`,
    `nil` and `valat` are the seats that made one; for a side, its leader.
    """

    last_trick: int | None = None
    """The winner of the last trick, with any card, in a game with pots."""
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
        """Return the outcome with the seats renumbered."""
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
"""The fields that hold one seat."""


class Deeds(Record, frozen=True):
    """Achievements beyond the contract, by side or seat; None if nobody did it, or it is unknown."""

    kings: int | None = None
    """The side with all four kings."""
    trinity: int | None = None
    """The side with the full Trull."""
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
    """The result of a hand, before scoring; None for unknown parts.

    `units` and `cards` are by side, `tricks` by seat. `last` is the last trick, if its cards are known.
    """

    seats: int
    sides: Sides
    told: HandTold = NOTHING_TOLD
    dealer: int | None = None
    partner: int | None = None
    """The holder of the called card, if not the declarer."""
    units: tuple[int | None, ...] = ()
    tricks: tuple[int | None, ...] = ()
    cards: tuple[frozenset[Card], ...] = ()
    last: Trick | None = None
    deeds: Deeds = NOTHING_DONE
    held: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """The holdings of each seat at the start of play that are paid: `four-kings`, `trull`."""
    whole: bool = False
    """True if every trick of the hand is known, and with it who won all of them, or none."""
    thrown_in: bool = False
    """True if the cards were thrown in after the auction, and no trick was played."""
    out: bool = False
    """True if one more player sits at the table and sits this hand out, after those who play."""

    def points(self, game: GameSpec, side: int) -> Fraction | None:
        """Return the card points of a side, exactly."""
        units = self.units[side] if self.units else None
        return None if units is None else Fraction(units, game.piles.unit)


class Scoring(Struct):
    """A hand being scored: its result, the book, and the pools left on the table."""

    game: GameSpec
    came: HandCame
    book: Book
    outcome: Outcome
    pools: tuple[Pool, ...]
    radli: dict[int, int]
    applied: list[str] = field(default_factory=list)
    """The clauses that decided something although they caused no payment."""

    @classmethod
    def of(cls, game: GameSpec, came: HandCame, book: Book) -> Scoring:
        """Return the scoring of a hand with nothing scored yet."""
        told = came.told
        return cls(game, came, book, Outcome(partner=came.partner), told.pools, dict(told.radli))

    @property
    def played(self) -> tuple[Contract, int] | None:
        """The contract and its declarer; None if nobody declares, or it is not given."""
        contract, declarer = self.game.contract(self.came.told.contract), self.came.told.declarer
        return None if contract is None or declarer is None else (contract, declarer)
