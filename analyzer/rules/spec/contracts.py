"""The contracts of a game, and what each way of scoring them pays. Points are whole points unless said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Aim(Enum):
    """What a declarer's side must do to make its contract."""

    POINTS = "points"
    NO_TRICK = "no-trick"
    EVERY_TRICK = "every-trick"
    FEWEST = "fewest"
    """Everybody for himself takes as little as he can; nobody declares."""


@dataclass(frozen=True, slots=True)
class Contract:
    """One contract: its clause, what it is called, what it is worth, and what it brings with it."""

    clause: str
    name: str
    value: int
    """A factor, a price or a base, as the game scores it."""
    aim: Aim = Aim.POINTS
    alone: bool = True
    """Whether the declarer plays without a partner."""
    takes: int = 0
    """How many cards of the talon he takes, and lays away."""
    buys: int = 0
    """How many cards he may ask for."""
    beats: bool = False
    """Whether a card must beat what lies in the trick."""
    leads: bool = False
    """Whether the declarer leads first."""
    brings_radl: bool = False
    """Whether everybody's next game counts double once it was played."""
    played: bool = True
    """Whether it is played out; else it is paid at once."""
    bid: bool = True
    """Whether it is bid; else it is played when everybody has passed."""


@dataclass(frozen=True, slots=True)
class StakeScore:
    """A consolation and the points beyond half, times the factor of the contract."""

    value: str
    """The clause of what is paid."""
    flow: str
    """The clause of who pays whom."""
    base: int
    half: int
    """Half of all points; more wins, less loses, exactly half draws."""
    odd: str = ""
    """The clause of a token that partners cannot share."""
    thrown_in: frozenset[str] = frozenset()
    """The contracts that are paid as a bare win where the cards are thrown in."""
    thrown_in_clause: str = ""


@dataclass(frozen=True, slots=True)
class TargetScore:
    """Points beyond a target that hangs on the Trull, with the pools of the table."""

    target: str
    """The clause of the target."""
    pagat: str
    """The clause of the Pagat in the last trick."""
    won: str
    lost: str
    slam: str
    announced: str
    """The clause of trumps announced."""
    odd: str
    """The clause of an odd half point."""
    by_trull: Mapping[int, int]
    """The target by how many cards of the Trull the declarer's side has."""
    pagat_shift: int
    pagat_by_partner: bool
    """Whether a Pagat that falls to its player's own side in the last trick counts for that side."""
    slam_value: int
    slam_takes_pool: bool
    announced_value: int
    odd_to_winner: bool
    """Whether half a point left over goes to who won the contract; else it is dropped."""


@dataclass(frozen=True, slots=True)
class TappScore:
    """A sheet: base and difference, the Pagat in the last trick, hands held, all tricks."""

    value: str
    flow: str
    pagat: str
    personal: str
    all_tricks: str
    unit: int
    """The consolation: what a contract of factor 1 is worth."""
    half: int
    difference: int
    """What a point of difference is worth in a contract of factor 1."""
    all_factor: int
    kontra_doubles_game: bool


@dataclass(frozen=True, slots=True)
class SideBonus:
    """A bonus of a side: its clause, what it is called, what it is worth unannounced."""

    clause: str
    name: str
    value: int


@dataclass(frozen=True, slots=True)
class SlovenianScore:
    """A sheet: the contract with the difference, bonuses of sides and of players, radli."""

    game: str
    flat: str
    misere: str
    radli: str
    missed: str
    half: int
    rounding: int
    bonuses: tuple[SideBonus, ...]
    pagat: SideBonus
    mond: SideBonus
    valat_instead: bool
    missed_loses: bool
    pagat_absent_loses: bool
    pagat_beaten_loses: bool
    mond_to_partner_lost: bool
    trickless_alone: bool
    """Whether with a player without a trick nobody else is deducted anything."""
    misere_bonuses: bool
    misere_value: int
    radl_for_side: bool
    """Whether a radl doubles for the declarer's side; else for the declarer alone."""
