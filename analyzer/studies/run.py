"""A study run in chunks over several threads, or on a cluster."""

from __future__ import annotations

import json
import logging
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from analyzer.api.many.run import in_a_row
from analyzer.errors import LimitReached, TarokError, UsageError, install_command, reason_of
from analyzer.frozenrecord import Record
from analyzer.messages import Verbatim, listed, say
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import ruleset_names
from analyzer.search.engine.native import core_digest
from analyzer.search.engine.solvers import pool_tables
from analyzer.search.engine.watch import Watch
from analyzer.studies.files import Study, loads
from analyzer.studies.questions import DealTold, answer_deals
from analyzer.studies.store import STORE_FORMAT, Store

if TYPE_CHECKING:
    from distributed import Client


# A study run: the deals that are missing in its store, in chunks over several threads or a cluster.


FIRST: Final = 4
"""Deals of the first chunks, by which it is seen how long one takes."""
SECONDS: Final = 5.0
"""What a chunk is to take; what is lost where the program is killed is no more for each worker."""
MOST: Final = 5000
SAME_EVERYWHERE: Final = say("expected the same version of tarok-analyzer, and the same files, everywhere")
_WAITING: Final = 2
"""Chunks for each worker that wait for it or for their turn."""


def about(study: Study) -> dict[str, str]:
    """What a store of the study must say of itself."""
    return {
        "format": STORE_FORMAT,
        "study": study.digest,
        "rules": study.rules.identity["digest"],
        "core": core_digest(),
        "title": study.title,
        "ruleset": study.rules.name,
        "count": str(study.deals.count),
        "asks": json.dumps([ask.name for ask in study.asks]),
        "group_by": json.dumps(study.group_by),
        "told": json.dumps(study.told, ensure_ascii=False),
    }


class Piece(NamedTuple):
    """A chunk that is answered, and by what: a worker of another version may tell nothing of that."""

    told: list[DealTold]
    seconds: float
    study: str = ""
    """The digest of what was asked: of the file, its rules, and the files of a folder."""
    core: str = ""


def piece_of(study: Study, first: int, count: int) -> Piece:
    """The answers to some deals, and how long they took."""
    started = time.monotonic()
    told = list(answer_deals(study, first, count))
    return Piece(told, time.monotonic() - started, study.digest, core_digest())


class Awaited(Protocol):
    """A chunk that is under way."""

    def result(self, timeout: float | None = None) -> Piece:
        """The answers. Raises: TimeoutError; whatever asking a deal raises."""


class Workers(Protocol):
    """Who answers chunks."""

    count: int

    def submit(self, first: int, count: int) -> Awaited:
        """Begin a chunk."""

    def close(self) -> None:
        """Stop what is under way."""


class Threads:
    """Threads over the core, which searches without the interpreter."""

    def __init__(self, study: Study, count: int) -> None:
        self.count = count
        self._study = study
        self._watch = Watch()
        self._pool = ThreadPoolExecutor(count, initializer=in_a_row, initargs=(self._watch,))

    def submit(self, first: int, count: int) -> Future[Piece]:
        return self._pool.submit(piece_of, self._study, first, count)

    def close(self) -> None:
        self._watch.stop()
        self._pool.shutdown(cancel_futures=True)


@dataclass(slots=True)
class _Pace:
    """How many deals make a chunk."""

    deals: int = 0
    seconds: float = 0.0
    began: float = field(default_factory=time.monotonic)

    def note(self, piece: Piece) -> None:
        self.deals += len(piece.told)
        self.seconds += piece.seconds

    def size(self) -> int:
        if not self.deals:
            return FIRST
        return max(1, min(MOST, int(SECONDS * self.deals / max(self.seconds, 1e-9))))


def run_study(store: Store, workers: Workers, stored: Callable[[], None]) -> None:
    """Answer what is missing; `stored` is called whenever a chunk is. Ctrl-C leaves what is done.

    Raises: KeyboardInterrupt; UsageError for a chunk of a worker of another version; LimitReached where a
    cluster is gone; whatever asking a deal raises.
    """
    pace, waiting = _Pace(), deque[Awaited]()
    pieces = _pieces(list(store.gaps()), pace, workers.count)
    try:
        for first, count in pieces:
            waiting.append(workers.submit(first, count))
            if len(waiting) >= _WAITING * workers.count:
                _keep(store, waiting.popleft(), pace, stored)
        while waiting:
            _keep(store, waiting.popleft(), pace, stored)
    finally:
        workers.close()


def _pieces(gaps: list[tuple[int, int]], pace: _Pace, workers: int) -> Iterator[tuple[int, int]]:
    """What is missing in chunks; they get smaller towards the end, so that all workers end together."""
    left = sum(count for _, count in gaps)
    for first, count in gaps:
        at, end = first, first + count
        while at < end:
            size = min(end - at, max(1, min(pace.size(), -(-left // (2 * workers)))))
            yield at, size
            at, left = at + size, left - size


def _keep(store: Store, future: Awaited, pace: _Pace, stored: Callable[[], None]) -> None:
    piece = _result(future)
    _check_ours(piece, store)
    store.add(piece.told, piece.seconds)
    pace.note(piece)
    stored()


def _check_ours(piece: Piece, store: Store) -> None:
    """Raises: UsageError for a chunk of another core, or of other rules or files."""
    differs = [
        word
        for word, found, ours in (
            (say("rules or files"), piece.study, store.about["study"]),
            (say("core"), piece.core, store.about["core"]),
        )
        if found != ours
    ]
    if differs:
        told = say("a worker differs from this program in its {what}", what=listed(differs))
        raise UsageError(told, SAME_EVERYWHERE)


def _result(future: Awaited) -> Piece:
    """The chunk, waited for in short turns, so that Ctrl-C is heard."""
    while True:
        with suppress(TimeoutError):
            return future.result(timeout=0.2)


# A study on an existing cluster of `dask.distributed`: the workers answer chunks, the store stays here.


_RETRIES: Final = 20
"""So many workers may die over one chunk."""
_PATIENCE = 10.0
"""Seconds until a scheduler must have answered."""
_ENCRYPTED: Final = ("tls://", "wss://")
_HERE: Final = ("localhost", "inproc")


class Cluster:
    """The workers of a scheduler. They may come, go and die while the study runs."""

    def __init__(self, study: Study, text: str, file: str, address: str) -> None:
        """Raises: UsageError without `distributed`, or where no scheduler answers."""
        rules = None if study.rules.name in ruleset_names() else study.rules
        self._task = text, file, rules
        self._address = address
        self._client = _client(address)
        info = self._client.scheduler_info(n_workers=-1)
        self.count = max(1, sum(worker["nthreads"] for worker in info["workers"].values()))

    def submit(self, first: int, count: int) -> _Chunk:
        with _catch_scheduler_errors(self._address):
            future = self._client.submit(
                piece_of_text, *self._task, first, count, pure=False, retries=_RETRIES
            )
        return _Chunk(future, self._address)

    def close(self) -> None:
        with suppress(Exception):  # a scheduler that is gone needs no farewell
            self._client.close(timeout=1)


class _Chunk(Record, frozen=True):
    """A chunk that is under way at a worker."""

    future: Any
    address: str

    def result(self, timeout: float | None = None) -> Piece:
        """The answers.

        Raises: TimeoutError; LimitReached where the scheduler is gone; UsageError for a worker that cannot
        answer; whatever asking a deal raises.
        """
        with _catch_scheduler_errors(self.address):
            piece: Piece = self.future.result(timeout=timeout)
        return piece


@contextmanager
def _catch_scheduler_errors(address: str) -> Iterator[None]:
    """Raises: LimitReached where the scheduler is gone; UsageError for what goes wrong at a worker."""
    from distributed import KilledWorker  # noqa: PLC0415 - an extra

    try:
        yield
    except (TarokError, TimeoutError):
        raise
    except KilledWorker as error:
        told = say(
            "more than {number} {number:worker/workers} died over one chunk; what is stored stays",
            number=_RETRIES,
        )
        raise LimitReached(told) from error
    except (OSError, CancelledError, RuntimeError) as error:
        told = say(
            "the scheduler at {address} is gone; what is stored stays, and the same command goes on",
            address=Verbatim(address),
        )
        raise LimitReached(told) from error
    except Exception as error:
        told = say("a worker cannot answer ({reason})", reason=reason_of(error))
        raise UsageError(told, SAME_EVERYWHERE) from error


def is_open(address: str) -> bool:
    """Whether what goes to an address can be read by others, and its scheduler be reached by them."""
    if address.startswith(_ENCRYPTED):
        return False
    host = address.partition("://")[2].rpartition(":")[0].strip("[]") or address.rpartition(":")[0]
    with suppress(ValueError):
        return not ip_address(host).is_loopback
    return host not in _HERE


def _client(address: str) -> Client:
    try:
        import dask  # noqa: PLC0415 - an extra
        from distributed import Client as Connected  # noqa: PLC0415
    except ImportError:
        told = say("a cluster needs dask.distributed, which is not installed")
        raise UsageError(
            told, say("`{command}`, or --workers N", command=install_command("cluster"))
        ) from None
    for name in list(logging.root.manager.loggerDict):  # what they would say we say in a sentence
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    dask.config.set({"distributed.comm.timeouts.connect": _PATIENCE})
    try:
        return Connected(address, timeout=_PATIENCE)
    except (OSError, ValueError, TimeoutError, TypeError) as error:
        told = say("no scheduler answers at {address}", address=Verbatim(address))
        raise UsageError(told, say("expected an address such as tcp://127.0.0.1:8786")) from error


def piece_of_text(text: str, file: str, rules: RuleSet | None, first: int, count: int) -> Piece:
    """A chunk of the study that a text tells, by `rules` that came along; what a worker does."""
    pool_tables()
    return piece_of(_study(text, file, rules), first, count)


@lru_cache(maxsize=4)
def _study(text: str, file: str, rules: RuleSet | None) -> Study:
    return loads(text, file, None if rules is None else lambda _: rules)
