"""A compiled game: the only input about play and payment for engine, proofs and core.

:func:`analyzer.rules.spec.compiling.compile_game` makes it from the clauses of a rule set. It holds numbers,
cards and the words below. Anything shown or entered because of a clause comes with the id of the clause,
so that no reader has to know it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Final

from msgspec import field
from msgspec.structs import replace

from analyzer.cards.card import KINGS, Card, Suit
from analyzer.frozenrecord import Record
from analyzer.rules.book import Pot
from analyzer.rules.spec.kinds.bidding import (
    AllPass,
    AuctionRules,
    CallRules,
    Deviation,
    DiscardOwner,
    EndOnWish,
    ExchangeRules,
    GameEnd,
    PileRules,
    PurchaseRules,
    TalonTaker,
    TrickRules,
)
from analyzer.rules.spec.kinds.contracts import BonusSheet, Contract, DifferenceSheet, StakeScore
from analyzer.rules.spec.kinds.paying import Declaring, Entry, NilRules, PlayPayments, PotRules, When
from analyzer.rules.spec.kinds.target import (
    CoefficientScore,
    MiseryRules,
    PartnerRules,
    PoolRules,
    SlamBid,
    TargetPayments,
    TargetScore,
    TrumpsShown,
    VoidDeal,
)

_ABOVE_TRUMPS: Final = 21
"""The height of a Fool that is a trump; the Mond has 20."""
_TOP_SPOT: Final = 9
"""The height of the highest spot card of a plain suit; the lowest has 0."""


class SidesRule(Enum):
    """The rule that forms sides."""

    ALONE = "alone"
    PARTNERS = "partners"
    DECLARER = "declarer"


class FoolKind(Enum):
    """The nature of the Fool: an excuse that wins nothing, or the highest trump."""

    EXCUSE = "excuse"
    TRUMP = "trump"


class FoolLed(Enum):
    """The suit that a led Fool leads: that of the next card, or one that its player names."""

    NEXT_CARD = "next-card"
    NAMES = "names"


class FoolHome(Enum):
    """The final pile of a played Fool: its player's, its player's for another card, or the trick's."""

    STAYS = "stays"
    EXCHANGE = "exchange"
    NONE = "none"


class TakeBack(Enum):
    """The cards that go back after a late demand; all of them if the Fool's holder had led."""

    ALL_AFTER_HOLDER = "all-after-holder"
    HOLDER = "holder"


class NamingStep(Enum):
    """The ways a led Fool is named, or not; a rule set has a clause for each it knows."""

    LED = "led"
    BOTH_SAY_VOID = "both-say-void"
    SECOND_PLAYS_THIRD_CLAIMS = "second-plays-third-claims"
    BOTH_PLAY = "both-play"
    BOTH_PLAY_WITHOUT_TRUMPS = "both-play-without-trumps"


class Beat(Enum):
    """The cards that must beat the trick if their player has one that does."""

    NONE = "none"
    TRUMPS = "trumps"
    ANY = "any"


class WinsBy(Enum):
    """The ways a card wins a trick: a game names them, the better one first."""

    HIGHEST_TRUMP = "highest-trump"
    HIGHEST_OF_SUIT_LED = "highest-of-suit-led"


class Direction(Enum):
    """The direction of play, deal and declarations."""

    COUNTER_CLOCKWISE = "counter-clockwise"
    CLOCKWISE = "clockwise"


class TableRules(Record, frozen=True):
    """The players at the table and the deal."""

    players: int
    hand_size: int
    skat_size: int
    deck: tuple[Card, ...]
    may_sit_out: bool
    """True if one more player may sit at the table and sit each hand out in turn."""
    founds: bool
    """True if a player sitting out pays foundations."""
    first_lead: int
    """The number of seats from the dealer to the first lead."""
    next_dealer: int
    """The number of seats from the dealer to the next one."""
    direction: Direction
    """The direction in which the seats follow one another."""
    turned: frozenset[Suit]
    """The suits whose spot cards rank the other way than in the deck's own order."""

    def deals_next(self, dealer: int, at_table: int) -> int:
        """Return the seat that deals after a dealer, at a table of this size.

        Source: clause table.next-dealer.
        """
        return (dealer + self.next_dealer) % at_table

    def seated(self, seats: int) -> tuple[int, ...]:
        """Return the seats counter-clockwise from the first; turns go the way of :attr:`direction`.

        Source: clause play.direction.
        """
        around = range(1, seats)
        return (0, *(around if self.direction is Direction.COUNTER_CLOCKWISE else reversed(around)))


class Duty(Record, frozen=True):
    """The duties of a player who does not lead."""

    follow: bool
    trump: bool
    beat: Beat
    clauses: tuple[str, str, str]
    """The clauses of the duties: to follow suit, to trump, to beat."""


class FoolRules(Record, frozen=True):
    """The special rules of the Fool. Tricks are counted from the end: 1 is the last trick."""

    kind: FoolKind
    led: FoolLed
    home: FoolHome
    lost_in_last: int
    """The number of last tricks in which the Fool goes with the trick."""
    banned_trick: int | None
    demand_trick: int | None
    demand_back: TakeBack
    """The cards that go back if the Fool is demanded after others have played after its holder."""
    names: frozenset[Suit]
    """The suits that a led Fool may name; another only if nobody can follow one of these."""
    naming: frozenset[NamingStep]
    """The steps of the naming that the rules know."""
    top_when_swept: bool = False
    """True if a Fool led to the last trick is the highest trump of a side that has won every other trick."""

    @property
    def named(self) -> bool:
        """True if the leader of the Fool names a suit."""
        return self.led is FoolLed.NAMES

    def named_of(self, followed: Iterable[Suit]) -> tuple[Suit, ...]:
        """Return the suits that a leader of the Fool may name, among those that others can follow.

        Source: clauses fool.naming, naming.followable.
        """
        found = tuple(followed)
        return tuple(suit for suit in found if suit in self.names) or found


class GameSpec(Record, frozen=True):
    """One game for one number of seats; a chapter without clauses is empty, or None."""

    name: str
    table: TableRules
    sides: SidesRule
    duty: Duty
    winner: tuple[WinsBy, ...]
    fool: FoolRules
    piles: PileRules
    pots: PotRules | None = None
    """The pots, for which the cards of the last trick are played."""
    honours: frozenset[Card] = frozenset()
    trull: frozenset[Card] = frozenset()
    exchange: ExchangeRules | None = None
    taker: TalonTaker = TalonTaker.DEALER
    discard_for: DiscardOwner = DiscardOwner.ITS_MAKER
    discard_clause: str = ""
    deviation: Deviation | None = None
    """The comparison of points with the average; None if there is none."""
    end: GameEnd | None = None
    """The payments at the end of a game; None if there are none."""
    tricks: TrickRules | None = None
    """The rules for winning a trick against the usual order; None if there are none."""
    contracts: Mapping[str, Contract] = field(default_factory=dict)
    """Contracts by name, the lowest first."""
    payments: PlayPayments | None = None
    nil: NilRules | None = None
    declaring: Declaring | None = None
    auction: AuctionRules | None = None
    all_pass: AllPass | None = None
    purchase: PurchaseRules | None = None
    call: CallRules | None = None
    stake: StakeScore | None = None
    target: TargetScore | None = None
    target_paid: TargetPayments | None = None
    coefficients: CoefficientScore | None = None
    void_deal: VoidDeal | None = None
    partner: PartnerRules | None = None
    """The rules for the partner if nobody holds the called card; None if no card is called."""
    price_rest: str | None = None
    """The clause about the rest of a price; None if it is not paid."""
    slam: SlamBid | None = None
    called_lead: str = ""
    """The clause that bars the called card's suit from the first lead; empty if it is free."""
    barred: Card | None = None
    """The called card if its suit is barred in this way; the card itself may be led."""
    pools: PoolRules | None = None
    shown: TrumpsShown | None = None
    misery: MiseryRules | None = None
    difference_sheet: DifferenceSheet | None = None
    wish: EndOnWish | None = None
    """The end of an evening without games of a fixed length."""
    bonus_sheet: BonusSheet | None = None

    @property
    def the_pots(self) -> PotRules:
        """The pots of a game that has them."""
        assert self.pots is not None
        return self.pots

    @property
    def deed_cards(self) -> frozenset[Card]:
        """The cards that are paid for when together in a pile: all kings, the Trull."""
        return self.trull | (frozenset(KINGS) if self.bonus_sheet is not None else frozenset())

    @property
    def looks_into_piles(self) -> bool:
        """True if the cards in a pile can matter, and not only its count."""
        return self.exchange is not None or bool(self.deed_cards)

    @property
    def declarer_takes(self) -> bool:
        """True if the declarer takes up the talon, and not the dealer."""
        return self.taker is TalonTaker.DECLARER

    @property
    def on_a_sheet(self) -> bool:
        """True if the amounts of a hand are written on a sheet; otherwise they are paid."""
        scored = self.deviation is not None and self.deviation.to == "sheet"
        return scored or self.difference_sheet is not None or self.bonus_sheet is not None

    def throws_in(self, name: str | None) -> bool:
        """Return True if a contract's cards may be thrown in before the first lead, and it is then paid."""
        contract = self.contract(name)
        if contract is None:
            return False
        return not contract.played or (self.stake is not None and contract.name in self.stake.thrown_in)

    def contract(self, name: str | None) -> Contract | None:
        """Return the contract with a name; None if the game has none of that name."""
        return None if name is None else self.contracts.get(name)

    def __hash__(self) -> int:
        # Little of it: a game is looked up for every question of a search, and there are few of one name.
        return hash(
            (self.name, self.pots and len(self.pots.entries), self.fool.banned_trick, self.fool.demand_trick)
        )

    def height(self, card: Card) -> int:
        """Return the rank of a card in its suit: of two cards of a suit the higher one wins.

        Source: clause table.ranks.
        """
        if card.is_fool:
            return _ABOVE_TRUMPS if self.fool.kind is FoolKind.TRUMP else card.height
        turned = card.suit in self.table.turned and not card.is_court
        return _TOP_SPOT - card.height if turned else card.height

    def is_trump(self, card: Card) -> bool:
        """Return True if a card is a trump: the numbered ones, and a Fool that is the highest of them.

        Source: clause fool.kind.
        """
        return card.is_trump or (card.is_fool and self.fool.kind is FoolKind.TRUMP)

    def due(self, when: When, card: Card | None = None) -> tuple[Entry, ...]:
        """Return the payments on an occasion, for this card if one is given."""
        entries = () if self.pots is None else self.pots.entries
        return tuple(each for each in entries if each.when is when and (card is None or card in each.cards))

    def prize(self, card: Card) -> Pot | None:
        """Return the pot that a card plays for in the last trick; None for one that wins no Ultimo."""
        return next((pot for entry in self.due(When.ULTIMO, card) for pot in entry.takes), None)


def apply_contract(game: GameSpec, contract: str | None, called: Card | None = None) -> GameSpec:
    """Return the game as it is played under a contract; unchanged if that has no effect, or there is none.

    Source: clauses of the kinds beats-in, three-trumps and first-lead.
    """
    if game.called_lead and called != game.barred:
        game = replace(game, barred=called)
    found = game.contract(contract)
    if found is None:
        return game
    duty, tricks = game.duty, game.tricks
    if found.beats:
        duty = Duty(duty.follow, duty.trump, Beat.ANY, (*duty.clauses[:2], found.duty or duty.clauses[2]))
    if tricks is not None and not found.three_trumps:
        # Nothing is announced on top of such a contract, so that no suit beats trumps in it either.
        tricks = TrickRules(three_clause=tricks.three_clause, colour_clause=tricks.colour_clause)
    if (duty, tricks) == (game.duty, game.tricks):
        return game
    return replace(game, duty=duty, tricks=tricks)


def first_leader(
    game: GameSpec, contract: str | None, dealer: int, declarer: int | None, slam: int | None = None
) -> int:
    """Return the seat that leads to the first trick of a hand.

    `slam` is the announcer of one. Source: clauses of the kinds leads, leads-in and slam-leads.
    """
    found = game.contract(contract)
    if found is not None and found.leads and declarer is not None:
        return declarer
    if slam is not None and game.slam is not None and game.slam.leads:
        return slam
    return (dealer + game.table.first_lead) % game.table.players


def laid_away_under(game: GameSpec, contract: str | None) -> int | None:
    """Return the number of cards discarded before the play; None if it depends on an unknown contract.

    Source: clauses of the kinds skat-size and as-many-as-taken.
    """
    if not game.declarer_takes:
        return game.table.skat_size
    found = game.contract(contract)
    return None if found is None else found.takes


def nothing_laid_away(game: GameSpec, contract: str | None) -> bool:
    """Return True if a hand is full as it was dealt: if nothing is taken up, or the cards are thrown in.

    Source: clauses of the kinds skat-size, as-many-as-taken and thrown-in-for.
    """
    found = game.contract(contract)
    return laid_away_under(game, contract) == 0 or (found is not None and not found.played)
