"""Questions put to threads: they wait in line, are bounded, and are answered as JSON."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final, TypeVar

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from analyzer import answers, views, web
from analyzer.answers.requests import Means
from analyzer.api.board.moment import position_in, table_after
from analyzer.errors import INTERRUPTED, LimitReached, TarokError
from analyzer.frozenrecord import Record
from analyzer.messages import ENGLISH, LANGUAGES
from analyzer.search import engine
from analyzer.search.engine.watch import Watch
from analyzer.views.base import View, error_view
from analyzer.web.work import Body, BySearch, Growing, Quick, Search, Work

# Responses: answers and errors as JSON, and answers that grow as events.


JSON: Final = "application/json"
EVENT_STREAM: Final = "text/event-stream"


def written(document: dict[str, Any], status: int = 200) -> Response:
    """A document as JSON, as the command line writes it."""
    return Response(views.base.dumps(document), status, media_type=JSON)


def answer(view: views.base.View) -> Response:
    """An answer, as `--json` prints it."""
    return written(_plain(view))


def refusal(error: TarokError, status: int | None = None, lang: str = ENGLISH) -> Response:
    """What was wrong, with every fault: 409 for a move that the rules forbid, 400 for a bad text."""
    return written(
        _plain(views.base.error_view(error, lang)),
        web.work.status_of(error) if status is None else status,
    )


def preferred(headers: Headers, otherwise: str) -> str:
    """The language that a browser asks for first of those in which everything is said."""
    asked = headers.get("accept-language", "").lower().replace(";", ",").split(",")
    return next((word for each in asked if (word := each.strip()[:2]) in LANGUAGES), otherwise)


def event(view: views.base.View, name: str) -> bytes:
    """An answer as one of a stream of events."""
    return f"event: {name}\ndata: {json.dumps(_plain(view), ensure_ascii=False)}\n\n".encode()


def _plain(view: views.base.View) -> dict[str, Any]:
    return views.base.plain(view)


# Questions put to threads: they wait in line, are bounded, and end when the caller leaves.


# Threads that do what takes long, so that the page still answers; what waits can be given up.
#
# Short questions go before long ones and have a thread that nothing else takes; among long ones every page
# has its turn: the page that has the fewest under way, then the one whose turn was longest ago. The threads
# are daemons: one that is deep in a proof does not keep the program from ending.


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


# Where questions are answered: threads for searches, threads for the rest, and what one may use up.
#
# Nothing here imports what answers them, so that a board says where it is before all that is loaded.


QUICK: Final = 2
"""Threads for what takes no search."""
TOGETHER: Final = 3
"""Long questions that are searched at one time at least, so that a page does not wait for another's."""
SHORT_TRICKS: Final = 6
"""A question about as many tricks or fewer is short."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Where questions are answered: threads for searches, threads for the rest, and what one may use up."""

    threads: int = 1
    seconds: float = 60.0
    table_mb: int = 256
    searching: Answerers = field(init=False)
    quick: Answerers = field(init=False)
    watches: set[Watch] = field(init=False, default_factory=set)
    """What stops the searches that are under way."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "searching", Answerers(max(self.threads, TOGETHER), "search", for_short=1))
        object.__setattr__(self, "quick", Answerers(QUICK, "answer", for_short=1))

    @property
    def means(self) -> answers.requests.Means:
        """What a search may use up."""
        return answers.requests.Means(engine.results.Limits(timeout=self.seconds, table_mb=self.table_mb))

    def stop(self) -> None:
        """End every search."""
        for watch in list(self.watches):
            watch.stop()


class Gone(Exception):
    """Who asked is no longer there."""


# Questions put to threads: they wait in line, are bounded, and end when the caller is gone.


AT_MOST: Final = 0.05
"""Seconds between two events of one answer, so that a page is not flooded."""


async def answered(desk: Desk, request: Request, body: Body, work: Work) -> Response:
    """What answers a question. Raises: what the work raises; Gone."""
    first = soon(body)
    if isinstance(work, Quick):
        return answer(await while_there(request, desk.quick.run(work.view, first)))
    if isinstance(work, BySearch):
        caller = await while_there(request, desk.quick.run(lambda: caller_of(body), first))
        return answer(await searched(desk, request, work.view, caller))
    search = await while_there(request, desk.quick.run(work.begin, first))
    caller = await while_there(request, desk.quick.run(lambda: caller_of(body), first))
    return StreamingResponse(growing(desk, request, search, work, caller), media_type=EVENT_STREAM)


def caller_of(body: Body) -> Caller:
    """Which page asks, and whether it is soon answered: a question about few tricks is.

    Of a half-known position the tricks are those it begins with: what lies after its moves takes deals, and
    those are drawn in its turn.

    Raises: InvalidFile for the text of a position; IllegalMove or UsageError for a move.
    """
    page, text = body.text("page", ""), body.maybe("position")
    if text is None:
        return Caller(page)
    start = position_in(text)
    position = start if start.many else table_after(text, body.words("moves"))
    return Caller(page, position.tricks_left <= SHORT_TRICKS)


def soon(body: Body) -> Caller:
    """Which page asks, and whether what is asked is soon read: no deals are to be drawn before."""
    text = body.maybe("position") or ""
    half_known = any(word in text for word in ("?", "|", "unseen", "worlds"))
    return Caller(body.text("page", ""), short=not half_known)


async def searched(desk: Desk, request: Request, ask: Callable[[Means, Watch], T], caller: Caller) -> T:
    """The answer of a search, which ends where the asker is gone. Raises: what it raises; Gone."""
    watch = Watch()

    def work() -> T:
        with watch.meanwhile():
            return ask(desk.means, watch)

    desk.watches.add(watch)
    try:
        return await while_there(request, desk.searching.run(work, caller))
    finally:
        watch.stop()
        desk.watches.discard(watch)


async def while_there(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """What the work comes to. Raises: Gone where the caller left first."""
    gone = asyncio.create_task(_left(request))
    task = asyncio.create_task(work)
    try:
        await asyncio.wait({gone, task}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Gone
        return task.result()
    finally:
        gone.cancel()
        task.cancel()


async def _left(request: Request) -> None:
    """Ends when the caller has left."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


class _Ear:
    """Hears what a searching thread tells, and keeps the newest of it for the loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._heard = asyncio.Event()
        self.newest: View | None = None

    def tell(self, view: View) -> None:
        """Called in the searching thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._put, view)

    def _put(self, view: View) -> None:
        self.newest = view
        self._heard.set()

    async def until(self, task: asyncio.Task[None]) -> AsyncIterator[View]:
        """What is told while a task is at work, the newest of it now and then."""
        while not task.done():
            woken = asyncio.create_task(self._heard.wait())
            try:
                await asyncio.wait({task, woken}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                woken.cancel()
            self._heard.clear()
            if self.newest is not None and not task.done():
                yield self.newest
                await asyncio.sleep(AT_MOST)


async def growing(
    desk: Desk, request: Request, search: Search, asked: Growing, caller: Caller
) -> AsyncIterator[bytes]:
    """The events of an answer that grows: what was told so far, in the end `done`, or `error`.

    While others are before it in the line, `waiting` is told first.
    """
    ear, watch = _Ear(), Watch()

    def work() -> None:
        with watch.meanwhile():
            search(desk.means, watch, ear.tell)

    desk.watches.add(watch)
    in_line = desk.searching.full(caller)
    task = asyncio.create_task(while_there(request, desk.searching.run(work, caller)))
    try:
        if in_line:
            yield event(asked.waiting, "waiting")
        async for view in ear.until(task):
            yield event(view, "grown")
        yield _ended(task, ear.newest, asked.lang)
    except Gone:
        return
    finally:
        watch.stop()
        desk.watches.discard(watch)
        task.cancel()


def _ended(task: asyncio.Task[None], last: View | None, lang: str) -> bytes:
    """The last event. Raises: Gone."""
    try:
        task.result()
    except TarokError as error:
        return event(error_view(error, lang), "error")
    return b"" if last is None else event(last, "done")
