"""What the tests cost: processor seconds by folder, printed at the end and held against `budget.toml`.

Seconds are those of the processor, with those of programs that a test starts and waits for, so that a busy
machine does not count. They are scaled by the machine's speed, timed by a fixed piece of work.
A run that is over its budget says so. It never fails by its seconds: the same tests took once and twice their
budget on two machines of one kind.

The budget names every test that takes long, with its seconds. A whole run takes a fifth of those, and of
the tests in a browser: others after every change of the program, all of them in a thorough run.
"""

from __future__ import annotations

import json
import os
import resource
import time
import tomllib
from collections import Counter
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any, Final

import pytest
from effort import THOROUGH, part

HERE: Final = Path(__file__).parent
BUDGET: Final = HERE / "budget.toml"
LEAST: Final = 60.0
"""Seconds by which a folder is over its budget at least: another draw has other tests in it."""
WRITTEN: Final = 5.0
"""Seconds from which on a folder has a budget."""
LONG: Final = 0.7
"""Seconds from which on a test takes long: it is in the budget, or the run names it."""
SHARE: Final = 5
"""A whole run takes one of so many of the tests that take long."""
WORK: Final = 0.02
"""Seconds that the fixed piece of work takes on the machine that the budget was measured on."""
AGAIN: Final = 5.0
"""Processor seconds after which the speed is timed again: a machine is now fast, now slow."""


def seconds() -> float:
    own, programs = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + programs.ru_utime + programs.ru_stime


def speed() -> float:
    """Return how many times as long this machine takes now as that of the budget: the better of two tries."""

    def once() -> float:
        began, found = time.process_time(), dict[int, int]()
        for number in range(60_000):
            found[number & 1023] = found.get(number * 7 & 1023, 0) + number
        return time.process_time() - began

    return min(once() for _ in range(2)) / WORK


def _folder(file: str) -> str:
    """Return the folder of a file of tests, without the one that holds them all."""
    folder = Path(file).parent
    return folder.relative_to("tests").as_posix() if folder.parts[:1] == ("tests",) else folder.as_posix()


class Spent:
    """The costs of one process; the process that began the run adds up those of its workers."""

    def __init__(self, config: pytest.Config) -> None:
        self.config, self.slower, self.timed = config, speed(), seconds()
        self.folders, self.tests = Counter[str](), Counter[str]()
        self.left = set[str]()
        self.memory = 0
        self.budget: dict[str, Any] = tomllib.loads(BUDGET.read_text("utf-8")) if BUDGET.exists() else {}

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput["whole"] = self.whole

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection(self) -> Generator[None, object, object]:
        began = seconds()
        try:
            return (yield)
        finally:
            self.folders["collection"] += self.scaled(began)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave a part of what takes long, and of what is asked in a browser, to another run."""
        if self.whole:
            every = [item for item in items if item.nodeid in self.long or _in_a_browser(item)]
            left = {*every} - {*part(every, SHARE)}
            self.left = {item.nodeid for item in left}
            self.config.hook.pytest_deselected(items=[item for item in items if item in left])
            items[:] = [item for item in items if item not in left]

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        began = seconds()
        try:
            return (yield)
        finally:
            spent = self.scaled(began)
            self.folders[_folder(item.nodeid.partition("::")[0])] += spent
            self.tests[item.nodeid] = spent

    def scaled(self, began: float) -> float:
        """Return the seconds since then on the machine of the budget."""
        spent = seconds() - began
        if seconds() - self.timed > AGAIN:
            self.slower = speed()
            self.timed = seconds()
        return spent / self.slower

    def pytest_sessionfinish(self) -> None:
        self.memory = max(self.memory, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
        output = getattr(self.config, "workeroutput", None)
        if output is not None:
            output["spent"] = dict(self.folders), dict(self.tests), self.memory, [*self.left]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        folders, tests, memory, left = getattr(node, "workeroutput", {}).get("spent", ({}, {}, 0, ()))
        self.folders.update(folders)
        self.tests.update(tests)
        self.left.update(left)
        self.memory = max(self.memory, memory)

    @property
    def whole(self) -> bool:
        """Whether this is the run that the budget is of: all tests, a part of what is left to chance."""
        if hasattr(self.config, "workerinput"):
            return bool(self.config.workerinput["whole"])
        asked = self.config.args_source is pytest.Config.ArgsSource.TESTPATHS
        return asked and not self.config.option.keyword and not THOROUGH

    @property
    def long(self) -> dict[str, float]:
        """The tests that are known to take long, with their seconds."""
        return self.budget.get("long", {})

    def over(self) -> list[str]:
        """Return the folders, and `total`, that took more than their budget."""
        if not self.whole:
            return []
        all_of_it = Counter(self.budget.get("folders", {})) + self.by_folder(
            self.long.keys() & self.tests.keys()
        )
        budgets = {**all_of_it, "total": all_of_it.total()}
        spent = {**self.folders, "total": self.folders.total()}
        return [name for name, known in budgets.items() if spent.get(name, 0) > LEAST + known]

    def by_folder(self, tests: Iterable[str]) -> Counter[str]:
        """Return what these tests are known to take, by folder."""
        found = Counter[str]()
        for test in tests:
            found[_folder(test.partition("::")[0])] += self.long[test]
        return found

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if hasattr(self.config, "workeroutput") or not self.folders:
            return
        say = terminalreporter.write_line
        costs = [f"{name} {spent:.0f}" for name, spent in self.folders.most_common(16) if spent >= 1]
        say(f"processor seconds: {self.folders.total():.0f}; {', '.join(costs)}")
        say(f"the largest process took {self.memory} MB")
        for name in self.over():
            say(f"over its budget: {name} (tests/budget.toml; `make budget` writes it)")
        for test, spent in self.tests.most_common():
            if spent >= LONG and test not in self.long and self.whole:
                say(f"a test that takes long: {test} {spent:.1f} s; make it shorter, or let it replace one")
        if os.environ.get("WRITE_BUDGET") and self.whole:
            self.write()

    def write(self) -> None:
        """Write what this run took as the budget; what it left to another keeps its seconds."""
        long = {test: seconds for test, seconds in self.long.items() if test in self.left}
        folders = Counter(self.folders)
        for test, spent in self.tests.items():
            if spent >= LONG:
                long[test] = spent
                folders[_folder(test.partition("::")[0])] -= spent
        lines = [
            "# Written by `make budget`: seconds of every test that takes long, and of all others by folder.",
            "[long]",
            *(f"{json.dumps(test)} = {long[test]:.1f}" for test in sorted(long)),
            "",
            "[folders]",
            *(f'"{name}" = {spent:.0f}' for name, spent in sorted(folders.items()) if spent >= WRITTEN),
            "",
        ]
        BUDGET.write_text("\n".join(lines), "utf-8")


def _in_a_browser(item: pytest.Item) -> bool:
    """Whether a test opens the board in a browser and may be left out: an unused snapshot is a fault."""
    return "browser" in getattr(item, "fixturenames", ()) and item.path.name != "test_snapshots.py"
