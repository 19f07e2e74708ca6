"""The deals that a half-known position may be: each of them a position of its own, all cards face up."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from analyzer.errors import Fault, IllegalMove, Invalid, InvalidFile, UsageError
from analyzer.knowledge.deals import AS_TOLD, in_world
from analyzer.knowledge.layout import Layout, layout_of
from analyzer.knowledge.recorded import played_in_full
from analyzer.messages import Name, say
from analyzer.position.model import Position
from analyzer.position.setting import NOTHING_UNKNOWN, Setting, World
from analyzer.rules.spec.grounds import STATED, Grounds, OnGrounds

MOST: Final = 1_000
"""Deals that are asked about where no other number is named; of more so many are drawn."""
GONE_THROUGH: Final = 5_000
"""Ways for the cards to lie that are all tried; of more deals are drawn until there are enough."""
TRIES: Final = 20
"""Draws for each deal that is wanted, where not every one that is drawn can be."""


@dataclass(frozen=True, slots=True)
class Fitting(OnGrounds):
    """The deals that fit, or some of them, each once and as likely as the other."""

    deals: tuple[Position, ...]
    exact: bool
    """Whether they are all that fit."""
    fit: int | None
    """How many fit; None where that is not known."""
    of: tuple[World | None, ...]
    """The world of the file that each comes from; None: its own hands."""
    grounds: Grounds = STATED

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Position]:
        return iter(self.listed())

    @property
    def count(self) -> int:
        """How many fit. Raises: UsageError where that is not known."""
        if self.fit is None:
            raise UsageError(say("too many ways for the cards to lie are left to count those that fit"))
        return self.fit

    def listed(self) -> tuple[Position, ...]:
        """All of them. Raises: UsageError where these are only some of them."""
        if not self.exact:
            told = say("more than {most} deals fit", most=len(self.deals))
            raise UsageError(told, say("expected fewer unknown cards, or a sample"))
        return self.deals

    def sample(self, number: int, seed: int = 0) -> tuple[Position, ...]:
        """So many of them, drawn one by one and put back; the same seed, the same deals."""
        rng = random.Random(seed)  # noqa: S311 - deals, not secrets
        return tuple(rng.choice(self.deals) for _ in range(number))

    @property
    def worlds(self) -> tuple[World, ...]:
        """The deals as worlds, each with the weight of the one it comes from; several of one are numbered."""
        several, number = Counter(self.of), Counter[World | None]()
        found = []
        for deal, of in zip(self.deals, self.of, strict=True):
            number[of] += 1
            name = AS_TOLD if of is None else of.name
            if several[of] > 1:
                name = f"{'deal' if of is None else of.name} {number[of]}"
            found.append(World(name, 1 if of is None else of.weight, deal.hands, deal.skat))
        return tuple(found)


def fitting_deals(position: Position, sample: int | None = None, seed: int = 0) -> Fitting:
    """The deals that fit a position of which not all is known; more than `sample` are drawn at random.

    Raises: InvalidFile where no deal fits, or none was found; UsageError where there are too many choices.
    """
    most, stems = sample or MOST, list(_stems(position))
    layouts = [layout_of(each) for _, each in stems]
    ends = [*accumulate(each.count for each in layouts)]
    total = ends[-1] if ends else 0
    drawn = _Drawn(position, layouts, ends)
    if total <= max(GONE_THROUGH, most):
        for rank in range(total):
            drawn.take(rank)
        found = drawn.found
        exact = len(found) <= most
        if not exact:
            found = random.Random(seed).sample(found, most)  # noqa: S311 - deals, not secrets
        fit: int | None = len(drawn.found)
    else:
        rng = random.Random(seed)  # noqa: S311 - likewise
        tries = 0
        while len(drawn.found) < most and tries < TRIES * most:
            drawn.take(rng.randrange(total))
            tries += 1
        found, exact = drawn.found, False
        fit = None if drawn.refused or drawn.recorded or len(layouts) > 1 else total
    if not found:
        raise InvalidFile([_nothing_fits(position, drawn.refused)])
    of = tuple(stems[at][0] for _, at in found)
    return Fitting(tuple(deal for deal, _ in found), exact, fit, of)


class _Drawn:
    """Deals taken by rank, each once."""

    def __init__(self, position: Position, layouts: list[Layout], ends: list[int]) -> None:
        self.found: list[tuple[Position, int]] = []
        """Each with the number of its layout."""
        self.refused: Invalid | IllegalMove | None = None
        """Why the last of those cannot be that do not fit."""
        self._layouts, self._ends = layouts, ends
        self._seen: set[object] = set()
        half = position.half_known or NOTHING_UNKNOWN
        self._then, self.recorded = half.then, half.recorded

    def take(self, rank: int) -> None:
        """Take a deal, unless it is there already, or cannot be."""
        at = next(place for place, end in enumerate(self._ends) if rank < end)
        layout = self._layouts[at]
        try:
            deal = Position.of(layout.deal(rank - self._ends[at] + layout.count))
            ways = [deal] if self.recorded is None else list(played_in_full(deal, self.recorded))
        except (Invalid, IllegalMove) as refused:
            self.refused = refused
            return
        for way in ways:
            self._keep(way, at)

    def _keep(self, deal: Position, at: int) -> None:
        try:
            for step in self._then:
                deal = step(deal)
        except (Invalid, IllegalMove) as refused:
            self.refused = refused
            return
        key = (deal.hands, deal.trick, deal.lead, deal.skat, deal.picked)
        if key not in self._seen:
            self._seen.add(key)
            self.found.append((deal, at))


def _stems(position: Position) -> Iterator[tuple[World | None, Setting]]:
    """The worlds of a position, that of its own hands first, in each of which cards may be unknown."""
    bare = position.changed(worlds=())
    yield None, bare
    for world in position.worlds:
        unseen = position.unseen
        if unseen is not None:
            told = [seat for seat in unseen.sizes if world.hands[seat] != position.hands[seat]]
            sizes = {seat: size for seat, size in unseen.sizes.items() if seat not in told}
            cards = unseen.cards.difference(*(world.hands[seat] for seat in told))
            unseen = replace(unseen, sizes=sizes, cards=cards)
        yield world, in_world(bare, world).changed(unseen=unseen, half_known=world.half_known)


def in_every_deal(position: Position, step: Callable[[Position], Position]) -> Position:
    """The position of which every deal is taken a step further; those in which it cannot be fall away."""
    half = position.half_known or NOTHING_UNKNOWN
    return replace(position, half_known=replace(half, then=(*half.then, step)))


def check_one_player(deals: Sequence[Position]) -> None:
    """Raises: UsageError where who is to play is not the same in all deals, or does not hold the same."""
    first, player = deals[0], deals[0].table.to_move
    if any(deal.table.to_move != player for deal in deals):
        told = say("who is to play is not the same in all deals that fit")
        raise UsageError(told, say("expected a moment at which one player decides"))
    if any(deal.hands[player] != first.hands[player] for deal in deals):
        told = say("{player} is to play and knows his own cards", player=Name(first.players[player]))
        raise UsageError(told, say("expected his hand with every card told"))


def as_it_stands(position: Position, deals: Sequence[Position]) -> Position:
    """The position at the moment at which its deals are, with what is known of the hands there.

    Where the deals are not alike on the table it is as it was written down.
    """
    half, first = position.half_known, deals[0]
    if half is None or not half.then or len({(deal.lead, deal.trick, deal.picked) for deal in deals}) > 1:
        return position
    hands = tuple(frozenset.intersection(*held) for held in zip(*(deal.hands for deal in deals), strict=True))
    told = frozenset(laid.card for laid in first.trick).union(*hands)
    choices = tuple(
        each
        for each in half.choices
        if not each.cards & told and all(each.cards & deal.hands[each.seat] for deal in deals)
    )
    holes = {
        seat: len(first.hands[seat]) - len(hand) - sum(each.seat == seat for each in choices)
        for seat, hand in enumerate(hands)
    }
    known = replace(
        half, holes={seat: size for seat, size in holes.items() if size}, choices=choices, then=()
    )
    if not known.sizes:
        return first
    return Position.of(first.changed(hands=hands, half_known=known))


def _nothing_fits(position: Position, refused: Invalid | IllegalMove | None) -> Fault:
    where = None if position.half_known is None else position.half_known.where
    told = say("no deal fits what is known")
    if isinstance(refused, IllegalMove):
        return Fault(told, refused.message, where)
    if refused is not None:
        return Fault(told, refused.faults[0].message, where)
    return Fault(told, say("expected facts that can be true together"), where)
