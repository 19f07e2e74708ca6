"""Packages whose modules are imported when they are first asked for: what is not wanted costs no start-up.

The face of such a package names these modules for who checks types; `report.text.solve.solve_text` finds its
module by what :func:`modules_of` returns.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType


def modules_of(package: str) -> Callable[[str], ModuleType]:
    """A package's `__getattr__`, which imports the module of that name."""

    def module(name: str) -> ModuleType:
        if name.startswith("_"):
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return import_module(f"{package}.{name}")

    return module
