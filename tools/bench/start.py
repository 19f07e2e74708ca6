"""What a start costs: processor time of command lines, what they load and make, and the dearest modules.

    PYTHONPATH=tests:tools python -P -m bench.start

From compiled files, the least of several runs: a busy machine makes times longer, never shorter. A module's
time is its own, without what it imports. An interpreter that does nothing is the first row.
"""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

POSITIONS: Final = Path(__file__).parents[2] / "positions"
ASKED: Final = {
    "--version": ["--version"],
    "--help": ["--help"],
    "solve positions/prop1.yaml": ["solve", str(POSITIONS / "prop1.yaml")],
    "check of a bid": ["check", str(POSITIONS / "disputes" / "bid-slovenian-out-of-turn.yaml")],
    "check of a discard": ["check", str(POSITIONS / "disputes" / "discard-king.yaml")],
    "forced of a line": ["forced", "B leads / A: dR T7 / B: hR d9 / C: c7 c2", "--goal", "ultimo"],
}
BILLED: Final = tuple(ASKED)[2:]
"""The commands whose modules are told."""
DEAREST: Final = 10
RUNS: Final = 10
_LOADED: Final = re.compile(r"import time: +(\d+) \| +\d+ \| +(\S+)")


MADE: Final = """
import builtins, sys
build, classes = builtins.__build_class__, []
builtins.__build_class__ = lambda *told, **more: classes.append(1) or build(*told, **more)
from analyzer.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(len(sys.modules), len(classes), file=sys.stderr)
"""
"""Runs a command line, and prints how many modules it has loaded and how many classes it has made."""


def seconds(program: Sequence[str], runs: int = RUNS) -> float:
    """The least processor time of a program."""
    found = []
    for _ in range(runs):
        before = _spent()
        subprocess.run([sys.executable, *program], stdout=subprocess.DEVNULL, check=False)
        found.append(_spent() - before)
    return min(found)


def made(words: Sequence[str]) -> tuple[int, int]:
    """How many modules a command line loads, and how many classes it makes."""
    ran = subprocess.run([sys.executable, "-c", MADE, *words], capture_output=True, text=True, check=False)
    modules, classes = ran.stderr.split()[-2:]
    return int(modules), int(classes)


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def bill(words: Sequence[str], runs: int = RUNS) -> dict[str, int]:
    """The microseconds that each module takes to load by itself, the least of the runs; the dearest first."""
    least: dict[str, int] = {}
    program = [sys.executable, "-X", "importtime", "-m", "analyzer", *words]
    for _ in range(runs):
        ran = subprocess.run(program, capture_output=True, text=True, check=False)
        for spent, module in _LOADED.findall(ran.stderr):
            least[module] = min(int(spent), least.get(module, int(spent)))
    return dict(sorted(least.items(), key=lambda each: -each[1]))


def main() -> None:
    """Print both tables."""
    out = sys.stdout
    out.write(f"{seconds(['-I', '-c', '']):6.3f} s  an interpreter\n")
    for name, words in ASKED.items():
        modules, classes = made(words)
        spent = seconds(["-m", "analyzer", *words])
        out.write(f"{spent:6.3f} s  {modules:4} modules {classes:5} classes  {name}\n")
    for name in BILLED:
        told = bill(ASKED[name])
        out.write(f"\n{name}: {len(told)} modules, {sum(told.values()) / 1000:.0f} ms; the dearest:\n")
        for module in list(told)[:DEAREST]:
            out.write(f"{told[module] / 1000:6.1f} ms  {module}\n")


if __name__ == "__main__":
    main()
