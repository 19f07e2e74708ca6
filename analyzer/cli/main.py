"""The console entry point. It is loaded before anything else, so that Ctrl-C is heard from the start.

The version is told here, before there is a program: nothing that takes time is imported for it.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from analyzer import __version__, cli
from analyzer.cli.interrupts import leaving_at_once, nothing_to_interrupt
from analyzer.cli.screen import Unwritten, put


def version_only(args: Sequence[str]) -> int | None:
    """The exit status of a command line that is answered here; None for all others."""
    if sys.stdout is None or "--version" not in _before_a_command(args):
        return None

    try:
        put(sys.stdout, f"tarok-analyze {__version__}\n")
    except Unwritten as error:
        return cli.failures.report_unwritten(error, cli.failures.language_of(args))
    return 0


def _before_a_command(args: Sequence[str]) -> Sequence[str]:
    """The options that stand before every other word."""
    for place, word in enumerate(args):
        if not word.startswith("-") and args[place - 1 : place] != ["--lang"]:
            return args[:place]
    return args


OBJECTS: Final = 200_000
"""New objects between two looks for garbage: what is loaded, 40,000, is none, and Python looks every 700."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line (without the program's name); the exit status.

    Without one it is that of the process, which ends with it.
    """
    args = list(sys.argv[1:] if argv is None else argv)
    with _seldom_collecting():
        with leaving_at_once(args):
            status = version_only(args)
            if status is None:
                from analyzer.cli.program import run  # noqa: PLC0415 - everything else is loaded here
        if status is None:
            status = run(args)
        if argv is None:
            nothing_to_interrupt()
            gc.freeze()  # a process that ends need not look for what could be given back
    return status


@contextmanager
def _seldom_collecting() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(max(OBJECTS, before[0]) if before[0] else 0, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


if __name__ == "__main__":
    sys.exit(main())
