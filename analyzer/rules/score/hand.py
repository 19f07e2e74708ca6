"""The facts of a hand of card points, its result, and the data needed to score it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Final

from msgspec import Struct, field
from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.frozenrecord import Record, RecordWithMetadata
from analyzer.rules.actions import Sides
from analyzer.rules.book import Book
from analyzer.rules.play.table import START, Course, Trick
from analyzer.rules.spec.game import GameSpec, SidesRule
from analyzer.rules.spec.kinds.contracts import CalledAway, Contract, ContractAim

# The facts of a hand in a game of card points, from the deal to the first lead. Values only.
#
# Seats are numbers in order of play.


PASS: Final = "pass"  # noqa: S105 - what a bidder says
"""The word of a player who does not bid."""


class Pool(Record, frozen=True):
    """The contents of one pool, and True if it was doubled once."""

    amount: int
    doubled: bool = False


class Bid(Record, frozen=True):
    """A player's word in the auction: a contract, `pass`, `hold` or `push`."""

    seat: int
    says: str


class Purchase(Record, frozen=True):
    """A card asked for, its holder (None if nobody had it), and the card given for it."""

    wants: Card
    holder: int | None
    gives: Card | None


class Declared(RecordWithMetadata, frozen=True):
    """A declaration before the play: the payment of each payer, and the clause."""

    NOTES: ClassVar[tuple[str, ...]] = ("cards",)

    clause: str
    amount: int
    returnable: bool = False
    """True if it is given back after too few points."""
    cards: frozenset[Card] = frozenset()
    """Its cards, as far as known."""


class PileFacts(Record, frozen=True):
    """The facts about one player's pile; None for unknown ones."""

    tricks: int | None = None
    units: int | None = None
    """The count of the tricks, in units, without the discarded cards."""
    cards: frozenset[Card] = frozenset()
    gives: bool = True
    """True if a worthless card is in it that can be given for the Fool."""
    owes: bool = False
    """True if a card is still owed for the Fool."""
    owes_to: int | None = None
    """A seat of the side it is owed to, if given."""


class PagatCame(Record, frozen=True):
    """The Pagat in the last trick: its player, its winner, and True if that was the player's own side."""

    by: int
    winner: int
    to_own_side: bool


class HandFacts(Record, frozen=True):
    """The contract of a hand and the events before it; empty if none are given."""

    contract: str | None = None
    declarer: int | None = None
    called: Card | None = None
    partner: int | None = None
    """The seat of the partner if given; otherwise the cards decide."""
    announced: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    kontra: frozenset[int] = frozenset()
    passed: frozenset[int] = frozenset()
    bids: tuple[Bid, ...] = ()
    purchases: tuple[Purchase, ...] = ()
    talon_taken: frozenset[Card] = frozenset()
    talon_left: tuple[Card, ...] = ()
    """The rest of the talon that nobody took; if it goes to tricks, in the order turned."""
    dead: frozenset[Card] = frozenset()
    """An untouched hand."""
    pools: tuple[Pool, ...] = ()
    radli: Mapping[int, int] = field(default_factory=dict)
    swept: int | None = None
    """A seat of the side that won every trick so far."""
    trump_led: bool = False
    """True if a trick was already led with a trump."""
    trull: int | None = None
    """The number of cards of the Trull that the declarer's side has, if given."""
    held: Mapping[int, tuple[str, ...]] | None = None
    """The paid holdings of each seat at the start of play; None if not given."""
    mond_lost: int | None = None
    """The seat that lost the Mond in a trick."""
    pagat_before: PagatCame | None = None
    """The fate of the Pagat in the second-to-last trick, if it was there and can count."""
    declared: Mapping[int, tuple[Declared, ...]] = field(default_factory=dict)
    """The declarations of each seat before the play."""
    piles: Mapping[int, PileFacts] = field(default_factory=dict)
    """The piles so far, by seat; empty if none are given."""

    @property
    def passed_out(self) -> bool:
        """True if everybody passed, and no contract is given that is played then."""
        return self.contract is None and bool(self.bids) and all(each.says == PASS for each in self.bids)


NOTHING_TOLD: Final = HandFacts()
"""The facts of a hand of which only the cards are given."""


def partner_of(
    game: GameSpec,
    told: HandFacts,
    held: Sequence[Collection[Card]],
    discard: Collection[Card] | None,
    dealer: int | None,
) -> int | None:
    """Return the declarer's partner: the one given, otherwise the player of the called card or its discarder.

    `held` are the cards of each seat, including those on the table. A declarer who is also the partner has
    none, and a card called in a contract that is played alone finds none.

    Source: clauses of the kinds call, called-away and called-bought.
    """
    rules, found, contract = game.partner, told.partner, game.contract(told.contract)
    alone = contract is not None and contract.alone
    if found is None and told.called is not None and not alone:
        if rules is not None and rules.former_holder:
            found = former_holder(told)
        if found is None:
            found = next((seat for seat, cards in enumerate(held) if told.called in cards), None)
        away = rules is not None and rules.away is CalledAway.DEALER
        if found is None and away and told.called in (discard or ()):
            found = dealer
    return None if found == told.declarer else found


def former_holder(told: HandFacts) -> int | None:
    """Return the holder of the called card before the declarer bought it; None if it was not bought."""
    return next((each.holder for each in told.purchases if each.wants == told.called), None)


def course_of(game: GameSpec, told: HandFacts, sides: Sides, *, fresh: bool) -> Course:
    """Return the effects of earlier tricks on later ones; `fresh` if there were none.

    Source: clauses fool.top, play.three-trumps, play.colour-valat.
    """
    if game.tricks is None and not game.fool.top_when_swept:
        return START
    over, played = announced_over(game, told), contract_played(game, told)
    whole = played is not None and played.aim is ContractAim.EVERY_TRICK
    colour = None if not whole else told.declarer if over is None else over[0]
    return Course(
        sides=sides,
        first=fresh,
        swept=_swept(told, sides),
        trump_led=told.trump_led,
        colour=None if colour is None else sides.of[colour],
    )


def contract_played(game: GameSpec, told: HandFacts) -> Contract | None:
    """Return the contract that is played: one announced on top replaces the one that was bid."""
    over = announced_over(game, told)
    return game.contract(told.contract) if over is None else over[1]


def announced_over(game: GameSpec, told: HandFacts) -> tuple[int, Contract] | None:
    """Return the announcer and the contract announced on top of another.

    Only the declarer may announce it, and only on top of a contract about points.
    """
    if not on_top_of(game.contract(told.contract)):
        return None
    for seat, words in told.announced.items():
        over = next((each for each in map(game.contract, words) if each is not None), None)
        if over is not None and told.declarer in (None, seat):
            return seat, over
    return None


def on_top_of(bid: Contract | None) -> bool:
    """Return True if another contract may be announced on top of the one that was bid, as far as known."""
    return bid is None or bid.aim in (ContractAim.POINTS, ContractAim.EVERY_TRICK)


def _swept(told: HandFacts, sides: Sides) -> int | None:
    """Return the side that has won every trick so far, as given or as the piles show it."""
    if told.swept is not None:
        return sides.of[told.swept]
    tricks = [None if pile is None else pile.tricks for pile in map(told.piles.get, range(len(sides.of)))]
    won = {sides.of[seat] for seat, number in enumerate(tricks) if number}
    return won.pop() if None not in tricks and len(won) == 1 else None


def sides_of(game: GameSpec, told: HandFacts, partner: int | None = None) -> Sides:
    """Return the sides of a hand; `partner` is the holder of the called card, if one was found."""
    seats = game.table.players
    if game.sides is SidesRule.PARTNERS:
        return Sides.partners(seats)
    if game.sides is SidesRule.DECLARER and told.declarer is not None:
        return Sides.against(seats, told.declarer, partner)
    return Sides.alone(seats)


# The result of a hand, and the data needed to score it.


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


class HandResult(Record, frozen=True):
    """The result of a hand, before scoring; None for unknown parts.

    `units` and `cards` are by side, `tricks` by seat. `last` is the last trick, if its cards are known.
    """

    seats: int
    sides: Sides
    told: HandFacts = NOTHING_TOLD
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
    came: HandResult
    book: Book
    outcome: Outcome
    pools: tuple[Pool, ...]
    radli: dict[int, int]
    applied: list[str] = field(default_factory=list)
    """The clauses that decided something although they caused no payment."""

    @classmethod
    def from_hand(cls, game: GameSpec, came: HandResult, book: Book) -> Scoring:
        """Return the scoring of a hand with nothing scored yet."""
        told = came.told
        return cls(game, came, book, Outcome(partner=came.partner), told.pools, dict(told.radli))

    @property
    def played(self) -> tuple[Contract, int] | None:
        """The contract and its declarer; None if nobody declares, or it is not given."""
        contract, declarer = self.game.contract(self.came.told.contract), self.came.told.declarer
        return None if contract is None or declarer is None else (contract, declarer)
