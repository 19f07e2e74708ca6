"""The page as `make page` built it; where it could not be built that was said, and nothing is asked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from commands import run
from page.page_served import page_served
from places import ROOT

__all__ = ["place", "run"]

BUILT = ROOT / "build/page"
collect_ignore_glob = [] if (BUILT / "manifest.json").is_file() else ["test_*.py"]


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the page is, on a plain file server."""
    with page_served(tmp_path_factory.mktemp("served")) as found:
        yield found
