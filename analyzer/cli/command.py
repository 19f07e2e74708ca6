"""One wrapper around every command, from exceptions to exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import typer

import analyzer.cli.commands.compose
import analyzer.cli.commands.deals
import analyzer.cli.commands.decide
import analyzer.cli.commands.proofs  # noqa: F401 - adds check, verify and compare to the program
from analyzer.cli.commands.app import app
from analyzer.cli.failures import USAGE, report, report_bug, report_unwritten
from analyzer.cli.interrupts import remembering
from analyzer.cli.screen import Unwritten, put
from analyzer.errors import LimitReached, TarokError
from analyzer.messages import LANGUAGES, Verbatim, say
from analyzer.report.style.language import language

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
        return report(error, _language(args), as_json="--json" in args)
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
    said = say("{misuse}; tarok-analyze --help shows how it is used", misuse=Verbatim(message.rstrip(".")))
    return report(TarokError(said), _language(args), as_json="--json" in args)


def _language(args: Sequence[str]) -> str:
    """The language of an error: the one asked for, else that of the surroundings."""
    for word, after in zip(args, [*args[1:], ""], strict=True):
        chosen = after if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and chosen in LANGUAGES:
            return chosen
    return language(os.environ)


def _interrupted(args: Sequence[str]) -> int:
    return report(
        LimitReached(say("interrupted before anything was decided")),
        _language(args),
        as_json="--json" in args,
    )
