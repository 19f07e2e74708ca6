"""Rooms of the package that are asked like functions too, such as `analyzer.rules("danish")`.

A submodule takes the place of a function of its name as soon as it is imported; called, it answers for it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class CalledRoom(ModuleType):
    """A package whose call is that of the function of its name in :mod:`analyzer.api.library`."""

    def __call__(self, *args: Any, **told: Any) -> Any:
        answer = getattr(import_module("analyzer.api.library"), self.__name__.rpartition(".")[2])
        return answer(*args, **told)


def let_call(room: str) -> None:
    """Let the package of that name be called."""
    sys.modules[room].__class__ = CalledRoom
