"""The rows of the benchmark about many questions: lines of text to lines of answers, and single calls."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import analyzer
from analyzer.cli.main import main
from analyzer.position.model import Position
from analyzer.rules.spec.shipped import load_ruleset
from bench import uniform_deal
from bench.worker import Result

LINES = 500
"""In one batch."""


@dataclass(frozen=True, slots=True)
class BatchRow:
    """`count` rounds: a batch of lines each, or one call of `analyzer.forced`, on uniform deals."""

    what: str
    tricks: int
    count: int

    @property
    def name(self) -> str:
        return f"{self.what}-{self.tricks}" + (f" ({LINES} lines)" if self.what == "batch" else "")

    def searches(self, max_nodes: int) -> Iterator[Callable[[], Result]]:
        """What is measured, by seeds from 0 on."""
        if self.what == "call":
            return (_call(_position(seed, self.tricks), max_nodes) for seed in range(self.count))
        return self._batches(max_nodes)

    def _batches(self, max_nodes: int) -> Iterator[Callable[[], Result]]:
        with tempfile.TemporaryDirectory() as folder:
            for number in range(self.count):
                lines = Path(folder) / "lines"
                seeds = range(number * LINES, (number + 1) * LINES)
                texts = (_position(seed, self.tricks).to_text() + "\n" for seed in seeds)
                lines.write_text("".join(texts), encoding="utf-8")
                yield _batch(lines, Path(folder) / "answers", max_nodes)


BATCH_ROWS = (
    BatchRow("call", 1, 300),
    BatchRow("call", 12, 100),
    BatchRow("batch", 1, 4),
    BatchRow("batch", 12, 8),
)
"""What a call costs before anything is searched is seen with one trick to go; so is what a line costs."""


def _position(seed: int, tricks: int) -> Position:
    deal = uniform_deal(seed, tricks)
    return Position(load_ruleset("danish"), ("A", "B", "C"), deal.hands, deal.lead)


def _call(position: Position, max_nodes: int) -> Callable[[], Result]:
    def search() -> Result:
        found = analyzer.forced(position, "ultimo", "A", max_nodes=max_nodes)
        return found.nodes, str(found.holds)

    return search


def _batch(lines: Path, answers: Path, max_nodes: int) -> Callable[[], Result]:
    words = ["batch", "forced", "--goal", "ultimo", "--for", "A", "--max-nodes", str(max_nodes)]

    def search() -> Result:
        status = main([*words, "--workers", "2", str(lines), "-o", str(answers)])
        told = map(json.loads, answers.read_text(encoding="utf-8").splitlines())
        return sum(each["nodes"] for each in told), None if status else "answered"

    return search
