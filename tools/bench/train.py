"""The weights that order the cards of a search, learned anew: ``python -m bench.train --out FILE``.

Questions on seeded deals are searched. At one of so many decisions every move is searched to the end, each
on an empty table. Such a decision has moves that decide it and moves that do not, each with the nodes it
took.

**What is made small.** A move's rating r is the sum of its features times the weights. Say that moves are
tried in an order drawn by their ratings, the next one with a chance in proportion to exp(r). Let S be the
sum of exp(r) over the moves that decide. A move that does not is tried before all of those with the chance
exp(r) / (exp(r) + S). Of those d is the first with the chance exp(r_d) / S. That gives the expected nodes
of the decision. The loss is the mean of their logarithms, with a little for the squares of the weights.

The same build, seed and sizes give the same file, byte for byte: nothing depends on time, and the searches
are those of the weights compiled in. Whether the new weights are better is for ``make bench-compare`` to
say. Those learned with the sizes below (28,678 decisions) were not: they took 1.05 times the nodes of the
weights in use at 12 tricks, 1.59 at 16 and 1.57 at 25 (means of the ratios). So the weights in use stayed.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from pathlib import Path

from analyzer.position.hand import Hand
from analyzer.search.engine.native import WEIGHTS, NativeEngine
from analyzer.search.engine.native import Decision as Met
from bench.questions import asked

GOALS, PARTS, STATES, FEATURES = WEIGHTS
ONE = 1000
"""A weight of the file that makes a move e times as likely."""
MOST = 9000
"""Weights of the file lie within this."""
DECAY = 3e-4
STEP = 0.2

Features = tuple[tuple[int, float], ...]
"""The features of a move that are not 0, by number."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A move: what is true of it, the nodes it took, and whether it decides."""

    features: Features
    nodes: int
    decides: bool


Decision = tuple[Tried, ...]


def main(words: Sequence[str]) -> int:
    """Learn weights and write them as the core includes them."""
    parser = argparse.ArgumentParser(prog="python -m bench.train", description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=100_000, help="the first seed of the deals")
    parser.add_argument("--questions", type=int, default=1200, help="of each number of tricks")
    parser.add_argument("--tricks", type=int, nargs="+", default=[9, 12])
    parser.add_argument("--every", type=int, default=41, help="one of so many decisions is taken")
    parser.add_argument("--max-nodes", type=int, default=20_000, help="of a search, and of each move")
    parser.add_argument("--rounds", type=int, default=120)
    words_of = parser.parse_args(words)
    decisions = collected(
        words_of.seed, words_of.questions, words_of.tricks, words_of.every, words_of.max_nodes
    )
    sets = {at: learned(each, words_of.rounds) for at, each in sorted(decisions.items())}
    before, after = (mean_loss(decisions, each) for each in ({}, sets))
    words_of.out.write_text(written(sets), encoding="utf-8")
    count = sum(map(len, decisions.values()))
    print(f"{count} decisions in {len(sets)} sets; nodes over the least possible {before:.3f} -> {after:.3f}")
    return 0


def collected(
    seed: int, questions: int, tricks: Iterable[int], every: int, max_nodes: int
) -> dict[int, list[Decision]]:
    """Decisions by the set of weights that orders them, but those that no order makes better or worse."""
    found: dict[int, list[Decision]] = defaultdict(list)
    for length in tricks:
        for one in range(seed, seed + questions):
            for at, moves in _decisions(one, length, every, max_nodes):
                decision = tuple(
                    Tried(_sparse(features), nodes, decides) for features, nodes, decides in moves
                )
                if any(each.decides for each in decision) and len({each.nodes for each in decision}) > 1:
                    found[at].append(decision)
    return found


def _decisions(seed: int, tricks: int, every: int, max_nodes: int) -> list[Met]:
    one = asked("strong" if seed % 4 == 0 else "uniform", seed, tricks)
    return NativeEngine().decisions(Hand.of(one.position), one.goal, one.seat, one.by, every, max_nodes)


def _sparse(features: Sequence[int]) -> Features:
    return tuple((at, value / 16) for at, value in enumerate(features) if value)


def learned(decisions: Sequence[Decision], rounds: int) -> list[float]:
    """Weights that make the loss small, by steps that are shorter where it was steep (AdaGrad)."""
    weights, steep = [0.0] * FEATURES, [1e-8] * FEATURES
    for _ in range(rounds):
        slope = [DECAY * each for each in weights]
        for decision in decisions:
            for move, by_rating in zip(decision, slopes(decision, weights), strict=True):
                for at, value in move.features:
                    slope[at] += by_rating * value / len(decisions)
        for at, each in enumerate(slope):
            steep[at] += each * each
            weights[at] -= STEP * each / sqrt(steep[at])
    return weights


def chances(decision: Decision, weights: Sequence[float]) -> list[float]:
    """For each move: that it comes before all that decide or, where it decides itself, first of them."""
    ratings = [sum(weights[at] * value for at, value in move.features) for move in decision]
    highest = max(ratings)
    odds = [exp(max(each - highest, -500.0)) for each in ratings]
    deciding = sum(each for each, move in zip(odds, decision, strict=True) if move.decides)
    return [
        each / (deciding if move.decides else each + deciding)
        for each, move in zip(odds, decision, strict=True)
    ]


def expected(decision: Decision, weights: Sequence[float]) -> float:
    """The expected nodes until a move has decided."""
    return sum(chance * move.nodes for chance, move in zip(chances(decision, weights), decision, strict=True))


def slopes(decision: Decision, weights: Sequence[float]) -> list[float]:
    """How the logarithm of the expected nodes grows with the rating of each move."""
    found = chances(decision, weights)
    both = list(zip(found, decision, strict=True))
    nodes = sum(chance * move.nodes for chance, move in both)
    before = sum(chance * (1 - chance) * move.nodes for chance, move in both if not move.decides)
    first = sum(chance * move.nodes for chance, move in both if move.decides)
    return [
        (chance * (move.nodes - first - before) if move.decides else chance * (1 - chance) * move.nodes)
        / nodes
        for chance, move in both
    ]


def mean_loss(decisions: dict[int, list[Decision]], sets: dict[int, list[float]]) -> float:
    """The mean logarithm of the expected nodes over the least there can be."""
    losses = [
        log(
            expected(decision, sets.get(at, [0.0] * FEATURES))
            / min(each.nodes for each in decision if each.decides)
        )
        for at, every in decisions.items()
        for decision in every
    ]
    return sum(losses) / len(losses)


def written(sets: dict[int, list[float]]) -> str:
    """The file as ordering.cpp includes it; a set without decisions is all zeros."""
    lines = []
    for goal in range(GOALS):
        lines.append("{")
        for part in range(PARTS):
            lines.append(" {")
            for state in range(STATES):
                weights = sets.get((goal * PARTS + part) * STATES + state, [0.0] * FEATURES)
                lines.append("  {" + ",".join(map(str, map(_number, weights))) + "},")
            lines.append(" },")
        lines.append("},")
    return "\n".join(lines) + "\n"


def _number(weight: float) -> int:
    return max(-MOST, min(MOST, round(weight * ONE)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
