"""What is answered before there is a program: the version, and the shell's questions about completion.

Nothing that takes time is imported for it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final

from analyzer.cli.screen import Unwritten, put

COMPLETING: Final = "TAROK_COMPLETE"
"""The variable of the environment in which a shell names itself that asks what may stand next."""
_VERSION: Final = "--version"
_COMPLETION: Final = ("--install-completion", "--show-completion")


def at_once(args: Sequence[str]) -> int | None:
    """The exit status of a command line that is answered here; None for all others."""
    if sys.stdout is None:
        return None
    asked = _asked_first(args)
    completing = bool(os.environ.get(COMPLETING))
    if not asked and not completing:
        return None
    try:
        put(sys.stdout, _version() if _VERSION in asked[:1] and not completing else _completion(args, asked))
    except Exception as error:
        from analyzer.cli.failures import report, report_unwritten  # noqa: PLC0415
        from analyzer.cli.surroundings import language_of  # noqa: PLC0415
        from analyzer.errors import TarokError  # noqa: PLC0415

        if isinstance(error, Unwritten):
            return report_unwritten(error, language_of(args))
        if isinstance(error, TarokError):
            return report(error, language_of(args), as_json=False)
        raise
    return 0


def _asked_first(args: Sequence[str]) -> Sequence[str]:
    """The first of the options that are answered here, and the word behind it; or nothing."""
    for place, word in enumerate(args):
        if word == _VERSION or word in _COMPLETION:
            return args[place : place + 2]
        if not word.startswith("-") and args[place - 1 : place] != ["--lang"]:
            break
    return ()


def _version() -> str:
    from analyzer import __version__  # noqa: PLC0415

    return f"tarok-analyze {__version__}\n"


def _completion(args: Sequence[str], asked: Sequence[str]) -> str:
    """What a shell asks, or what it needs to ask: one of the options, and the shell's name behind it."""
    from analyzer.cli.surroundings import language_of  # noqa: PLC0415

    if os.environ.get(COMPLETING):
        from analyzer.cli.completion import answered  # noqa: PLC0415

        return answered(args, language_of(args))
    from analyzer.cli.shells import completion_text  # noqa: PLC0415

    return completion_text(asked, language_of(args))
