"""Ctrl-C while the program is still being loaded, when Python may lose it.

Python raises KeyboardInterrupt wherever it is, and where that is a callback of its import system the
exception is printed and forgotten. Until a command runs, Ctrl-C therefore ends the program at once; after
that it is raised as usual and remembered, so that a search that has not begun does not begin.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final

from analyzer.importing import Interrupts

UNDECIDED: Final = 4
MESSAGE: Final = "interrupted before anything was decided"
DANISH: Final = "afbrudt, før noget var afgjort"
"""Written out, like the JSON, because nothing can be imported while an import is broken off."""
_JSON: Final = (
    '{{"schema": "tarok-analyze/error/1", "errors": '
    '[{{"where": "", "line": null, "column": null, "message": "{}", "expected": null}}]}}\n'
)

Handler = Callable[[int, FrameType | None], None]


@contextmanager
def leaving_at_once(args: Sequence[str]) -> Iterator[None]:
    """Until it is left, Ctrl-C ends the program with the exit status of what stayed undecided."""
    said = DANISH if _danish(args) else MESSAGE

    def leave(_signal: int, _frame: FrameType | None) -> None:
        if "--json" in args:
            _write(1, _JSON.format(said))
        _write(2, f"tarok-analyze: {said}\n")
        os._exit(UNDECIDED)

    with _handling(leave):
        yield


def _danish(args: Sequence[str]) -> bool:
    """Whether Danish is asked for, as far as one can tell before anything is loaded."""
    line = " ".join(args)
    if "--lang" in line:
        return "--lang da" in line or "--lang=da" in line
    surroundings = (os.environ.get(name) for name in ("TAROK_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))
    return next(filter(None, surroundings), "")[:2].casefold() == "da"


@contextmanager
def remembering() -> Iterator[None]:
    """Until it is left, Ctrl-C is raised and remembered for :func:`not_interrupted`."""
    Interrupts.heard = 0

    def remember(_signal: int, _frame: FrameType | None) -> None:
        Interrupts.heard += 1
        raise KeyboardInterrupt

    with _handling(remember):
        yield


def not_interrupted() -> None:
    """Raises: KeyboardInterrupt where Ctrl-C was heard since the command began."""
    if Interrupts.heard:
        raise KeyboardInterrupt


def nothing_to_interrupt() -> None:
    """From now on Ctrl-C is not heard: the answer is given, and all that is left is to end."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _handling(handler: Handler) -> Iterator[None]:
    """Another handler for Ctrl-C, unless it is ignored or this is no thread that may set one."""
    mine = threading.current_thread() is threading.main_thread()
    if not mine or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _write(descriptor: int, text: str) -> None:
    with suppress(OSError):
        os.write(descriptor, text.encode())
