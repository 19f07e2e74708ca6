"""How the values of a state follow from what its moves lead to, and what a last trick achieves.

The reference solver applies these at every state, the assembly once, between the legal cards and the
position itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.ledger import Pots
from analyzer.rules.play.table import Trick
from analyzer.rules.score.goals import Goal, goal_reached
from analyzer.search.engine.question import Payoff, Tokens
from analyzer.search.engine.results import Groups

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


def achieved_in(trick: Trick) -> frozenset[tuple[int, Goal]]:
    """Every (seat, goal) that a last trick brings about, whatever Tout and Nolo make of the payment."""
    seats = [laid.seat for laid in trick.laid]
    return frozenset((seat, goal) for seat in seats for goal in Goal if goal_reached(trick, goal, seat))


def preceded(mover: int, move: Action | None, tokens: Tokens, pots: Pots, payoff: Payoff) -> Payoff:
    """A payoff seen from before a move that pays `tokens` and changes the pots by `pots`.

    Without a move it is the same line of play, seen from before those payments.
    """
    said = () if move is None or move.kind is ActionKind.ALLOW else ((mover, move),)
    return Payoff(
        tokens=tuple(a + b for a, b in zip(tokens, payoff.tokens, strict=True)),
        pots=Pots(pots.king + payoff.pots.king, pots.pagat + payoff.pots.pagat),
        line=(*said, *payoff.line),
    )


class _Paying(Protocol):
    """A payoff: what everybody gets by it."""

    @property
    def tokens(self) -> Tokens: ...


P = TypeVar("P", bound=_Paying)


def standing(below: Sequence[Sequence[P]], mover: int) -> tuple[P, ...]:
    """The payoffs of a state from those below each of its moves, in the order of the moves.

    `mover` is the place among the tokens of who decides.

    A payoff below a move stands when the mover gets no less by it than the least he could be left with
    by every other move: the players can then answer each other move with that least, and nothing
    tempts him away. Payoffs with the same tokens are one; the first line to it is kept.
    """
    least = [min(payoff.tokens[mover] for payoff in payoffs) for payoffs in below]
    stand: dict[Tokens, P] = {}
    for place, payoffs in enumerate(below):
        needed = max((value for other, value in enumerate(least) if other != place), default=None)
        for payoff in payoffs:
            if needed is None or payoff.tokens[mover] >= needed:
                stand.setdefault(payoff.tokens, payoff)
    return tuple(stand.values())
