"""The native core: card sets, moves, search and its table, in C++. Integers only.

Import `analyzer.search.engine.native` instead; it speaks of positions and goals.
"""

from __future__ import annotations

import importlib
from types import ModuleType

from analyzer.core import _core


def fastest() -> ModuleType:
    """The build of the core that suits this machine; both builds are of the same sources."""
    if _core.has_v3():
        return importlib.import_module("analyzer.core._core_v3")
    return _core
