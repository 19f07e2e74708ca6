"""What piles of so many tricks can count, whoever took which card; amounts are units, as sets of bits.

Bit i of a set stands for i units. Where the cards are not told a pile may be of any that are left.

Source: clauses count.points, fool.own-pile, and those of the kinds count-cards, exchange, discard-counts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from msgspec import Struct

from analyzer.cards.card import FOOL, Card
from analyzer.frozenrecord import Record
from analyzer.rules.spec.game import FoolHome
from analyzer.rules.spec.ruleset import FoolDiscard, RuleSet

Worths = tuple[tuple[int, int], ...]
"""How many cards are worth so much: worth and number, of the worths above nothing."""


class Counting(Struct, frozen=True, eq=False):
    """How a game counts its piles, in units."""

    worth: Mapping[Card, int]
    """What a card is worth above any other, of every card of the deck."""
    unit: int
    each_card: int
    trick: int
    laid_away: int
    """What the cards laid away count, all together."""
    never: frozenset[Card]
    """The cards that are never laid away."""
    exchanges: bool = False
    """Whether a card is given for a Fool that goes home, of those laid away too."""

    @classmethod
    def of(cls, rules: RuleSet) -> Counting:
        """The counting of a rule set."""
        piles, never = rules.game.piles, rules.discard.never
        if rules.game.pots is not None and rules.discard.fool is FoolDiscard.NEVER:
            never |= {FOOL}
        worth = {card: piles.worth(card) for card in rules.table.deck}
        exchanges = rules.game.fool.home is FoolHome.EXCHANGE
        return cls(worth, piles.unit, piles.each_card, piles.trick, piles.discard, never, exchanges)


class HeapTold(Record, frozen=True):
    """What is told of a pile before anybody counts it: cards that are in it, and that are not.

    `beside` are the cards of it that are in no trick; `laid_away` how many of them no honour can be.
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
    """What a pile of so many tricks can count; 0 where there is no such pile.

    `came_home` is 1 for the pile to which the Fool went from another's trick, -1 for one it may have gone
    from; `turned` are the numbers of cards of the talon that may lie there.
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
    """The cards that may lie in a pile and need not: their worths, and how many they are.

    `laid` of them are of the highest worth and may be laid away; `inside` is what the cards that must lie
    there are worth.
    """

    worths: Worths
    cards: int
    laid: int
    inside: int


@lru_cache(maxsize=4096)
def _free(
    counting: Counting, cards: frozenset[Card], holds: frozenset[Card], lacks: frozenset[Card]
) -> _Free | None:
    """The cards that a pile may have beside those that it holds; None where it cannot hold and lack these."""
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
    """By size what so many of the cards can be worth together, with at most so many of the highest worth."""
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
    """Every sum of a number of one set and a number of the other."""
    few, many = sorted((one, other), key=int.bit_count)
    found, place = 0, 0
    while few:
        zeros = (few & -few).bit_length() - 1
        place += zeros
        found |= many << place
        few >>= zeros + 1
        place += 1
    return found
