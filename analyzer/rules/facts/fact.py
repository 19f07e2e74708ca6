"""The facts given about a hand, their counting, and the hand they are about."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from msgspec import Struct, field

from analyzer.cards.card import FOOL, Card
from analyzer.frozenrecord import Record
from analyzer.messages import Message
from analyzer.rules.actions import Sides
from analyzer.rules.score.hand import HandFacts
from analyzer.rules.score.reckoning import talon_side, turns_talon
from analyzer.rules.spec.game import FoolHome
from analyzer.rules.spec.kinds.bidding import DiscardOwner
from analyzer.rules.spec.kinds.contracts import TalonLeft
from analyzer.rules.spec.ruleset import FoolDiscard, RuleSet

Worths = tuple[tuple[int, int], ...]
"""Numbers of cards by worth: pairs of worth and number, for worths above zero."""


class Counting(Struct, frozen=True, eq=False):
    """A game's way of counting its piles, in units."""

    worth: Mapping[Card, int]
    """The worth of every card of the deck above that of a plain card."""
    unit: int
    each_card: int
    trick: int
    laid_away: int
    """The count of the discarded cards, all together."""
    never: frozenset[Card]
    """The cards that are never discarded."""
    exchanges: bool = False
    """True if a card is given for a Fool that goes home, possibly a discarded one."""

    @classmethod
    def from_rules(cls, rules: RuleSet) -> Counting:
        """Return the counting of a rule set."""
        piles, never = rules.game.piles, rules.discard.never
        if rules.game.pots is not None and rules.discard.fool is FoolDiscard.NEVER:
            never |= {FOOL}
        worth = {card: piles.worth(card) for card in rules.table.deck}
        exchanges = rules.game.fool.home is FoolHome.EXCHANGE
        return cls(worth, piles.unit, piles.each_card, piles.trick, piles.discard, never, exchanges)


class HeapTold(Record, frozen=True):
    """The facts about a pile before it is counted: cards that are in it, and cards that are not.

    `beside` are its cards that are in no trick; `laid_away` is the number of them that cannot be honours.
    """

    seats: int
    beside: int = 0
    laid_away: int = 0
    holds: frozenset[Card] = frozenset()
    lacks: frozenset[Card] = frozenset()


@lru_cache(maxsize=8192)
def counts(
    counting: Counting, cards: frozenset[Card], heap: HeapTold, tricks: int, came_home: int, turned: range
) -> int:
    """Return the possible counts of a pile with this number of tricks; 0 if there is no such pile.

    `came_home` is 1 for the pile to which the Fool went from another's trick, -1 for one it may have gone
    from; `turned` are the numbers of cards of the talon that may be in it.
    """
    found, base = 0, heap.seats * tricks + heap.beside
    sizes = {base + more + came for more in turned for came in {0, came_home} if came >= 0 or tricks}
    if came_home > 0:
        sizes = {base + more + 1 for more in turned}
    holds = heap.holds | ({FOOL} if came_home > 0 else frozenset())
    lacks = heap.lacks | ({FOOL} if came_home < 0 else frozenset())
    free = _free(counting, cards, holds, lacks)
    if free is None:
        return 0
    fixed = free.inside + tricks * counting.trick + (counting.laid_away if heap.laid_away else 0)
    for size in sizes:
        left = size - len(holds)
        honours = size - heap.laid_away - len(holds & counting.never) + (counting.exchanges and tricks > 0)
        if left >= 0 and honours >= 0 and left <= free.cards:
            sums = _sums(free.worths, free.cards, honours + free.laid)[left]
            found |= sums << (fixed + size * counting.each_card)
    return found


class _Free(NamedTuple):
    """The cards that may be in a pile but need not be: their worths, and their number.

    `laid` of them are of the highest worth and may be discarded; `inside` is the worth of the cards that must
    be in it.
    """

    worths: Worths
    cards: int
    laid: int
    inside: int


@lru_cache(maxsize=4096)
def _free(
    counting: Counting, cards: frozenset[Card], holds: frozenset[Card], lacks: frozenset[Card]
) -> _Free | None:
    """Return the cards that a pile may have beyond those it holds; None if it cannot hold and lack these."""
    if holds & lacks or not holds <= cards:
        return None
    free, worth = cards - holds - lacks, counting.worth
    top = max((worth[card] for card in free), default=0)
    laid = sum(worth[card] == top and card not in counting.never for card in free)
    return _Free(_worths(counting, free), len(free), laid, sum(worth[card] for card in holds))


def _worths(counting: Counting, cards: Collection[Card]) -> Worths:
    found: dict[int, int] = {}
    for card in cards:
        if worth := counting.worth[card]:
            found[worth] = found.get(worth, 0) + 1
    return tuple(sorted(found.items()))


@lru_cache(maxsize=4096)
def _sums(worths: Worths, cards: int, most: int) -> tuple[int, ...]:
    """Return by size the possible worths of so many cards, with at most `most` of the highest worth."""
    nothing, of_number = cards - sum(number for _, number in worths), [0] * (cards + 1)
    ranges = [
        range(min(number, most) + 1 if worth == worths[-1][0] else number + 1) for worth, number in worths
    ]
    for taken in product(*ranges):
        together = sum(number * worth for number, (worth, _) in zip(taken, worths, strict=True))
        of_number[sum(taken)] |= 1 << together
    return tuple(_either(of_number[max(0, size - nothing) : size + 1]) for size in range(cards + 1))


def _either(sets: Collection[int]) -> int:
    found = 0
    for each in sets:
        found |= each
    return found


def joined(one: int, other: int) -> int:
    """Return every sum of a number of one set and a number of the other."""
    few, many = sorted((one, other), key=int.bit_count)
    found, place = 0, 0
    while few:
        zeros = (few & -few).bit_length() - 1
        place += zeros
        found |= many << place
        few >>= zeros + 1
        place += 1
    return found


Range = tuple[int, int]
"""The smallest and the largest value that a number can have."""


class CardLaid(Record, frozen=True):
    """A card in a trick: its player, its possible winners, and if the trick was the last; None if unknown."""

    card: Card
    by: int | None
    takers: frozenset[int]
    last: bool | None = None


class HandFact(Record, frozen=True):
    """A single fact about a hand, and its meaning for the tricks, the piles and the cards."""

    text: Message
    path: tuple[str, ...] = ()
    """Its place in a file, by keys; empty for a conclusion from what the file leaves out."""
    tricks: Mapping[int, Range] = field(default_factory=dict)
    """The range of tricks by seat."""
    without: frozenset[frozenset[int]] | None = None
    """The sets of seats of which one is that of those without a trick; None for any."""
    units: Mapping[int, Range] = field(default_factory=dict)
    """The range of units by side."""
    last: frozenset[int] | None = None
    """The possible winners of the last trick."""
    laid: tuple[CardLaid, ...] = ()
    held: Mapping[int, frozenset[Card]] = field(default_factory=dict)
    """Cards by seat, of the hand at the start of play, or of the seat's discard."""
    lacked: Mapping[int, frozenset[Card]] = field(default_factory=dict)
    trumps: Mapping[int, int] = field(default_factory=dict)
    """The least number of trumps by seat; the Fool is one of them if declarations count it."""
    owned: Mapping[int, frozenset[Card]] = field(default_factory=dict)
    """Cards by side that are in its pile at the end."""
    of_trull: Mapping[int, int] = field(default_factory=dict)
    """The number of cards of the Trull by side, at the end."""
    instead: tuple[tuple[Message, HandFact], ...] = ()
    """If nothing was given: a question for what may have been forgotten, and the fact that it would be."""


class CardsApart(Record, frozen=True):
    """Cards in no trick, by side: the number discarded, and the number left in the talon."""

    laid_away: tuple[int, ...]
    left: tuple[int, ...]


class TableFacts(Record, frozen=True):
    """The common ground of facts about a hand."""

    rules: RuleSet
    counting: Counting
    sides: Sides
    tricks: int
    """The number of tricks that the facts are about."""
    cards: frozenset[Card]
    """The cards in these tricks, and those separate from them."""
    apart: tuple[CardsApart, ...]
    """Every way in which cards may be separate; empty if nobody counts."""
    nobodys: int = 0
    """The number of cards that count for nobody."""
    turned: int = 0
    """The number of cards of the talon that go to the first tricks, one to each."""
    makers: frozenset[int] = frozenset()
    """The seats that may have discarded."""
    over: bool = True
    """True if the facts are about a hand from its first trick to the last."""


class Contradiction(Record, frozen=True):
    """A minimal set of facts that cannot all be true, and what may have been forgotten."""

    facts: tuple[HandFact, ...]
    forgotten: Message | None = None


def whole_hand(rules: RuleSet, sides: Sides, told: HandFacts, dealer: int | None) -> TableFacts:
    """Return the ground of a full hand, first trick to last; if the dealer is unknown, any seat may be it."""
    table, game, seats = rules.table, rules.game, range(len(sides.of))
    contract = game.contract(told.contract)
    takes, left, nobodys = table.skat_size, 0, 0
    makers = frozenset(seats if dealer is None else (dealer,))
    if game.declarer_takes:
        makers = frozenset(seats if told.declarer is None else (told.declarer,))
        takes = 0 if contract is None else contract.takes
        left = table.skat_size - takes
    turned = left if turns_talon(game, told) else 0
    if contract is not None and contract.left is TalonLeft.NOBODY:
        nobodys = left
    nobodys += len(table.deck) - table.players * table.hand_size - table.skat_size
    owners = {sides.of[seat] for seat in makers}
    if game.discard_for is DiscardOwner.DEALERS_SIDE and dealer is not None:
        owners = {sides.of[dealer]}
    to = None if turned else talon_side(game, told, sides)
    every = range(sides.count)
    known = contract is not None or not game.contracts
    apart = tuple(
        CardsApart(
            tuple(takes * (side == owner) for side in every),
            tuple(left * (side == to) for side in every),
        )
        for owner in sorted(owners)
        if known
    )
    return TableFacts(
        rules,
        Counting.from_rules(rules),
        sides,
        table.hand_size,
        frozenset(table.deck),
        apart,
        nobodys,
        turned,
        makers,
    )


def so_far(
    rules: RuleSet,
    sides: Sides,
    tricks: int,
    cards: frozenset[Card],
    dealer: int | None,
    apart: tuple[CardsApart, ...] | None = None,
    turned: int = 0,
) -> TableFacts:
    """Return the ground of the first `tricks` tricks with these cards, including separate ones.

    In a game with pots all other cards except the skat belong to nobody yet.
    """
    seats, skat = range(len(sides.of)), rules.table.skat_size
    makers = frozenset(seats if dealer is None else (dealer,))
    if apart is None:
        nothing = (0,) * sides.count
        apart = tuple(
            CardsApart(tuple(skat * (sides.of[seat] == side) for side in range(sides.count)), nothing)
            for seat in sorted(makers)
        )
    lying = max((sum((*each.laid_away, *each.left)) for each in apart), default=0)
    nobodys = len(cards) - tricks * rules.table.players - lying - turned
    return TableFacts(
        rules, Counting.from_rules(rules), sides, tricks, cards, apart, nobodys, turned, makers, over=False
    )
