"""The deals that a half-known position may be: each of them a position of its own, all cards face up."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from analyzer.errors import Fault, IllegalMove, Invalid, InvalidFile
from analyzer.knowledge.deals import in_world
from analyzer.knowledge.layout import Layout, layout_of
from analyzer.messages import say
from analyzer.position.model import Position
from analyzer.position.setting import NOTHING_UNKNOWN, Setting

MOST: Final = 1_000
"""Deals that are asked about where no other number is named; of more so many are drawn."""
GONE_THROUGH: Final = 5_000
"""Ways for the cards to lie that are all tried; of more deals are drawn until there are enough."""
TRIES: Final = 20
"""Draws for each deal that is wanted, where not every one that is drawn can be."""


@dataclass(frozen=True, slots=True)
class Fitting:
    """The deals that fit, or some of them, each once and as likely as the other."""

    deals: tuple[Position, ...]
    exact: bool
    """Whether they are all that fit."""
    fit: int | None
    """How many fit; None where that is not known."""


def fitting_deals(position: Position, sample: int | None = None, seed: int = 0) -> Fitting:
    """The deals that fit a position of which not all is known; more than `sample` are drawn at random.

    Raises: InvalidFile where no deal fits, or none was found; UsageError where there are too many choices.
    """
    most, layouts = sample or MOST, [layout_of(each) for each in _stems(position)]
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
        fit = None if drawn.refused or len(layouts) > 1 else total
    if not found:
        raise InvalidFile([_nothing_fits(position, drawn.refused)])
    return Fitting(tuple(found), exact, fit)


class _Drawn:
    """Deals taken by rank, each once."""

    def __init__(self, position: Position, layouts: list[Layout], ends: list[int]) -> None:
        self.found: list[Position] = []
        self.refused: Invalid | IllegalMove | None = None
        """Why the last of those cannot be that do not fit."""
        self._layouts, self._ends = layouts, ends
        self._seen: set[object] = set()
        self._then = () if position.half_known is None else position.half_known.then

    def take(self, rank: int) -> None:
        """Take a deal, unless it is there already, or cannot be."""
        at = next(place for place, end in enumerate(self._ends) if rank < end)
        layout = self._layouts[at]
        try:
            deal = Position.of(layout.deal(rank - self._ends[at] + layout.count))
            for step in self._then:
                deal = step(deal)
        except (Invalid, IllegalMove) as refused:
            self.refused = refused
            return
        key = (deal.hands, deal.trick, deal.lead, deal.skat, deal.picked)
        if key not in self._seen:
            self._seen.add(key)
            self.found.append(deal)


def _stems(position: Position) -> Iterator[Setting]:
    """The worlds of a position, that of its own hands first, in each of which cards may be unknown."""
    bare = position.changed(worlds=())
    yield bare
    for world in position.worlds:
        unseen = position.unseen
        if unseen is not None:
            told = [seat for seat in unseen.sizes if world.hands[seat] != position.hands[seat]]
            sizes = {seat: size for seat, size in unseen.sizes.items() if seat not in told}
            cards = unseen.cards.difference(*(world.hands[seat] for seat in told))
            unseen = replace(unseen, sizes=sizes, cards=cards)
        yield in_world(bare, world).changed(unseen=unseen, half_known=world.half_known)


def in_every_deal(position: Position, step: Callable[[Position], Position]) -> Position:
    """The position of which every deal is taken a step further; those in which it cannot be fall away."""
    half = position.half_known or NOTHING_UNKNOWN
    return replace(position, half_known=replace(half, then=(*half.then, step)))


def _nothing_fits(position: Position, refused: Invalid | IllegalMove | None) -> Fault:
    where = None if position.half_known is None else position.half_known.where
    told = say("no deal fits what is known")
    if isinstance(refused, IllegalMove):
        return Fault(told, refused.message, where)
    if refused is not None:
        return Fault(told, refused.faults[0].message, where)
    return Fault(told, say("expected facts that can be true together"), where)
