"""Rules made wrong on purpose, one place at a time, to see what the tests nearest to them let through.

A sample, the same for the same seed, of what cosmic-ray can change in the rooms that judge and pay. It
changes a copy, in build/mutants. Of each mutant it is told which test ended it, or the line before and after.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.plugins import get_operator, operator_names
from cosmic_ray.work_item import MutationSpec
from nearest import nearest

ROOT = Path(__file__).resolve().parents[2]

COPY = ROOT / "build/mutants"
ROOMS = ("rules", "disputes", "evenings", "position/replay")
EQUAL = re.compile(
    "BitOr|BitAnd|BitXor|Is_|IsNot_|_Is$|_IsNot$|Decorator|Variable|Exception|Pow|Shift|_Div|_Mod"
)
"""Kinds of change that hit annotations or imports, or leave the rules as they are."""

PARTS = ("analyzer", "specs", "positions", "tests", "tools", "docs")


def copied() -> None:
    """The checkout as it is, built core and all, in a folder of its own."""
    shutil.rmtree(COPY, ignore_errors=True)
    for part in PARTS:
        shutil.copytree(ROOT / part, COPY / part, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ROOT.glob("*.*"):
        if file.is_file():
            shutil.copy(file, COPY)


def places(module: Path) -> dict[object, list[MutationSpec]]:
    """What can be changed in a module, by the place where it stands."""
    found: dict[object, list[MutationSpec]] = {}
    nodes = list(ast_nodes(get_ast_from_path(module)))
    for name in operator_names():
        if not EQUAL.search(name):
            operator = get_operator(name)()
            changes = [where for node in nodes for where in operator.mutation_positions(node)]
            for occurrence, (start, end) in enumerate(changes):
                spec = MutationSpec(module, name, occurrence, start_pos=start, end_pos=end)
                found.setdefault((start, end), []).append(spec)
    return found


def sampled(rooms: list[str], seed: int) -> Iterator[MutationSpec]:
    """Mutants without end: a module by its size, a place in it, one of the changes there."""
    rng = random.Random(seed)
    modules = sorted(path for room in rooms for path in (COPY / "analyzer" / room).rglob("*.py"))
    sizes = [path.stat().st_size for path in modules]
    known: dict[Path, dict[object, list[MutationSpec]]] = {}
    while True:
        module = rng.choices(modules, sizes)[0]
        changes = known.get(module) or known.setdefault(module, places(module))
        if changes:
            yield rng.choice(changes[rng.choice(list(changes))])


def outcome(spec: MutationSpec, seconds: float) -> str:
    """What the nearest tests make of a mutant, and where it stands."""
    pytest = (
        f"{sys.executable} -m pytest -x -q -p no:cacheprovider {' '.join(nearest(spec.module_path, COPY))}"
    )
    result = mutate_and_test([spec], f"env -C {COPY} PYTHONPATH={COPY} {pytest}", seconds)
    output = str(result.output)
    told = "not in time" if output == "timeout" else str(result.test_outcome and result.test_outcome.value)
    lines = [f"{told}: {spec.module_path.relative_to(COPY)}:{spec.start_pos[0]} {spec.operator_name}"]
    if result.is_killed:
        lines += re.findall(r"^(?:FAILED|ERROR) .*", output, re.MULTILINE)[:1]
    else:
        lines += re.findall(r"^[+-](?![+-]).*", str(result.diff), re.MULTILINE)
    print("\n".join(lines), flush=True)
    return told


def main() -> None:
    """Judges so many mutants, within so many seconds, and prints those that no test saw."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rooms", nargs="+", default=ROOMS, help="folders of analyzer")
    parser.add_argument("--mutants", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=1800)
    parser.add_argument("--each", type=float, default=120, help="a mutant that takes longer is told apart")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    copied()
    judged, ends = Counter[str](), time.monotonic() + asked.seconds
    for spec in sampled(asked.rooms, asked.seed):
        left = min(asked.each, ends - time.monotonic())
        if left <= 0 or judged.total() == asked.mutants:
            break
        judged[outcome(spec, left)] += 1
    print(", ".join(f"{count} {told}" for told, count in judged.items()))


if __name__ == "__main__":
    main()
