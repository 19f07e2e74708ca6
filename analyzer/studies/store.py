"""The store of a study: what was answered, in a sqlite file with one writer.

A chunk of deals is one transaction: it is there whole or not at all, whenever the program ends. Of each chunk
the exact sums are kept, and up to ten million deals what was answered of each.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from analyzer.errors import Unwritable, UsageError
from analyzer.inputs import note_files
from analyzer.messages import Verbatim, listed, say
from analyzer.studies.asking import DealTold, Values
from analyzer.studies.facts import Fact
from analyzer.studies.tally import Tally

STORE_FORMAT: Final = "tarok-study-store/1"
MOST_ROWS: Final = 10_000_000
"""Beyond so many deals only sums are kept, from which any chunk can be asked again."""

_TABLES: Final = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE chunks (first INTEGER PRIMARY KEY, count INTEGER NOT NULL, answered INTEGER NOT NULL,
                     seconds REAL NOT NULL);
CREATE TABLE sums (first INTEGER NOT NULL, facts TEXT NOT NULL, asked INTEGER NOT NULL, tallies TEXT NOT NULL,
                   PRIMARY KEY (first, facts)) WITHOUT ROWID;
CREATE TABLE deals (k INTEGER PRIMARY KEY, facts TEXT NOT NULL, answers TEXT NOT NULL);
"""
_MUST_AGREE: Final = ("format", "study", "rules", "core")


class StoreError(Unwritable):
    """A store that cannot be read or written."""


class DealGroup(NamedTuple):
    """The deals with the same facts: how many, and the answers to each question by its name."""

    facts: tuple[Fact, ...]
    asked: int
    tallies: Mapping[str, Tally]


class Store:
    """An open store."""

    def __init__(self, database: sqlite3.Connection, about: Mapping[str, str]) -> None:
        self._database = database
        self.about = about
        self.names: list[str] = json.loads(about["asks"])
        self.group_by: list[str] = json.loads(about["group_by"])
        self.count = int(about["count"])

    def gaps(self) -> Iterator[tuple[int, int]]:
        """The deals that are not answered yet: first and how many."""
        at = 0
        for first, count in self._database.execute("SELECT first, count FROM chunks ORDER BY first"):
            if first > at:
                yield at, first - at
            at = first + count
        if at < self.count:
            yield at, self.count - at

    def done(self) -> tuple[int, int]:
        """Deals that were asked, and those of them that were answered in full."""
        asked, answered = self._database.execute("SELECT sum(count), sum(answered) FROM chunks").fetchone()
        return asked or 0, answered or 0

    def add(self, told: Sequence[DealTold], seconds: float) -> None:
        """A chunk of deals that lie together; whole or not at all."""
        first = told[0].k
        answered = sum(each.answered for each in told)
        with _said(), self._database:
            self._database.execute(
                "INSERT INTO chunks VALUES (?, ?, ?, ?)", (first, len(told), answered, seconds)
            )
            self._database.executemany(
                "INSERT INTO sums VALUES (?, ?, ?, ?)",
                ((first, facts, asked, tallies) for facts, asked, tallies in _sums(told, self.names)),
            )
            if self.count <= MOST_ROWS:
                rows = ((each.k, json.dumps(each.facts), json.dumps(each.values)) for each in told)
                self._database.executemany("INSERT INTO deals VALUES (?, ?, ?)", rows)

    def groups(self) -> list[DealGroup]:
        """All that was answered, by facts, in their order."""
        found: dict[str, tuple[int, dict[str, Tally]]] = {}
        for facts, asked, tallies in self._database.execute("SELECT facts, asked, tallies FROM sums"):
            before, known = found.get(facts, (0, {name: Tally() for name in self.names}))
            for name, kept in json.loads(tallies).items():
                known[name].join(Tally.of(kept))
            found[facts] = before + asked, known
        groups = [DealGroup(tuple(json.loads(facts)), *each) for facts, each in found.items()]
        return sorted(groups, key=lambda group: [(isinstance(each, str), each) for each in group.facts])

    def rows(self) -> Iterator[tuple[int, list[Fact], list[Values]]]:
        """What was told of each deal, in order; nothing where only sums are kept."""
        for k, facts, answers in self._database.execute("SELECT k, facts, answers FROM deals ORDER BY k"):
            yield k, json.loads(facts), json.loads(answers)


def _sums(told: Sequence[DealTold], names: Sequence[str]) -> Iterator[tuple[str, int, str]]:
    by_facts: dict[str, list[DealTold]] = {}
    for each in told:
        by_facts.setdefault(json.dumps(each.facts), []).append(each)
    for facts, deals in by_facts.items():
        tallies = {name: Tally() for name in names}
        for each in deals:
            for name, values in zip(names, each.values, strict=True):
                for value in values:
                    tallies[name].add(value)
        yield facts, len(deals), json.dumps({name: each.plain() for name, each in tallies.items()})


@contextmanager
def open_store(path: Path, about: Mapping[str, str] | None = None) -> Iterator[Store]:
    """The store of a file; one that is not there is made where it is told what it is `about`.

    Raises: UsageError for a file that is no store, or one of another study, rules or core; StoreError.
    """
    if about is None and not path.is_file():
        told = say("there is no store {file}", file=Verbatim(path))
        raise UsageError(told, say("expected the file that `study run --store` has made"))
    with _said():
        database = sqlite3.connect(path, timeout=10)
    note_files([path])
    try:
        with _said():
            yield _opened(database, path, about)
    finally:
        database.close()


def _opened(database: sqlite3.Connection, path: Path, about: Mapping[str, str] | None) -> Store:
    try:
        kept = dict(database.execute("SELECT key, value FROM about"))
    except sqlite3.OperationalError:
        empty = not list(database.execute("SELECT name FROM sqlite_master"))
        if about is None or not empty:
            raise _no_store(path) from None
        database.execute("PRAGMA journal_mode=WAL")
        with database:
            database.executescript(f"BEGIN;{_TABLES}")
            database.executemany("INSERT INTO about VALUES (?, ?)", about.items())
        kept = dict(about)
    except sqlite3.DatabaseError:
        raise _no_store(path) from None
    if about is not None:
        _check_same(kept, about, path)
    return Store(database, kept)


def _no_store(path: Path) -> UsageError:
    told = say("{file} is no store of a study", file=Verbatim(path))
    return UsageError(told, say("expected the file that `study run --store` has made"))


def _check_same(kept: Mapping[str, str], about: Mapping[str, str], path: Path) -> None:
    """Raises: UsageError that says in what they differ."""
    other = [key for key in _MUST_AGREE if kept.get(key) != about[key]]
    if other:
        words = {
            "format": say("format"),
            "study": say("study file"),
            "rules": say("rules"),
            "core": say("core"),
        }
        differs = listed(words[key] for key in other)
        told = say("{file} is the store of another {what}", file=Verbatim(path), what=differs)
        raise UsageError(told, say("expected a new file, or the one this study began"))


@contextmanager
def _said() -> Iterator[None]:
    """Raises: StoreError for what the database says."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(say("the store cannot be used ({reason})", reason=Verbatim(error))) from error
