"""The page as `make page` built it; where it could not be built that was said, and nothing is asked."""

from __future__ import annotations

from commands import run
from places import ROOT

__all__ = ["run"]

BUILT = ROOT / "build/page"
collect_ignore_glob = [] if (BUILT / "manifest.json").is_file() else ["test_*.py"]
