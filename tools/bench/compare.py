"""Two revisions of the search on the same questions, in turn; `make bench-compare BASE=rev` runs it.

    PYTHONPATH=tests:tools python -P -m bench.compare --base build/base/site

Every question is put to both, one straight after the other, so that whatever else the machine does falls on
both alike. A ratio below 1 means that the new revision needs less. Exit status 1 where two answers differ.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from math import exp, log
from pathlib import Path
from statistics import median

import analyzer
from bench import worker
from bench.rows import ROWS, Row
from bench.worker import Case


class Revision:
    """A worker that answers with the analyzer found under a folder."""

    def __init__(self, site: Path, max_nodes: int) -> None:
        self._site = site
        command = [sys.executable, "-P", str(worker.__file__), "--max-nodes", str(max_nodes)]
        self._process = subprocess.Popen(
            command,
            env={**os.environ, "PYTHONPATH": str(site)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, case: Case) -> tuple[int, float, str | None]:
        """Nodes, seconds, answer. Raises: SystemExit when the revision cannot be asked."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        line = ""
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(case) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"{self._site}: the search of this revision cannot be asked")
        nodes, seconds, answer = json.loads(line)
        return nodes, seconds, answer

    def close(self) -> None:
        """End the worker."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


@dataclass(slots=True)
class Pairs:
    """New over old for every question both have finished, and what went otherwise."""

    nodes: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    sums: list[list[float]] = field(default_factory=lambda: [[0, 0], [0, 0]])
    only: list[int] = field(default_factory=lambda: [0, 0])
    differ: int = 0

    def add(self, old: tuple[int, float, str | None], new: tuple[int, float, str | None]) -> None:
        """Take in one question."""
        if old[2] is None or new[2] is None:
            self.only[0] += old[2] is not None
            self.only[1] += new[2] is not None
            return
        self.differ += old[2] != new[2]
        self.nodes.append(max(1, new[0]) / max(1, old[0]))
        self.seconds.append(new[1] / old[1])
        for of, (before, after) in enumerate(zip(old[:2], new[:2], strict=True)):
            self.sums[of][0] += before
            self.sums[of][1] += after

    def __str__(self) -> str:
        if not self.nodes:
            return f"finished by neither or one only: {self.only}"
        text = ""
        for each, (before, after) in zip((self.nodes, self.seconds), self.sums, strict=True):
            mean = exp(sum(map(log, each)) / len(each))
            text += f"{median(each):9.2f}{mean:8.2f}{after / before if before else 1:8.2f}"
        return f"{text}{self.only[0]:9}{self.only[1]:5}{self.differ:8}"


HEAD = (
    f"{'':16}{'asked':>6}{'nodes, median':>14} mean     all   time, median mean   all   only old  new  differ"
)


def compare(rows: tuple[Row, ...], old: Revision, new: Revision) -> int:
    """Print the table. Returns how many answers differ."""
    differ = 0
    sys.stdout.write(HEAD + "\n")
    for row in rows:
        pairs = Pairs()
        for at, case in enumerate(row.cases()):
            first, second = (old, new) if at % 2 else (new, old)
            results = {id(each): each.ask(case) for each in (first, second)}
            pairs.add(results[id(old)], results[id(new)])
        sys.stdout.write(f"{row.name:16}{row.count:6}{pairs}\n")
        sys.stdout.flush()
        differ += pairs.differ
    return differ


def main(words: list[str]) -> int:
    """Compare the revision under a folder with the one in use."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, required=True, help="folder the old revision is installed in")
    parser.add_argument("--max-nodes", type=int, default=3_000_000)
    parser.add_argument("--rows", default="", help="only rows whose name begins so, e.g. uniform")
    asked = parser.parse_args(words)
    old = Revision(asked.base, asked.max_nodes)
    new = Revision(Path(analyzer.__file__).parents[1], asked.max_nodes)
    differ = compare(tuple(row for row in ROWS if row.name.startswith(asked.rows)), old, new)
    old.close()
    new.close()
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
