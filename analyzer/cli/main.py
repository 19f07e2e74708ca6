"""The console entry point. It is loaded before anything else, so that Ctrl-C is heard from the start."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from analyzer.cli.interrupts import leaving_at_once, nothing_to_interrupt

OBJECTS: Final = 200_000
"""New objects between two looks for garbage: what is loaded, 40,000, is none, and Python looks every 700."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line (without the program's name); the exit status.

    Without one it is that of the process, which ends with it.
    """
    with _seldom_collecting():
        status = _run(list(sys.argv[1:] if argv is None else argv))
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


def _run(args: list[str]) -> int:
    with leaving_at_once(args):
        from analyzer.cli.atonce import at_once  # noqa: PLC0415

        status = at_once(args)
        if status is not None:
            return status
        from analyzer.cli.command import run  # noqa: PLC0415 - everything else is loaded here
    return run(args)


if __name__ == "__main__":
    sys.exit(main())
