"""The files that were read since a command began, so that none of them is written over.

A file is known by device and inode: links to it, and standard input that comes from it, are the same file.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from analyzer.messages import say

_READ: Final[set[tuple[int, int]]] = set()


def begin() -> None:
    """Forget what was read: a command begins."""
    _READ.clear()


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """A file open for reading, `-` for standard input, remembered as read.

    Raises: OSError; ValueError where standard input is closed.
    """
    if path != "-":
        with Path(path).open("rb") as file:
            _note(file)
            yield file
        return
    if sys.stdin is None:  # Python's way to say that it was closed before the program began
        raise ValueError(say("standard input is closed"))
    _note(sys.stdin.buffer)
    yield sys.stdin.buffer


def _note(file: BinaryIO) -> None:
    with suppress(OSError, ValueError):
        _keep(os.fstat(file.fileno()))


def note_files(paths: Iterable[Path]) -> None:
    """Remember files that are read later, or not by us."""
    for path in paths:
        with suppress(OSError, ValueError):
            _keep(path.stat())


def was_read(path: Path) -> bool:
    """Whether a path leads to a file that was read."""
    try:
        told = path.stat()
    except (OSError, ValueError):
        return False
    return (told.st_dev, told.st_ino) in _READ


def _keep(told: os.stat_result) -> None:
    """Remember a file; what is none of a disk has nothing to lose."""
    if stat.S_ISREG(told.st_mode):
        _READ.add((told.st_dev, told.st_ino))
