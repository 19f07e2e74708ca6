"""Weights for the order of cards are learned from searches, and learned the same every time."""

from __future__ import annotations

from math import log
from pathlib import Path

import pytest

from bench import train
from bench.train import FEATURES, Tried

ROOT = Path(__file__).parents[2]
SMALL = ["--questions", "6", "--tricks", "8", "--every", "9", "--rounds", "8"]
DECISION = (
    Tried(((0, 1.0), (3, 0.5)), 40, decides=False),
    Tried(((1, 2.0),), 90, decides=True),
    Tried(((0, 1.0), (1, 1.0)), 7, decides=True),
    Tried((), 300, decides=False),
)
WEIGHTS = [0.3, -0.2, 0.0, 0.7, *[0.0] * (FEATURES - 4)]


def test_the_same_seed_and_sizes_give_the_same_weights_byte_for_byte(tmp_path: Path) -> None:
    files = [tmp_path / "once.inc", tmp_path / "again.inc", tmp_path / "other.inc"]
    for file, seed in zip(files, ["5", "5", "50"], strict=True):
        assert train.main(["--out", str(file), "--seed", seed, *SMALL]) == 0
    assert files[0].read_bytes() == files[1].read_bytes() != files[2].read_bytes()


def test_weights_learned_from_some_questions_serve_for_others() -> None:
    learning, others = train.collected(0, 120, [8], 9, 20_000), train.collected(1000, 20, [8], 9, 20_000)
    sets = {at: train.learned(decisions, 30) for at, decisions in learning.items()}
    assert sum(map(len, others.values())) > 100
    assert train.mean_loss(others, sets) < 0.75 * train.mean_loss(others, {})


def test_the_chances_are_those_of_the_moves_that_can_come_first() -> None:
    chances = train.chances(DECISION, WEIGHTS)
    assert chances[1] + chances[2] == pytest.approx(1)
    assert all(0 < chance < 1 for chance in chances)


@pytest.mark.parametrize("move", range(len(DECISION)))
def test_the_slope_of_a_move_is_that_of_the_logarithm_of_the_expected_nodes(move: int) -> None:
    own = FEATURES - 1
    marked = tuple(
        Tried((*one.features, (own, 1.0)), one.nodes, one.decides) if at == move else one
        for at, one in enumerate(DECISION)
    )
    up, down = ([*WEIGHTS[:own], step] for step in (1e-5, -1e-5))
    difference = log(train.expected(marked, up)) - log(train.expected(marked, down))
    assert train.slopes(DECISION, WEIGHTS)[move] == pytest.approx(difference / 2e-5, rel=1e-4)


def test_the_weights_in_use_have_the_form_of_those_that_are_learned() -> None:
    used = (ROOT / "analyzer/core/src/threshold/weights.inc").read_text(encoding="utf-8")
    learned = train.written({0: [0.001] * FEATURES})
    assert [line.count(",") for line in used.splitlines()] == [
        line.count(",") for line in learned.splitlines()
    ]
    numbers = [int(word) for word in used.replace("{", " ").replace("}", " ").replace(",", " ").split()]
    assert max(map(abs, numbers)) < 1 << 15
    assert learned.splitlines()[2] == "  {" + ",".join(["1"] * FEATURES) + "},"
