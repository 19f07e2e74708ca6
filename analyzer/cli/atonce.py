"""What is answered before there is a program: its version. Nothing that takes time is imported for it."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from analyzer.cli.screen import Unwritten, put


def at_once(args: Sequence[str]) -> int | None:
    """The exit status of a command line that is answered here; None for all others."""
    if sys.stdout is None or "--version" not in _before_a_command(args):
        return None
    from analyzer import __version__  # noqa: PLC0415 - that alone is asked

    try:
        put(sys.stdout, f"tarok-analyze {__version__}\n")
    except Unwritten as error:
        from analyzer.cli.failures import report_unwritten  # noqa: PLC0415 - seldom needed
        from analyzer.cli.surroundings import language_of  # noqa: PLC0415 - likewise

        return report_unwritten(error, language_of(args))
    return 0


def _before_a_command(args: Sequence[str]) -> Sequence[str]:
    """The options that stand before every other word."""
    for place, word in enumerate(args):
        if not word.startswith("-") and args[place - 1 : place] != ["--lang"]:
            return args[:place]
    return args
