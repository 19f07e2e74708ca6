"""The deals that fit what one player knows: their number, lists, samples, or the contradiction.

Source: the meaning of every fact is in the clause it names.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from msgspec import field
from msgspec.structs import replace

from analyzer import knowledge
from analyzer.cards.card import Card
from analyzer.errors import Fault, InvalidFile, UsageError
from analyzer.frozenrecord import Record
from analyzer.knowledge.counting import Counter
from analyzer.knowledge.facts import Barred, Evidence, Fact, Heap, Place
from analyzer.knowledge.unseen import unseen_evidence
from analyzer.messages import Message, Name, Verbatim, say
from analyzer.position.model import Position
from analyzer.position.replay.replay import moment
from analyzer.position.setting import Line, Moment, Setting, World
from analyzer.pythonanswer import checked_arguments
from analyzer.rules.spec.grounds import STATED, Grounds, OnGrounds

__all__ = ["AS_TOLD", "MOST", "Deal", "Deals", "Evidence", "Fact", "Moment", "deals", "worlds_of"]

MOST: Final = 10_000
"""The largest number of deals that is listed; more are counted, and sampled."""

AS_TOLD: Final = "as given"
"""The name of the world that consists of the hands of the file."""


class Deal(Record, frozen=True):
    """The place of every unseen card: the hidden hands by seat, the skat, and the other heaps."""

    hands: Mapping[int, frozenset[Card]]
    skat: frozenset[Card]
    beside: Mapping[Heap, frozenset[Card]] = field(default_factory=dict)
    """Heaps other than the skat."""

    def pile(self, place: Place) -> frozenset[Card]:
        """Return the unseen cards in a place."""
        if place.seat is not None:
            return self.hands[place.seat]
        return self.skat if place.heap is Heap.SKAT else self.beside[place.heap]


@dataclass(frozen=True, slots=True)
class Deals(OnGrounds):
    """The deals that fit the evidence, in the order of their ranks; all are equally likely.

    If no deal fits, `clash` is a minimal set of facts that cannot all be true.
    """

    evidence: Evidence
    count: int
    clash: tuple[Fact, ...] = ()
    _counter: Counter = dataclasses.field(repr=False, compare=False, kw_only=True)
    grounds: Grounds = dataclasses.field(default=STATED, compare=False, kw_only=True)
    """The grounds of the answer, apart from what its source states."""

    @property
    def crowded(self) -> tuple[Message, ...]:
        """The hands with more cards than the facts of the clash allow, in words."""
        return tuple(_crowded(self.evidence, self.clash))

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, rank: int) -> Deal:
        """Return the deal with a rank. Raises: IndexError for a rank that no deal has."""
        return deal_at(self.evidence, self._counter.deal(rank))

    def __iter__(self) -> Iterator[Deal]:
        return (self[rank] for rank in range(self.count))

    @checked_arguments
    def listed(self, most: int = MOST) -> tuple[Deal, ...]:
        """Return all of them, in canonical order of the cards in the first place, then in the next.

        Raises: UsageError, with the number, if there are more than `most`.
        """
        if self.count > most:
            raise UsageError(
                say(
                    "{number} {number:deal fits/deals fit}, more than {most}; count them, or take a sample",
                    number=self.count,
                    most=most,
                )
            )

        return tuple(
            deal_at(self.evidence, where) for where in knowledge.listing.listed(self.evidence, self._counter)
        )

    @checked_arguments
    def sample(self, number: int, seed: int = 0) -> tuple[Deal, ...]:
        """Return `number` deals drawn with replacement, all equally likely; equal seeds give equal deals.

        Raises: UsageError if no deal fits.
        """
        if not self.count:
            raise UsageError(say("no deal fits what is known, so none can be drawn"))
        rng = random.Random(seed)  # noqa: S311 - deals, not secrets
        return tuple(self[rng.randrange(self.count)] for _ in range(number))


def deals(
    position: Position,
    *,
    line: Line | str | None = None,
    at: Moment | str | None = None,
    seen_by: int | None = None,
) -> Deals:
    """Return the deals that fit the position's `unseen`, or what a player knows at a moment of a line.

    With `seen_by` (a seat) the evidence is that of a replay: all that this player has seen and heard just
    before the card `at` of the line is played; without `at`, before its first card. If neither `line` nor
    `at` is given and the position resulted from play, or has no lines, it is what the player has seen and
    heard so far.

    Raises: UsageError if nothing is unseen, or for a moment that the line does not reach; and as
    :func:`analyzer.position.replay.replay`.
    """
    named = line is not None or at is not None
    if seen_by is None and named:
        raise UsageError(say("a line shows what a player knows: say by whom it is seen"))
    seat = position.watcher if seen_by is None else seen_by
    if seat is None or (seen_by is None and position.unseen is not None):
        return fitting(unseen_evidence(position))

    if not named:
        return fitting(knowledge.replayed.seen_evidence(position, seat))
    return fitting(
        knowledge.replayed.replay_evidence(position, line, None if at is None else moment(at), seat)
    )


def fitting(evidence: Evidence) -> Deals:
    """Return the deals that fit the evidence."""
    counter = counter_of(evidence, evidence.facts)
    if counter.total:
        return Deals(evidence, counter.total, _counter=counter)
    clash = clash_of(evidence.facts, lambda facts: bool(counter_of(evidence, facts).total))
    return Deals(evidence, 0, clash, _counter=counter)


def _crowded(evidence: Evidence, facts: tuple[Fact, ...]) -> Iterator[Message]:
    barred = [limit for fact in facts for limit in fact.limits if isinstance(limit, Barred)]
    for at, place in enumerate(evidence.places):
        out = frozenset[Card]().union(*(each.cards for each in barred if at in each.places))
        possible = len(evidence.cards - out)
        if place.seat is None or possible >= place.size:
            continue
        player, held = (
            Name(evidence.players[place.seat]),
            say("{number} {number:card/cards}", number=place.size),
        )
        yield (
            say(
                "{player} holds {cards}, but only {number} of the {all} unseen ones can be among them",
                player=player, cards=held, all=len(evidence.cards), number=possible,
            )
            if possible
            else say(
                "{player} holds {cards}, but none of the {all} unseen ones can be among them",
                player=player, cards=held, all=len(evidence.cards),
            )
        )  # fmt: skip


def counter_of(evidence: Evidence, facts: tuple[Fact, ...]) -> Counter:
    """Return the counter of the deals that fit some of the facts."""
    limits = [limit for fact in facts for limit in fact.limits]
    return Counter(evidence.cards, [place.size for place in evidence.places], limits)


def deal_at(evidence: Evidence, where: Mapping[Card, int]) -> Deal:
    """Return the deal with these places of the unseen cards."""
    piles: list[set[Card]] = [set() for _ in evidence.places]
    for card, at in where.items():
        piles[at].add(card)
    hands, heaps = dict[int, frozenset[Card]](), dict[Heap, frozenset[Card]]()
    for place, pile in zip(evidence.places, piles, strict=True):
        if place.seat is None:
            heaps[place.heap] = frozenset(pile)
        else:
            hands[place.seat] = frozenset(pile)
    return Deal(hands, heaps.pop(Heap.SKAT, frozenset()), heaps)


def worlds_of(position: Position, most: int = MOST) -> tuple[World, ...]:
    """Return the deals that the player to move cannot tell apart, as full hands with their weights.

    The `worlds` of the file are joined by the hands of the file itself, with weight 1, unless one of them has
    the same hands or some hands are not given. With `unseen`, every deal that fits is a world of weight 1; so
    is every deal that fits what the player of `seen_by` has seen. A position with neither is its own single
    world.

    Raises: UsageError for more deals than `most`, with their number, and for a file with both; InvalidFile
    with the facts that clash if no deal fits.
    """
    if position.worlds and position.unseen is not None:
        raise UsageError(
            say(
                "{file} has both `worlds` and `unseen`; leave one of them out",
                file=Verbatim(position.file),
            )
        )
    if position.hidden_from is not None:
        return _unseen_worlds(position, most)
    told = World(AS_TOLD, 1, position.hands)
    twice = any(world.hands == position.hands for world in position.worlds)
    return position.worlds if twice or not position.complete else (told, *position.worlds)


def _unseen_worlds(position: Position, most: int) -> tuple[World, ...]:
    found = deals(position)
    if found.clash or not found.count:
        together = say("expected facts that can be true together")
        expected = next(iter(found.crowded), together)
        faults = [
            Fault(say("no deal fits: {fact}", fact=each.text), expected, each.where) for each in found.clash
        ]
        raise InvalidFile(faults or [Fault(say("no deal fits the sizes"))])
    if found.count > most:
        raise UsageError(
            say(
                "{number} {number:deal fits/deals fit}, more than {most}; say more of what is "
                "known, or sample",
                number=found.count,
                most=most,
            )
        )
    return tuple(
        world_of(position, deal, f"deal {number}") for number, deal in enumerate(found.listed(most), 1)
    )


def world_of(position: Setting, deal: Deal, name: str, weight: int = 1) -> World:
    """Return a deal as a world of the position."""
    hands = tuple(deal.hands.get(seat, hand) for seat, hand in enumerate(position.hands))
    unknown = position.watcher is not None and position.skat is not None and bool(deal.skat)
    talon, dead = (deal.beside.get(heap) for heap in (Heap.TALON, Heap.DEAD))
    return World(name, weight, hands, deal.skat if unknown else None, talon, dead)


def in_world(position: Setting, world: World) -> Setting:
    """Return the position in one of its worlds, with nothing unknown."""
    skat, told = position.skat if world.skat is None else world.skat, position.told
    if world.talon is not None:
        told = replace(told, talon_left=tuple(sorted(world.talon)))
    if world.dead is not None:
        told = replace(told, dead=world.dead)
    return position.changed(hands=world.hands, skat=skat, told=told, worlds=(), unseen=None, watcher=None)


Each = TypeVar("Each")


def clash_of(facts: tuple[Each, ...], fits: Callable[[tuple[Each, ...]], bool]) -> tuple[Each, ...]:
    """Return a minimal set of the facts that do not fit together, in their order; `facts` themselves do not.

    One fact after the other is left out for good if the rest still clashes. The remaining set is minimal,
    because leaving out facts never makes others clash.

    Source: deletion-based minimal unsatisfiable subsets (Chinneck and Dravnieks, Locating minimal
    infeasible constraint sets in linear programs, section 2, the deletion filter).
    """
    left = facts
    for fact in reversed(facts):
        fewer = tuple(each for each in left if each is not fact)
        if not fits(fewer):
            left = fewer
    return left
