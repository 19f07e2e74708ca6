"""The frozen cases on disk: files of JSON lines, compressed, each small enough to be one test.

What is said of them stands beside each of these as digests: a line for a case, one for each language in it.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable
from pathlib import Path

from frozen.asking import Case
from frozen.saying import digests

HERE = Path(__file__).parent
ENDING = ".jsonl.xz"
EACH = 100
"""Cases in one file, which is one test."""
SLOW = {"verify": 1, "compare": 3, "explain": 20}
"""The families whose cases take long, and how many of these are one test."""


def names(of: str = "*") -> list[str]:
    """The files that there are, such as `solve-01`; those of one family."""
    return sorted(path.name.removesuffix(ENDING) for path in HERE.glob(f"{of}-*{ENDING}"))


def family(name: str) -> str:
    """The family that a file belongs to."""
    return name.rpartition("-")[0]


def read(name: str) -> list[Case]:
    """The cases of one file."""
    with lzma.open(HERE / f"{name}{ENDING}", "rt", encoding="utf-8") as file:
        return [_case(line) for line in file]


def read_digests(name: str) -> list[tuple[str, ...]]:
    """What was said of the cases of one file."""
    return [tuple(line.split()) for line in _digests_of(name).read_text(encoding="utf-8").splitlines()]


def write(name: str, cases: Iterable[Case]) -> None:
    """Write one file."""
    lines = (json.dumps(_plain(case), ensure_ascii=False, separators=(",", ":")) + "\n" for case in cases)
    text = "".join(lines).encode()
    (HERE / f"{name}{ENDING}").write_bytes(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME))


def write_digests(name: str, cases: Iterable[Case]) -> None:
    """Write down what is said of the cases of one file."""
    lines = (" ".join(digests(case.said)) + "\n" for case in cases)
    _digests_of(name).write_text("".join(lines), encoding="utf-8")


def clear(family: str) -> None:
    """Remove the files of a family."""
    for name in names(family):
        (HERE / f"{name}{ENDING}").unlink()
        _digests_of(name).unlink()


def _digests_of(name: str) -> Path:
    return HERE / f"{name}.said"


def _plain(case: Case) -> dict[str, object]:
    return {
        "args": case.args,
        "stdin": case.stdin,
        "status": case.status,
        "answer": case.answer,
        "written": case.written,
    }


def _case(line: str) -> Case:
    found = json.loads(line)
    return Case(tuple(found["args"]), found["stdin"], found["status"], found["answer"], found["written"])
