"""A file that one program writes at a time, whoever else would."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from analyzer.errors import Unwritable, reason_of
from analyzer.messages import Verbatim, say

if sys.platform == "win32":
    import msvcrt

    def _take(file: IO[str]) -> None:
        """Raises: OSError where somebody has it."""
        file.seek(1 << 20)  # behind the text, which others read
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)
else:
    import fcntl

    def _take(file: IO[str]) -> None:
        """Raises: OSError where somebody has it."""
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def only_writer(path: Path) -> Iterator[None]:
    """While a file is written. Raises: Unwritable where somebody else writes it, with who that is."""
    beside = path.with_name(f"{path.name}.lock")
    with _taken(path, beside) as file:
        file.truncate(0)
        file.write(f"process {os.getpid()} on {platform.node()}\n")
        file.flush()
        try:
            yield
        finally:
            with suppress(OSError):  # before it is let go: whoever takes a file that is gone has no lock
                beside.unlink()


def _taken(path: Path, beside: Path) -> IO[str]:
    """The lock, taken. Raises: Unwritable."""
    while True:
        try:
            file = beside.open("a+", encoding="utf-8")
        except OSError as error:
            told = say("cannot write {file}: {why}", file=Verbatim(path), why=reason_of(error))
            raise Unwritable(told) from error
        try:
            _take(file)
        except OSError:
            with file:
                file.seek(0)
                who = Verbatim(file.read().strip() or "?")
            raise Unwritable(say("{file} is being written by {who}", file=Verbatim(path), who=who)) from None
        if beside.exists() and os.path.samestat(os.fstat(file.fileno()), beside.stat()):
            return file
        file.close()  # whoever had it has just let it go, and it away
