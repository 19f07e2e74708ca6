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

from analyzer.errors import TarokError, UsageError
from analyzer.messages import ENGLISH, LANGUAGES, Verbatim, say
from analyzer.web.answers import refusal, written
from analyzer.web.desk import Desk, Gone
from analyzer.web.guard import Guard, TooLong
from analyzer.web.shelf import shelf_item, shelf_list
from analyzer.web.words import words_in

if TYPE_CHECKING:
    from analyzer.api.board.texts import Opening

STATIC: Final = Path(str(files("analyzer.web").joinpath("static")))
"""The page and its assets."""


def application(
    desk: Desk, hosts: frozenset[str], lang: str = ENGLISH, first: Opening | None = None
) -> Starlette:
    """The board as an ASGI application; `first` is the text that it opens with."""

    async def page(_: Request) -> Response:
        return FileResponse(STATIC / "index.html", media_type="text/html")

    async def words(request: Request) -> Response:
        chosen = request.query_params.get("lang", lang)
        opens = None if first is None else {
            "kind": first.kind, "text": first.text, "recorded": dict(first.recorded)}  # fmt: skip
        return written(words_in(chosen if chosen in LANGUAGES else lang) | {"first": opens})

    async def shelf(_: Request) -> Response:
        return written(shelf_list())

    async def item(request: Request) -> Response:
        return written(shelf_item(request.path_params["name"]))

    async def question(request: Request) -> Response:
        from analyzer.web.routes import QUESTIONS, asked  # noqa: PLC0415 - the page comes before its answers

        name = request.path_params["name"]
        if name not in QUESTIONS:
            raise HTTPException(404)
        return await asked(desk, QUESTIONS[name], request)

    return Starlette(
        routes=[
            Route("/", page),
            Route("/api/words", words),
            Route("/api/shelf", shelf),
            Route("/api/shelf/{name:path}", item),
            Route("/api/{name}", question, methods=["POST"]),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, hosts=hosts)],
        exception_handlers={
            TarokError: _refused,
            HTTPException: _nothing_here,
            Gone: _nobody,
            Exception: _bug,
        },
    )


def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, TarokError)
    return refusal(error, 413 if isinstance(error, TooLong) else None)


def _nothing_here(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    told = say("nothing is asked here") if error.status_code == 404 else say("it is not asked so")
    return refusal(UsageError(told), error.status_code)


def _nobody(_: Request, __: Exception) -> Response:
    """For an asker who is gone; nobody reads it."""
    return Response(status_code=499)


def _bug(_: Request, error: Exception) -> Response:
    what = Verbatim(" ".join(f"{type(error).__name__}: {error}".split()))
    return refusal(
        UsageError(say("this is a bug in tarok-analyze, not in your position ({what})", what=what)), 500
    )
