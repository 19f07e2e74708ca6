"""The application: its page, its assets and its questions behind the guard."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from analyzer import web
from analyzer.errors import TarokError, UsageError
from analyzer.messages import ENGLISH, Verbatim, choose_language, say
from analyzer.web.library import shelf_item, shelf_list
from analyzer.web.page_messages import words_in
from analyzer.web.queue import Desk, Gone, preferred, refusal, written
from analyzer.web.work import read_body

if TYPE_CHECKING:
    from analyzer.api.board.moment import Opening


# Who may ask: this machine's own page, and nobody else. Every request passes here, whatever it is for.


MOST_BYTES: Final = 1_000_000
"""A longer body is refused before it is read to its end."""
MOST_REFUSED: Final = 16 * MOST_BYTES
"""Of a body that is refused, so much is taken in and thrown away."""
PATIENCE: Final = 2.0
"""Seconds for that."""

POLICY: Final = (
    "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'"
)
"""What the page may do, wherever it lies."""
HEADERS: Final = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""No script or style but ours, no frames, no guessing of types, nothing told to other pages."""


class TooLong(UsageError):
    """A body that is longer than any position, dispute or evening."""


class Guard:
    """Lets a request pass that names this server as its host, and comes from its own page or from none."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str], lang: str = ENGLISH) -> None:
        self.app = app
        self.lang = lang
        self.hosts = hosts
        """`HOST:PORT` as browsers write them."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def answered(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            await _heard_out(receive)
            await refusal(*refused, preferred(Headers(scope=scope), self.lang))(scope, receive, answered)
            return
        await self.app(scope, _bounded(receive), answered)

    def _refused(self, scope: Scope) -> tuple[TarokError, int] | None:
        """Why a request may not pass, and the status that says so."""
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if host not in self.hosts:
            return UsageError(say("this board answers to its own address only")), 400
        origin = headers.get("origin")
        if origin is not None and origin.lower() != f"http://{host}":
            return UsageError(say("request from another site refused")), 403
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return UsageError(say("request from another site refused")), 403
        if scope["method"] == "POST":
            return _refused_body(headers)
        return None


def _refused_body(headers: Headers) -> tuple[TarokError, int] | None:
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        return UsageError(
            say("the question is not JSON"), say("expected Content-Type: application/json")
        ), 415
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > MOST_BYTES:
        return too_long(), 413
    return None


def too_long() -> TooLong:
    """The refusal of a body that is too long."""
    return TooLong(say("the question has more than {number} {number:byte/bytes}", number=MOST_BYTES))


async def _heard_out(receive: Receive) -> None:
    """Take in what is sent after all, for a moment: who is still writing would not read the refusal."""
    heard = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while heard < MOST_REFUSED:
                message = await receive()
                heard += len(message.get("body", b""))
                if not message.get("more_body", False):
                    return


def _bounded(receive: Receive) -> Receive:
    """Receives no more of a body than may be asked, whatever its head says of its length."""
    heard = 0

    async def bounded() -> Message:
        nonlocal heard
        message = await receive()
        heard += len(message.get("body", b""))
        if heard > MOST_BYTES:
            raise too_long()
        return message

    return bounded


# The application: its page, its assets and its questions behind the guard.


STATIC: Final = Path(str(files("analyzer.web").joinpath("static")))
"""The page and its assets."""


def application(
    desk: Desk,
    hosts: frozenset[str],
    lang: str = ENGLISH,
    first: Opening | None = None,
    public: str | None = None,
) -> Starlette:
    """The board as an ASGI application.

    `first` is the text that it opens with, `public` where a page for everyone is, to which links lead.
    """

    async def page(_: Request) -> Response:
        return FileResponse(STATIC / "index.html", media_type="text/html")

    async def words(request: Request) -> Response:
        spoken = lang if lang != ENGLISH else preferred(request.headers, lang)
        chosen = choose_language(request.query_params.get("lang"), spoken)
        opens = None if first is None else {
            "kind": first.kind, "text": first.text, "recorded": dict(first.recorded)}  # fmt: skip
        return written(words_in(chosen) | {"first": opens, "public": public})

    async def shelf(_: Request) -> Response:
        return written(shelf_list())

    async def item(request: Request) -> Response:
        return written(shelf_item(request.path_params["name"]))

    async def question(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in web.questions.QUESTIONS:
            raise HTTPException(404)
        body = read_body(await request.body())
        request.state.lang = body.lang
        return await web.queue.answered(desk, request, body, web.questions.QUESTIONS[name](body))

    found = Starlette(
        routes=[
            Route("/", page),
            Route("/api/words", words),
            Route("/api/shelf", shelf),
            Route("/api/shelf/{name:path}", item),
            Route("/api/{name}", question, methods=["POST"]),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, hosts=hosts, lang=lang)],
        exception_handlers={
            TarokError: _refused,
            HTTPException: _nothing_here,
            Gone: _nobody,
            Exception: _bug,
        },
    )
    found.state.lang = lang
    return found


# These are coroutines: of plain functions each would be given a thread of its own.
async def _nobody(_: Request, __: Exception) -> Response:
    """For an asker who is gone; nobody reads it."""
    return Response(status_code=499)


def _choose_language(request: Request) -> str:
    """The language of who asks: what the question says, else what the browser asks for."""
    return getattr(request.state, "lang", None) or preferred(request.headers, request.app.state.lang)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, TarokError)
    return refusal(error, 413 if isinstance(error, TooLong) else None, _choose_language(request))


async def _nothing_here(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    told = say("nothing is asked here") if error.status_code == 404 else say("method not allowed")
    return refusal(UsageError(told), error.status_code, _choose_language(request))


async def _bug(request: Request, error: Exception) -> Response:
    what = Verbatim(" ".join(f"{type(error).__name__}: {error}".split()))
    told = say("this is a bug in tarok-analyze, not in your position ({what})", what=what)
    return refusal(UsageError(told), 500, _choose_language(request))
