"""The application: its page, its assets and its questions behind the guard."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from analyzer import web
from analyzer.errors import TarokError, UsageError
from analyzer.messages import ENGLISH, Verbatim, known_language, say
from analyzer.web.answers import preferred, refusal, written
from analyzer.web.bodies import read_body
from analyzer.web.desk import Desk, Gone
from analyzer.web.guard import Guard, TooLong
from analyzer.web.shelf import shelf_item, shelf_list
from analyzer.web.words import words_in

if TYPE_CHECKING:
    from analyzer.api.board.texts import Opening

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
        chosen = known_language(request.query_params.get("lang"), spoken)
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
        return await web.asking.answered(desk, request, body, web.questions.QUESTIONS[name](body))

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


def _told_in(request: Request) -> str:
    """The language of who asks: what the question says, else what the browser asks for."""
    return getattr(request.state, "lang", None) or preferred(request.headers, request.app.state.lang)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, TarokError)
    return refusal(error, 413 if isinstance(error, TooLong) else None, _told_in(request))


async def _nothing_here(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    told = say("nothing is asked here") if error.status_code == 404 else say("method not allowed")
    return refusal(UsageError(told), error.status_code, _told_in(request))


async def _bug(request: Request, error: Exception) -> Response:
    what = Verbatim(" ".join(f"{type(error).__name__}: {error}".split()))
    told = say("this is a bug in tarok-analyze, not in your position ({what})", what=what)
    return refusal(UsageError(told), 500, _told_in(request))
