"""Listing deals one by one: the only place that hands anything to the constraint solver.

Cards are its variables and places the values, both as numbers: no text of a file ever reaches it. What it
finds is held against the count; the two come to their deals on different ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial, prod
from typing import Any, Final

import constraint  # type: ignore[import-untyped]

from analyzer.cards.card import DECK, Card
from analyzer.knowledge.counting import Counter
from analyzer.knowledge.facts import Barred, Evidence, Limit, kept

SEARCHED: Final = 50_000
"""Up to so many ways to fill the places the solver tries them; above, deals come by their rank."""


def listed(evidence: Evidence, counter: Counter) -> list[dict[Card, int]]:
    """Every deal that fits, as the place of each card, in canonical order."""
    found = (
        solved(evidence)
        if _ways_to_fill(counter.sizes) <= SEARCHED
        else [counter.deal(rank) for rank in range(counter.total)]
    )
    if len(found) != counter.total:
        raise AssertionError(f"{len(found)} deals were listed, {counter.total} counted")
    return sorted(found, key=lambda where: [where[card] for card in counter.cards])


def solved(evidence: Evidence) -> list[dict[Card, int]]:
    """Every deal that fits, as the solver finds them."""
    sizes = [place.size for place in evidence.places]
    limits = [limit for fact in evidence.facts for limit in fact.limits]
    cards = sorted(evidence.cards)
    if not cards:
        return [{}] if kept(limits, {}, len(sizes)) else []
    problem = constraint.Problem()
    for card in cards:
        allowed = [place for place in range(len(sizes)) if not _barred(card, place, limits)]
        if not allowed:
            return []
        problem.addVariable(card.index, allowed)
    everything = [card.index for card in cards]
    problem.addConstraint(_Room(sizes), everything)
    problem.addConstraint(constraint.FunctionConstraint(_keeps(limits, cards, len(sizes))), everything)
    return [{DECK[index]: place for index, place in each.items()} for each in problem.getSolutions()]


class _Room(constraint.Constraint):  # type: ignore[misc] # the solver has no types
    """No place gets more cards than it holds; as all cards are dealt, none gets fewer."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self._sizes = sizes

    def __call__(
        self,
        variables: Sequence[int],
        domains: Any,  # noqa: ARG002 - as the solver calls it
        assignments: dict[int, int],
        forwardcheck: bool = False,  # noqa: ARG002, FBT001, FBT002
        _unassigned: Any = None,
    ) -> bool:
        left = list(self._sizes)
        for variable in variables:
            place = assignments.get(variable)
            if place is not None:
                left[place] -= 1
        return min(left) >= 0


def _keeps(limits: Sequence[Limit | Barred], cards: Sequence[Card], places: int) -> Any:
    def keeps(*where: int) -> bool:
        return kept(limits, dict(zip(cards, where, strict=True)), places)

    return keeps


def _barred(card: Card, place: int, limits: Sequence[Limit | Barred]) -> bool:
    return any(isinstance(each, Barred) and card in each.cards and place in each.places for each in limits)


def _ways_to_fill(sizes: Sequence[int]) -> int:
    return factorial(sum(sizes)) // prod(map(factorial, sizes))
