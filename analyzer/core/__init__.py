"""The native core: card sets, moves, search and its table, in C++. Integers only.

Import `analyzer.search.engine.native` instead; it speaks of positions and goals.
"""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType

try:
    from analyzer.core import _core
except ImportError as error:
    told = "the core of this checkout is not built: run `make install`, and then `.venv/bin/python`"
    raise ImportError(told) from error


def fastest() -> ModuleType:
    """The build of the core that suits this machine, where it was made; all are of the same sources."""
    name = "analyzer.core._core_v3"
    if _core.has_v3() and importlib.util.find_spec(name):
        return importlib.import_module(name)
    return _core
