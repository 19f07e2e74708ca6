"""Files that are written: whole or not at all, and never over one that was read."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from analyzer.errors import Unwritable, reason_of
from analyzer.filesread import was_read
from analyzer.messages import Message, Verbatim, say


def write_file(path: Path, content: str | bytes) -> Message | None:
    """Write into a file; why not, where that cannot be done."""
    written = content.encode() if isinstance(content, str) else content
    try:
        with whole_file(path) as beside:
            beside.write_bytes(written)
    except Unwritable as refused:
        return refused.message
    return None


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A file beside to write into; it takes the name when all is written. Until then what was there stays.

    What is no file of a disk, such as a pipe, is written into as it is.
    Raises: Unwritable for what was read, and where it cannot be written.
    """
    check_output(path)
    try:
        if path.exists() and not path.is_file():
            yield path
            return
        with _beside(path.resolve()) as beside:
            yield beside
    except OSError as error:
        raise unwritable(path, error) from error


def check_output(path: Path) -> None:
    """Raises: Unwritable for a file that was read."""
    if was_read(path):
        raise Unwritable(say("cannot write {file}: it is what was read", file=Verbatim(path)))


def unwritable(path: Path, error: OSError) -> Unwritable:
    """That a file cannot be written, and why."""
    return Unwritable(say("cannot write {file}: {why}", file=Verbatim(path), why=reason_of(error)))


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        yield beside
        if path.exists():
            shutil.copymode(path, beside)
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
