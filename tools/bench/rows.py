"""The rows of the benchmark: seeded questions of one kind and length, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from analyzer.cards.card import Card
from bench import KINDS, asked, uniform_deal
from bench.worker import Case

MAX_NODES = 10_000_000
"""Where a search is given up, so that all takes minutes: by nodes, which are the same everywhere."""


@dataclass(frozen=True, slots=True)
class Row:
    """`count` questions of a kind: `goal` of a deal of that kind, or all answers of a uniform deal."""

    kind: str
    tricks: int
    count: int

    @property
    def name(self) -> str:
        return f"{self.kind}-{self.tricks}"

    def cases(self) -> Iterator[Case]:
        """The questions, by their seeds from 0 on."""
        return (_case(self.kind, seed, self.tricks) for seed in range(self.count))


ROWS = (
    Row("uniform", 1, 200),
    Row("uniform", 8, 200),
    Row("uniform", 12, 100),
    Row("uniform", 16, 100),
    Row("uniform", 20, 40),
    Row("uniform", 25, 40),
    Row("strong", 16, 20),
    Row("strong", 20, 20),
    Row("strong", 25, 10),
    Row("club", 25, 10),
    Row("goals", 10, 20),
    Row("guarantee", 10, 20),
    Row("equilibria", 6, 20),
    Row("equilibria", 8, 20),
)
"""What `make bench` measures; one trick shows what a question costs before anything is searched."""


def _case(kind: str, seed: int, tricks: int) -> Case:
    if kind in KINDS:
        one = asked(kind, seed, tricks)
        hands, lead = one.position.hands, one.position.lead
        return Case(
            what="goal", hands=_numbers(hands), lead=lead, goal=str(one.goal), seat=one.seat, by=one.by
        )
    deal = uniform_deal(seed, tricks)
    return Case(what=kind, hands=_numbers(deal.hands), lead=deal.lead, goal="ultimo", seat=0, by=0)


def _numbers(hands: Sequence[frozenset[Card]]) -> list[list[int]]:
    return [sorted(card.index for card in hand) for hand in hands]
