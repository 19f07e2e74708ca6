"""The frozen cases on disk: files of JSON lines, compressed, each small enough to be one test."""

from __future__ import annotations

import json
import lzma
from collections.abc import Collection, Iterable
from pathlib import Path

from frozen.asking import Case

HERE = Path(__file__).parent
ENDING = ".jsonl.xz"


def names() -> list[str]:
    """The files that there are, such as `solve-01`."""
    return sorted(path.name.removesuffix(ENDING) for path in HERE.glob(f"*{ENDING}"))


def family(name: str) -> str:
    """The family that a file belongs to."""
    return name.rpartition("-")[0]


def read(name: str) -> list[Case]:
    """The cases of one file."""
    with lzma.open(HERE / f"{name}{ENDING}", "rt", encoding="utf-8") as file:
        return [_case(line) for line in file]


def write(name: str, cases: Iterable[Case]) -> int:
    """Write one file; its size in bytes."""
    lines = (json.dumps(_plain(case), ensure_ascii=False, separators=(",", ":")) + "\n" for case in cases)
    path = HERE / f"{name}{ENDING}"
    path.write_bytes(lzma.compress("".join(lines).encode(), preset=9 | lzma.PRESET_EXTREME))
    return path.stat().st_size


def clear(families: Collection[str]) -> None:
    """Remove the files of these families."""
    for name in names():
        if family(name) in families:
            (HERE / f"{name}{ENDING}").unlink()


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
