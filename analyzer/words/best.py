"""Which cards are best for the player to move, and which are best of the proper ones."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from analyzer.search.engine.results import CardValues, Equilibrium, Solution
from analyzer.words.verdicts import CERTAIN

_SURE: Final = ("guarantee", "points", "tricks")
Cards = tuple[CardValues, ...]


def best_cards(solution: Solution) -> Cards:
    """The cards by which the mover comes to what is best: each for himself, else for sure.

    Where no propriety says more, those of equal cards that leave most goals in the hand of his side.
    """
    own = solution.sides.of[solution.to_play]
    kept = _by_ends(solution, own) if solution.values.equilibria else _by_what_is_sure(solution, own)
    if any(card.proper is not None for card in kept):
        return kept
    most = max((_in_hand(solution, card, own) for card in kept), default=0)
    return tuple(card for card in kept if _in_hand(solution, card, own) == most)


def best_proper_cards(solution: Solution) -> Cards:
    """The proper cards that come to the most, where all play for themselves."""
    own = solution.sides.of[solution.to_play]
    most = [
        (max(tokens[own] for tokens in _ends(card.values.equilibria)), card)
        for card in solution.cards
        if card.proper and card.values.equilibria
    ]
    top = max((amount for amount, _ in most), default=0)
    return tuple(card for amount, card in most if amount == top)


def _by_ends(solution: Solution, own: int) -> Cards:
    """The cards that come to one of the best ends, and of these those whose own ends are highest."""
    best = _ends(solution.values.equilibria)
    ends = [(card, _ends(card.values.equilibria)) for card in solution.cards]
    amounts = [(card, [end[own] for end in each]) for card, each in ends if best & each]
    most = max(((min(each), max(each)) for _, each in amounts), default=None)
    return tuple(card for card, each in amounts if (min(each), max(each)) == most)


def _ends(equilibria: tuple[Equilibrium, ...] | None) -> set[tuple[int, ...]]:
    return {each.tokens for each in equilibria or ()}


def _by_what_is_sure(solution: Solution, own: int) -> Cards:
    """The cards that keep what the side is sure of: what is paid, then points, then tricks."""
    asked = [part for part in _SURE if getattr(solution.values, part) is not None]
    kept = solution.cards
    for part in asked:
        kept = _keeping(solution, part, own, kept)
    return kept if asked else ()


def _keeping(solution: Solution, part: str, own: int, cards: Cards) -> Cards:
    """Of the cards those that keep what a side is sure of, and of these those that leave the others least."""
    now = getattr(solution.values, part)
    after = [(card, getattr(card.values, part)) for card in cards]
    kept = [(card, then) for card, then in after if then is not None and then[own] == now[own]]
    least = min((_of_others(then, own) for _, then in kept), default=0)
    return tuple(card for card, then in kept if _of_others(then, own) == least) or cards


def _of_others(sure: Sequence[Fraction | int | None], own: int) -> Fraction | int:
    return sum(each or 0 for side, each in enumerate(sure) if side != own)


def _in_hand(solution: Solution, card: CardValues, own: int) -> int:
    """How many goals a card leaves in the hand of its side, less those of the others."""
    sure = ((seat, each) for (seat, _), each in (card.values.goals or {}).items() if each.status in CERTAIN)
    return sum(1 if solution.sides.of[seat] == own else -1 for seat, _ in sure)
