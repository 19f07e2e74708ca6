"""The plain solver of ``baseline.cpp``, built where it is needed, and the search compared with it."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from analyzer.errors import UsageError
from analyzer.messages import say
from analyzer.rules.score.goals import ENDINGS
from bench import measure
from bench.questions import BenchRequest

SOURCE = Path(__file__).with_name("baseline.cpp")


@dataclass(frozen=True, slots=True)
class BenchComparison:
    """One question put to both; `plain` is None in its answer where the plain solver gave up."""

    plain: measure.Run
    native: measure.Run


def compare(questions: Sequence[BenchRequest], most_nodes: int = 1_000_000_000) -> list[BenchComparison]:
    """Both solvers on the same questions, in the same run.

    Raises: UsageError without a C++ compiler; AssertionError where the two disagree.
    """
    both = [
        BenchComparison(plain, measure.forces(each))
        for each, plain in zip(questions, plain_runs(questions, most_nodes), strict=True)
    ]
    for each, question in zip(both, questions, strict=True):
        assert each.plain.answer in {None, each.native.answer}, f"the solvers disagree on {question}"
    return both


def plain_runs(questions: Sequence[BenchRequest], most_nodes: int) -> Iterator[measure.Run]:
    """The plain solver's answers, nodes and own times."""
    return answered(SOURCE, map(_words, questions), most_nodes)


def answered(source: Path, questions: Iterable[str], most_nodes: int) -> Iterator[measure.Run]:
    """What a program of this folder, built from its source, answers: one line for each question."""
    with tempfile.TemporaryDirectory() as folder:
        program = _built(source, Path(folder))
        # The program is the one just built, from a source beside this file.
        done = subprocess.run(
            [str(program), str(most_nodes)],
            input="".join(each + "\n" for each in questions),
            capture_output=True,
            text=True,
            check=True,
        )
    for line in done.stdout.splitlines():
        answer, nodes, micros = map(int, line.split())
        yield measure.Run(micros / 1e6, nodes, None if answer < 0 else bool(answer))


def _built(source: Path, folder: Path) -> Path:
    compiler = shutil.which("c++") or shutil.which("g++")
    if compiler is None:
        raise UsageError(say("the comparison needs a C++ compiler, c++ or g++"))
    program = folder / "baseline"
    subprocess.run(
        [compiler, "-std=c++20", "-O3", "-march=native", str(source), "-o", str(program)], check=True
    )
    return program


def _words(each: BenchRequest) -> str:
    table = each.position.table
    cards = [card.index for hand in table.hands for card in sorted(hand)]
    numbers = (table.tricks_left, table.lead, each.seat, each.by, int(ENDINGS[each.goal]), *cards)
    return " ".join(map(str, numbers))
