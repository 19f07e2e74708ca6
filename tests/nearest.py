"""The tests nearest to a module; as a program, those of what changed since the last commit.

A test is near where it imports the module; then come the others of the folder that mirrors the module's.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
APART = ("tests/page/", "tests/docs/test_site.py")
"""What has a target of its own."""


def nearest(module: Path, root: Path = ROOT) -> list[str]:
    """The tests in the folder that mirrors a module's, or the next above; those that name it come first."""
    inside = module.relative_to(root).with_suffix("")
    folder = root / "tests" / inside.parent.relative_to("analyzer")
    while not list(folder.glob("test_*.py")):
        folder = folder.parent
    name = ".".join(inside.parts)
    tests = sorted(folder.glob("test_*.py"))
    tests.sort(key=lambda test: name not in test.read_text("utf-8"))
    return [str(test.relative_to(root)) for test in tests]


def importing(module: str) -> set[str]:
    """The tests that import a module, by its full name, or by its last name where it lies among the tests."""
    last = module.rpartition(".")[2]
    package = re.escape(module.rpartition(".")[0])
    line = re.compile(
        rf"^(?:from|import) {re.escape(module)}\b|^from {package} import .*\b{last}\b", re.MULTILINE
    )
    tests = (ROOT / "tests").rglob("test_*.py")
    return {str(path.relative_to(ROOT)) for path in tests if line.search(path.read_text("utf-8"))}


def near(changed: Iterable[str]) -> list[str]:
    """The tests to run where these files changed, those that import them first."""
    first, then = set[str](), set[str]()
    for name in changed:
        path = Path(name)
        if not (ROOT / path).exists():
            continue
        if path.parts[0] == "tests" and path.suffix == ".py":
            own = path.name.startswith("test_")
            first |= {name} if own else importing(".".join(path.with_suffix("").parts[1:]))
        elif path.parts[:2] == ("analyzer", "core"):
            first |= {"tests/search/engine/test_native_agrees.py", "tests/search/engine/test_switches.py"}
        elif path.parts[:3] == ("analyzer", "web", "static"):
            first |= {"tests/web/test_board.py", "tests/web/test_views.py"}
        elif path.parts[0] == "analyzer" and path.suffix == ".py":
            first |= importing(".".join(path.with_suffix("").parts))
            then |= set(nearest(ROOT / path))
        elif path.suffix == ".md":
            first |= {"tests/docs/test_examples.py", "tests/test_house.py"}
        elif path.parts[0] in {"specs", "positions"}:
            first |= {"tests/rules/spec/test_specs.py", "tests/disputes/test_other_disputes.py"}
    return [each for each in [*sorted(first), *sorted(then - first)] if not each.startswith(APART)]


def changed_files() -> list[str]:
    """What differs from the last commit, new files among it."""
    asked = (["diff", "--name-only", "HEAD"], ["ls-files", "--others", "--exclude-standard"])
    runs = [
        subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
        for words in asked
    ]
    return [name for ran in runs for name in ran.stdout.splitlines()]


if __name__ == "__main__":
    sys.stdout.write(" ".join(near(changed_files())) + "\n")
