"""Command lines for tests: files to run them on, and how to run them."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from analyzer.cli.main import main

PROP1 = """\
format: tarok-position/1
title: Who leads decides
players: [A, B, C]
hands:
  A: [dR, T7]
  B: hR d9
  C: c7 c2
lead: B
lines:
  - name: B leads the king
    play: hR c7 T7 dR d9 c2
    expect: {ultimo: A, bagud: [], tokens: {A: 130, B: -75, C: -55}}
  - name: B leads the nine
    play: d9 c7 dR T7 hR c2
    expect: {ultimo: null, bagud: [B], tokens: {A: 40, B: -140, C: 40}, pots: {king: 60, pagat: 0}}
"""

LONG = """\
format: tarok-position/1
hands:
  A: hR h1 h3 h5 h7 d9 dD d2 s4 s10 c3 cV T3 T8 T14 T19
  B: hD hV h4 h6 h8 dR dC d1 d3 sR s2 s5 cR c7 T1 T21
  C: hC h2 h9 h10 d4 d5 sD s1 s3 cD c5 c8 T2 T7 T16 T20
lead: A
"""
"""A hand of sixteen cards, which takes long to solve."""

BAD = """\
format: tarok-position/1
hands:
  A: hR d9 hX
  B: hR d8 d7
  C: c2 c3 c4
lead: Q
"""


def until_at_work(program: subprocess.Popen[Any], seconds: float) -> None:
    """Wait until it has used so many seconds of processor time (of the clock, where nobody tells)."""
    told, ticks = Path(f"/proc/{program.pid}/stat"), os.sysconf("SC_CLK_TCK")
    if not told.exists():
        time.sleep(seconds)
        return
    while sum(map(int, told.read_text().rpartition(")")[2].split()[11:13])) < seconds * ticks:
        assert program.poll() is None
        time.sleep(0.05)


@dataclass(frozen=True)
class Ran:
    """What a command line left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


def plain_terminal(patch: pytest.MonkeyPatch) -> None:
    """A terminal of 80 columns without colours, whatever the one is that the tests were started from."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TAROK_DEBUG"):
        patch.delenv(name, raising=False)
    patch.setenv("COLUMNS", "80")


def input_of(text: str) -> io.TextIOWrapper:
    """Standard input from which a text is read."""
    return io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in this process, 80 columns wide and without colours."""
    plain_terminal(monkeypatch)

    def running(*args: str, stdin: str | None = None) -> Ran:
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", input_of(stdin))
        capsys.readouterr()
        status = main(args)
        written = capsys.readouterr()
        return Ran(status, written.out, written.err)

    return running


@pytest.fixture
def prop1(tmp_path: Path) -> str:
    """A file with the first position of the Proprieties."""
    return written(tmp_path, PROP1)


@pytest.fixture
def bad(tmp_path: Path) -> str:
    """A file with four faults."""
    return written(tmp_path, BAD, "bad.yaml")


def written(folder: Path, text: str, name: str = "position.yaml") -> str:
    """The path of a file with that text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def here(*args: str, stdin: str = "") -> Ran:
    """A command line in this process, as `run` runs it, where no fixture is to be had."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for _ in range(2))
    with pytest.MonkeyPatch.context() as patch:
        plain_terminal(patch)
        patch.setattr(sys, "stdin", input_of(stdin))
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main(args)
    return Ran(status, *(each.buffer.getvalue().decode() for each in (out, err)))  # type: ignore[attr-defined]


def process(*args: str, stdin: str = "", **env: str) -> subprocess.CompletedProcess[bytes]:
    """A command line as a process of its own, with only the given variables set besides PATH."""
    kept = {
        name: os.environ[name]
        for name in ("PATH", "PYTHONPATH", "PYTHONSAFEPATH", "HOME")
        if name in os.environ
    }
    command = [sys.executable, "-m", "analyzer", *args]
    return subprocess.run(
        command, input=stdin.encode(), capture_output=True, env=kept | env, timeout=60, check=False
    )
