"""Responses: answers and errors as JSON, and answers that grow as events."""

from __future__ import annotations

import json
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.responses import Response

from analyzer import views, web
from analyzer.errors import TarokError
from analyzer.messages import ENGLISH, LANGUAGES

JSON: Final = "application/json"
EVENTS: Final = "text/event-stream"


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
