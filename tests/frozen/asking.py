"""One command line put to the program in this process, and all that came of it."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
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

    @property
    def command(self) -> str:
        """The command line, and the file that it read from standard input."""
        line = " ".join(("tarok-analyze", *self.args))
        return line if self.stdin is None else f"{line} <<'END'\n{self.stdin}END"


def asked(case: Case, folder: Path) -> Case:
    """The case with the answer of today; files are read from the checkout, and written into the folder."""
    args = [arg.replace(FOLDER, str(folder)) for arg in case.args]
    ask = _alone if not ALONE.isdisjoint(case.args[:1]) else _here
    status, text = ask(args, case.stdin or "")
    answer, written, file = _read(text, folder), None, folder / "out.json"
    if file.exists():
        written = _read(file.read_text(encoding="utf-8"), folder)
        file.unlink()
    return Case(case.args, case.stdin, status, answer, written)


def _here(args: Sequence[str], stdin: str) -> tuple[int, str]:
    """Exit status and standard output of a command line that is run in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for _ in range(2))
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    try:
        with contextlib.chdir(ROOT), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main(args)
    finally:
        sys.stdin = before
    out.seek(0)
    return status, out.read()


def _alone(args: Sequence[str], stdin: str) -> tuple[int, str]:
    """The same in a process of its own."""
    ran = subprocess.run(
        [sys.executable, "-P", "-m", "analyzer", *args],
        input=stdin.encode(), cwd=ROOT, env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        capture_output=True, check=False,
    )  # fmt: skip
    return ran.returncode, ran.stdout.decode()


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
