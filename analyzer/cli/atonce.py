"""What is answered before there is a program: the version, and the shell's questions about completion.

Nothing that takes time is imported for it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final

from analyzer.cli.failures import DONE, report, report_unwritten
from analyzer.cli.screen import Unwritten, put
from analyzer.cli.surroundings import language_of
from analyzer.errors import TarokError

COMPLETING: Final = "TAROK_COMPLETE"
"""The variable of the environment in which a shell names itself that asks what may stand next."""
_VERSION: Final = "--version"
_COMPLETION: Final = ("--install-completion", "--show-completion")


def at_once(args: Sequence[str]) -> int | None:
    """The exit status of a command line that is answered here; None for all others."""
    if sys.stdout is None:
        return None
    try:
        text = _text(args)
        if text is None:
            return None
        put(sys.stdout, text)
    except TarokError as error:
        return report(error, language_of(args), as_json=False)
    except Unwritten as error:
        return report_unwritten(error, language_of(args))
    return DONE


def _text(args: Sequence[str]) -> str | None:
    if os.environ.get(COMPLETING):
        from analyzer.cli.completion import answered  # noqa: PLC0415

        return answered(args, language_of(args))
    for place, word in enumerate(args):
        if word == _VERSION:
            from analyzer import __version__  # noqa: PLC0415

            return f"tarok-analyze {__version__}\n"
        if word in _COMPLETION:
            from analyzer.cli.shells import completion_text  # noqa: PLC0415

            return completion_text(args[place : place + 2], language_of(args))
        if not word.startswith("-") and args[place - 1 : place] != ["--lang"]:
            return None
    return None
