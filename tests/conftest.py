"""Rule sets, and settings: no test is judged by its time, runs repeat, programs are those under test."""

from __future__ import annotations

import gc
import os
import signal
import time
from functools import cache
from pathlib import Path

import pytest
import typer.main
from effort import PROFILE, THOROUGH
from hypothesis import HealthCheck, settings
from spent import Spent

import analyzer
from analyzer.rules.spec.shipped import load_ruleset

settings.register_profile(
    "test",
    deadline=None,
    derandomize=True,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.register_profile("fuzz", deadline=None, max_examples=1_000, print_blob=True)
settings.load_profile(PROFILE)

# What is loaded stays, and a command line in this process does not read the options of its command again.
gc.freeze()
typer.main.get_params_from_function = cache(typer.main.get_params_from_function)

# A program that a test starts uses the analyzer under test. Without this Python would look into the current
# folder first and find the sources there, perhaps without a core built from them.
_HERE = str(Path(analyzer.__file__).parents[1])
_BEFORE = os.environ.get("PYTHONPATH", "").split(os.pathsep)
os.environ["PYTHONPATH"] = os.pathsep.join([_HERE, *(place for place in _BEFORE if place not in {"", _HERE})])
os.environ["PYTHONSAFEPATH"] = "1"

# Answers are in English unless a test asks for another language, whatever the locale of the machine.
os.environ["TAROK_LANG"] = "en"


# Tests send Ctrl-C, here and to programs. In the background of a script it is ignored, which is inherited.
signal.signal(signal.SIGINT, signal.default_int_handler)


QUICK_SECONDS = float(os.environ.get("QUICK_SECONDS", "inf"))
"""After so many seconds `make quick` begins no other test."""
BEGAN = time.monotonic()


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Spent(config))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave what is marked `thorough` to a thorough run."""
    left = [] if THOROUGH else [item for item in items if item.get_closest_marker("thorough")]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item not in left]


def pytest_runtest_setup() -> None:
    if time.monotonic() - BEGAN > QUICK_SECONDS:
        pytest.skip("left to make test")


@pytest.fixture
def danish():
    return load_ruleset("danish")


@pytest.fixture(params=["danish", "danish-1996", "danish-concise"])
def rules(request):
    """Each of the three Danish rule sets in turn."""
    return load_ruleset(request.param)


@pytest.fixture(scope="session")
def browser():
    """One browser for all tests of the board and of the page."""
    from board_served import a_browser  # noqa: PLC0415 - few tests need it

    with a_browser() as found:
        yield found
