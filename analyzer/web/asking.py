"""Questions put to threads: they wait in line, are bounded, and end when the caller is gone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, Final, TypeVar

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from analyzer.answers.requests import Means
from analyzer.api.board.moment import table_after
from analyzer.api.board.texts import position_in
from analyzer.errors import TarokError
from analyzer.search.engine.watch import Watch
from analyzer.views.base import View, error_view
from analyzer.web.answers import EVENTS, answer, event
from analyzer.web.bodies import Body
from analyzer.web.desk import SHORT_TRICKS, Desk, Gone
from analyzer.web.work import BySearch, Growing, Quick, Search, Work
from analyzer.web.workers import Caller

T = TypeVar("T")
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
    return StreamingResponse(growing(desk, request, search, work, caller), media_type=EVENTS)


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
