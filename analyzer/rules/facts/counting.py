"""What piles of so many tricks can count, whoever took which card; amounts are units, as sets of bits.

Bit i of a set stands for i units. Where the cards are not told a pile may be of any that are left.

Source: clauses count.points, fool.own-pile, and those of the kinds count-cards, exchange, discard-counts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from analyzer.cards.card import FOOL, Card
from analyzer.rules.spec.game import FoolHome
from analyzer.rules.spec.ruleset import FoolDiscard, RuleSet

Worths = tuple[tuple[int, int], ...]
"""How many cards are worth so much: worth and number, of the worths above nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Counting:
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
        if rules.game.has_pots and rules.discard.fool is FoolDiscard.NEVER:
            never |= {FOOL}
        worth = {card: piles.worth(card) for card in rules.table.deck}
        exchanges = rules.game.fool.home is FoolHome.EXCHANGE
        return cls(worth, piles.unit, piles.each_card, piles.trick, piles.discard, never, exchanges)


@dataclass(frozen=True, slots=True)
class HeapTold:
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
    if holds & lacks or not holds <= {*cards}:
        return 0
    inside = sum(map(counting.worth.__getitem__, holds))
    fixed = tricks * counting.trick + (counting.laid_away if heap.laid_away else 0)
    free = [card for card in cards if card not in holds and card not in lacks]
    worths = _worths(counting, free)
    top = max((counting.worth[card] for card in free), default=0)
    laid = [card for card in free if counting.worth[card] == top and card not in counting.never]
    for size in sizes:
        left = size - len(holds)
        honours = size - heap.laid_away - len(holds & counting.never) + (counting.exchanges and tricks > 0)
        if left >= 0 and honours >= 0 and left <= len(free):
            sums = _sums(worths, len(free), honours + len(laid))[left]
            found |= sums << (inside + fixed + size * counting.each_card)
    return found


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
