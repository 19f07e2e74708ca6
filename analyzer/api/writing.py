"""Answers that are written into files."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from analyzer.errors import reason_of
from analyzer.messages import Message, Verbatim, say


def write_file(path: Path, text: str, source: str | None = None) -> Message | None:
    """Write text into a file, never over the `source` it was made from; why not, where that cannot be done.

    What stood there before stands there until all of the text is written.
    """
    try:
        if source is not None and path.exists() and path.samefile(source):
            return say("cannot write {file}: it is what was read", file=Verbatim(path))
    except OSError:
        pass  # standard input, or a file that is gone
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")
        else:
            _replace(path.resolve(), text)
    except OSError as error:
        return say("cannot write {file}: {why}", file=Verbatim(path), why=reason_of(error))
    return None


def _replace(path: Path, text: str) -> None:
    """Write a file beside, and give it the name when it is whole."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError:
        with suppress(OSError):
            beside.unlink()
        raise
