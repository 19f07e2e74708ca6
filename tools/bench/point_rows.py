"""The rows of the benchmark that ask about card points, of every sort of game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bench.pointquestions import BenchWanted, PointRun, point_request, prepare_points


@dataclass(frozen=True, slots=True)
class PointRow:
    """`count` questions of one kind about deals of one game."""

    game: str
    seats: int
    contract: str | None
    tricks: int
    wanted: BenchWanted
    count: int

    @property
    def name(self) -> str:
        return f"{self.game} {self.contract or ''}-{self.seats}-{self.tricks} {self.wanted.value}".replace(
            " -", "-"
        )

    def searches(self, max_nodes: int) -> Iterator[Callable[[], PointRun]]:
        """The questions, by their seeds from 0 on, each ready to be searched."""
        for seed in range(self.count):
            request = point_request(self.game, self.seats, self.contract, self.tricks, self.wanted, seed)
            yield prepare_points(request, max_nodes)


CONTRACT, EXACT, CARDS = BenchWanted.CONTRACT, BenchWanted.EXACT, BenchWanted.CARDS

POINT_ROWS = (
    PointRow("tapp", 3, "threes", 12, CONTRACT, 40),
    PointRow("tapp", 3, "threes", 16, CONTRACT, 40),
    PointRow("tapp", 3, "threes", 12, EXACT, 40),
    PointRow("tapp", 3, "threes", 16, EXACT, 20),
    PointRow("slovenian", 4, "three", 12, CONTRACT, 40),
    PointRow("slovenian", 4, "three", 12, EXACT, 20),
    PointRow("slovenian", 4, "beggar", 12, CONTRACT, 40),
    PointRow("french", 4, "take", 18, CONTRACT, 40),
    PointRow("basic", 3, None, 12, EXACT, 20),
    PointRow("lhombre", 3, "with-two", 12, EXACT, 20),
    PointRow("lhombre", 3, "with-two", 25, CONTRACT, 20),
    PointRow("tapp", 3, "threes", 8, CARDS, 40),
    PointRow("slovenian", 4, "three", 8, CARDS, 40),
    PointRow("basic", 3, None, 8, CARDS, 40),
    PointRow("french", 4, "take", 8, CARDS, 40),
)
"""What `make bench` measures of card points."""
