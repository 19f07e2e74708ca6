"""How fast the search is; `make bench` runs it.

Every round of a row is another question, each put to an empty table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.batch_rows import BATCH_ROWS, BatchRow
from bench.point_rows import POINT_ROWS, PointRow
from bench.rows import MAX_NODES, ROWS, Row
from bench.worker import Result, prepare


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_search(row: Row, benchmark: BenchmarkFixture) -> None:
    measured(benchmark, (prepare(case, MAX_NODES) for case in row.cases()), row.count)


@pytest.mark.parametrize("row", POINT_ROWS, ids=lambda row: row.name)
def test_card_points(row: PointRow, benchmark: BenchmarkFixture) -> None:
    measured(benchmark, row.searches(MAX_NODES), row.count)


@pytest.mark.parametrize("row", BATCH_ROWS, ids=lambda row: row.name)
def test_many_questions(row: BatchRow, benchmark: BenchmarkFixture) -> None:
    measured(benchmark, row.searches(MAX_NODES), row.count)


def measured(benchmark: BenchmarkFixture, searches: Iterator[Callable[[], Result]], count: int) -> None:
    results: list[Result] = []
    benchmark.pedantic(
        lambda search: results.append(search()),
        setup=lambda: ((next(searches),), {}),
        rounds=count,
    )
    nodes = sorted(nodes for nodes, _ in results)
    seconds = sorted(benchmark.stats.stats.data)
    benchmark.extra_info |= {
        "nodes": sum(nodes),
        "nodes_median": int(median(nodes)),
        "nodes_p90": nodes[len(nodes) * 9 // 10],
        "seconds_p90": seconds[len(seconds) * 9 // 10],
        "nodes_per_second": round(sum(nodes) / sum(seconds)),
        "unfinished": sum(answer is None for _, answer in results),
    }
