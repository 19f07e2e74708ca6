"""The console entry point: one wrapper around every command, from exceptions to exit status."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

import analyzer.cli.deals
import analyzer.cli.proofs  # noqa: F401 - adds check, verify and compare to the program
from analyzer.cli.app import app
from analyzer.cli.failures import USAGE, report, report_bug, report_usage
from analyzer.cli.screen import put
from analyzer.errors import LimitReached, TarokError

INTERRUPTED_BY_TYPER = 130
"""What typer gives back for a Ctrl-C that no command caught."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line (without the program's name); the exit status."""
    args = list(sys.argv[1:] if argv is None else argv)
    try:
        status = app(args, prog_name="tarok-analyze", standalone_mode=False)
    except typer.TyperException as error:
        return _misused(error, args)
    except TarokError as error:
        return report(error, as_json="--json" in args)
    except (KeyboardInterrupt, typer.Abort):
        return _interrupted(args)
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
    return report(LimitReached("interrupted before anything was decided"), as_json="--json" in args)


if __name__ == "__main__":
    sys.exit(main())
