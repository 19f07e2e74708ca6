"""The store of a study: its answers, in a sqlite file with one writer."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.request import pathname2url

from analyzer.errors import Unwritable, UsageError
from analyzer.fileio import note_files, only_writer
from analyzer.many.asks import DealTold, Values
from analyzer.many.progress import Progress
from analyzer.many.record import OTHER_CORE, differences, refuse
from analyzer.many.study import Fact, Study
from analyzer.many.tally import Tally
from analyzer.messages import Message, Several, Verbatim, listed, say
from analyzer.search.engine.native import core_digest

# The store of a study: its answers, in a sqlite file with one writer.
#
# A chunk of deals is one transaction: the file contains it completely or not at all, whenever the program
# ends. For each chunk the store keeps the exact sums and, up to ten million deals, the answers to each deal.
# A digest of both reveals any later change of the file when it is opened.


STORE_FORMAT: Final = "tarok-study-store/3"
MOST_ROWS: Final = 10_000_000
"""The most deals whose answers are kept; a larger study keeps only sums, and can ask any chunk again."""

TABLES: Final = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE chunks (first INTEGER PRIMARY KEY, count INTEGER NOT NULL, answered INTEGER NOT NULL,
                     seconds REAL NOT NULL, digest TEXT NOT NULL);
CREATE TABLE sums (first INTEGER NOT NULL, facts TEXT NOT NULL, asked INTEGER NOT NULL, tallies TEXT NOT NULL,
                   PRIMARY KEY (first, facts)) WITHOUT ROWID;
CREATE TABLE deals (k INTEGER PRIMARY KEY, facts TEXT NOT NULL, answers TEXT NOT NULL);
"""
_CHUNKS: Final = (
    "SELECT first, count, answered, digest FROM chunks ORDER BY first",
    "SELECT first, count, answered, digest FROM chunks ORDER BY first DESC",
)
"""The list of chunks from both ends, in case the middle is unreadable."""
_TOLD: Final = 5
"""The most damaged parts that a message lists."""


def about_study(study: Study) -> dict[str, str]:
    """Return the description of a study that its store keeps, by key."""
    return {
        "format": STORE_FORMAT,
        "study": study.digest,
        "rules": study.rules.identity["digest"],
        "core": core_digest(),
        "title": study.title,
        "ruleset": study.rules.name,
        "count": str(study.count),
        "asks": json.dumps([ask.name for ask in study.asks]),
        "group_by": json.dumps(study.group_by),
        "told": json.dumps(study.told, ensure_ascii=False),
    }


class StoreError(Unwritable):
    """A store that cannot be read or written."""


def as_text(raw: bytes) -> str:
    """Return the text of a value; damaged bytes are replaced, so the text differs from what was written."""
    return raw.decode("utf-8", "replace")


class StoredChunk(NamedTuple):
    """Consecutive deals that were stored together."""

    first: int
    size: int
    answered: int
    digest: str

    @property
    def deals_message(self) -> Message:
        """The numbers of the first and the last deal."""
        return say("deals {first} to {last}", first=self.first, last=self.first + self.size - 1)


class DealGroup(NamedTuple):
    """The deals with equal facts: their number, and a tally of the answers to each question by name."""

    facts: tuple[Fact, ...]
    asked: int
    tallies: Mapping[str, Tally]


class Store:
    """An open store."""

    def __init__(self, database: sqlite3.Connection, about: Mapping[str, str], path: Path) -> None:
        """Read the description of the store. Raises: ValueError or KeyError if it is not that of a store."""
        self._database = database
        self.path = path
        self.about = about
        self.names: list[str] = json.loads(about["asks"])
        self.group_by: list[str] = json.loads(about["group_by"])
        self.count = int(about["count"])

    def _rows(self, words: str, *kinds: type, of: Sequence[int] = ()) -> Iterator[Any]:
        """Yield the rows of a query. Raises: sqlite3.Error if a value has the wrong type or is unreadable."""
        for row in self._database.execute(words, of):
            if tuple(map(type, row)) != kinds:
                raise sqlite3.DataError("a value is of another kind")
            yield row

    def gaps(self) -> Iterator[tuple[int, int]]:
        """Yield the ranges of deals that are not answered yet: the first deal, and the number of deals."""
        at = 0
        for first, count in self._rows("SELECT first, count FROM chunks ORDER BY first", int, int):
            if first > at:
                yield at, first - at
            at = first + count
        if at < self.count:
            yield at, self.count - at

    def progress(self) -> Progress:
        """Return the number of deals asked, and the number of those not answered in full."""
        asked, answered = self._database.execute("SELECT sum(count), sum(answered) FROM chunks").fetchone()
        return Progress(asked or 0, self.count, (asked or 0) - (answered or 0))

    def seconds(self) -> float:
        """Return the seconds of search, summed over all workers."""
        [(seconds,)] = self._rows("SELECT total(seconds) FROM chunks", float)
        return float(seconds)

    def add(self, told: Sequence[DealTold], seconds: float) -> None:
        """Store a chunk of consecutive deals, completely or not at all; `seconds` is the time it took."""
        first, answered = told[0].k, sum(each.answered for each in told)
        sums = _sums(told, self.names)
        rows = (
            [(each.k, json.dumps(each.facts), json.dumps(each.values)) for each in told] if self.keeps else []
        )
        digest = _digest((first, len(told), answered), sums, rows)
        with convert_errors(self.path), self._database:
            self._database.execute(
                "INSERT INTO chunks VALUES (?, ?, ?, ?, ?)", (first, len(told), answered, seconds, digest)
            )
            self._database.executemany(
                "INSERT INTO sums VALUES (?, ?, ?, ?)", ((first, *each) for each in sums)
            )
            self._database.executemany("INSERT INTO deals VALUES (?, ?, ?)", rows)

    @property
    def keeps(self) -> bool:
        """True if the store keeps the answers to each deal in addition to the sums."""
        return self.count <= MOST_ROWS

    def chunks(self) -> Iterator[StoredChunk]:
        """Yield every chunk that is readable, in order."""
        found: dict[int, StoredChunk] = {}
        for words in _CHUNKS:
            with suppress(sqlite3.Error):
                for each in self._rows(words, int, int, int, str):
                    found[each[0]] = StoredChunk(*each)
        yield from (found[first] for first in sorted(found))

    def is_whole(self, chunk: StoredChunk) -> bool:
        """Return True if a chunk is unchanged since it was stored."""
        try:
            return chunk.digest == _digest(chunk[:3], self._kept_sums(chunk), self._deals(chunk))
        except sqlite3.Error:
            return False

    def agrees(self, chunk: StoredChunk) -> bool:
        """Return True if the sums of a chunk equal those of its deals."""
        told = [DealTold(k, tuple(facts), tuple(values)) for k, facts, values in self.rows(chunk)]
        return not self.keeps or _sums(told, self.names) == list(self._kept_sums(chunk))

    def _kept_sums(self, chunk: StoredChunk) -> Iterator[tuple[str, int, str]]:
        words = "SELECT facts, asked, tallies FROM sums WHERE first = ? ORDER BY facts"
        yield from self._rows(words, str, int, str, of=(chunk.first,))

    def _deals(self, chunk: StoredChunk) -> Iterator[tuple[int, str, str]]:
        between = chunk.first, chunk.first + chunk.size
        words = "SELECT k, facts, answers FROM deals WHERE k >= ? AND k < ? ORDER BY k"
        yield from self._rows(words, int, str, str, of=between)

    def rows(self, chunk: StoredChunk) -> Iterator[tuple[int, list[Fact], list[Values]]]:
        """Yield number, facts and answers of each deal of a chunk; nothing if only sums are kept."""
        for k, facts, answers in self._deals(chunk):
            yield k, json.loads(facts), json.loads(answers)

    def damage(self) -> list[Message]:
        """Return messages about the parts that have changed since they were stored."""
        chunks = list(self.chunks())
        found = [chunk.deals_message for chunk in chunks if not self.is_whole(chunk)]
        lapped = any(one.first + one.size > other.first for one, other in pairwise(chunks))
        if lapped or self._counted() != (len(chunks), sum(each.size for each in chunks if self.keeps)):
            found.append(say("the list of chunks"))
        return found

    def _counted(self) -> tuple[int, int] | None:
        """Return the number of chunks with sums, and of deals; None if they cannot be counted."""
        try:
            [(sums, deals)] = self._database.execute(
                "SELECT (SELECT count(DISTINCT first) FROM sums), (SELECT count(*) FROM deals)"
            )
        except sqlite3.Error:
            return None
        return sums, deals

    def groups(self) -> list[DealGroup]:
        """Return the deals grouped by their facts, in the order of the facts."""
        found: dict[str, tuple[int, dict[str, Tally]]] = {}
        words = "SELECT facts, asked, tallies FROM sums"
        for facts, asked, tallies in self._rows(words, str, int, str):
            before, known = found.get(facts, (0, {name: Tally() for name in self.names}))
            for name, kept in json.loads(tallies).items():
                known[name].join(Tally.from_stored(kept))
            found[facts] = before + asked, known
        groups = [DealGroup(tuple(json.loads(facts)), *each) for facts, each in found.items()]
        return sorted(groups, key=lambda group: [(isinstance(each, str), each) for each in group.facts])


def _sums(told: Sequence[DealTold], names: Sequence[str]) -> list[tuple[str, int, str]]:
    """Return the sums of deals: for each set of facts the number of deals, and the tallies by question."""
    by_facts: dict[str, list[DealTold]] = {}
    for each in told:
        by_facts.setdefault(json.dumps(each.facts), []).append(each)
    found: list[tuple[str, int, str]] = []
    for facts, deals in by_facts.items():
        tallies = {name: Tally() for name in names}
        for each in deals:
            for name, values in zip(names, each.values, strict=True):
                tallies[name].add(values)
        found.append((facts, len(deals), json.dumps({name: each.plain() for name, each in tallies.items()})))
    return sorted(found)


def _digest(head: Sequence[int], sums: Iterable[Sequence[object]], deals: Iterable[Sequence[object]]) -> str:
    """Return the digest of a chunk."""
    whole = sha256()
    for part in ([head], sums, deals):
        for row in part:
            whole.update("\0".join(map(str, row)).encode() + b"\n")
        whole.update(b"\n")
    return whole.hexdigest()


@contextmanager
def convert_errors(path: Path) -> Iterator[None]:
    """Convert the errors of the database. Raises: StoreError."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise StoreError(say("the store cannot be used ({reason})", reason=Verbatim(error))) from error
    except sqlite3.Error as error:
        raise damaged(path, [Verbatim(error)]) from error
    except UnicodeDecodeError as error:  # a damaged name in an error message of SQLite
        raise damaged(path, [say("it is no longer a database")]) from error


def damaged(path: Path, what: Sequence[Message | Verbatim]) -> StoreError:
    """Return the error for a store that is damaged and cannot be read."""
    return StoreError(say("the store {file} is damaged: {what}", file=Verbatim(path), what=_few(what)))


def partly_damaged(path: Path, what: Sequence[Message | Verbatim]) -> StoreError:
    """Return the error for a partly damaged store; an export leaves the damaged parts out."""
    told = say(
        "the store {file} is damaged: {what}; `study export` writes what is whole in it",
        file=Verbatim(path), what=_few(what),
    )  # fmt: skip
    return StoreError(told)


def export_lacks(path: Path, missing: Sequence[Message]) -> Message:
    """Return the message that a table lacks the damaged parts of a store."""
    return say(
        "the store {file} is damaged, and the table lacks {what}", file=Verbatim(path), what=_few(missing)
    )


def _few(what: Sequence[Message | Verbatim]) -> Several:
    return listed([*what[:_TOLD], *([Verbatim("...")] if len(what) > _TOLD else [])])


# Opening a store: for one writer at a time, or only to read, even from a read-only place.


_SEAL: Final = "seal"
"""The key of `about` that holds the digest of all other keys except `core`."""
_ANY_FORMAT: Final = STORE_FORMAT.rpartition("/")[0].encode()


@contextmanager
def writable_store(path: Path, about: Mapping[str, str]) -> Iterator[Store]:
    """Open the store of a file for one writer at a time, and create it if it does not exist.

    Raises: UsageError if the file is not a store, or has a different study, rules or core; StoreError if it
    is damaged or cannot be written; Unwritable if another process writes it.
    """
    with only_writer(path):
        with convert_errors(path):
            database = sqlite3.connect(path, timeout=10)
        database.text_factory = as_text
        with closing(database), convert_errors(path):
            if _is_empty(database, path):
                _make(database, about)
            store = _store(database, path)
            _check_same(store.about, about, path)
            _check_whole(store)
            yield store


@contextmanager
def readable_store(path: Path, *, whole: bool = True) -> Iterator[Store]:
    """Open the store of a file only to read it, even from a folder without write access.

    Raises: UsageError if the file is not a store; StoreError if it cannot be read, or if it is damaged and
    `whole` is True.
    """
    if not path.is_file():
        told = say("the store {file} does not exist", file=Verbatim(path))
        raise UsageError(told, say("expected the file that `study run --store` has made"))
    note_files([path])
    with ExitStack() as stack, convert_errors(path):
        store = _store(_to_read(path, stack), path)
        if whole:
            _check_whole(store)
        yield store


def _to_read(path: Path, stack: ExitStack) -> sqlite3.Connection:
    """Open a database only to read it, even from a folder without write access.

    A killed program may leave data in the log next to the database. If the two cannot be read in place, a
    copy of both is read. A database without a log is opened as if to write, because SQLite then leaves no
    log behind.
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
    """Return the error for a file that is not a database: a damaged store, or not a store."""
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
    """Return the digest of the description, without the core: that is compared when deals are added."""
    told = {key: value for key, value in about.items() if key not in (_SEAL, "core")}
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _store(database: sqlite3.Connection, path: Path) -> Store:
    """Return the store of a database.

    The seal does not cover the core; it must still be a hexadecimal digest.
    Raises: UsageError if the database is not a store of this format; StoreError if it is damaged.
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
    """Check that a store has this study, rules and core. Raises: UsageError with the differences."""
    differs = [*differences(json.loads(kept["told"]), json.loads(about["told"]), {"rules"})]
    if kept["rules"] != about["rules"]:
        differs.append(say("the rules of {ruleset} are others", ruleset=Verbatim(about["ruleset"])))
    elif not differs and kept["study"] != about["study"]:
        differs.append(say("the files of the folder are others"))
    if kept["core"] != about["core"]:
        differs.append(OTHER_CORE)
    refuse(path, differs)
