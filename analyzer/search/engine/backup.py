"""How the values of a state follow from what its moves lead to.

The reference solver applies these at every state, the assembly once, between the legal cards and the
position itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from analyzer.position.hand import Amounts, Hand
from analyzer.rules.actions import Action, ActionKind, Groups, Sides
from analyzer.search.engine.results import Equilibrium, Play

K = TypeVar("K")
V = TypeVar("V")


def combined(masks: Sequence[int], with_mover: int) -> int:
    """The forcing mask of a state from those below its moves.

    A set with the player to move in it forces the goal where one move does; any other set only where
    every move does. `with_mover` has bit S set for every set S that the player to move belongs to.
    """
    some, every = masks[0], masks[0]
    for mask in masks[1:]:
        some |= mask
        every &= mask
    return some & with_mover | every & ~with_mover


def known_below(below: Sequence[Mapping[K, V]], of: Callable[[K, list[V]], V]) -> dict[K, V]:
    """What follows for a state, part by part, of the parts that are known after every one of its moves."""
    parts = [key for key in below[0] if all(key in each for each in below)]
    return {key: of(key, [each[key] for each in below]) for key in parts}


def sets_with(groups: Groups, seat: int) -> int:
    """A mask of sets of groups: bit S is set for every set S in which the seat's group is."""
    own = next(group for group, mask in enumerate(groups) if mask >> seat & 1)
    return sum(1 << chosen for chosen in range(1 << len(groups)) if chosen >> own & 1)


def paid(question: Hand, amounts: Amounts, line: Play = ()) -> Equilibrium:
    """A payoff of amounts by account."""
    found = question.by_side(amounts)
    pots = len(found) - question.pot_count
    return Equilibrium(found[:pots], line, found[pots:])


def preceded(
    question: Hand, mover: int, move: Action | None, amounts: Amounts, payoff: Equilibrium
) -> Equilibrium:
    """A payoff seen from before a move that pays these amounts.

    Without a move it is the same line of play, seen from before those payments.
    """
    said = () if move is None or move.kind is ActionKind.ALLOW else ((mover, move),)
    now = paid(question, amounts, (*said, *payoff.line))
    return replace(now, tokens=_sum(now.tokens, payoff.tokens), pots=_sum(now.pots, payoff.pots))


def _sum(one: Amounts, other: Amounts) -> Amounts:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def standing(sides: Sides, below: Sequence[Sequence[Equilibrium]], mover: int) -> tuple[Equilibrium, ...]:
    """The payoffs of a state from those below each of its moves, in the order of the moves.

    A payoff below a move stands when the side of the mover gets no less by it than the least it could be left
    with by every other move: the players can then answer each other move with that least, and nothing
    tempts it away. Payoffs with the same tokens for all sides are one; the first line to it is kept.
    """
    own = sides.of[mover]
    least = [min(payoff.tokens[own] for payoff in payoffs) for payoffs in below]
    stand: dict[Amounts, Equilibrium] = {}
    for place, payoffs in enumerate(below):
        needed = max((value for other, value in enumerate(least) if other != place), default=None)
        for payoff in payoffs:
            if needed is None or payoff.tokens[own] >= needed:
                stand.setdefault(payoff.tokens[: sides.count], payoff)
    return tuple(stand.values())
