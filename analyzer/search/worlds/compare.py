"""Cards held against each other over the worlds: dominance, and the weights at which two are equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from analyzer.search.worlds.results import BreakEven, CardChoice, Criterion, best


def dominated(cards: Sequence[CardChoice], player: int) -> tuple[CardChoice, ...]:
    """The cards, each with those that pay the player no less in any world and more in some."""
    tokens = [tokens_of(card, player) for card in cards]
    found = []
    for place, card in enumerate(cards):
        better = [
            other.name
            for over, other in enumerate(cards)
            if tokens[over] != tokens[place]
            and all(a >= b for a, b in zip(tokens[over], tokens[place], strict=True))
        ]
        found.append(replace(card, dominated_by=tuple(better)))
    return tuple(found)


def break_even(cards: Sequence[CardChoice], player: int, weights: Sequence[int]) -> tuple[BreakEven, ...]:
    """Where the card best on average and every other card that beats it in some world change places.

    The chance is that of the worlds in which the best card pays more. Cards that pay the same in all
    worlds, or more in all in which they differ, have no such place.
    """
    leading = best(cards, Criterion.EXPECTED)
    if not leading:
        return ()
    pairs = ((leading[0], other) for other in cards if other is not leading[0])
    found = (_between(one, other, player, weights) for one, other in pairs)
    return tuple(each for each in found if each is not None)


def _between(one: CardChoice, other: CardChoice, player: int, weights: Sequence[int]) -> BreakEven | None:
    gains = [a - b for a, b in zip(tokens_of(one, player), tokens_of(other, player), strict=True)]
    better = tuple(world for world, gain in enumerate(gains) if gain > 0)
    worse = tuple(world for world, gain in enumerate(gains) if gain < 0)
    if not better or not worse:
        return None
    gain, loss = _mean(gains, weights, better), -_mean(gains, weights, worse)
    return BreakEven(one.name, other.name, better, loss / (gain + loss))


def _mean(gains: Sequence[int], weights: Sequence[int], worlds: Sequence[int]) -> Fraction:
    """The mean over some of the worlds, which have a weight together."""
    total = sum(weights[world] for world in worlds)
    if total == 0:
        return Fraction(sum(gains[world] for world in worlds), len(worlds))
    return Fraction(sum(gains[world] * weights[world] for world in worlds), total)


def tokens_of(card: CardChoice, player: int) -> tuple[int, ...]:
    """The player's tokens by world."""
    return tuple(outcome.tokens[player] for outcome in card.outcomes)
