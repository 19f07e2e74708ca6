"""The contracts of a game, and what each way of scoring them pays. Points are whole points unless said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from analyzer.cards.card import Card, Suit
from analyzer.rules.spec.contractwords import CalledAway, ContractAim, TalonLeft


@dataclass(frozen=True, slots=True)
class Contract:
    """One contract: its clause, what it is called, what it is worth, and what it brings with it."""

    clause: str
    name: str
    value: int
    """A factor, a price or a base, as the game scores it."""
    aim: ContractAim = ContractAim.POINTS
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
    left: TalonLeft = TalonLeft.NOBODY
    """Where the cards of the talon go that were not taken."""
    left_clause: str = ""
    """The clause that says so; empty where none does."""
    duty: str = ""
    """The clause by which a card must beat what lies in the trick, where it must."""
    three_trumps: bool = True
    """Whether the Pagat can win a trick with the Fool and the Mond in it, where a game has that rule."""
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
    """A target that hangs on the Trull."""

    target: str
    """The clause of the target."""
    odd: str
    """The clause of an odd half point."""
    by_trull: Mapping[int, int]
    """The target by how many cards of the Trull the declarer's side has."""
    odd_to_winner: bool
    """Whether half a point left over goes to who won the contract; else it is dropped."""
    pagat: str = ""
    """The clause of the Pagat in the last trick; empty where it moves no target."""
    pagat_shift: int = 0
    pagat_by_partner: bool = True
    """Whether a Pagat that falls to its player's own side in the last trick counts for that side."""


@dataclass(frozen=True, slots=True)
class TargetPayments:
    """What points beyond a target pay, with a price and the pools; a slam takes the place of it all."""

    won: str
    shares: str
    """The clause of what a partner has of pool and price."""
    lost: str
    slam: str
    takes_pool: bool
    """Whether who makes his contract takes the largest pool."""
    doubles_pool: bool
    """Whether who fails doubles it, or lays a new one where that was done."""
    pool_shared: bool
    price_shared: bool
    """Whether a partner has his half of the pool, and of the price of the bid."""
    slam_value: int
    slam_takes_pool: bool


@dataclass(frozen=True, slots=True)
class CoefficientScore:
    """Points beyond a target with a base, times the coefficient of the contract, and what goes beside it.

    Every defender pays the declarer as much, or is paid it where it is less than nothing.
    """

    value: str
    shares: str
    """The clause of a partner, who has as much as a defender pays."""
    pagat: str
    slam: str
    base: int
    pagat_value: int
    """What the Pagat in the last trick is worth with a coefficient of 1."""
    pagat_before_fool: bool
    """Whether it is in the last trick too where it lies in the one before a Fool that wins the last."""
    slam_announced: int
    slam_unannounced: int
    slam_failed: int
    slam_defence: int
    """What a defender is paid where the others win no trick."""


@dataclass(frozen=True, slots=True)
class TrumpsShown:
    """Trumps that a player shows before the play: how many, what for, and by which clauses."""

    clause: str
    pays: str
    """The clause of who is paid when."""
    payers: str
    """The clause of who pays a player who does not declare."""
    amounts: Mapping[int, int]
    """What is paid, by how many trumps, the fewest first."""
    fool_counts: bool
    """Whether the Fool may stand for one, where its holder keeps no trump back."""
    beyond: int = 0
    """What each trump beyond such a number brings."""
    exactly: bool = False
    """Whether just so many are shown; else that many or more."""
    with_contract: bool = False
    """Whether the declarer is paid where he makes his contract, and else pays; or at once, as others are."""
    by_opponents: bool = False
    """Whether an opponent of the declarer is paid by the other side only; else by each other player."""
    to_winners: bool = False
    """Whether the side that wins the contract is paid, whoever showed them."""

    @property
    def number(self) -> int:
        """The fewest that may be shown."""
        return min(self.amounts)

    def fits(self, number: int) -> bool:
        """Whether so many may be shown."""
        return number in self.amounts if self.exactly else number >= self.number

    def amount(self, number: int) -> int:
        """What so many bring, 0 where they may not be shown."""
        if not self.fits(number):
            return 0
        least = max(each for each in self.amounts if each <= number)
        return self.amounts[least] + self.beyond * (number - least)


@dataclass(frozen=True, slots=True)
class MiseryRules:
    """What each of the others pays who says that he has no trump, or no court."""

    clause: str
    amount: int
    fool_counts: bool
    """Whether the Fool is a trump here."""


@dataclass(frozen=True, slots=True)
class VoidDeal:
    """A hand with one trump only, by which the deal is void."""

    clause: str
    only: Card
    suit: Suit
    fool_counts: bool
    """Whether the Fool beside it is a trump as well."""


@dataclass(frozen=True, slots=True)
class SlamBid:
    """How every trick is bid, under the conditions of any contract."""

    clause: str
    above_all: bool
    """Whether it is above every bid without it; else it ranks as the contract does that it is said with."""
    beside: bool = False
    """Whether it is no bid, but announced after the bids."""
    leads: str = ""
    """The clause by which who announced it leads first; empty where he does not."""


@dataclass(frozen=True, slots=True)
class PartnerRules:
    """Who is the partner where nobody holds the called card at the start of play."""

    away: CalledAway
    away_clause: str
    """The clause of a card that lies in the talon or the discard; empty where none tells of it."""
    own_discard: str | None
    """The clause by which a dealer may not call what he laid away; None where he may."""
    former_holder: bool
    """Whether who held the card is the partner after the declarer has bought it."""
    bought_clause: str


@dataclass(frozen=True, slots=True)
class PoolRules:
    """The pools of the table: what founds one, what a deal adds, and which one is meant."""

    founding: str
    """The clause of a new pool."""
    dealer_founds: int
    others_found: int
    dealing: str
    """The clause of what the dealer adds to the largest pool."""
    adds: int
    choice: str
    """The clause of pools of one size."""
    undoubled_first: bool
    """Whether of those one is meant that was not doubled yet."""


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
    thrown_in: int
    """What a contract that is not played out is worth."""
    thrown_in_clause: str
    pagat_value: int
    """What the Pagat in the last trick is worth, unannounced, in a contract of factor 1."""
    personal_value: int
    personal_held: frozenset[str]
    """What brings it, held at the start of play: `four-kings`, `trull`."""
    all_value: int
    """What every trick is worth in a contract of factor 1."""
    kontra: str
    """The clause of the announced Pagat and of Kontra."""
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
    radli_earned: str
    """The clause of what brings everybody a radl."""
    missed: str
    rest: str
    """The clause of a rest of thirds."""
    each: str
    """The clause that gives declarer and partner the whole of the game each."""
    absent: str
    beaten: str
    """The clauses of a Pagat announced and not in the last trick, and of one unannounced and beaten there."""
    own: str
    """The clause of what players have beside their points where each plays alone."""
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
    misere_over: int
    """With more points than this somebody alone is deducted that value."""
    radl_for_side: bool
    """Whether a radl doubles for the declarer's side; else for the declarer alone."""
