"""How many deals fit what is known, exactly, and the deal of any rank: counting instead of listing.

Cards that no limit counts are shared out by multinomials, all together that may lie in the same places.
Of the others the Fool and the kings are dealt first: only they are in combinations of more than one suit.
With them laid out, the suits have nothing to do with each other but the sizes of the hands. So each suit has
a table, from how many of its cards go to each place to in how many ways, and the tables are multiplied as
polynomials. Inside a suit, cards that no limit tells apart are counted by multinomials too.

The deals are ranked in the order of the same choices, so a rank drawn at random is a deal drawn at
random, each as likely as the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import factorial
from typing import Final, NamedTuple

from analyzer.cards.card import Card, Suit
from analyzer.errors import check_time
from analyzer.frozenrecord import derived
from analyzer.knowledge.facts import Barred, Limit

_BITS: Final = 8
"""Bits of one place in a packed vector: no place holds more than 127 cards, so sums never carry over."""

Vector = int
"""How many cards each place gets, packed: place p in the bits from 8 p on."""

Table = Mapping[Vector, int]


class Group(NamedTuple):
    """Cards that no limit tells apart, and the places they may lie in."""

    cards: tuple[Card, ...]
    places: tuple[int, ...]


class Chapter(NamedTuple):
    """The cards of a suit that limits count, its king by itself, the others in groups; or free cards."""

    king: Card | None
    groups: tuple[Group, ...]
    limits: tuple[Limit, ...]


class Share(NamedTuple):
    """A way to share out a suit: what each place gets in all, in how many ways, and what of each group."""

    vector: Vector
    ways: int
    splits: tuple[tuple[int, ...], ...]


class Counter:
    """The deals of the cards to places of these sizes that keep every limit."""

    def __init__(
        self,
        cards: frozenset[Card],
        sizes: Sequence[int],
        limits: Sequence[Limit | Barred],
        deadline: float | None = None,
    ) -> None:
        """`deadline`, by :func:`time.monotonic`, ends the counting with LimitReached."""
        self._deadline = deadline
        self.cards = tuple(sorted(cards))
        self.sizes = tuple(sizes)
        self._allowed = {card: self._places_of(card, limits) for card in self.cards}
        counting = [limit for limit in limits if not isinstance(limit, Barred)]
        self._across = [limit for limit in counting if all(card.is_king for card in limit.cards)]
        bound = frozenset[Card]().union(*(limit.cards for limit in counting))
        dealt_first = [card for card in self.cards if card.is_fool and counting]
        self._fools = next((self._allowed[card] for card in dealt_first), (None,))
        free = [card for card in self.cards if card not in bound and card not in dealt_first]
        suits = (self._chapter(suit, bound, counting) for suit in Suit)
        self._chapters = (*(each for each in suits if each.king or each.groups), *self._free(free))
        self._shares_of: dict[tuple[int, int | None, int | None], tuple[Share, ...]] = {}
        self._tables: dict[tuple[int, int | None, int | None], Table] = {}
        self._rests: dict[tuple[int | None, tuple[int | None, ...]], Table] = {}

    @derived
    def total(self) -> int:
        """How many deals there are."""
        return self._running[-1][0] if self._running else 0

    def deal(self, rank: int) -> dict[Card, int]:
        """The deal of a rank from 0 to `total` - 1: the place of each card.

        Raises: IndexError for any other rank.
        """
        if not 0 <= rank < self.total:
            raise IndexError(f"there is no deal {rank} of {self.total}")
        before = 0
        for upto, fool, kings in self._running:
            if rank < upto:
                return self._laid_out(rank - before, fool, kings)
            before = upto
        raise AssertionError

    @derived
    def _running(self) -> list[tuple[int, int | None, tuple[int | None, ...]]]:
        """Every layout of the Fool and the kings that leaves some deals, with the running total."""
        found: list[tuple[int, int | None, tuple[int | None, ...]]] = []
        total = 0
        choices = [(None,) if each.king is None else self._allowed[each.king] for each in self._chapters]
        for fool in self._fools:
            for kings in product(*choices):
                ways = self._ways(fool, kings) if self._kings_fit(fool, kings) else 0
                if ways:
                    total += ways
                    found.append((total, fool, kings))
        return found

    def _ways(self, fool: int | None, kings: tuple[int | None, ...]) -> int:
        """In how many ways the other cards can be dealt; a suit gets its king with its other cards."""
        target = self._target(fool)
        if target < 0 or not kings:
            return int(target == 0)
        rest = self._rest(fool, kings[1:])
        return sum(
            ways * rest.get(target - vector, 0) for vector, ways in self._table(0, fool, kings[0]).items()
        )

    def _target(self, fool: int | None) -> Vector:
        """What there is room for beside the Fool; negative where even he has none."""
        if fool is not None and not self.sizes[fool]:
            return -1
        return _packed(self.sizes) - (0 if fool is None else 1 << _BITS * fool)

    def _rest(self, fool: int | None, kings: tuple[int | None, ...]) -> Table:
        """The product of the last tables, one for each of `kings`."""
        if not kings:
            return {0: 1}
        key = fool, kings
        if key not in self._rests:
            number = len(self._chapters) - len(kings)
            first = self._table(number, fool, kings[0])
            self._rests[key] = self._product(first, self._rest(fool, kings[1:]))
        return self._rests[key]

    def _product(self, one: Table, other: Table) -> Table:
        """Two tables as one, without what there is no room for."""
        # A guard bit above each place is lost exactly where more is taken from it than it holds.
        guard = sum(0x80 << _BITS * place for place in range(len(self.sizes)))
        room = _packed(self.sizes) | guard
        found: dict[Vector, int] = {}
        for left, ways in one.items():
            check_time(self._deadline)
            for right, more in other.items():
                both = left + right
                if (room - both) & guard == guard:
                    found[both] = found.get(both, 0) + ways * more
        return found

    def _table(self, number: int, fool: int | None, king: int | None) -> Table:
        """The table of one suit, its king and the Fool being where they are."""
        key = number, fool, king
        if key not in self._tables:
            found: dict[Vector, int] = {}
            for vector, ways, _ in self._shares(number, fool, king):
                found[vector] = found.get(vector, 0) + ways
            self._tables[key] = found
        return self._tables[key]

    def _shares(self, number: int, fool: int | None, king: int | None) -> tuple[Share, ...]:
        """Every way to share out a suit that keeps the limits."""
        key = number, fool, king
        if key not in self._shares_of:
            self._shares_of[key] = tuple(self._shared(number, fool, king))
        return self._shares_of[key]

    def _shared(self, number: int, fool: int | None, king: int | None) -> Iterator[Share]:
        chapter = self._chapters[number]
        own = [0] * len(self.sizes)
        if king is not None:
            own[king] = 1
        choices = [tuple(_splits(len(each.cards), each.places, self.sizes)) for each in chapter.groups]
        for splits in product(*choices):
            check_time(self._deadline)
            share = [sum(counts) for counts in zip(own, *splits, strict=True)]
            fits = all(n <= size for n, size in zip(share, self.sizes, strict=True))
            if fits and all(self._keeps(limit, chapter, splits, fool, king) for limit in chapter.limits):
                ways = 1
                for split in splits:
                    ways *= _arrangements(split)
                yield Share(_packed(share), ways, splits)

    def _keeps(
        self,
        limit: Limit,
        chapter: Chapter,
        splits: tuple[tuple[int, ...], ...],
        fool: int | None,
        king: int | None,
    ) -> bool:
        counts = [0] * len(self.sizes)
        if king is not None and chapter.king in limit.cards:
            counts[king] += 1
        for group, split in zip(chapter.groups, splits, strict=True):
            if group.cards[0] in limit.cards:
                counts = [one + more for one, more in zip(counts, split, strict=True)]
        return limit.allows(counts, fool)

    def _kings_fit(self, fool: int | None, kings: tuple[int | None, ...]) -> bool:
        for limit in self._across:
            counts = [0] * len(self.sizes)
            for chapter, place in zip(self._chapters, kings, strict=True):
                if place is not None and chapter.king in limit.cards:
                    counts[place] += 1
            if not limit.allows(counts, fool):
                return False
        return True

    def _laid_out(self, rank: int, fool: int | None, kings: tuple[int | None, ...]) -> dict[Card, int]:
        """The deal of a rank among those with this layout of the Fool and the kings."""
        where: dict[Card, int] = {}
        if fool is not None:
            where[next(card for card in self.cards if card.is_fool)] = fool
        target = self._target(fool)
        for number, chapter in enumerate(self._chapters):
            if chapter.king is not None:
                where[chapter.king] = kings[number] or 0
            rest = self._rest(fool, kings[number + 1 :])
            for vector, ways, splits in self._shares(number, fool, kings[number]):
                after = rest.get(target - vector, 0)
                if rank >= ways * after:
                    rank -= ways * after
                    continue
                inner, rank = divmod(rank, after)
                target -= vector
                for group, split in zip(chapter.groups, splits, strict=True):
                    inner, own = divmod(inner, _arrangements(split))
                    where.update(zip(group.cards, _arranged(split, own), strict=True))
                break
        return where

    def _places_of(self, card: Card, limits: Sequence[Limit | Barred]) -> tuple[int, ...]:
        barred = {
            place
            for each in limits
            if isinstance(each, Barred) and card in each.cards
            for place in each.places
        }
        return tuple(place for place in range(len(self.sizes)) if place not in barred)

    def _free(self, cards: Sequence[Card]) -> Iterator[Chapter]:
        """The cards that no limit counts, by where they may lie."""
        groups: dict[tuple[int, ...], list[Card]] = {}
        for card in cards:
            groups.setdefault(self._allowed[card], []).append(card)
        for places, each in groups.items():
            yield Chapter(None, (Group(tuple(each), places),), ())

    def _chapter(self, suit: Suit, bound: frozenset[Card], limits: Sequence[Limit]) -> Chapter:
        cards = [card for card in self.cards if card.suit is suit and card in bound]
        king = next((card for card in cards if card.is_king), None)
        others = [card for card in cards if not card.is_king]
        own = tuple(each for each in limits if any(card in each.cards for card in others))
        groups: dict[tuple[object, ...], list[Card]] = {}
        for card in others:
            alike = (self._allowed[card], *(card in each.cards for each in own))
            groups.setdefault(alike, []).append(card)
        found = tuple(Group(tuple(each), self._allowed[each[0]]) for each in groups.values())
        return Chapter(king, found, own)


def _packed(counts: Sequence[int]) -> Vector:
    return sum(count << _BITS * place for place, count in enumerate(counts))


def _splits(number: int, places: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """How many of so many cards each place may get, no place more than its size."""
    share = [0] * len(sizes)

    def shared(left: int, open_places: Sequence[int]) -> Iterator[tuple[int, ...]]:
        if not open_places:
            if not left:
                yield tuple(share)
            return
        place, *others = open_places
        room = sum(sizes[other] for other in others)
        for count in range(max(0, left - room), min(left, sizes[place]) + 1):
            share[place] = count
            yield from shared(left - count, others)
        share[place] = 0

    return shared(number, places)


def _arrangements(split: Sequence[int]) -> int:
    """In how many ways different cards can be shared out so that each place gets its number."""
    ways = factorial(sum(split))
    for count in split:
        ways //= factorial(count)
    return ways


def _arranged(split: Sequence[int], rank: int) -> Iterator[int]:
    """The place of each card in turn, in the arrangement of a rank."""
    left, ways = list(split), _arrangements(split)
    for cards in range(sum(split), 0, -1):
        for place, count in enumerate(left):
            here = ways * count // cards
            if rank < here:
                yield place
                left[place], ways = count - 1, here
                break
            rank -= here
