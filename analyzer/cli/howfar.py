"""How far a long run is: a line on standard error that is written over again and again."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Final, Self

from analyzer.cli.screen import on_a_terminal, tell

EVERY: Final = 0.5
"""Seconds between two lines about how far it is."""


class RunningLine:
    """The line, which goes when it is left; none is written where nobody sits in front of it."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._last = 0.0
        self._wide = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self._wide:
            tell("\r" + " " * self._wide + "\r")

    def due(self) -> float | None:
        """The seconds since it began, where it is time to write the line anew; else None."""
        now = time.monotonic()
        if not on_a_terminal(sys.stderr) or now - self._last < EVERY:
            return None
        self._last = now
        return now - self._began

    def write(self, text: str) -> None:
        """Write over what the line said before."""
        tell("\r" + text.ljust(self._wide))
        self._wide = len(text)
