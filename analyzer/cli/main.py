"""The console entry point. It is loaded before anything else, so that Ctrl-C is heard from the start."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from analyzer.cli.interrupts import leaving_at_once


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line (without the program's name); the exit status."""
    args = list(sys.argv[1:] if argv is None else argv)
    with leaving_at_once(args):
        from analyzer.cli.atonce import at_once  # noqa: PLC0415

        status = at_once(args)
        if status is not None:
            return status
        from analyzer.cli.command import run  # noqa: PLC0415 - everything else is loaded here
    return run(args)


if __name__ == "__main__":
    sys.exit(main())
