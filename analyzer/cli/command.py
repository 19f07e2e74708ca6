"""One wrapper around every command, from exceptions to exit status."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from analyzer.cli.failures import USAGE, report, report_bug, report_unwritten
from analyzer.cli.interrupts import remembering
from analyzer.cli.misuse import misused
from analyzer.cli.program import run_program
from analyzer.cli.screen import Unwritten, put
from analyzer.cli.surroundings import language_of
from analyzer.errors import LimitReached, TarokError
from analyzer.inputs import begin
from analyzer.messages import say

INTERRUPTED_BY_TYPER = 130
"""What typer gives back for a Ctrl-C that no command caught."""


def run(args: Sequence[str]) -> int:
    """Run one command line (without the program's name); the exit status."""
    if sys.stdout is None:  # Python's way to say that it was closed before the program began
        return report_unwritten(Unwritten(say("standard output is closed")), language_of(args))
    try:
        return _run(args)
    except OSError as error:
        # Help and usage are not written by us, and only reading and writing files by name names the file.
        lang = language_of(args)
        return report_unwritten(error, lang) if error.filename is None else report_bug(error, lang)
    except Unwritten as error:
        return report_unwritten(error, language_of(args))


def _run(args: Sequence[str]) -> int:
    begin()
    try:
        with remembering():
            status = run_program(args, language_of(args))
    except typer.TyperException as error:
        return _misused(error, args)
    except Unwritten:
        raise
    except TarokError as error:
        return report(error, language_of(args), as_json="--json" in args)
    except (KeyboardInterrupt, typer.Abort):
        return _interrupted(args)
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever is left is a bug, and the user deserves one line
        return report_bug(error, language_of(args))
    return _interrupted(args) if status == INTERRUPTED_BY_TYPER else int(status or 0)


def _misused(error: typer.TyperException, args: Sequence[str]) -> int:
    """No command, an unknown one, or options that do not fit."""
    if not args:
        put(sys.stdout, f"{error.format_message()}\n")
        return USAGE
    return report(misused(error, args), language_of(args), as_json="--json" in args)


def _interrupted(args: Sequence[str]) -> int:
    # Where the interrupt broke off a text that Python ran, as dataclasses are made of texts, Python ends
    # itself by the signal though all was caught; running another text makes it forget that.
    exec("")  # noqa: S102 - nothing is run
    return report(
        LimitReached(say("interrupted before anything was decided")),
        language_of(args),
        as_json="--json" in args,
    )
