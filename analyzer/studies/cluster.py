"""A study on an existing cluster of `dask.distributed`: the workers answer chunks, the store stays here."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, cast

from analyzer.errors import UsageError
from analyzer.messages import Verbatim, say
from analyzer.search.engine.solvers import keep_tables
from analyzer.studies.files import loads
from analyzer.studies.model import Study
from analyzer.studies.run import Awaited, Piece, piece_of

if TYPE_CHECKING:
    from distributed import Client

_RETRIES = 20
"""So many workers may die over one chunk."""
_PATIENCE = 10.0
"""Seconds until a scheduler must have answered."""


class Cluster:
    """The workers of a scheduler. They may come, go and die while the study runs."""

    def __init__(self, text: str, file: str, address: str) -> None:
        """Raises: UsageError without `distributed`, or where no scheduler answers."""
        self._text, self._file = text, file
        self._client = _client(address)
        info = self._client.scheduler_info(n_workers=-1)
        self.count = max(1, sum(worker["nthreads"] for worker in info["workers"].values()))

    def submit(self, first: int, count: int) -> Awaited:
        future = self._client.submit(
            piece_of_text, self._text, self._file, first, count, pure=False, retries=_RETRIES
        )
        return cast("Awaited", future)

    def close(self) -> None:
        self._client.close()


def _client(address: str) -> Client:
    try:
        from distributed import Client as Connected  # noqa: PLC0415 - an extra
    except ImportError:
        told = say("a cluster needs dask.distributed, which is not installed")
        raise UsageError(told, say("`pip install tarok-analyzer[cluster]`, or --workers N")) from None
    try:
        return Connected(address, timeout=_PATIENCE)
    except (OSError, ValueError, TimeoutError) as error:
        told = say("no scheduler answers at {address}", address=Verbatim(address))
        raise UsageError(told, say("expected an address such as tcp://127.0.0.1:8786")) from error


def piece_of_text(text: str, file: str, first: int, count: int) -> Piece:
    """A chunk of the study that a text tells; what a worker does."""
    keep_tables()
    return piece_of(_study(text, file), first, count)


@lru_cache(maxsize=4)
def _study(text: str, file: str) -> Study:
    return loads(text, file)
