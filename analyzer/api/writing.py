"""Answers that are written into files."""

from __future__ import annotations

from pathlib import Path

from analyzer.errors import UsageError, reason_of
from analyzer.messages import Verbatim, say


def write_file(path: Path, text: str) -> None:
    """Write text into a file. Raises: UsageError where that cannot be done."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(
            say("cannot write {file}: {why}", file=Verbatim(path), why=reason_of(error))
        ) from error
