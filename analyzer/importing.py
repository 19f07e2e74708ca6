"""Packages whose modules are imported when first asked for.

What is not wanted costs no start-up: the face of such a package names its modules for who checks types, and
`answers.solve.solve_text` finds its module by what :func:`modules_of` returns.

A library that does this (lazy_loader) costs half as much as the start of an interpreter, and loses Ctrl-C.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType


class Interrupts:
    """Ctrl-C, which Python loses where it is heard in a callback of its import system."""

    heard = 0
    """How often, since a command began."""


def modules_of(package: str) -> Callable[[str], ModuleType]:
    """A package's `__getattr__`, which imports the module of that name.

    It raises KeyboardInterrupt where Ctrl-C was heard meanwhile.
    """

    def module(name: str) -> ModuleType:
        if name.startswith("_"):
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        before = Interrupts.heard
        try:
            found = import_module(f"{package}.{name}")
        except ModuleNotFoundError as missing:
            if missing.name != f"{package}.{name}":
                raise
            raise AttributeError(f"module {package!r} has no attribute {name!r}") from None
        if Interrupts.heard != before:
            raise KeyboardInterrupt
        return found

    return module
