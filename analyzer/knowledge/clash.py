"""Which facts clash: a set of them that cannot be true together, and from which none can be left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Each = TypeVar("Each")


def clash_of(facts: tuple[Each, ...], fits: Callable[[tuple[Each, ...]], bool]) -> tuple[Each, ...]:
    """A minimal set of the facts that do not fit together, in their order; `facts` themselves do not.

    One fact after the other is left out for good if the rest still clashes. What is left is minimal,
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
