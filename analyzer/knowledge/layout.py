"""How the cards that nobody tells can lie in half-known hands: counted exactly, and any one by its rank.

A hand with `c7|c4` holds a card of each of its choices. Every hand is counted once: of the cards that answer
its choices those are laid first that come first in the deck, and a card that could have been laid before
one of them is barred from the rest of the hand. By the greedy theorem of matroids there is one such way for
each hand, and it is known card by card which are barred.

Source: Edmonds, Matroids and the greedy algorithm, section 4; transversal matroids.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, product
from math import prod
from typing import Final

from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.knowledge.counting import Counter
from analyzer.knowledge.deals import Deal, deal_at, world_of
from analyzer.knowledge.facts import Barred, Evidence, Heap, Limit, Place, Sight, elsewhere
from analyzer.knowledge.gaps import cards_for_gaps
from analyzer.knowledge.unseen import unseen_facts, unseen_sight
from analyzer.messages import say
from analyzer.position.setting import NOTHING_UNKNOWN, HalfKnown, Setting

MOST_WAYS: Final = 20_000
"""Ways to answer all choices that are gone through."""

Limits = tuple[Limit | Barred, ...]


class Layout(Record, frozen=True):
    """The deals of one world of a position, by rank."""

    setting: Setting
    """The world; what is known of its hands stands in it."""
    evidence: Evidence
    counters: tuple[Counter, ...]
    """One for each way to answer the choices."""

    @property
    def count(self) -> int:
        """How many deals there are."""
        return sum(counter.total for counter in self.counters)

    def deal(self, rank: int) -> Setting:
        """The setting with the cards as they lie in the deal of a rank.

        Raises: InvalidFile where what is told of the piles cannot be with them.
        """
        ends = [*accumulate(counter.total for counter in self.counters)]
        at = next(place for place, end in enumerate(ends) if rank < end)
        start = ends[at] - self.counters[at].total
        return self._laid_out(deal_at(self.evidence, self.counters[at].deal(rank - start)))

    def _laid_out(self, deal: Deal) -> Setting:
        setting, half = self.setting, self.setting.half_known
        hidden = frozenset() if setting.unseen is None else setting.unseen.sizes.keys()
        hands = tuple(
            deal.hands.get(seat, frozenset()) | (frozenset() if seat in hidden else hand)
            for seat, hand in enumerate(setting.hands)
        )
        if half is not None:
            setting = half.with_hands(setting, hands)
        world = world_of(setting, replace(deal, hands=dict(enumerate(hands))), "")
        return setting.changed(
            hands=hands, skat=setting.skat if world.skat is None else world.skat, unseen=None
        )


def layout_of(setting: Setting, deadline: float | None = None) -> Layout:
    """The deals of a setting that is one world; one whose cards are all told has a single deal.

    Raises: UsageError where there are too many ways to answer the choices; LimitReached at the deadline.
    """
    half = setting.half_known or NOTHING_UNKNOWN
    sight, limits = _sight(setting, half)
    limits += tuple(_barred_at_gaps(setting, half, sight))
    facts = unseen_facts(setting, sight)
    limits += tuple(limit for fact in facts for limit in fact.limits)
    evidence = Evidence(
        setting.rules, setting.players, sight.seen_by, sight.cards, sight.places, facts, setting.hands
    )
    sizes = [place.size for place in sight.places]
    counters = (Counter(sight.cards, sizes, (*limits, *each), deadline) for each in _answers(sight, half))
    return Layout(setting, evidence, tuple(counter for counter in counters if counter.total))


def _sight(setting: Setting, half: HalfKnown) -> tuple[Sight, Limits]:
    """The table as nobody sees all of it: where the cards may lie, and which of them where."""
    unseen, sizes = setting.unseen, half.sizes
    seats = range(len(setting.players))
    if unseen is None:
        laid = [frozenset(each.card for each in setting.trick if each.seat == seat) for seat in seats]
        seen = tuple(hand | laid[seat] for seat, hand in enumerate(setting.hands))
        gone = tuple(setting.rules.table.hand_size - len(seen[seat]) - sizes.get(seat, 0) for seat in seats)
        sight = Sight(setting.rules, setting.players, -1, frozenset(), (), seen, gone, setting.dealer)
    else:
        sight = unseen_sight(setting, unseen)
    hidden = tuple(place.seat for place in sight.places if place.seat is not None)
    apart = len(sight.places)
    own = {seat: size for seat, size in sizes.items() if seat not in hidden}
    places = [*sight.places, *(Place(seat, size) for seat, size in own.items())]
    left = len(half.cards) - sum(own.values())
    if left:
        places.append(Place(None, left, Heap.GONE))
    every = frozenset(range(len(places)))
    limits: list[Limit | Barred] = [
        Barred(sight.cards, every - set(range(apart))),
        Barred(half.cards, frozenset(range(apart))),
    ]
    for place, each in enumerate(sight.places):
        if each.seat is not None and each.seat in sizes:
            limits.append(Barred(setting.hands[each.seat], elsewhere(place, len(places))))
    return replace(sight, cards=sight.cards | half.cards, places=tuple(places)), tuple(limits)


def _barred_at_gaps(setting: Setting, half: HalfKnown, sight: Sight) -> Iterator[Barred]:
    """Cards that cannot be any of the unknown cards that a player put down in recorded tricks."""
    if half.recorded is None:
        return
    gaps = half.recorded.seats
    for seat, may in cards_for_gaps(half.recorded, setting.spec, len(setting.players), half.cards).items():
        place = sight.place(seat)
        if place is not None and half.sizes.get(seat) == half.holes.get(seat) == gaps.count(seat):
            yield Barred(half.cards - may, frozenset({place}))


def _answers(sight: Sight, half: HalfKnown) -> Iterator[tuple[Barred, ...]]:
    """For each way to answer all choices, what it bars."""
    by_seat: dict[int, list[frozenset[Card]]] = {}
    for choice in half.choices:
        by_seat.setdefault(choice.seat, []).append(choice.cards & sight.cards)
    if prod(len(cards) for choices in by_seat.values() for cards in choices) > MOST_WAYS:
        told = say(
            "the alternatives can be combined in more than {number} {number:way/ways}", number=MOST_WAYS
        )
        raise UsageError(told, say("write ? for a card that may be almost any"))
    each = [[(seat, answer) for answer in _bases(choices)] for seat, choices in by_seat.items()]
    for answers in product(*each):
        laid = [card for _, answer in answers for card in answer]
        if len(laid) == len(set(laid)):
            yield tuple(
                limit for seat, answer in answers for limit in _laid(sight, seat, answer, by_seat[seat])
            )


def _laid(
    sight: Sight, seat: int, answer: frozenset[Card], choices: Sequence[frozenset[Card]]
) -> Iterator[Barred]:
    """That a hand holds these cards for its choices, and none that should have been laid before them."""
    place = sight.place(seat)
    assert place is not None
    yield Barred(answer, elsewhere(place, len(sight.places)))
    others = frozenset().union(*choices) - answer
    sooner = frozenset(
        card for card in others if _independent({*(each for each in answer if each < card), card}, choices)
    )
    if sooner:
        yield Barred(sooner, frozenset({place}))


def _bases(choices: Sequence[frozenset[Card]]) -> list[frozenset[Card]]:
    """Every set of cards that answers each of the choices with a card of its own."""
    found = {frozenset(cards) for cards in product(*choices) if len(set(cards)) == len(cards)}
    return sorted(found, key=sorted)


def _independent(cards: set[Card], choices: Sequence[frozenset[Card]]) -> bool:
    """Whether each of the cards can answer a choice of its own.

    Source: augmenting paths in a bipartite graph (Kuhn, The Hungarian method, section 1).
    """
    answered: dict[int, Card] = {}

    def place(card: Card, tried: set[int]) -> bool:
        for at, choice in enumerate(choices):
            if card in choice and at not in tried:
                tried.add(at)
                if at not in answered or place(answered[at], tried):
                    answered[at] = card
                    return True
        return False

    return all(place(card, set()) for card in sorted(cards))
