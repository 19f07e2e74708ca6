"""One wrapper around every command, from exceptions to exit status."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

import analyzer.cli.commands.compose
import analyzer.cli.commands.deals
import analyzer.cli.commands.decide
import analyzer.cli.commands.proofs  # noqa: F401 - adds check, verify and compare to the program
from analyzer.cli.commands.app import app
from analyzer.cli.failures import USAGE, report, report_bug, report_unwritten, report_usage
from analyzer.cli.interrupts import MESSAGE, remembering
from analyzer.cli.screen import Unwritten, put
from analyzer.errors import LimitReached, TarokError

INTERRUPTED_BY_TYPER = 130
"""What typer gives back for a Ctrl-C that no command caught."""


def run(args: Sequence[str]) -> int:
    """Run one command line (without the program's name); the exit status."""
    if sys.stdout is None:  # Python's way to say that it was closed before the program began
        return report_unwritten(Unwritten("standard output is closed"))
    try:
        return _run(args)
    except OSError as error:
        # Help and usage are not written by us, and only reading and writing files by name names the file.
        return report_unwritten(error) if error.filename is None else report_bug(error)
    except Unwritten as error:
        return report_unwritten(error)


def _run(args: Sequence[str]) -> int:
    try:
        with remembering():
            status = app(list(args), prog_name="tarok-analyze", standalone_mode=False)
    except typer.TyperException as error:
        return _misused(error, args)
    except Unwritten:
        raise
    except TarokError as error:
        return report(error, as_json="--json" in args)
    except (KeyboardInterrupt, typer.Abort):
        return _interrupted(args)
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever is left is a bug, and the user deserves one line
        return report_bug(error)
    return _interrupted(args) if status == INTERRUPTED_BY_TYPER else int(status or 0)


def _misused(error: typer.TyperException, args: Sequence[str]) -> int:
    """No command, an unknown one, or options that do not fit."""
    message = error.format_message()
    if not args:
        put(sys.stdout, f"{message}\n")
        return USAGE
    hint = "tarok-analyze --help shows how it is used"
    return report_usage(f"{message.rstrip('.')}; {hint}", as_json="--json" in args)


def _interrupted(args: Sequence[str]) -> int:
    return report(LimitReached(MESSAGE), as_json="--json" in args)
