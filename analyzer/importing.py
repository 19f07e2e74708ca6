"""Packages whose modules are imported when first asked for, and packages that are asked like functions too.

What is not wanted costs no start-up: the face of such a package names its modules for who checks types, and
`report.text.solve.solve_text` finds its module by what :func:`modules_of` returns. Others, such as
`analyzer.rules("danish")`, take the place of a function of their name as soon as they are imported; called,
they answer for it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any


class CalledRoom(ModuleType):
    """A package whose call is that of the function of its name in :mod:`analyzer.api.python.library`."""

    def __call__(self, *args: Any, **told: Any) -> Any:
        answer = getattr(import_module("analyzer.api.python.library"), self.__name__.rpartition(".")[2])
        return answer(*args, **told)


def let_call(room: str) -> None:
    """Let the package of that name be called."""
    sys.modules[room].__class__ = CalledRoom


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
        found = import_module(f"{package}.{name}")
        if Interrupts.heard != before:
            raise KeyboardInterrupt
        return found

    return module
