"""A study on an existing `dask.distributed` cluster: its workers answer chunks, this program stores them."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager, suppress
from functools import lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from analyzer.errors import LimitReached, TarokError, UsageError, install_command, reason_of
from analyzer.many.asks import Piece, answer_piece
from analyzer.many.study import Study, loads
from analyzer.messages import Verbatim, say
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import ruleset_names
from analyzer.search.engine.solvers import pool_tables

if TYPE_CHECKING:
    from distributed import Client

SAME_EVERYWHERE: Final = say("expected the same version of tarok-analyzer, and the same files, everywhere")
_RETRIES: Final = 20
"""The number of workers that may die over one chunk."""
_PATIENCE = 10.0
"""Seconds within which a scheduler must answer."""
_ENCRYPTED: Final = ("tls://", "wss://")
_HERE: Final = ("localhost", "inproc")


class Cluster:
    """The workers of a scheduler. They may join, leave and die while the study runs."""

    def __init__(self, study: Study, text: str, file: str, address: str) -> None:
        """Connect to a scheduler. Raises: UsageError if `distributed` is missing or no scheduler answers."""
        rules = None if study.rules.name in ruleset_names() else study.rules
        self._task = text, file, rules
        self._address = address
        self._client = _client(address)
        self._pool = self._client.get_executor(pure=False, retries=_RETRIES)
        info = self._client.scheduler_info(n_workers=-1)
        self.count = max(1, sum(worker["nthreads"] for worker in info["workers"].values()))

    def submit(self, chunk: tuple[int, int]) -> Future[Piece]:
        future: Future[Piece] = self._pool.submit(answer_text, *self._task, *chunk)
        return future

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Convert the errors of the cluster.

        Raises: LimitReached if the scheduler is gone or too many workers died; UsageError if a worker fails.
        """
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
                address=Verbatim(self._address),
            )
            raise LimitReached(told) from error
        except Exception as error:
            told = say("a worker cannot answer ({reason})", reason=reason_of(error))
            raise UsageError(told, SAME_EVERYWHERE) from error

    def stop(self) -> bool:
        return False

    def close(self) -> None:
        with suppress(Exception):  # the scheduler may be gone already
            self._client.close(timeout=1)


def is_exposed(address: str) -> bool:
    """Return True if others can read the traffic to an address and reach its scheduler."""
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
    for name in list(logging.root.manager.loggerDict):  # our own error messages replace these logs
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    dask.config.set({"distributed.comm.timeouts.connect": _PATIENCE})
    try:
        return Connected(address, timeout=_PATIENCE)
    except (OSError, ValueError, TimeoutError, TypeError) as error:
        told = say("no scheduler answers at {address}", address=Verbatim(address))
        raise UsageError(told, say("expected an address such as tcp://127.0.0.1:8786")) from error


def answer_text(text: str, file: str, rules: RuleSet | None, first: int, count: int) -> Piece:
    """Answer a chunk of the study that a text describes; a worker calls this.

    `rules` are sent along if they are not shipped with the program.
    """
    pool_tables()
    return answer_piece(_study(text, file, rules), first, count)


@lru_cache(maxsize=4)
def _study(text: str, file: str, rules: RuleSet | None) -> Study:
    return loads(text, file, None if rules is None else lambda _: rules)
