"""The standard questions: one goal of one player, asked of one side, on a seeded deal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.position.model import Position
from analyzer.rules.score.goals import Goal, is_ultimo_card
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from bench.deals import SEATS, BenchDeal, club_deal, rng_of, strong_deal, uniform_deal

KINDS = ("uniform", "strong", "club")
PLAYERS = ("A", "B", "C")
EVERYBODY = (1 << SEATS) - 1


@dataclass(frozen=True, slots=True)
class BenchRequest:
    """Do the players in mask `by` force the seat's goal from the position?"""

    position: Position
    goal: Goal
    seat: int
    by: int

    @property
    def side(self) -> str:
        """Who asks, which decides how hard the question is."""
        if self.by == 1 << self.seat:
            return "alone"
        return "with a friend" if self.by >> self.seat & 1 else "the others"


def asked(kind: str, seed: int, tricks: int = 25) -> BenchRequest:
    """The question of that seed. Club deals have 25 tricks whatever is asked for.

    On uniform and club deals the seat is one that holds an Ultimo card, where there is one, and the side
    is the seat, the two others, or the seat and the next; on strong deals it is the strong seat alone.
    """
    rules = load_ruleset("danish")
    rng = rng_of("question", kind, tricks, seed)
    if kind == "strong":
        deal = strong_deal(seed, tricks)
        assert deal.strong is not None
        goal = rng.choice((Goal.ULTIMO, Goal.ULTIMO, Goal.LAST_TRICK))
        return BenchRequest(_position(rules, deal), goal, deal.strong, 1 << deal.strong)
    deal = club_deal(seed, rules) if kind == "club" else uniform_deal(seed, tricks)
    seat = _seat(deal, rng)
    by = rng.choice((1 << seat, EVERYBODY & ~(1 << seat), 1 << seat | 1 << (seat + 1) % SEATS))
    goal = rng.choice((Goal.ULTIMO, Goal.ULTIMO, Goal.LAST_TRICK, Goal.BAGUD))
    return BenchRequest(_position(rules, deal), goal, seat, by)


def standard(kind: str, tricks: int, count: int) -> Iterator[BenchRequest]:
    """The first `count` questions of a kind."""
    return (asked(kind, seed, tricks) for seed in range(count))


def _seat(deal: BenchDeal, rng: random.Random) -> int:
    holding = [seat for seat, hand in enumerate(deal.hands) if any(map(is_ultimo_card, hand))]
    return rng.choice(holding or range(SEATS))


def _position(rules: RuleSet, deal: BenchDeal) -> Position:
    return Position(rules, PLAYERS, deal.hands, deal.lead)
