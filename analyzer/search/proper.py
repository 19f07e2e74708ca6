"""Proper play: which cards the Proprieties forbid, told from who can force what after each card.

Two of the three are decided here, on a deal that is known. Taking the chance between deals that the
player cannot tell apart is a question about several deals at once.

Source: clauses proper.protect-pots, proper.richer-pot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyzer.rules.ledger import Pot, Pots
from analyzer.search.results import Goal
from analyzer.search.spot import Key

Option = tuple[str, Mapping[Key, int]]
"""A legal card in words, and the forcing masks of the goals after it, as far as they are known."""

ULTIMO_OF = {Pot.KING: Goal.KING_ULTIMO, Pot.PAGAT: Goal.PAGAT_ULTIMO}


@dataclass(frozen=True, slots=True)
class Judged:
    """Whether a card is proper, and for an improper one why; None where too little is known."""

    proper: bool | None
    why: str | None = None


def judge(mover: int, pots: Pots, options: Sequence[Option], players: Sequence[str]) -> tuple[Judged, ...]:
    """The verdict on each legal card of the mover, in their order; `pots` are those he sees now."""
    needed = [(seat, Goal.ULTIMO) for seat in range(len(players)) if seat != mover]
    needed += [(mover, goal) for goal in ULTIMO_OF.values()]
    known = all(key in masks for _, masks in options for key in needed)
    reasons = [
        lets_another_win(option, options, mover, players) or leaves_richer_pot(option, options, mover, pots)
        for option in options
    ]
    unless = True if known else None
    return tuple(Judged(proper=False if why else unless, why=why) for why in reasons)


def lets_another_win(
    option: Option, options: Sequence[Option], mover: int, players: Sequence[str]
) -> str | None:
    """Why a card fails to protect the pots: after it another player forces an Ultimo alone, and after a
    different card all the others together could have prevented it. None where it does not fail.

    Source: clause proper.protect-pots.
    """
    for seat, name in enumerate(players):
        if seat == mover or not _forces_alone(option, seat, Goal.ULTIMO):
            continue
        for other in options:
            if _prevents(other, seat, Goal.ULTIMO):
                return f"lets {name} win an Ultimo that {other[0]} would have prevented"
    return None


def leaves_richer_pot(option: Option, options: Sequence[Option], mover: int, pots: Pots) -> str | None:
    """Why a card goes for the wrong pot: after it the mover forces the Ultimo of the poorer pot only,
    and after a different card he forces that of the richer one. None where it does not.

    Source: clause proper.richer-pot.
    """
    if pots.king == pots.pagat:
        return None
    rich, poor = (Pot.KING, Pot.PAGAT) if pots.king > pots.pagat else (Pot.PAGAT, Pot.KING)
    if not _forces_alone(option, mover, ULTIMO_OF[poor]) or not _prevents(option, mover, ULTIMO_OF[rich]):
        return None
    for other in options:
        if _forces_alone(other, mover, ULTIMO_OF[rich]):
            name = "king" if rich is Pot.KING else "Pagat"
            return f"goes for the poorer pot; {other[0]} wins the {name} Ultimo"
    return None


def _forces_alone(option: Option, seat: int, goal: Goal) -> bool:
    """Whether the seat is known to force the goal alone after the card."""
    return bool(option[1].get((seat, goal), 0) >> (1 << seat) & 1)


def _prevents(option: Option, seat: int, goal: Goal) -> bool:
    """Whether all the others together are known to prevent the seat's goal after the card."""
    return (seat, goal) in option[1] and not _forces_alone(option, seat, goal)
