"""One command line put to the program in this process, and all that came of it."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from frozen.saying import Said, listening

from analyzer.cli.main import main

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
FOLDER = "{folder}"
"""Stands in a command line, and in what came of it, for a folder that the command may write into."""
WRITTEN = f"{FOLDER}/out.json"

ALONE = frozenset({"verify", "compare"})
"""Commands that get a process of their own: the witness that Z3 finds hangs on what it was asked before."""


@dataclass(frozen=True)
class Case:
    """A question, and the answer where it has been asked."""

    args: tuple[str, ...]
    stdin: str | None = None
    status: int | None = None
    answer: Any = None
    """What stood on standard output: JSON."""
    written: Any = None
    """What stands in the file that was written, where one was: JSON."""
    said: Said = field(default_factory=dict, compare=False)
    """What a reader of each language reads, where it has been asked."""

    @property
    def command(self) -> str:
        """The command line, and the file that it read from standard input."""
        line = " ".join(("tarok-analyze", *self.args))
        return line if self.stdin is None else f"{line} <<'END'\n{self.stdin}END"


def asked(case: Case, folder: Path) -> Case:
    """The case with the answer of today; files are read from the checkout, and written into the folder."""
    args = [arg.replace(FOLDER, str(folder)) for arg in case.args]
    ask = _alone if not ALONE.isdisjoint(case.args[:1]) else _here
    status, text, said = ask(args, case.stdin or "")
    answer, written, file = _read(text, folder), None, folder / "out.json"
    if file.exists():
        written = _read(file.read_text(encoding="utf-8"), folder)
        file.unlink()
    said = {lang: told.replace(str(folder), FOLDER) for lang, told in said.items()}
    return Case(case.args, case.stdin, status, answer, written, said)


def _here(args: Sequence[str], stdin: str) -> tuple[int, str, Said]:
    """Exit status, standard output and what is said of a command line that is run in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for _ in range(2))
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    try:
        with (
            listening(_width(args)) as said,
            contextlib.chdir(ROOT),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            status = main(args)
    finally:
        sys.stdin = before
    out.seek(0)
    return status, out.read(), said


def _width(args: Sequence[str]) -> int:
    """Columns of what is said; so many where a folder may be named that no line breaks in its name."""
    return 1000 if any(arg.startswith(tempfile.gettempdir()) for arg in args) else 80


def _alone(args: Sequence[str], stdin: str) -> tuple[int, str, Said]:
    """The same in a process of its own."""
    places = os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])
    ran = subprocess.run(
        [sys.executable, "-P", "-m", "frozen.asking", *args],
        input=stdin.encode(), cwd=ROOT, env=os.environ | {"PYTHONPATH": places},
        capture_output=True, check=True,
    )  # fmt: skip
    status, text, said = json.loads(ran.stdout)
    return status, text, said


def _read(text: str, folder: Path) -> Any:
    return _timeless(json.loads(text.replace(str(folder), FOLDER)))


def _timeless(value: Any) -> Any:
    """The value with every time in it set to 0."""
    if isinstance(value, dict):
        return {key: 0 if key == "seconds" else _timeless(each) for key, each in value.items()}
    return [_timeless(each) for each in value] if isinstance(value, list) else value


def questions(lines: Sequence[Sequence[str]], stdin: str | None = None) -> list[Case]:
    """Cases of these command lines, all of which write JSON."""
    return [Case((*line, "--json"), stdin) for line in lines]


if __name__ == "__main__":
    json.dump(_here(sys.argv[1:], sys.stdin.read()), sys.stdout)
