"""Answers that are written into files."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from analyzer.errors import reason_of
from analyzer.messages import Message, Verbatim, say


def write_file(path: Path, content: str | bytes, source: str | None = None) -> Message | None:
    """Write into a file, never over the `source` it was made from; why not, where that cannot be done.

    What stood there before stands there until all of it is written.
    """
    written = content.encode() if isinstance(content, str) else content
    if source is not None and (taken := what_is_read(path, source)) is not None:
        return taken
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(written)
        else:
            _replace(path.resolve(), written)
    except OSError as error:
        return say("cannot write {file}: {why}", file=Verbatim(path), why=reason_of(error))
    return None


def what_is_read(path: Path, source: str) -> Message | None:
    """That a file is what is read, itself or as one of a folder; None where it is not."""
    with suppress(OSError):  # standard input, or a file that is gone
        if path.exists() and any(path.samefile(each) for each in (Path(source), *_files_in(source))):
            return say("cannot write {file}: it is what was read", file=Verbatim(path))
    return None


def _files_in(source: str) -> list[Path]:
    return list(Path(source).iterdir()) if Path(source).is_dir() else []


def _replace(path: Path, content: bytes) -> None:
    """Write a file beside, and give it the name when it is whole."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    except OSError:
        with suppress(OSError):
            beside.unlink()
        raise
