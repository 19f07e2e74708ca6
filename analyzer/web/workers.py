"""Threads that do what takes long, so that the page still answers; what waits can be given up.

Short questions go before long ones and have a thread that nothing else takes; among long ones every page has
its turn: the page that has the fewest under way, then the one whose turn was longest ago. The threads are
daemons: one that is deep in a proof does not keep the program from ending.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from itertools import count
from typing import Any, Final, TypeVar

from analyzer.errors import INTERRUPTED, LimitReached
from analyzer.frozenrecord import Record

T = TypeVar("T")


class Caller(Record, frozen=True):
    """Who asks, by the name of its page, and whether it is soon answered."""

    page: str = ""
    short: bool = False


ANYBODY: Final = Caller()


class _Job(Record, frozen=True):
    caller: Caller
    number: int
    work: Callable[[], None]


class Answerers:
    """So many threads, some more for short questions alone, and a line of those who wait for one."""

    def __init__(self, threads: int, name: str, for_short: int = 0) -> None:
        self._threads = threads
        self._waiting: list[_Job] = []
        self._under_way: Counter[str] = Counter()
        self._last_turn: dict[str, int] = {}
        self._numbers = count(1)
        self._line = threading.Condition()
        self._busy = 0
        for number in range(threads + for_short):
            only_short = number >= threads
            threading.Thread(
                target=self._work, args=(only_short,), name=f"{name} {number}", daemon=True
            ).start()

    @property
    def busy(self) -> int:
        """How many questions are being answered or wait."""
        return self._busy

    def full(self, caller: Caller) -> bool:
        """Whether a question asked now would wait for others."""
        with self._line:
            return not caller.short and self._under_way.total() >= self._threads

    async def run(self, work: Callable[[], T], caller: Caller = ANYBODY) -> T:
        """What the work comes to. Raises: what it raises; CancelledError where the asker is gone.

        Work whose caller is gone before its turn is not begun.
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

        with self._line:
            self._busy += 1
            self._waiting.append(_Job(caller, next(self._numbers), job))
            self._line.notify_all()
        try:
            return await found
        finally:
            given_up.set()

    def _work(self, only_short: bool) -> None:  # noqa: FBT001 - a thread is started with it
        while True:
            with self._line:
                self._line.wait_for(lambda: self._next(only_short) is not None)
                job = self._next(only_short)
                assert job is not None
                self._waiting.remove(job)
                page = job.caller.page
                self._under_way[page] += 1
                self._last_turn[page] = next(self._numbers)
            try:
                job.work()
            finally:
                del job
                with self._line:
                    self._busy -= 1
                    self._under_way[page] -= 1
                    if not self._under_way[page]:
                        del self._under_way[page]
                    self._line.notify_all()

    def _next(self, only_short: bool) -> _Job | None:  # noqa: FBT001 - as above
        """Whose turn it is; None where nobody waits whom this thread serves."""
        able = [each for each in self._waiting if each.caller.short or not only_short]
        return min(able, key=self._rank, default=None)

    def _rank(self, job: _Job) -> tuple[bool, int, int, int]:
        page = job.caller.page
        return (not job.caller.short, self._under_way[page], self._last_turn.get(page, 0), job.number)


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
