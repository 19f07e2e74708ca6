"""How fast the search is; `make bench` runs it.

Every round of a row is another question, each put to an empty table.
"""

from __future__ import annotations

from statistics import median

import pytest
from bench.rows import MAX_NODES, ROWS, Row
from bench.worker import Result, prepare
from pytest_benchmark.fixture import BenchmarkFixture


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_search(row: Row, benchmark: BenchmarkFixture) -> None:
    cases = row.cases()
    results: list[Result] = []
    benchmark.pedantic(
        lambda search: results.append(search()),
        setup=lambda: ((prepare(next(cases), MAX_NODES),), {}),
        rounds=row.count,
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
