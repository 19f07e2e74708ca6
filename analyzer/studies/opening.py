"""Opening a store: to be written by one at a time, or to be read only, wherever it lies."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.request import pathname2url

from analyzer.api.files.onewriter import only_writer
from analyzer.errors import UsageError
from analyzer.filesread import note_files
from analyzer.messages import Verbatim, listed, say
from analyzer.studies.store import (
    STORE_FORMAT,
    TABLES,
    Store,
    StoreError,
    as_text,
    damaged,
    partly_damaged,
    said,
)

_SEAL: Final = "seal"
"""The key of the digest of all others of `about`."""
_MUST_AGREE: Final = {"study": say("study file"), "rules": say("rules"), "core": say("core")}
_ANY_FORMAT: Final = STORE_FORMAT.rpartition("/")[0].encode()


@contextmanager
def writable_store(path: Path, about: Mapping[str, str]) -> Iterator[Store]:
    """The store of a file, made where it is not there, for one writer at a time.

    Raises: UsageError for a file that is no store, or one of another study, rules or core; StoreError for one
    that is damaged or cannot be written; Unwritable where somebody else writes it.
    """
    with only_writer(path):
        with said(path):
            database = sqlite3.connect(path, timeout=10)
        database.text_factory = as_text
        with closing(database), said(path):
            if _is_empty(database, path):
                _make(database, about)
            store = _store(database, path)
            _check_same(store.about, about, path)
            _check_whole(store)
            yield store


@contextmanager
def readable_store(path: Path, *, whole: bool = True) -> Iterator[Store]:
    """The store of a file, which is not changed and need not lie where anything can be written.

    With `whole` a damaged one is refused. Raises: UsageError for a file that is no store; StoreError.
    """
    if not path.is_file():
        told = say("the store {file} does not exist", file=Verbatim(path))
        raise UsageError(told, say("expected the file that `study run --store` has made"))
    note_files([path])
    with ExitStack() as stack, said(path):
        store = _store(_to_read(path, stack), path)
        if whole:
            _check_whole(store)
        yield store


def _to_read(path: Path, stack: ExitStack) -> sqlite3.Connection:
    """A database to be read only, from a place where nothing can be written too.

    What a program that was killed left in the log beside it belongs to it; where that cannot be read in its
    place, both are read from a copy. Who opens one without a log as if to write leaves none behind.
    """
    log = path.with_name(f"{path.name}-wal")
    logged = log.is_file() and log.stat().st_size > 0
    try:
        return _connected(path, "mode=ro" if logged else "mode=rw", stack)
    except sqlite3.OperationalError:
        if not logged:
            return _connected(path, "immutable=1", stack)
    copy = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "store"
    shutil.copyfile(path, copy)
    shutil.copyfile(log, copy.with_name("store-wal"))
    return _connected(copy, "mode=rw", stack)


def _connected(path: Path, how: str, stack: ExitStack) -> sqlite3.Connection:
    database = sqlite3.connect(f"file:{pathname2url(str(path.absolute()))}?{how}", uri=True, timeout=10)
    stack.enter_context(closing(database))
    database.text_factory = as_text
    database.execute("PRAGMA query_only = 1")
    try:
        database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise
        raise _unknown(path) from error
    return database


def _is_empty(database: sqlite3.Connection, path: Path) -> bool:
    try:
        return not list(database.execute("SELECT name FROM sqlite_master"))
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        raise _unknown(path) from error


def _unknown(path: Path) -> UsageError | StoreError:
    """Of a file that is no database: what it is, as far as can be seen."""
    with path.open("rb") as file:
        if _ANY_FORMAT in file.read(1 << 20):
            return damaged(path, [say("it is no longer a database")])
    return _no_store(path)


def _no_store(path: Path) -> UsageError:
    told = say("{file} is not a store of a study", file=Verbatim(path))
    return UsageError(told, say("expected the file that `study run --store` has made"))


def _make(database: sqlite3.Connection, about: Mapping[str, str]) -> None:
    database.execute("PRAGMA journal_mode=WAL")
    with database:
        database.executescript(f"BEGIN;{TABLES}")
        every = {**about, _SEAL: _seal(about)}
        database.executemany("INSERT INTO about VALUES (?, ?)", every.items())


def _seal(about: Mapping[str, str]) -> str:
    """The digest of what the study is; the core is held against ours where anything is added."""
    told = {key: value for key, value in about.items() if key not in (_SEAL, "core")}
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _store(database: sqlite3.Connection, path: Path) -> Store:
    """The store of a database. Raises: UsageError for another one; StoreError for one that is damaged.

    The seal leaves out the core, which must be a digest all the same.
    """
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if "about" not in tables:
        raise _no_store(path)
    kept = dict(database.execute("SELECT key, value FROM about"))
    if kept.get("format", "").startswith(_ANY_FORMAT.decode()) and kept["format"] != STORE_FORMAT:
        told = say(
            "{file} is a store of another format, {format}",
            file=Verbatim(path),
            format=Verbatim(kept["format"]),
        )
        raise UsageError(told, say("expected {format}", format=Verbatim(STORE_FORMAT)))
    try:
        if kept[_SEAL] == _seal(kept) and bytes.fromhex(kept["core"]):
            return Store(database, kept, path)
    except (KeyError, ValueError, TypeError):
        pass
    raise damaged(path, [say("what the study is")])


def _check_whole(store: Store) -> None:
    wrong = store.damage()
    if wrong:
        raise partly_damaged(store.path, wrong)


def _check_same(kept: Mapping[str, str], about: Mapping[str, str], path: Path) -> None:
    """Raises: UsageError that says in what they differ."""
    other = [said for key, said in _MUST_AGREE.items() if kept.get(key) != about[key]]
    if other:
        told = say("{file} is the store of another {what}", file=Verbatim(path), what=listed(other))
        raise UsageError(told, say("expected a new file, or the one this study began"))
