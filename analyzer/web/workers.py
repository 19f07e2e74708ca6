"""Threads that do what takes long, so that the page still answers; what waits can be given up.

They are daemons: a thread that is deep in a proof does not keep the program from ending.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from analyzer.errors import INTERRUPTED, LimitReached

T = TypeVar("T")
_Job = Callable[[], None]


class Answerers:
    """So many threads, and a line of those who wait for one."""

    def __init__(self, threads: int, name: str) -> None:
        self._jobs: queue.SimpleQueue[_Job] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._busy = 0
        for number in range(threads):
            threading.Thread(target=self._work, name=f"{name} {number}", daemon=True).start()

    @property
    def busy(self) -> int:
        """How many questions are being answered or wait."""
        return self._busy

    async def run(self, work: Callable[[], T]) -> T:
        """What the work comes to. Raises: what it raises; CancelledError where the asker is gone.

        Work whose asker is gone before its turn is not begun.
        """
        loop = asyncio.get_running_loop()
        found: asyncio.Future[T] = loop.create_future()
        given_up = threading.Event()

        def job() -> None:
            if given_up.is_set():
                return
            try:
                result = work()
            except KeyboardInterrupt:  # so a search ends that was stopped
                _tell(loop, found, error=LimitReached(INTERRUPTED))
            except BaseException as error:  # noqa: BLE001 - it is raised where it is waited for
                _tell(loop, found, error=error)
            else:
                _tell(loop, found, result=result)

        with self._lock:
            self._busy += 1
        self._jobs.put(job)
        try:
            return await found
        finally:
            given_up.set()

    def _work(self) -> None:
        while True:
            job = self._jobs.get()
            try:
                job()
            finally:
                del job
                with self._lock:
                    self._busy -= 1


def _tell(
    loop: asyncio.AbstractEventLoop,
    found: asyncio.Future[Any],
    *,
    result: object = None,
    error: BaseException | None = None,
) -> None:
    """Give the loop what came of it, where somebody still waits."""

    def set_it() -> None:
        if found.done():
            return
        if error is None:
            found.set_result(result)
        else:
            found.set_exception(error)

    if not loop.is_closed():
        loop.call_soon_threadsafe(set_it)
