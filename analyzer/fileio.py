"""Files read and written: whole or not at all, never over one that was read, by one program at a time."""

from __future__ import annotations

import os
import platform
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, BinaryIO, Final

from analyzer.errors import Unwritable, reason_of
from analyzer.messages import Message, Verbatim, say

# Files that are read and written: whole or not at all, and never over one that was read.


# The files that were read since a command began, so that none of them is written over.
#
# A file is known by device and inode: links to it, and standard input that comes from it, are the same file.


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


# Files that are written: whole or not at all, and never over one that was read.


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
        with _temporary_path(path.resolve()) as beside:
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
def _temporary_path(path: Path) -> Iterator[Path]:
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


# A file that one program writes at a time, whoever else would.


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
