"""What is told of a hand in a game of card points, from the deal to the first lead. Values only.

Seats are numbers in order of play.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from msgspec import field

from analyzer.cards.card import Card
from analyzer.frozenrecord import NotedRecord, Record
from analyzer.rules.play.course import START, Course
from analyzer.rules.sides import Sides
from analyzer.rules.spec.game import GameSpec, SidesRule
from analyzer.rules.spec.kinds.contracts import CalledAway, ContractAim

if TYPE_CHECKING:
    from analyzer.rules.spec.kinds.contracts import Contract

PASS: Final = "pass"  # noqa: S105 - what a bidder says
"""What a player says who does not bid."""


class Pool(Record, frozen=True):
    """What lies in one pool, and whether it was doubled once."""

    amount: int
    doubled: bool = False


class Bid(Record, frozen=True):
    """What a player said in the auction: a contract, `pass`, `hold` or `push`."""

    seat: int
    says: str


class Purchase(Record, frozen=True):
    """A card asked for, who held it (None where nobody had it), and the card given for it."""

    wants: Card
    holder: int | None
    gives: Card | None


class Declared(NotedRecord, frozen=True):
    """Something declared before the play: what each payer pays for it, and the clause."""

    NOTES: ClassVar[tuple[str, ...]] = ("cards",)

    clause: str
    amount: int
    returnable: bool = False
    """Whether it is given back where too few points are taken."""
    cards: frozenset[Card] = frozenset()
    """The cards that it is of, as far as they are known."""


class PileTold(Record, frozen=True):
    """What is told of one player's pile; None for what is not."""

    tricks: int | None = None
    units: int | None = None
    """What the tricks count, in units; the cards laid away are not in it."""
    cards: frozenset[Card] = frozenset()
    gives: bool = True
    """Whether a card of no worth lies there that can be given for the Fool."""
    owes: bool = False
    """Whether a card is still owed for the Fool."""
    owes_to: int | None = None
    """A seat of the side it is owed to, where that is told."""


class PagatCame(Record, frozen=True):
    """The Pagat in the last trick: who played it, who won it, and whether that was the player's own side."""

    by: int
    winner: int
    to_own_side: bool


class HandTold(Record, frozen=True):
    """The contract of a hand and what went before it; empty where nothing is told."""

    contract: str | None = None
    declarer: int | None = None
    called: Card | None = None
    partner: int | None = None
    """The seat of the partner where it is told; else the cards tell it."""
    announced: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    kontra: frozenset[int] = frozenset()
    passed: frozenset[int] = frozenset()
    bids: tuple[Bid, ...] = ()
    purchases: tuple[Purchase, ...] = ()
    talon_taken: frozenset[Card] = frozenset()
    talon_left: tuple[Card, ...] = ()
    """The cards of the talon that nobody took; where they go to tricks, in the order turned."""
    dead: frozenset[Card] = frozenset()
    """An untouched hand."""
    pools: tuple[Pool, ...] = ()
    radli: Mapping[int, int] = field(default_factory=dict)
    swept: int | None = None
    """A seat of the side that won every trick so far."""
    trump_led: bool = False
    """Whether a trick was led with a trump already."""
    trull: int | None = None
    """How many cards of the Trull the declarer's side has, where that is told."""
    held: Mapping[int, tuple[str, ...]] | None = None
    """What each seat had in hand at the start of play that brings something; None where it is not told."""
    mond_lost: int | None = None
    """Who lost the Mond in a trick."""
    pagat_before: PagatCame | None = None
    """What became of the Pagat in the last trick but one, where it was there and that can count."""
    declared: Mapping[int, tuple[Declared, ...]] = field(default_factory=dict)
    """What each seat declared before the play."""
    piles: Mapping[int, PileTold] = field(default_factory=dict)
    """What lies in the piles already, by seat; empty where nothing is said of them."""

    @property
    def passed_out(self) -> bool:
        """Whether everybody passed, and no contract is told that is played then."""
        return self.contract is None and bool(self.bids) and all(each.says == PASS for each in self.bids)


NOTHING_TOLD: Final = HandTold()
"""Of a hand of which nothing is told but the cards."""


def partner_of(
    game: GameSpec,
    told: HandTold,
    held: Sequence[Collection[Card]],
    discard: Collection[Card] | None,
    dealer: int | None,
) -> int | None:
    """The declarer's partner: the one that is told, else who holds, held or laid away the called card.

    `held` are the cards of each seat, those on the table among them. A partner who is the declarer himself
    is none, and a card called in a contract that is played alone finds none.

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


def former_holder(told: HandTold) -> int | None:
    """Who held the called card before the declarer bought it; None where he did not."""
    return next((each.holder for each in told.purchases if each.wants == told.called), None)


def course_of(game: GameSpec, told: HandTold, sides: Sides, *, fresh: bool) -> Course:
    """What the tricks before have settled for the next; `fresh` where there were none.

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


def contract_played(game: GameSpec, told: HandTold) -> Contract | None:
    """The contract that is played: one announced on top of it takes the place of that which was bid."""
    over = announced_over(game, told)
    return game.contract(told.contract) if over is None else over[1]


def announced_over(game: GameSpec, told: HandTold) -> tuple[int, Contract] | None:
    """The contract that is announced on top of another, and by whom.

    Only who declares may announce it, and only on top of one that is about points.
    """
    if not on_top_of(game.contract(told.contract)):
        return None
    for seat, words in told.announced.items():
        over = next((each for each in map(game.contract, words) if each is not None), None)
        if over is not None and told.declarer in (None, seat):
            return seat, over
    return None


def on_top_of(bid: Contract | None) -> bool:
    """Whether another contract may be announced on top of the one that was bid, as far as that is told."""
    return bid is None or bid.aim in (ContractAim.POINTS, ContractAim.EVERY_TRICK)


def _swept(told: HandTold, sides: Sides) -> int | None:
    """The side that has won every trick so far, as it is told or as the piles tell it."""
    if told.swept is not None:
        return sides.of[told.swept]
    tricks = [None if pile is None else pile.tricks for pile in map(told.piles.get, range(len(sides.of)))]
    won = {sides.of[seat] for seat, number in enumerate(tricks) if number}
    return won.pop() if None not in tricks and len(won) == 1 else None


def sides_of(game: GameSpec, told: HandTold, partner: int | None = None) -> Sides:
    """The sides of a hand; `partner` is the holder of the called card, where one was found."""
    seats = game.table.players
    if game.sides is SidesRule.PARTNERS:
        return Sides.partners(seats)
    if game.sides is SidesRule.DECLARER and told.declarer is not None:
        return Sides.against(seats, told.declarer, partner)
    return Sides.alone(seats)
